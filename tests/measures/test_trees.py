"""Tree edit distances against slow ones that are only their definition.

by_definition works on nested tuples and follows the recurrence on forests;
by_the_book is the algorithm as Zhang & Shasha 1989 print it, in distances,
pair by pair. Nothing of them comes from the package.
"""

from random import Random

import numpy
import pytest
from random_trees import by_definition, chain, comb, flat, many

from brat_iaa.measures import trees
from brat_iaa.measures.trees import Forest, distances

# A nested forest is a tuple of trees, a tree is (label, nested forest).


def by_the_book(f, g):
    """Zhang & Shasha 1989, section 4, below a common root that is matched with itself."""
    (a, left_a), (b, left_b) = ((list(x) + [None], list(left) + [0]) for x, left in (f, g))
    keyroots_a, keyroots_b = (
        {first: node for node, first in enumerate(left)} for left in (left_a, left_b)
    )
    tree = {}
    for i in sorted(keyroots_a.values()):
        for j in sorted(keyroots_b.values()):
            top, side = left_a[i], left_b[j]
            forest = {(top - 1, side - 1): 0}
            for x in range(top, i + 1):
                forest[x, side - 1] = forest[x - 1, side - 1] + 1
            for y in range(side, j + 1):
                forest[top - 1, y] = forest[top - 1, y - 1] + 1
            for x in range(top, i + 1):
                for y in range(side, j + 1):
                    one_less = min(forest[x - 1, y], forest[x, y - 1]) + 1
                    if left_a[x] == top and left_b[y] == side:
                        forest[x, y] = min(one_less, forest[x - 1, y - 1] + (a[x] != b[y]))
                        tree[x, y] = forest[x, y]
                    else:
                        beside = forest[left_a[x] - 1, left_b[y] - 1] + tree[x, y]
                        forest[x, y] = min(one_less, beside)
    return tree[len(a) - 1, len(b) - 1]


def expected(forests, distance):
    known = {}
    matrix = numpy.zeros((len(forests), len(forests)), dtype=int)
    for i, f in enumerate(forests):
        for j, g in enumerate(forests):
            if (f, g) not in known:
                known[f, g] = known[g, f] = distance(f, g)
            matrix[i, j] = known[f, g]
    return matrix


# Columns of a tile, rows of a task, rows that are kept.
SETTINGS = {
    "as it is": (trees._TILE, trees._ROWS, trees._KEPT), "small tiles": (150, 4, 20),
}  # fmt: skip


def set_to(monkeypatch, name):
    for setting, value in zip(("_TILE", "_ROWS", "_KEPT"), SETTINGS[name]):
        monkeypatch.setattr(trees, setting, value)


@pytest.mark.parametrize("labels", ["A", "ABCD"])
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_pair_of_small_forests(setting, labels, monkeypatch):
    set_to(monkeypatch, setting)
    made = many(len(labels), 60, 9, labels)
    found = distances([flat(nested) for nested in made])
    assert found.dtype == numpy.uint8
    numpy.testing.assert_array_equal(found, expected(made, by_definition))


@pytest.fixture(scope="module")
def larger():
    """(forests, their distances): sentences' sizes and shapes."""
    forests = [flat(nested) for nested in many(7, 26, 26, "ABCD")]
    return forests, expected(forests, by_the_book)


@pytest.mark.parametrize("mirror", [True, False], ids=["mirrored", "not mirrored"])
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_pair_of_larger_forests(setting, mirror, larger, monkeypatch):
    set_to(monkeypatch, setting)
    efforts = iter((0, 1) if mirror else (1, 0))
    monkeypatch.setattr(trees, "_effort", lambda forests: next(efforts))
    numpy.testing.assert_array_equal(distances(larger[0]), larger[1])
    assert next(efforts, None) is None


def test_it_is_a_distance(larger):
    """Symmetric, 0 for equal forests only, and no way round is shorter."""
    forests, found = larger[0], distances(larger[0])
    assert (found == found.T).all()
    for i, f in enumerate(forests):
        for j, g in enumerate(forests):
            assert (found[i, j] == 0) == (f == g)
        assert (found <= found[:, i, None] + found[i]).all()


@pytest.fixture(scope="module")
def about_a_byte():
    """127 nodes save 254, 128 save 256, which one byte does not hold."""
    random = Random(3)
    shapes = [
        (chain, 127, "A"), (chain, 128, "A"), (comb("right"), 129, "AB"), (comb("right"), 140, "A"),
    ]  # fmt: skip
    forests = [flat(shape(random, nodes, labels)) for shape, nodes, labels in shapes]
    return forests, expected(forests, by_the_book)


@pytest.mark.parametrize("setting", ["as it is", "small tiles"])
def test_sizes_about_the_limit_of_a_byte(setting, about_a_byte, monkeypatch):
    set_to(monkeypatch, setting)
    numpy.testing.assert_array_equal(distances(about_a_byte[0]), about_a_byte[1])


def test_nothing_and_next_to_nothing():
    empty = Forest((), ())
    assert distances([]).shape == (0, 0)
    assert distances([empty]).tolist() == [[0]]
    assert distances([empty, empty]).tolist() == [[0, 0], [0, 0]]
    assert distances([Forest(("A",), (0,)), empty, Forest(("B",), (0,))]).tolist() == [
        [0, 1, 1], [1, 0, 1], [1, 1, 0],
    ]  # fmt: skip
