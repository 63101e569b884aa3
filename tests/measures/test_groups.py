"""Figures of groups of sentences are those that each group has as one Estimate."""

from random import Random

import numpy
import pytest

from brat_iaa.measures.estimate import Groups, by_sentence, mean
from brat_iaa.measures.intervals import intervals

# Sentences of each group; the documents in them have two sentences each.
SIZES = (24, 2, 30, 12)
GROUP = numpy.repeat(numpy.arange(len(SIZES)), SIZES)
DOCUMENT = numpy.arange(len(GROUP)) // 2
GROUPS = Groups(GROUP, numpy.zeros(0, int), len(SIZES))


def sums(seed):
    """(above, below) of each sentence; the third group has nothing below the line."""
    random = Random(seed)
    below = numpy.array([float(random.randint(0, 9)) for _ in GROUP]) * (GROUP != 2)
    return numpy.array([float(random.randint(0, int(own))) for own in below]), below


def alone(number, *given):
    """Estimate of one group."""
    rows = number == GROUP
    size = int(rows.sum())
    return by_sentence(*(own[rows] for own in given), numpy.arange(size), size).estimate()


def check(found, expected_of, unit):
    own = intervals(found, DOCUMENT, unit)
    for number in range(len(SIZES)):
        expected = expected_of(number)
        wanted = intervals(expected, DOCUMENT[number == GROUP], unit)
        for column, other in zip(own, wanted):
            assert column[number] == pytest.approx(other[0], rel=1e-12, nan_ok=True)
        assert found.value[number] == pytest.approx(expected.value[0], rel=1e-14, nan_ok=True)


@pytest.mark.parametrize("unit", ["sentences", "documents"])
def test_ratios(unit):
    given = sums(1)
    check(GROUPS.ratio(*given), lambda number: alone(number, *given), unit)


def test_means_leave_out_what_is_undefined():
    given, other = sums(1), [own[::-1].copy() for own in sums(2)]
    found = mean([GROUPS.ratio(*given), GROUPS.ratio(*other)])
    check(found, lambda number: mean([alone(number, *given), alone(number, *other)]), "sentences")
    assert found.value[2] == GROUPS.ratio(*other).value[2]


def test_no_sentence():
    groups = Groups(numpy.zeros(0, int), numpy.zeros(0, int), 2)
    found = groups.ratio(numpy.zeros(0), numpy.zeros(0))
    assert numpy.isnan(found.value).all()
    assert intervals(found, numpy.zeros(0, int), "sentences").units.tolist() == [0, 0]
