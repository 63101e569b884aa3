"""Figures as ratios of sums over items: by sentence, by label, and their influences."""

from fractions import Fraction
from random import Random

import numpy
import pytest
from slow_intervals import check_influences

from brat_iaa.measures.estimate import by_sentence, ratios_of_sentences
from brat_iaa.measures.similarities import STATISTICS, contributions

nan = numpy.nan


def of_one_item(k, a, b):
    """{statistic: (above, below) as fractions}, from the definitions."""
    if a == b == 0:
        masi = full = Fraction(1)
    else:
        masi = Fraction(0 if k == 0 else 3 if k == a == b else 2 if k == min(a, b) else 1, 3)
        full = masi * Fraction(k, a + b - k)
    return {
        "masi": (masi, 1),
        "masi-full": (full, 1),
        "exact": (Fraction(k == a == b), 1),
        "gcm": (k, a),
        "gcm-f1": (2 * k, a + b),
    }


def all_counts(most):
    return [(k, a, b) for a in range(most) for b in range(most) for k in range(min(a, b) + 1)]


def test_each_item():
    """All counts up to five elements on a side."""
    counts = all_counts(6)
    columns = [numpy.array(column) for column in zip(*counts)]
    found = {name: contributions(name, *columns) for name in STATISTICS}
    assert sorted(found) == sorted(STATISTICS)
    for row, item in enumerate(counts):
        for statistic, (above, below) in of_one_item(*item).items():
            own_above, own_below = (part[row] for part in found[statistic])
            assert (own_below == 0) == (below == 0)
            if below:
                expected = pytest.approx(float(Fraction(above) / below), abs=1e-15)
                assert own_above / own_below == expected, (statistic, item)


def random_ratios(random, items, sentences, columns):
    entries = [
        (
            float(random.randint(0, 3)),
            float(random.randint(0, 3)),
            random.randrange(sentences),
            random.randrange(columns),
        )
        for _ in range(items)
    ]
    sums = numpy.zeros((2, sentences, columns))
    for above, below, sentence, column in entries:
        sums[:, sentence, column] += above, below
    return entries, ratios_of_sentences(*sums)


def test_sums_of_sentences():
    ratios = by_sentence(numpy.array([1.0, 2.0, 4.0]), numpy.ones(3), numpy.array([2, 0, 2]), 4)
    assert ratios.above.tolist() == [2, 0, 5, 0]
    assert ratios.below.tolist() == [1, 0, 2, 0]


def test_influences():
    random = Random(3)
    entries, ratios = random_ratios(random, 60, 6, 4)
    found = ratios.estimate()
    for c in range(4):

        def figure(weights, c=c):
            own = [
                (above, below, weights[sentence])
                for above, below, sentence, column in entries
                if column == c
            ]
            return sum(w * above for above, _, w in own) / sum(w * below for _, below, w in own)

        check_influences(found, figure, c)
        for s in range(6):
            assert found.which()[c * 6 + s] == any(
                entry[1] for entry in entries if entry[2:] == (s, c)
            )


def test_nothing_to_divide_by_has_no_influence():
    found = ratios_of_sentences(numpy.ones(2), numpy.zeros(2)).estimate()
    assert numpy.isnan(found.value[0]) and not found.influence.any() and not found.which().any()
