"""How alike sets are, counted through their subsets, against going through all pairs."""

from random import Random

import numpy
import pytest

from brat_iaa.measures.similarities import (
    NOMINAL,
    SIMILARITIES,
    Sets,
    Similar,
    SimilarSets,
    sets,
    similar_sets,
)

# (different elements, most elements in a set); sets above 8 elements are compared one by one.
SHAPES = [(3, 2), (6, 4), (15, 9), (30, 12)]


def random_sets(random, elements, most):
    number = random.randint(1, 40)
    return list({
        frozenset(random.sample(range(elements), random.randint(0, min(most, elements))))
        for _ in range(number)
    })  # fmt: skip


def slow(x, y, name):
    if not x & y:
        return 0.0
    return float(SIMILARITIES[name](len(x & y), len(x), len(y)))


@pytest.mark.parametrize("name", SIMILARITIES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_against_all_pairs(shape, name):
    for seed in range(3):
        random = Random(seed)
        values = random_sets(random, *shape)
        found = similar_sets(sets(values), name)
        n = numpy.array([random.randint(0, 5) for _ in values], dtype=float)
        expected = [
            sum(n[j] * slow(x, y, name) for j, y in enumerate(values) if j != i)
            for i, x in enumerate(values)
        ]
        assert found.to_others(n).tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)
        pairs = [(i, j) for i in range(len(values)) for j in range(len(values)) if i != j]
        if pairs:
            x, y = numpy.array(pairs).T
            assert found.of(x, y).tolist() == pytest.approx(
                [slow(values[i], values[j], name) for i, j in pairs]
            )


def test_listed_pairs():
    """Of distances given as a table: 0 and 2 are half alike."""
    found = Similar(numpy.array([0]), numpy.array([2]), numpy.array([0.5]))
    assert found.to_others(numpy.array([3.0, 1.0, 4.0])).tolist() == [2, 0, 1.5]
    assert found.of(numpy.array([2, 0, 1]), numpy.array([0, 1, 2])).tolist() == [0.5, 0, 0]
    assert NOMINAL.of(numpy.array([1]), numpy.array([0])).tolist() == [0]


def test_more_sets_and_elements_than_numbers_of_32_bits_hold():
    """Numbers of sets may have 32 bits; they are compared by set times elements."""
    number = 60_000
    start = numpy.arange(number + 1) * 2
    element = numpy.arange(2 * number)
    # The last set shares an element with the first.
    element[-1] = 0
    found = SimilarSets(Sets(start, element), "jaccard")
    x = numpy.arange(number - 1, dtype=numpy.int32)
    y = numpy.full(number - 1, number - 1, dtype=numpy.int32)
    assert found.of(x, y).tolist() == [1 / 3] + [0.0] * (number - 2)
