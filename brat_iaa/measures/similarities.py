"""How alike two values are: sets, from their sizes and what they have in common.

A similarity is a function of three counts, k common elements and a and b elements of each set:
integers, or arrays of them. It is 1 for equal sets, also for two empty ones. The distance of alpha
is 1 - similarity.

Alpha asks for the similarity of two values, and of a value to all others together: Similar has it
as a list of pairs of values, SimilarSets by the elements that sets share.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import distinct, ranges, row_numbers

# Sets up to this size are compared through their subsets, of which they have 2^size - 1.
_SMALL = 8


def by_inclusion(k, a, b, within: float, overlap: float, empty: float) -> numpy.ndarray:
    """1 for equal sets, 0 for disjoint ones, and three values in between.

    within   similarity if one set contains the other
    overlap  similarity if they have elements in common, and each has others
    empty    similarity of the empty set and any other
    """
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    smaller = numpy.minimum(a, b)
    cases = [(k == a) & (k == b), smaller == 0, k == smaller, k > 0]
    return numpy.select(cases, [1.0, empty, within, overlap], 0.0)


def masi(k, a, b) -> numpy.ndarray:
    """MASI of Ragheb & Dickinson 2013, section 4.1.1: monotonicity alone; 0 if one set is empty."""
    return by_inclusion(k, a, b, within=2 / 3, overlap=1 / 3, empty=0.0)


def jaccard(k, a, b) -> numpy.ndarray:
    """Size of the intersection over size of the union."""
    union = numpy.add(a, b) - k
    return numpy.where(union == 0, 1.0, k / numpy.maximum(union, 1))


def masi_full(k, a, b) -> numpy.ndarray:
    """MASI of Passonneau 2006: Jaccard times monotonicity."""
    return jaccard(k, a, b) * masi(k, a, b)


def nominal(k, a, b) -> numpy.ndarray:
    """1 for equal sets, 0 for others."""
    return (numpy.equal(k, a) & numpy.equal(k, b)).astype(float)


def weighted(k, a, b) -> numpy.ndarray:
    """Passonneau 2004, section 3.3, with the numbers that she prints: .33 and .67."""
    return by_inclusion(k, a, b, within=0.67, overlap=0.33, empty=0.67)


def thirds(k, a, b) -> numpy.ndarray:
    """The same with exact thirds."""
    return by_inclusion(k, a, b, within=2 / 3, overlap=1 / 3, empty=2 / 3)


SIMILARITIES = {"masi": masi, "masi-full": masi_full, "jaccard": jaccard, "nominal": nominal}
# Of chains: every set contains the empty one.
CHAIN_SIMILARITIES = {"weighted": weighted, "thirds": thirds, **SIMILARITIES}
# Those whose mean over items is a figure of two annotators, and what signatures call it.
OF_PAIRS = {
    "masi": (masi, "masi:RD13"),
    "masi-full": (masi_full, "masi:PA06"),
    "exact": (nominal, "exact"),
}
STATISTICS = (*OF_PAIRS, "gcm", "gcm-f1")


def contributions(statistic, k, a, b) -> tuple:
    """(above, below) of each item, floats: a figure of two annotators is the sum of what is above
    over items, divided by that of what is below. k, a, b: integers, one for each item

    masi, masi-full, exact   mean similarity (Ragheb & Dickinson 2013, 4.1.1; Passonneau 2006)
    gcm                      sum of k over sum of a: of the first annotator's elements (4.1.1); swap
                             a and b for the second's
    gcm-f1                   harmonic mean of both directions, 2 k / (a + b)
    """
    if statistic == "gcm":
        return k.astype(float), a.astype(float)
    if statistic == "gcm-f1":
        return 2.0 * k, (a + b).astype(float)
    similarity, _ = OF_PAIRS[statistic]
    return similarity(k, a, b), numpy.ones(len(k))


class Similar(NamedTuple):
    """Pairs of distinct values with a similarity above 0: their indexes, first < second."""

    first: numpy.ndarray
    second: numpy.ndarray
    similarity: numpy.ndarray

    @property
    def size(self) -> int:
        """More than any index of a value."""
        return int(self.second.max(initial=-1)) + 1

    def to_others(self, n) -> numpy.ndarray:
        """For each value the sum over all others of n times the similarity."""
        totals = numpy.zeros(len(n))
        for index, other in ((self.first, self.second), (self.second, self.first)):
            totals += numpy.bincount(index, self.similarity * n[other], minlength=len(n))
        return totals

    def of(self, x, y) -> numpy.ndarray:
        """Similarities of pairs of distinct values, by their indexes."""
        if not len(self.first):
            return numpy.zeros(len(x))
        width = 1 + max(int(indexes.max(initial=0)) for indexes in (x, y, self.second))
        codes = self.first.astype(numpy.int64) * width + self.second
        order = numpy.argsort(codes)
        code = numpy.minimum(x, y).astype(numpy.int64) * width + numpy.maximum(x, y)
        place = numpy.minimum(numpy.searchsorted(codes, code, sorter=order), len(codes) - 1)
        return numpy.where(codes[order[place]] == code, self.similarity[order[place]], 0.0)


NOMINAL = Similar(*(numpy.zeros(0, dtype=numpy.int64),) * 2, numpy.zeros(0))


class Sets(NamedTuple):
    """Distinct sets of numbered elements; set s is element[start[s] : start[s + 1]]."""

    start: numpy.ndarray
    element: numpy.ndarray


def sets(values) -> Sets:
    """Sets of distinct frozensets. A multiset has its elements numbered: (x, 0), (x, 1), ..."""
    number: dict = {}
    elements = [number.setdefault(element, len(number)) for value in values for element in value]
    start = numpy.cumsum([0] + [len(value) for value in values])
    return Sets(start, numpy.array(elements, dtype=numpy.int64))


def similar_sets(values, similarity):
    """Similarities of Sets; similarity: a name in SIMILARITIES."""
    return NOMINAL if similarity == "nominal" else SimilarSets(values, similarity)


class SimilarSets:
    """Similarities of Sets, above 0 only if they share elements.

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

    def to_others(self, n) -> numpy.ndarray:
        """For each value the sum over all others of n times the similarity."""
        totals = self._large.to_others(n)
        small = numpy.where(self._sizes <= _SMALL, n, 0)
        for j, owner, subset, number in self._subsets:
            sizes = self._sizes[owner]
            for b in distinct(sizes).tolist():
                of_size = sizes == b
                having = numpy.bincount(subset[of_size], small[owner[of_size]], minlength=number)
                weight = numpy.array([_g(self._name, j, a, b) for a in range(_SMALL + 1)])[sizes]
                totals += numpy.bincount(owner, weight * having[subset], minlength=len(n))
        # Each small set except the empty one has counted itself.
        return totals - numpy.where(self._sizes > 0, small, 0)

    def of(self, x, y) -> numpy.ndarray:
        """Similarities of pairs of distinct values, by their indexes."""
        k = numpy.zeros(len(x), dtype=numpy.int64)
        shared = numpy.flatnonzero((self._sizes[x] > 1) | (self._sizes[y] > 1))
        k[shared] = self.common(x[shared], y[shared])
        return numpy.where(k > 0, self._similarity(k, self._sizes[x], self._sizes[y]), 0.0)

    def common(self, x, y) -> numpy.ndarray:
        """Number of common elements of pairs of values, by their indexes."""
        width = int(self._values.element.max(initial=0)) + 1
        having = numpy.repeat(numpy.arange(self.size), self._sizes) * width + self._values.element
        pair, index = ranges(self._values.start, x)
        wanted = y[pair].astype(numpy.int64) * width + self._values.element[index]
        return numpy.bincount(pair[numpy.isin(wanted, having)], minlength=len(x))

    def _all_subsets(self):
        """(j, value, subset, number of subsets) of all subsets of j elements of small values."""
        rows: dict = {}
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
            bounds = (numpy.searchsorted(element, wanted, side) for side in ("left", "right"))
            sharing = [holder[first:last] for first, last in zip(*bounds)]
            others, k = numpy.unique(numpy.concatenate(sharing), return_counts=True)
            # Two large sets are paired once, from the first.
            chosen = (self._sizes[others] <= _SMALL) | (others > value)
            others, k = others[chosen], k[chosen]
            parts.append((numpy.full(len(others), value), others, k))
        x, y, k = (numpy.concatenate(columns) for columns in zip(*parts))
        similarity = self._similarity(k, self._sizes[x], self._sizes[y])
        return Similar(numpy.minimum(x, y), numpy.maximum(x, y), similarity)


@cache
def _g(name, j, a, b):
    """g of SimilarSets."""
    if j > min(a, b):
        return 0.0
    k = numpy.arange(1, j + 1)
    signs = numpy.where((j - k) % 2, -1, 1) * [comb(j, i) for i in k.tolist()]
    return float((signs * SIMILARITIES[name](k, numpy.int64(a), numpy.int64(b))).sum())
