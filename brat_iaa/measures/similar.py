"""Similarities between distinct values: as a list of pairs, or of sets that share elements.

Alpha needs two things: the similarity of two values, and of a value to all others together.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy

from brat_iaa.measures.distances import SIMILARITIES, UNIT, in_units
from brat_iaa.measures.distinct import distinct, ranges, row_numbers

# Sets up to this size are compared through their subsets, of which they have 2^size - 1.
_SMALL = 8


class Similar(NamedTuple):
    """Pairs of distinct values with a similarity above 0: their indexes, first < second."""

    first: numpy.ndarray
    second: numpy.ndarray
    similarity: numpy.ndarray

    @property
    def size(self):
        """An upper bound: more than any index of a value."""
        return int(self.second.max(initial=-1)) + 1

    def to_others(self, n):
        """For each value the sum over all others of n times the similarity, in UNITs."""
        units, totals = in_units(self.similarity), numpy.zeros(len(n))
        for index, other in ((self.first, self.second), (self.second, self.first)):
            totals += numpy.bincount(index, units * n[other], minlength=len(n))
        return totals

    def of(self, x, y):
        """Similarities of pairs of distinct values, by their indexes."""
        width = 1 + max(int(indexes.max(initial=0)) for indexes in (x, y, self.second))
        codes = self.first.astype(numpy.int64) * width + self.second
        order = numpy.argsort(codes)
        code = numpy.minimum(x, y).astype(numpy.int64) * width + numpy.maximum(x, y)
        if not len(codes):
            return numpy.zeros(len(code))
        position = order[
            numpy.minimum(numpy.searchsorted(codes, code, sorter=order), len(codes) - 1)
        ]
        return numpy.where(codes[position] == code, self.similarity[position], 0.0)


NOMINAL = Similar(*(numpy.zeros(0, dtype=numpy.int64),) * 2, numpy.zeros(0))


class Sets(NamedTuple):
    """Distinct sets of numbered elements; set s is element[start[s] : start[s + 1]]."""

    start: numpy.ndarray
    element: numpy.ndarray


def sets(values) -> Sets:
    """Sets of distinct frozensets. A multiset has its elements numbered: (x, 0), (x, 1), ..."""
    number = {}
    elements = [number.setdefault(element, len(number)) for value in values for element in value]
    start = numpy.cumsum([0] + [len(value) for value in values])
    return Sets(start, numpy.array(elements, dtype=numpy.int64))


def similar_sets(values, similarity):
    """Similarities of Sets; similarity: a name in SIMILARITIES."""
    return NOMINAL if similarity == "nominal" else SimilarSets(values, similarity)


class SimilarSets:
    """Similarities of sets, above 0 only if they share elements.

    similarity  name of a function of (k, a, b) in SIMILARITIES; it is 0 for disjoint sets
    size        number of values

    How many sets w share exactly k elements with v follows from how many contain each subset of
    v: T_j, the sum over the subsets of j elements, counts each w C(k, j) times. So

        sum over w of n_w similarity(v, w) = sum over subsets s of v, sizes b, of n(s, b) g(j, a, b)
        g(j, a, b) = sum over k <= j of (-1)^(j - k) C(j, k) similarity(k, a, b)

    where n(s, b) is the sum of n_w over all w of size b that contain s. No pair is visited.
    """

    def __init__(self, values, similarity):
        self._values, self._name, self._similarity = values, similarity, SIMILARITIES[similarity]
        self._sizes = numpy.diff(values.start)
        self.size = len(self._sizes)
        self._subsets = list(self._all_subsets())
        large = numpy.flatnonzero(self._sizes > _SMALL)
        self._large = self._pairs_with(large) if len(large) else NOMINAL

    def to_others(self, n):
        """For each value the sum over all others of n times the similarity, in UNITs."""
        totals = self._large.to_others(n)
        small = numpy.where(self._sizes <= _SMALL, n, 0)
        for j, owner, subset, number in self._subsets:
            sizes = self._sizes[owner]
            for b in numpy.flatnonzero(numpy.bincount(sizes)).tolist():
                containing = owner[sizes == b]
                having = numpy.bincount(subset[sizes == b], small[containing], minlength=number)
                weight = numpy.array([_g(self._name, j, a, b) for a in range(_SMALL + 1)])[sizes]
                totals += numpy.bincount(owner, weight * having[subset], minlength=len(n))
        # Each small set except the empty one has counted itself.
        return totals - UNIT * numpy.where(self._sizes > 0, small, 0)

    def of(self, x, y):
        """Similarities of pairs of distinct values, by their indexes."""
        k = numpy.zeros(len(x), dtype=numpy.int64)
        shared = numpy.flatnonzero((self._sizes[x] > 1) | (self._sizes[y] > 1))
        k[shared] = self.common(x[shared], y[shared])
        return numpy.where(k > 0, self._similarity(k, self._sizes[x], self._sizes[y]), 0.0)

    def common(self, x, y):
        """Number of common elements of pairs of values, by their indexes."""
        width = int(self._values.element.max(initial=0)) + 1
        keys = numpy.repeat(numpy.arange(self.size), self._sizes) * width + self._values.element
        keys = numpy.sort(keys)
        pair, index = ranges(self._values.start, x)
        element = self._values.element[index]
        wanted = y[pair].astype(numpy.int64) * width + element
        position = numpy.minimum(numpy.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        shared = keys[position] == wanted if len(keys) else numpy.zeros(len(wanted), dtype=bool)
        return numpy.bincount(pair[shared], minlength=len(x))

    def _all_subsets(self):
        """(j, value, subset, number of subsets) of all subsets of j elements of small values."""
        rows = {}
        for size in distinct(self._sizes[self._sizes <= _SMALL]).tolist():
            owner = numpy.flatnonzero(self._sizes == size)
            elements = self._values.element[self._values.start[owner][:, None] + numpy.arange(size)]
            elements = numpy.sort(elements, axis=1)
            for j in range(1, size + 1):
                for chosen in combinations(range(size), j):
                    rows.setdefault(j, []).append((owner, elements[:, chosen]))
        for j, parts in sorted(rows.items()):
            elements = numpy.concatenate([part for _, part in parts])
            (subset,) = row_numbers(elements.T)
            owners = numpy.concatenate([owner for owner, _ in parts])
            yield j, owners, subset, int(subset.max(initial=-1)) + 1

    def _pairs_with(self, large):
        """Similar of all pairs with at least one large set, through an inverted index."""
        holder = numpy.repeat(numpy.arange(self.size), self._sizes)
        order = numpy.argsort(self._values.element, kind="stable")
        element, holder = self._values.element[order], holder[order]
        parts = []
        for value in large.tolist():
            wanted = self._values.element[self._values.start[value] : self._values.start[value + 1]]
            bounds = zip(
                *(numpy.searchsorted(element, wanted, side).tolist() for side in ("left", "right"))
            )
            others, k = numpy.unique(
                numpy.concatenate([holder[slice(*both)] for both in bounds]), return_counts=True
            )
            # Two large sets are paired once, from the first.
            chosen = (self._sizes[others] <= _SMALL) | (others > value)
            others, k = others[chosen], k[chosen]
            parts.append((numpy.full(len(others), value), others, k))
        x, y, k = (numpy.concatenate(columns) for columns in zip(*parts))
        similarity = self._similarity(k, self._sizes[x], self._sizes[y])
        return Similar(numpy.minimum(x, y), numpy.maximum(x, y), similarity)


@cache
def _g(name, j, a, b):
    """g of SimilarSets, in UNITs."""
    if j > min(a, b):
        return 0.0
    k = numpy.arange(1, j + 1)
    signs = numpy.where((j - k) % 2, -1, 1) * [comb(j, i) for i in k.tolist()]
    return float((signs * in_units(SIMILARITIES[name](k, numpy.int64(a), numpy.int64(b)))).sum())
