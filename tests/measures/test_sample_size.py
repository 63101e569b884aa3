"""Predicted widths of intervals: the one estimator's, with more units of the same kind."""

import math

import numpy
import pytest

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import (
    CORRECTED,
    FEWEST,
    SHARE,
    Estimate,
    change,
    intervals,
)
from brat_iaa.measures.sample_size import (
    ALL_ALIKE,
    NEVER_AGREE,
    NO_CHANGE,
    NO_INTERVAL,
    NOBODY_DIFFERS,
    NOBODY_DIFFERS_IN_ONE,
    OUT_OF_REACH,
    half_widths,
    units_for_width,
    units_to_tell,
)


def estimate(value, influence, scale=SHARE):
    influence = numpy.array(influence, dtype=float)[:, None]
    return Estimate(numpy.array([value]), influence, numpy.ones(influence.shape, bool), scale)


def of(estimate):
    return intervals(estimate, numpy.zeros(len(estimate.influence), int), "sentences")


def test_the_worked_example_of_the_guide():
    ten = of(estimate(0.95, [0.005] * 8 + [-0.02] * 2))
    assert ten.error[0] == pytest.approx(0.0333, abs=5e-5)
    (now, later) = half_widths(0.95, ten.error[0], 10, [10, 40], False)
    assert (now, later) == (pytest.approx(0.097, abs=5e-4), pytest.approx(0.034, abs=5e-4))
    error = ten.error[0] * math.sqrt(9 / 39)
    assert error == pytest.approx(0.0160, abs=5e-5)
    half = 2.023 * error / (0.95 * 0.05)
    low, high = (1 / (1 + math.exp(-logit)) for logit in (2.9444 - half, 2.9444 + half))
    assert (low, high) == (pytest.approx(0.906, abs=5e-4), pytest.approx(0.974, abs=5e-4))
    assert (high - low) / 2 == pytest.approx(later, abs=1e-4)


@pytest.mark.parametrize("scale", [SHARE, CORRECTED])
@pytest.mark.parametrize("seed", range(8))
def test_sentences_copied_have_the_interval_that_was_predicted(scale, seed):
    """k copies of each sentence have k S units and influences a k-th as large."""
    random = numpy.random.RandomState(seed)
    size, value = random.randint(FEWEST, 60), random.uniform(0.2, 0.99)
    influence = random.normal(size=size) / size / 20
    found = of(estimate(value, influence, scale))
    for times in (1, 2, 7):
        copied = of(estimate(value, numpy.tile(influence, times) / times, scale))
        predicted = half_widths(value, found.error[0], size, [times * size], scale == CORRECTED)
        # S (S - 1) / S of the one is not that of the other: the factor of a small sample.
        exact = (size * times - 1) * size / ((size - 1) * size * times)
        assert predicted[0] == pytest.approx(
            (copied.high - copied.low)[0] / 2, rel=exact - 1 + 1e-6
        )


@pytest.mark.parametrize("seed", range(8))
def test_the_number_needed_is_the_first_that_is_enough(seed):
    random = numpy.random.RandomState(seed)
    value, error, units = random.uniform(0.3, 0.99), random.uniform(0.002, 0.02), 40
    corrected = bool(seed % 2)
    halves = half_widths(value, error, units, range(FEWEST, 400), corrected)
    assert (numpy.diff(halves) < 0).all()
    for width in halves[[3, 30, 300]]:
        number = units_for_width(value, error, units, width * (1 + 1e-9), corrected)
        assert halves[number - FEWEST] <= width * (1 + 1e-9)
        assert number == FEWEST or halves[number - FEWEST - 1] > width


def test_what_is_undefined_is_said_in_words():
    for value, error, corrected, reason in (
        (1, 0, False, NOBODY_DIFFERS),
        (1, 0, True, NOBODY_DIFFERS),
        (0, 0, False, NEVER_AGREE),
        (0.5, 0, False, ALL_ALIKE),
        (0.5, 100, True, OUT_OF_REACH),
    ):
        with pytest.raises(Undefined, match=reason):
            units_for_width(value, error, 20, 0.0001, corrected)
    assert units_for_width(0, 0.1, 20, 0.5, True) >= FEWEST
    for ratio, low, high, reason in (
        (None, None, None, NO_INTERVAL),
        (0.8, None, None, NO_INTERVAL),
        (1, 0.8, 1.25, NO_CHANGE),
        (1, 1, 1, NO_CHANGE),
        (0.0, 0.0, 0.3, NOBODY_DIFFERS_IN_ONE),
        (None, 2.0, None, NOBODY_DIFFERS_IN_ONE),
    ):
        with pytest.raises(Undefined, match=reason):
            units_to_tell(ratio, low, high, 20)


def test_a_change_is_told_by_as_many_whichever_phase_came_first():
    found = units_to_tell(0.8, 0.6, 0.8**2 / 0.6, 50)
    assert found == units_to_tell(1 / 0.8, 0.6 / 0.8**2, 1 / 0.6, 50)
    assert found > 50
    assert units_to_tell(0.4, 0.3, 0.4**2 / 0.3, 50) < 50


def test_the_normal_approximation_of_the_textbook():
    """Of many units: (1.960 + .842)^2 se^2 S / log(r)^2."""
    error, units = 0.02, 10_000
    ratio = 0.97
    factor = math.exp(1.9602 * error)
    wanted = (1.96 + 0.8416) ** 2 * error**2 * units / math.log(ratio) ** 2
    assert units_to_tell(ratio, ratio / factor, ratio * factor, units) == pytest.approx(
        wanted, rel=1e-3
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_change_of_the_estimator_is_told_where_its_interval_leaves_out_one(seed):
    random = numpy.random.RandomState(seed)
    both = [
        estimate(0.9, random.normal(size=60) / 2000),
        estimate(0.93, random.normal(size=60) / 2000),
    ]
    found = change(*both, numpy.zeros(60, int), "sentences")
    needed = units_to_tell(found.ratio, found.low, found.high, 60)
    # More than for the bound alone, which half of the samples would pass.
    assert (needed <= 60) <= (not found.low <= 1 <= found.high)
