"""The alternative annotator test: the authors' program, and counts from the definition."""

import numpy
import pytest
from alternative_annotators import drawn, equal, graded, indicators
from cases import each
from slow_intervals import degrees

from brat_iaa.measures.student import t_below
from brat_iaa.studies.alternative_annotator import (
    MISSING,
    ScaleSimilarity,
    SetSimilarity,
    comparisons,
    rejected,
    t_by_items,
    t_by_units,
)

# alt_test() of github.com/nitaytech/AltTest, commit 18428b1, with SciPy 1.17.1, on drawn(seed,
# humans, items, values): metric, epsilon, winning rate, advantage probability, p of each human.
# On the 52 candidates of nine of the paper's data sets in that repository all three are equal, too.
AUTHORS = [
    (1, 3, 80, 3, equal, 0.2, 1 / 3, 0.810795, [0.000619443, 0.0965436, 0.107097]),
    (2, 3, 60, 2, equal, 0.1, 0, 0.753333, [0.978518, 0.963033, 0.412173]),
    (3, 5, 150, 4, equal, 0.15, 0, 0.723287,
     [0.00940503, 0.385183, 0.64653, 0.724249, 0.833158]),
    (4, 4, 200, 5, graded, 0.1, 0, 0.647184, [0.418141, 0.110655, 0.801513, 0.467879]),
    (7, 8, 300, 6, equal, 0.1, 0.25, 0.711877,
     [0.66996, 0.00346338, 0.986789, 0.0402127, 0.910734, 0.622664, 7.40768e-05, 0.883825]),
    (9, 3, 400, 4, equal, 0.15, 1, 0.940804, [5.20642e-20, 3.41903e-27, 1.20365e-26]),
    (11, 5, 90, 3, graded, 0.15, 0.8, 0.888070,
     [0.000438786, 0.00021102, 0.162695, 0.00539727, 3.77067e-05]),
]  # fmt: skip


def compared(humans, candidate, score):
    """The Advantages of values, numbered 1 and up as labels."""
    most = 1 + max(max(own.values(), default=0) for own in (*humans.values(), candidate))
    values = [frozenset(), *(frozenset([(str(value), ())]) for value in range(most))]
    items = 1 + max(max(own, default=0) for own in (*humans.values(), candidate))
    codes = numpy.full((items, len(humans) + 1), MISSING)
    for column, own in enumerate((*humans.values(), candidate)):
        for item, value in own.items():
            codes[item, column] = 1 + value
    scale = [str(value) for value in range(most)]
    similarity = ScaleSimilarity(values, scale) if score is graded else SetSimilarity(values)
    return comparisons(similarity, codes[:, :-1], codes[:, -1])


@pytest.mark.parametrize("seed, humans, items, values, score, epsilon, rate, rho, p", AUTHORS)
def test_as_the_authors_program(seed, humans, items, values, score, epsilon, rate, rho, p):
    found = compared(*drawn(seed, humans, items, values), score)
    tested = [t_by_items(own.difference, epsilon) for own in found]
    assert tested == pytest.approx(p, rel=1e-5)
    assert numpy.mean(rejected(tested)) == pytest.approx(rate)
    assert numpy.mean([own.candidate.mean() for own in found]) == pytest.approx(rho, abs=1e-6)


@each("seed", range(60))
def test_who_is_ahead_by_the_definition(seed):
    score = (equal, graded)[seed % 2]
    humans, candidate = drawn(seed, 2 + seed % 5, 25, 2 + seed % 3, lacking=0.3)
    expected = indicators(humans, candidate, score)
    for own, wanted in zip(compared(humans, candidate, score), expected.values()):
        told = zip(own.item.tolist(), own.candidate.tolist(), own.human.tolist())
        assert sorted(told) == sorted(wanted)


def test_by_sentences_leaves_each_out():
    d = numpy.array([0, 1, -1, 0, 0, 1, -1, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, -1, 0, 1])
    unit = numpy.array([0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11, 11, 12, 12])
    sums = [(d[unit == own].sum(), (unit == own).sum()) for own in range(13)]
    mean = d.mean()
    left_out = [(d.sum() - own) / (22 - n) for own, n in sums]
    middle = sum(left_out) / 13
    error = (12 / 13 * sum((own - middle) ** 2 for own in left_out)) ** 0.5
    nu = degrees([(own - mean * n) / 22 for own, n in sums], 13)
    assert t_by_units(d, unit, 0.2) == pytest.approx(t_below((mean - 0.2) / error, nu))
    assert t_by_units(d[:9], unit[:9], 0.2) is None


@pytest.mark.parametrize(
    "p, wanted",
    [([], []), ([0.05], [True]), ([0.051], [False]),
     # Bounds: 1/3, 2/3 and 3/3 of .05 / (1 + 1/2 + 1/3), so .0091, .0182 and .0273.
     ([0.02, 0.0092, 0.017], [True, True, True]), ([0.028, 0.0092, 0.018], [False, True, True]),
     ([0.028, 0.0092, 0.0183], [False, False, False])],
)  # fmt: skip
def test_false_discoveries(p, wanted):
    assert rejected(p) == wanted
