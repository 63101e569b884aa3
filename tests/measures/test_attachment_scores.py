"""Figures as ratios of sums over items: by sentence, by label, and their influences."""

from fractions import Fraction
from random import Random

import numpy
import pytest
from slow_intervals import check_influences

from brat_iaa.measures.attachment_scores import STATISTICS, contributions
from brat_iaa.measures.estimate import by_sentence, ratios_of_sentences

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
    """All counts up to five elements on a side; the figure is the nearest float to the fraction."""
    counts = all_counts(6)
    columns = [numpy.array(column) for column in zip(*counts)]
    found = {name: contributions(name, *columns) for name in STATISTICS}
    assert sorted(found) == sorted(STATISTICS)
    for row, item in enumerate(counts):
        for statistic, (above, below) in of_one_item(*item).items():
            own_above, own_below = (part[row] for part in found[statistic])
            assert (own_below == 0) == (below == 0)
            if below:
                assert own_above / own_below == float(Fraction(above) / below), (statistic, item)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_sums_do_not_depend_on_the_order_of_items(statistic):
    """To the last bit: the sums are whole numbers."""
    random, counts = Random(1), all_counts(5) * 20
    expected = sum((Fraction(of_one_item(*item)[statistic][0]) for item in counts), Fraction())
    below = sum(of_one_item(*item)[statistic][1] for item in counts)
    for _ in range(5):
        random.shuffle(counts)
        above, own_below = contributions(statistic, *(numpy.array(c) for c in zip(*counts)))
        assert above.sum() / own_below.sum() == float(expected / below)


def test_large_sets_are_as_close_as_floats_are():
    """A union of 11 elements does not divide the unit of the sums."""
    above, below = contributions("masi-full", *(numpy.array([n]) for n in (1, 6, 6)))
    assert above[0] / below[0] == pytest.approx(1 / 33, abs=1e-15)


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
    above, below, sentence, column = (numpy.array(part) for part in zip(*entries))
    return entries, by_sentence(above, below, sentence, sentences, column, columns)


def test_by_sentence():
    entries, ratios = random_ratios(Random(2), 40, 5, 3)
    for s in range(5):
        for c in range(3):
            own = [entry for entry in entries if entry[2:] == (s, c)]
            assert ratios.above[c * 5 + s] == sum(entry[0] for entry in own)
            assert ratios.below[c * 5 + s] == sum(entry[1] for entry in own)


def test_one_figure_needs_no_column():
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
