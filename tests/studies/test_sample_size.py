"""Predicted widths of intervals: the one estimator's, with more units of the same kind."""

import math
from types import SimpleNamespace

import numpy
import pytest
from cases import each

from brat_iaa.measures.estimate import CORRECTED, SHARE, Estimate, every_cell
from brat_iaa.measures.intervals import FEWEST, intervals
from brat_iaa.studies.planning import (
    half_widths,
    units_for_width,
    units_to_tell,
)


def estimate(value, influence, scale=SHARE):
    influence = numpy.array(influence, dtype=float)
    return Estimate(numpy.array([value]), every_cell(len(influence)), influence, None, scale)


def of(estimate):
    return intervals(estimate, numpy.zeros(len(estimate.influence), int), "sentences")


def figure(value, error, units=40, degrees=None, corrected=False):
    """What is taken from a Score."""
    return SimpleNamespace(
        value=value, standard_error=error, units=units, degrees=degrees or units - 1,
        expected=0.5 if corrected else None,
    )  # fmt: skip


def found_figure(estimate, corrected=False):
    found = of(estimate)
    about = estimate.value[0], found.error[0], int(found.units[0]), found.degrees[0]
    return figure(*about, corrected)


def changed(ratio, low=None, high=None, units=50, degrees=None):
    """What is taken from a Difference."""
    interval = None if low is None else (low, high)
    degrees = degrees or units - 1
    return SimpleNamespace(ratio=ratio, ratio_interval=interval, units=units, degrees=degrees)


def test_the_worked_example_of_the_guide():
    ten = found_figure(estimate(0.95, [0.005] * 8 + [-0.02] * 2))
    assert ten.standard_error == pytest.approx(0.0412, abs=5e-5)
    assert ten.degrees == pytest.approx(8.89, abs=0.005)
    now, later = half_widths(ten, [10, 40])
    assert (now, later) == (pytest.approx(0.133, abs=5e-4), pytest.approx(0.043, abs=5e-4))
    error = ten.standard_error * math.sqrt(9 / 39)
    half = 2.0235 * error / (0.95 * 0.05)
    low, high = (1 / (1 + math.exp(-logit)) for logit in (2.9444 - half, 2.9444 + half))
    assert (high - low) / 2 == pytest.approx(later, abs=1e-4)


@pytest.mark.parametrize("scale", [SHARE, CORRECTED])
@each("seed", range(8))
def test_sentences_copied_have_the_interval_that_was_predicted(scale, seed):
    """k copies of each sentence have k S units and influences a k-th as large; leaving one of many
    out is closer to a derivative than leaving one of few out.
    """
    random = numpy.random.RandomState(seed)
    size, value = random.randint(20, 60), random.uniform(0.2, 0.9)
    influence = random.uniform(-1, 1, size=size) / size / 100
    found = estimate(value, influence, scale)
    for times in (1, 2, 7):
        copied = of(estimate(value, numpy.tile(influence, times) / times, scale))
        predicted = half_widths(found_figure(found, scale == CORRECTED), [times * size])
        assert predicted[0] == pytest.approx((copied.high - copied.low)[0] / 2, rel=0.03)
        if times == 1:
            assert predicted[0] == pytest.approx((copied.high - copied.low)[0] / 2, rel=1e-9)


@each("seed", range(8))
def test_the_number_needed_is_the_first_that_is_enough(seed):
    random = numpy.random.RandomState(seed)
    value, error, corrected = random.uniform(0.3, 0.99), random.uniform(0.002, 0.02), seed % 2
    given = figure(value, error, 40, random.uniform(5, 39), corrected)
    halves = half_widths(given, range(FEWEST, 400))
    assert (numpy.diff(halves) < 0).all()
    for width in halves[[3, 30, 300]]:
        number = units_for_width(given, width * (1 + 1e-9))
        assert halves[number - FEWEST] <= width * (1 + 1e-9)
        assert number == FEWEST or halves[number - FEWEST - 1] > width


def test_the_normal_approximation_of_the_textbook():
    """Of many units: (1.960 + .842)^2 se^2 S / log(r)^2."""
    error, units = 0.02, 10_000
    ratio = 0.97
    factor = math.exp(1.9602 * error)
    wanted = (1.96 + 0.8416) ** 2 * error**2 * units / math.log(ratio) ** 2
    given = changed(ratio, ratio / factor, ratio * factor, units)
    assert units_to_tell(given) == pytest.approx(wanted, rel=1e-3)
