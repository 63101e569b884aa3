"""How alike different values are: pairs that are listed, or sets that share elements.

Alpha asks two things: how alike two values are, and how alike a value is to all others together.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.distances import SIMILARITIES, UNIT, in_units
from brat_iaa.measures.ranges import ranges

# Sets up to this size are compared through their subsets, of which they have 2^size - 1.
_SMALL = 8


class Similar(NamedTuple):
    """Pairs of different values that are alike: indexes first < second, similarity > 0."""

    first: numpy.ndarray
    second: numpy.ndarray
    similarity: numpy.ndarray

    @property
    def size(self):
        """A number that no value's index reaches."""
        return int(self.second.max(initial=-1)) + 1

    def to_others(self, n):
        """For each value the sum of n times the similarity over all other values, in UNITs."""
        units, found = in_units(self.similarity), numpy.zeros(len(n))
        for one, other in ((self.first, self.second), (self.second, self.first)):
            found += numpy.bincount(one, units * n[other], minlength=len(n))
        return found

    def of(self, x, y):
        """Similarities of pairs of different values, by their indexes."""
        width = 1 + max(int(own.max(initial=0)) for own in (x, y, self.second))
        codes = self.first.astype(numpy.int64) * width + self.second
        order = numpy.argsort(codes)
        code = numpy.minimum(x, y).astype(numpy.int64) * width + numpy.maximum(x, y)
        if not len(codes):
            return numpy.zeros(len(code))
        place = order[numpy.minimum(numpy.searchsorted(codes, code, sorter=order), len(codes) - 1)]
        return numpy.where(codes[place] == code, self.similarity[place], 0.0)


NOMINAL = Similar(*(numpy.zeros(0, dtype=numpy.int64),) * 2, numpy.zeros(0))


class Sets(NamedTuple):
    """Different sets of numbered elements; those of set s are element[start[s] : start[s + 1]]."""

    start: numpy.ndarray
    element: numpy.ndarray


def sets(values):
    """Sets of distinct frozensets. A multiset has its elements numbered: (x, 0), (x, 1), ..."""
    number = {}
    element = [number.setdefault(one, len(number)) for value in values for one in value]
    start = numpy.cumsum([0] + [len(value) for value in values])
    return Sets(start, numpy.array(element, dtype=numpy.int64))


def similar_values(values, similarity):
    """What is alike among distinct frozensets, by the name of a similarity in SIMILARITIES."""
    return similar_sets(sets(values), similarity)


def similar_sets(values, similarity):
    """What is alike among Sets, by the name of a similarity in SIMILARITIES."""
    return NOMINAL if similarity == "nominal" else SimilarSets(values, similarity)


