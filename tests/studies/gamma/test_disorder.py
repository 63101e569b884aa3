"""Gamma of texts: what must hold for all, its random texts, and the influence of each text."""

from random import Random

import numpy
import pytest
from alignments import least_sum, random_annotators
from cases import each

from brat_iaa.errors import Undefined
from brat_iaa.measures.intervals import intervals
from brat_iaa.studies.gamma import disorder as module
from brat_iaa.studies.gamma.disorder import (
    FEWEST_DRAWS,
    MOST_DRAWS,
    NO_CHANCE,
    NO_UNIT,
    PRECISION,
    Continuum,
    Disorder,
    Gamma,
    disorder,
    disorder_or_reason,
)

LENGTH = 90


def random_continuum(seed, annotators=3, most=6):
    return Continuum(random_annotators(Random(seed), annotators, most, 80, 10), LENGTH)


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_observed_is_the_least_sum_by_the_mean_number_of_units(seed):
    continuum = random_continuum(seed, most=3)
    own = disorder(continuum)
    number = sum(map(len, continuum.units))
    assert (own.units, own.weight) == (number, number / 3)
    assert own.observed == pytest.approx(float(least_sum(continuum.units)) / (number / 3))


@pytest.mark.system
@each("seed", range(6))
def test_order_and_names_do_not_matter(seed):
    """The random texts are the same ones, too."""
    continuum = random_continuum(seed)
    new = {"A": "zebra", "B": "apple"}
    units = [
        [(start, end, new[label]) for start, end, label in reversed(own)]
        for own in reversed(continuum.units)
    ]
    assert disorder(Continuum(units, LENGTH)) == pytest.approx(disorder(continuum), abs=1e-12)


@pytest.mark.parametrize("annotators", [2, 3])
def test_with_oneself(annotators):
    (units,) = random_annotators(Random(1), 1, 9, 80, 10)
    assert len(units) > 1
    gamma = Gamma([disorder(Continuum([units] * annotators, LENGTH))])
    assert gamma.score().gamma == 1 and gamma.score().observed == 0 and gamma.error == 0


def test_annotators_without_a_unit_count():
    own = disorder(Continuum([[(0, 5, "A"), (20, 40, "B")], []], 40))
    assert (own.observed, own.weight) == (2, 1)


def test_texts_without_units_have_no_weight():
    empty, own = disorder(Continuum([[], []], 40)), disorder(random_continuum(1))
    assert empty == Disorder(0, 0, 0, 0, 0, 0)
    assert Gamma([empty, own]).score() == Gamma([own]).score()
    for none in ([], [empty]):
        with pytest.raises(Undefined, match=NO_UNIT):
            Gamma(none).score()


def test_where_no_shift_makes_a_difference_there_is_no_value():
    with pytest.raises(Undefined, match=NO_CHANCE):
        Gamma([disorder(Continuum([[(0, 1, "A")]] * 2, 1))]).score()


def test_enough_random_texts_for_the_precision():
    for seed in range(2):
        own = disorder(random_continuum(seed, most=12))
        assert FEWEST_DRAWS <= own.draws <= MOST_DRAWS
        off = 1.96 * own.variance**0.5 / own.expected
        # The first texts say how many are needed; they may be off, too.
        assert off < 1.5 * PRECISION or own.draws == MOST_DRAWS


@pytest.mark.system
def test_more_random_texts_come_close_to_the_same(monkeypatch):
    continuum = random_continuum(2)
    few = disorder(continuum)
    monkeypatch.setattr(module, "MOST_DRAWS", 4000)
    monkeypatch.setattr(module, "PRECISION", PRECISION / 4)
    monkeypatch.setattr(module, "SEED", 2)
    many = disorder(continuum)
    assert many.draws > few.draws
    assert abs(many.expected - few.expected) < 4 * (many.variance + few.variance) ** 0.5


def test_shifts_keep_apart_and_units_their_length():
    annotators = module._in_order(random_continuum(3).units)
    texts, taken = module._RandomTexts(annotators, 1000), []
    lengths = [sorted((own[:, 1] - own[:, 0]).tolist()) for own in annotators]
    for _ in range(50):
        shifts = []
        for _ in range(3):
            shifts.append(texts._shift(shifts))
        taken += shifts
        assert all(abs(a - b) >= texts._apart for a in shifts for b in shifts if a is not b)
        for own in texts._drawn():
            assert sorted((own[:, 1] - own[:, 0]).tolist()) in lengths
            assert ((own[:, 0] >= 0) & (own[:, 0] < 1000)).all()
    assert min(taken) < 100 and max(taken) > 900


def test_without_room_shifts_are_any():
    texts = module._RandomTexts([numpy.array([[0, 40, 0]])] * 2, 40)
    assert 0 <= texts._shift([20]) < 40


def test_texts_have_draws_of_their_own():
    first, second = (module._RandomTexts([numpy.array([[0, end, 0]])] * 2, 1000) for end in (4, 5))
    assert [first._shift([]) for _ in range(5)] != [second._shift([]) for _ in range(5)]


def weighted(disorders, weights):
    return Gamma([own._replace(weight=own.weight * w) for own, w in zip(disorders, weights)])


def test_influence_of_each_text():
    """Against the change of gamma when a text gets a little more weight."""
    disorders = [disorder(random_continuum(seed)) for seed in range(12)]
    estimate = Gamma(disorders).estimate()
    value, step = Gamma(disorders).score().gamma, 1e-6
    assert estimate.value == [value]
    for number in range(12):
        weights = [1 + step * (number == other) for other in range(12)]
        change = (weighted(disorders, weights).score().gamma - value) / step
        assert estimate.influence[number] == pytest.approx(change, abs=1e-5)
    assert estimate.influence.sum() == pytest.approx(0, abs=1e-12)
    found = intervals(estimate, numpy.arange(12), "documents")
    assert found.low[0] < value < found.high[0] and found.units == [12]


def test_several_texts_are_the_weighted_mean():
    disorders = [disorder(random_continuum(seed)) for seed in range(3)]
    score, total = Gamma(disorders).score(), sum(own.weight for own in disorders)
    for name in ("observed", "expected"):
        mean = sum(own.weight * getattr(own, name) for own in disorders) / total
        assert getattr(score, name) == pytest.approx(mean)
    assert Gamma(disorders[:1]).score()[1:] == pytest.approx(disorders[0][2:4])


@pytest.mark.system
def test_error_that_comes_from_random_texts(monkeypatch):
    """Against gammas with other seeds."""
    continuum, gammas = random_continuum(4), []
    for seed in range(25):
        monkeypatch.setattr(module, "SEED", seed)
        gammas.append(Gamma([disorder(continuum)]))
    spread = numpy.std([gamma.score().gamma for gamma in gammas], ddof=1)
    assert spread == pytest.approx(gammas[0].error, rel=0.4)


def test_what_takes_too_long_is_a_reason(monkeypatch):
    monkeypatch.setattr("brat_iaa.studies.gamma.best_alignment._MOST_GROUPS", 1)
    assert "too many spans overlap" in str(disorder_or_reason(random_continuum(1)))
