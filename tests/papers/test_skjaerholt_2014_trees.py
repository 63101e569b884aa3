"""Small dependency trees whose distances and alphas are known (Skjærholt 2014, ACL).

The values were computed by an independent program, pair by pair, that also
gives the rows of Skjærholt's table 2.
"""

import numpy
import pytest

from brat_iaa.errors import Undefined
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.trees import Forest, distances

# Heads of the tokens, counted from 1, 0 = root; labels of the tokens.
TREES = {
    "transitive": ((2, 0, 4, 2), "SUBJ PRED DET OBJ"),
    "transitive with modifier": ((2, 0, 4, 2, 4, 7, 5, 7), "SUBJ PRED DET OBJ ATR DET POBJ ATR"),
    "intransitive": ((2, 0), "SUBJ PRED"), "other label": ((2, 0, 4, 2), "SUBJ PRED DET IOBJ"),
    "child order": ((0, 4, 2, 1), "PRED OBJ DET SUBJ"), "cycle 3-4": ((2, 0, 4, 3), "SUBJ PRED DET OBJ"),
}  # fmt: skip

# One tree, another; plain, diff, norm.
PAIRS = [
    ("transitive", "transitive with modifier", 4, 0, 0.2857142857142857),
    ("transitive", "intransitive", 2, 0, 0.25),
    ("transitive", "other label", 1, 1, 0.1),
    ("transitive", "child order", 2, 2, 0.2),
    ("transitive", "cycle 3-4", 2, 2, 0.2),
    ("transitive with modifier", "intransitive", 6, 0, 0.5),
    ("transitive with modifier", "other label", 5, 1, 0.35714285714285715),
    ("transitive with modifier", "child order", 6, 2, 0.42857142857142855),
    ("transitive with modifier", "cycle 3-4", 6, 2, 0.42857142857142855),
    ("intransitive", "other label", 2, 0, 0.25),
    ("intransitive", "child order", 2, 0, 0.25),
    # The two tokens of the cycle are no nodes, but count in the size.
    ("intransitive", "cycle 3-4", 0, -2, 0.0),
    ("other label", "child order", 3, 3, 0.3),
    ("other label", "cycle 3-4", 2, 2, 0.2),
    ("child order", "cycle 3-4", 2, 2, 0.2),
]

ONE_DIFFERENCE = ("transitive", "other label")
# Name: units; alpha, D_o, D_e of plain, diff, norm.
SETS = {
    "one sentence, one difference": (
        [ONE_DIFFERENCE], (0.0, 1.0, 1.0), (0.0, 1.0, 1.0), (0.0, 0.010000000000000002, 0.010000000000000002),
    ),
    "two sentences, one difference": (
        [ONE_DIFFERENCE, ("intransitive", "intransitive")], (0.8235294117647058, 0.5, 2.8333333333333335),
        (-2.0, 0.5, 0.16666666666666666), (0.8846153846153846, 0.005000000000000001, 0.043333333333333335),
    ),
    "a sentence of one annotator is left out": (
        [ONE_DIFFERENCE, ("intransitive", "intransitive"), ("transitive",)],
        (0.8235294117647058, 0.5, 2.8333333333333335), (-2.0, 0.5, 0.16666666666666666),
        (0.8846153846153846, 0.005000000000000001, 0.043333333333333335),
    ),
}  # fmt: skip


def forest(heads, labels):
    """Postorder of what is below the root, children in the order of the tokens."""
    nodes, leftmost = [], []

    def put(token):
        first = len(nodes)
        for child, head in enumerate(heads, 1):
            if head == token:
                put(child)
        if token:
            nodes.append(labels.split()[token - 1])
            leftmost.append(first)

    put(0)
    return Forest(tuple(nodes), tuple(leftmost))


NAMES = list(TREES)
FORESTS = [forest(*tree) for tree in TREES.values()]
SIZES = [len(heads) + 1 for heads, _ in TREES.values()]


def table_of(distance, units):
    rows = [(NAMES.index(name), number) for number, unit in enumerate(units) for name in unit]
    trees, unit = numpy.array(rows).T
    return TreeAlphaTable(distance, trees, [SIZES[tree] for tree in trees], unit, len(units))


def test_the_cycle_is_not_in_the_tree():
    assert FORESTS[NAMES.index("cycle 3-4")] == FORESTS[NAMES.index("intransitive")]


@pytest.mark.parametrize("one, other, plain, diff, norm", PAIRS)
def test_pairs(one, other, plain, diff, norm):
    distance = distances(FORESTS)
    assert distance[NAMES.index(one), NAMES.index(other)] == plain
    # Two units without a difference beside this one: D_o is a third of its square.
    table = table_of(distance, [(one, other), ("transitive",) * 2, ("child order",) * 2])
    for metric, value in zip(METRICS, (plain, diff, norm)):
        assert table.of(metric).score().observed == pytest.approx(value**2 / 3, abs=1e-15)


@pytest.mark.parametrize("name", SETS)
def test_sets(name):
    units, *expected = SETS[name]
    table = table_of(distances(FORESTS), units)
    counted = [unit for unit in units if len(unit) > 1]
    for metric, values in zip(METRICS, expected):
        found = table.of(metric).score()
        assert found[:3] == pytest.approx(values, abs=1e-15)
        assert found.items == len(counted)
    if len(units) == 1:
        # By chance one would do just as well: exactly 0.
        assert all(
            table.of(metric).score().value == pytest.approx(0, abs=1e-15) for metric in METRICS
        )


def test_one_sentence_without_difference_has_no_alpha():
    table = table_of(distances(FORESTS), [("transitive", "transitive")])
    for metric in METRICS:
        with pytest.raises(Undefined, match="every value is the same"):
            table.of(metric).score()