class SimilarSets:
    """Sets that are alike if they share elements.

    similarity  name of a function of (k, a, b) in SIMILARITIES, which is 0 where k is 0 and a or b
                is not

    The number of sets w that share exactly k elements with v follows from how many contain each
    subset of v: T_j, the sum over subsets of j elements, counts each w C(k, j) times. So

        sum over w of n_w similarity(v, w) = sum over subsets s of v, sizes b, of n(s, b) g(j, a, b)
        g(j, a, b) = sum over k <= j of (-1)^(j - k) C(j, k) similarity(k, a, b)

    with n(s, b) the sum of n_w over the w of size b that contain s. No pair of values is visited.
    """

    def __init__(self, values, similarity):
        self._values, self._name = values, similarity
        self._sizes = numpy.diff(values.start)
        self._subsets = list(self._all_subsets())
        self._large = self._pairs_of_large()

    def _similarity(self, k, a, b):
        return SIMILARITIES[self._name](k, a, b)

    @property
    def size(self):
        """Number of values."""
        return len(self._sizes)

    def to_others(self, n):
        """For each value the sum of n times the similarity over all other values, in UNITs."""
        found = self._large.to_others(n)
        small = numpy.where(self._sizes <= _SMALL, n, 0)
        for j, owner, subset, number in self._subsets:
            sizes = self._sizes[owner]
            for b in numpy.unique(sizes).tolist():
                containing = owner[sizes == b]
                having = numpy.bincount(subset[sizes == b], small[containing], minlength=number)
                weight = numpy.array([_g(self._name, j, a, b) for a in range(_SMALL + 1)])[sizes]
                found += numpy.bincount(owner, weight * having[subset], minlength=len(n))
        # Each small set but the empty one has met itself.
        return found - UNIT * numpy.where(self._sizes > 0, small, 0)

    def of(self, x, y):
        """Similarities of pairs of different values, by their indexes."""
        k = numpy.zeros(len(x), dtype=numpy.int64)
        shared = numpy.flatnonzero((self._sizes[x] > 1) | (self._sizes[y] > 1))
        k[shared] = self._common(x[shared], y[shared])
        return numpy.where(k > 0, self._similarity(k, self._sizes[x], self._sizes[y]), 0.0)

    def _common(self, x, y):
        """How many elements pairs of values share."""
        width = int(self._values.element.max(initial=0)) + 1
        own = numpy.repeat(numpy.arange(self.size), self._sizes) * width + self._values.element
        own = numpy.sort(own)
        pair, element = self._elements(x)
        wanted = y[pair] * width + element
        place = numpy.minimum(numpy.searchsorted(own, wanted), max(len(own) - 1, 0))
        there = own[place] == wanted if len(own) else numpy.zeros(len(wanted), dtype=bool)
        return numpy.bincount(pair[there], minlength=len(x))

    def _elements(self, chosen):
        """(position in chosen, element) of all elements of some values."""
        position, index = ranges(self._values.start, chosen)
        return position, self._values.element[index]

    def _all_subsets(self):
        """(j, value, subset, number of subsets) of all subsets of j elements of small values."""
        rows = {}
        for size in numpy.unique(self._sizes[self._sizes <= _SMALL]).tolist():
            owner = numpy.flatnonzero(self._sizes == size)
            elements = self._values.element[self._values.start[owner][:, None] + numpy.arange(size)]
            elements = numpy.sort(elements, axis=1)
            for j in range(1, size + 1):
                for chosen in combinations(range(size), j):
                    rows.setdefault(j, []).append((owner, elements[:, chosen]))
        for j, own in sorted(rows.items()):
            elements = numpy.concatenate([part for _, part in own])
            subset, number = _numbered(elements)
            yield j, numpy.concatenate([owner for owner, _ in own]), subset, number

    def _pairs_of_large(self):
        """Similar of all pairs of which one is not small, through an inverted index."""
        large = numpy.flatnonzero(self._sizes > _SMALL)
        if not len(large):
            return NOMINAL
        holder = numpy.repeat(numpy.arange(self.size), self._sizes)
        order = numpy.argsort(self._values.element, kind="stable")
        element, holder = self._values.element[order], holder[order]
        found = []
        for own in large.tolist():
            wanted = self._values.element[self._values.start[own] : self._values.start[own + 1]]
            bounds = zip(
                *(numpy.searchsorted(element, wanted, side).tolist() for side in ("left", "right"))
            )
            others, k = numpy.unique(
                numpy.concatenate([holder[slice(*both)] for both in bounds]), return_counts=True
            )
            # Of two large ones, the pair is found from the first.
            chosen = (self._sizes[others] <= _SMALL) | (others > own)
            others, k = others[chosen], k[chosen]
            found.append((numpy.full(len(others), own), others, k))
        one, other, k = (numpy.concatenate(parts) for parts in zip(*found))
        similarity = self._similarity(k, self._sizes[one], self._sizes[other])
        return Similar(numpy.minimum(one, other), numpy.maximum(one, other), similarity)


def _numbered(rows):
    """(the same number for the same rows, how many there are) of a matrix of whole numbers."""
    found = numpy.zeros(len(rows), dtype=numpy.int64)
    number = 1
    for column in rows.T:
        width = int(column.max(initial=0)) + 1
        unique, found = numpy.unique(found * width + column, return_inverse=True)
        found, number = found.reshape(-1), len(unique)
    return found, number


@cache
def _g(name, j, a, b):
    """g of SimilarSets, in UNITs."""
    if j > min(a, b):
        return 0.0
    k = numpy.arange(1, j + 1)
    signs = numpy.where((j - k) % 2, -1, 1) * [_choose(j, own) for own in k.tolist()]
    return float((signs * in_units(SIMILARITIES[name](k, numpy.int64(a), numpy.int64(b)))).sum())


def _choose(n, k):
    found = 1
    for step in range(k):
        found = found * (n - step) // (step + 1)
    return found
