"""Alpha over trees against a slow one that is only its definition, in exact fractions.

slow_alpha goes through all ordered pairs of annotations; nothing of it comes from the package.
"""

from fractions import Fraction
from random import Random

import numpy
import pytest
from slow_intervals import check_influences

from brat_iaa.errors import Undefined
from brat_iaa.measures import tree_alpha
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable


def squared(distance, one, other, metric):
    """one, other: (tree, size)."""
    (x, m), (y, n) = one, other
    plain = Fraction(int(distance[x][y]))
    return {"plain": plain, "diff": plain - abs(m - n), "norm": plain / (m + n)}[metric] ** 2


def slow_alpha(distance, units, metric):
    """(alpha, D_o, D_e, units, annotations) of a list of units, each a list of (tree, size); or why
    there is none.
    """
    units = [unit for unit in units if len(unit) >= 2]
    everything = [annotation for unit in units for annotation in unit]
    N = len(everything)
    if not units:
        return "no item with at least two values"

    def total(annotations):
        return sum(
            squared(distance, one, other, metric)
            for i, one in enumerate(annotations)
            for j, other in enumerate(annotations)
            if i != j
        )

    D_o = sum(total(unit) / (len(unit) - 1) for unit in units) / N
    D_e = total(everything) / (N * (N - 1))
    if D_e == 0:
        return "every value is the same"
    return 1 - D_o / D_e, D_o, D_e, len(units), N


def random_distance(random, trees, most):
    matrix = numpy.zeros((trees, trees), dtype=numpy.int32)
    for x in range(trees):
        for y in range(x):
            matrix[x, y] = matrix[y, x] = random.randint(0, most)
    return matrix


def random_units(random, number, trees, annotators):
    """Units of no to all annotators; the size of the same tree is not always the same (unreachable
    tokens).
    """
    return [
        [
            (random.randrange(trees), random.randint(1, 12))
            for _ in range(random.randint(0, annotators))
        ]
        for _ in range(number)
    ]


def table_of(distance, units, random=None):
    """The TreeAlphaTable of units; its annotations in any order if a Random is given."""
    rows = [(tree, size, unit) for unit, own in enumerate(units) for tree, size in own]
    if random:
        random.shuffle(rows)
    tree, size, unit = numpy.array(rows, dtype=int).reshape(-1, 3).T
    return TreeAlphaTable(distance, tree, size, unit, len(units))


def outcome(table, metric):
    try:
        return table.of(metric).score()
    except Undefined as reason:
        return str(reason)


@pytest.fixture(params=[4_000_000, 60], ids=["whole", "small portions"])
def portion(request, monkeypatch):
    monkeypatch.setattr(tree_alpha, "_PORTION", request.param)


@pytest.mark.parametrize("metric", METRICS)
def test_random_trees(metric, portion):
    for seed in range(8):
        random = Random(seed)
        trees = random.randint(1, 9)
        distance = random_distance(random, trees, random.choice((1, 3, 40)))
        units = random_units(random, random.randint(0, 12), trees, random.randint(2, 5))
        expected = slow_alpha(distance, units, metric)
        found = outcome(table_of(distance, units, random), metric)
        if isinstance(expected, str):
            assert found == expected
            continue
        assert found[:3] == pytest.approx(
            [float(part) for part in expected[:3]], rel=1e-12, abs=1e-12
        )
        assert found.items == expected[3]


def weighted_alpha(distance, units, metric):
    """Alpha as a function of the weights of units with at least two annotations."""
    units = [unit for unit in units if len(unit) >= 2]
    d = [
        [sum(float(squared(distance, x, y, metric)) for x in one for y in other) for other in units]
        for one in units
    ]

    def alpha(weights):
        N = sum(w * len(unit) for w, unit in zip(weights, units))
        D_o = (
            sum(w * d[u][u] / (len(unit) - 1) for u, (w, unit) in enumerate(zip(weights, units)))
            / N
        )
        D_e = sum(v * w * d[s][t] for s, v in enumerate(weights) for t, w in enumerate(weights)) / (
            N * (N - 1)
        )
        return 1 - D_o / D_e

    return alpha


@pytest.mark.parametrize("metric", METRICS)
def test_influences(metric, portion):
    for seed in range(3):
        random = Random(seed)
        distance = random_distance(random, 6, 9)
        units = random_units(random, 9, 6, 4)
        found = table_of(distance, units).of(metric)
        check_influences(found.estimate(), weighted_alpha(distance, units, metric), within=1e-6)
        assert found.estimate().expected == found.score().expected


def test_a_unit_with_one_annotation_is_dropped_before_expected_disagreement():
    distance = [[0, 1, 9], [1, 0, 9], [9, 9, 0]]
    units = [[(0, 5), (1, 5)], [(1, 4), (1, 4)]]
    distance = numpy.array(distance)
    without = table_of(distance, units).of("plain").score()
    assert table_of(distance, units[:1] + [[(2, 9)]] + units[1:]).of("plain").score() == without
    assert without.expected == 2 * 3 / (4 * 3)


def test_squares_larger_than_the_type_of_the_distances():
    for kind, large in ((numpy.int32, 60_000), (numpy.uint8, 200)):
        distance = numpy.array([[0, large], [large, 0]], dtype=kind)
        table = table_of(distance, [[(0, 1), (1, 1)], [(1, 1), (1, 1)]])
        assert table.of("plain").score()[1:3] == (large**2 / 2, large**2 / 2)
        # Smaller than the difference in size: below 0 before it is squared.
        table = table_of(distance, [[(0, 1), (1, 1 + large + 3)], [(1, 1), (1, 1)]])
        assert table.of("diff").score().observed == 9 / 2


def test_no_unit_and_no_difference():
    distance = numpy.array([[0, 1], [1, 0]])
    nothing = table_of(distance, [[(0, 3)], []])
    assert outcome(nothing, "plain") == "no item with at least two values"
    assert numpy.isnan(nothing.of("plain").estimate().value[0])
    same = table_of(distance, [[(0, 3), (0, 3)], [(0, 3), (0, 3)]])
    assert outcome(same, "norm") == "every value is the same"
    assert numpy.isnan(same.of("norm").estimate().value[0])
    with pytest.raises(KeyError):
        same.of("squared")
