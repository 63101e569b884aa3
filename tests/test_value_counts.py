"""Sums over pairs of values, weighted by sentence, against counting one by one."""

from collections import Counter
from random import Random

import numpy
import pytest

from brat_iaa.measures import value_counts
from brat_iaa.measures.alpha import Similar
from brat_iaa.measures.value_counts import ValueCounts


def slow_alike(value, sentence, weights, similarity):
    """sum over ordered pairs v, w of n_v n_w similarity(v, w) for one row of weights."""
    n = Counter()
    for v, s in zip(value, sentence):
        n[v] += weights[s]
    return sum(
        n[v] * n[w] * (1 if v == w else similarity.get((min(v, w), max(v, w)), 0))
        for v in n
        for w in n
    )


def similar_of(similarity, values):
    """Similar, as indexes into the sorted values."""
    place = {int(v): index for index, v in enumerate(values)}
    pairs = sorted(pair for pair in similarity if set(pair) <= set(place))
    return Similar(
        numpy.array([place[v] for v, _ in pairs], dtype=numpy.int64),
        numpy.array([place[w] for _, w in pairs], dtype=numpy.int64),
        numpy.array([similarity[pair] for pair in pairs]),
    )


@pytest.mark.parametrize("portion", [1, 5, 4_000_000])
@pytest.mark.parametrize("frequent", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("density", [0.0, 0.1, 0.9])
def test_alike(portion, frequent, density, monkeypatch):
    """Values in one sentence and in all, alone and paired, in every portion and by both ways of counting."""
    monkeypatch.setattr(value_counts, "_PORTION", portion)
    monkeypatch.setattr(value_counts, "_FREQUENT", frequent)
    random = Random(repr((portion, frequent, density)))
    for sentences in (1, 4, 9):
        # Indexes with gaps; value 3 stands in all sentences, low ones more often than high ones.
        value = [3] * sentences + [3 * int(random.expovariate(0.4)) + 3 for _ in range(30)]
        sentence = list(range(sentences)) + [random.randrange(sentences) for _ in range(30)]
        distinct = sorted(set(value))
        similarity = {
            (v, w): random.choice((1 / 3, 2 / 3, 0.5))
            for v in distinct
            for w in distinct
            if v < w and random.random() < density
        }
        weights = numpy.array(
            [[random.randint(0, 3) for _ in range(sentences)] for _ in range(7)], dtype=float
        )
        counts = ValueCounts(numpy.array(value), numpy.array(sentence), sentences)
        assert counts.values.tolist() == distinct
        found = counts.alike(weights, similar_of(similarity, counts.values))
        expected = [slow_alike(value, sentence, row, similarity) for row in weights]
        assert found == pytest.approx(expected, abs=1e-9)


def test_whole_numbers_stay_exact():
    """Without fractions the sum is exact: alpha compares it with N (N - 1)."""
    value, sentence = numpy.zeros(3000, dtype=int), numpy.arange(3000) % 100
    counts = ValueCounts(value, sentence, 100)
    nothing = similar_of({}, counts.values)
    assert counts.alike(numpy.ones((1, 100)), nothing).tolist() == [3000**2]


def test_no_values():
    counts = ValueCounts(numpy.zeros(0, dtype=int), numpy.zeros(0, dtype=int), 3)
    assert counts.alike(numpy.ones((2, 3)), similar_of({}, counts.values)).tolist() == [0, 0]
