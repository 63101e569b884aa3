"""Similarity of sets whose elements are more or less alike, by distances between their labels.

Without distances two sets have k common elements. With them two elements, such as arcs to the same
head, share as much as 1 minus the distance of their labels, their credit, and

    k = largest sum of credits over all ways to pair elements of the two sets one to one

So equal elements count 1, as without distances, and a set with itself has k = a = b. If all
distances are 0 or 1, k is the number of common elements with all labels at distance 0 merged. With
one element on either side, k is 1 minus the distance. A similarity that is defined for whole k only
is interpolated between them (distances.interpolated).

Weighted coefficients: Cohen 1968; Artstein & Poesio 2008, section 2.6.
"""

from collections import defaultdict
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.measures.assignment import largest
from brat_iaa.measures.distances import SIMILARITIES, interpolated
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.ranges import ranges
from brat_iaa.measures.similar import Similar

# Credits are multiples of 1 / CREDIT: distances have at most three digits after the point.
CREDIT = 1000
# Candidates for pairs of values in memory: some hundred megabytes.
_PORTION = 2_000_000


class NearElements(NamedTuple):
    """Different elements with a credit above 0, in both directions, by the first element.

    first, second  their numbers
    credit         times CREDIT: whole numbers
    """

    first: numpy.ndarray
    second: numpy.ndarray
    credit: numpy.ndarray


def near_elements(head, label, near: dict) -> NearElements:
    """NearElements with the same head and near labels.

    head, label  of each element: numbers
    near         {(label, label): credit} in both directions
    """
    with_label = defaultdict(list)
    for element, own in enumerate(label.tolist()):
        with_label[own].append(element)
    rows = []
    for (one, other), credit in near.items():
        at_head = defaultdict(list)
        for element in with_label[other]:
            at_head[head[element]].append(element)
        rows += [
            (element, counterpart, round(credit * CREDIT))
            for element in with_label[one]
            for counterpart in at_head[head[element]]
        ]
    columns = numpy.array(sorted(rows), dtype=numpy.int64).reshape(-1, 3).T
    return NearElements(*columns)


class GradedSets:
    """Similarities of sets, as SimilarSets has them, with NearElements.

    values      Sets
    near        NearElements
    similarity  name in SIMILARITIES

    sizes       number of elements of each value
    """

    def __init__(self, values, near, similarity):
        self._values, self._name = values, similarity
        self.sizes = numpy.diff(values.start)
        number = int(values.element.max(initial=-1)) + 1
        # Of each element the elements that it has a credit with, itself included.
        element = numpy.concatenate([numpy.arange(number), near.first])
        order = numpy.argsort(element, kind="stable")
        self._other = numpy.concatenate([numpy.arange(number), near.second])[order]
        credit = numpy.concatenate([numpy.full(number, CREDIT), near.credit])
        self._credit = credit[order]
        counts = numpy.bincount(element, minlength=number)
        self._start = numpy.concatenate([[0], numpy.cumsum(counts)])
        self._set_places()

    @property
    def size(self):
        """Number of values."""
        return len(self.sizes)

    def to_others(self, n):
        """For each value the sum over all others of n times the similarity, in UNITs."""
        return self._similar.to_others(n)

    def of(self, x, y):
        """Similarities of pairs of values, by their indexes."""
        similarity, k = SIMILARITIES[self._name], self.common(x, y)
        return interpolated(similarity, k, self.sizes[x], self.sizes[y])

    def common(self, x, y) -> numpy.ndarray:
        """k of pairs of values, by their indexes: floats."""
        x, y = (numpy.asarray(side, dtype=numpy.int64) for side in (x, y))
        pair, row, column, credit = self._credits(x, y)
        k = numpy.bincount(pair, credit, minlength=len(x))
        most = int(self.sizes.max(initial=1))
        several = numpy.zeros(len(x), dtype=bool)
        for place in (row, column):
            times = numpy.bincount(pair * most + place, minlength=len(x) * most)
            several |= (times.reshape(-1, most) > 1).any(axis=1)
        edge = numpy.flatnonzero(several[pair])
        codes = ((row * most + column) * (CREDIT + 1) + credit)[edge]
        chosen, first, number = numpy.unique(pair[edge], return_index=True, return_counts=True)
        for edges in numpy.unique(number).tolist():
            rows = number == edges
            table = codes[first[rows][:, None] + numpy.arange(edges)]
            patterns, which = numpy.unique(table, axis=0, return_inverse=True)
            sums = [_largest_sum(tuple(pattern), most) for pattern in patterns.tolist()]
            k[chosen[rows]] = numpy.array(sums)[which.reshape(-1)]
        return k / CREDIT

    def _credits(self, x, y):
        """(pair, place of an element in x, place of an element in y, credit), by pair."""
        start, width = self._values.start, int(self._values.element.max(initial=0)) + 1
        pair, index = ranges(start, x)
        entry, link = ranges(self._start, self._values.element[index])
        pair, index = pair[entry], index[entry]
        wanted = y[pair] * width + self._other[link]
        at = numpy.minimum(numpy.searchsorted(self._keys, wanted), max(len(self._keys) - 1, 0))
        held = self._keys[at] == wanted if len(self._keys) else numpy.zeros(0, dtype=bool)
        pair = pair[held]
        return (
            pair, index[held] - start[x[pair]], self._at[at[held]] - start[y[pair]],
            self._credit[link[held]],
        )  # fmt: skip

    def _set_places(self):
        """Set what finds the elements of a value: a number for each value and element, ascending,
        and the places of these elements in Sets.
        """
        width = int(self._values.element.max(initial=0)) + 1
        keys = numpy.repeat(numpy.arange(self.size), self.sizes) * width + self._values.element
        self._at = numpy.argsort(keys, kind="stable")
        self._keys = keys[self._at]

    @cached_property
    def _similar(self) -> Similar:
        """All pairs with a similarity above 0."""
        element = self._values.element
        holder = numpy.repeat(numpy.arange(self.size), self.sizes)[
            numpy.argsort(element, kind="stable")
        ]
        held = numpy.bincount(element, minlength=len(self._start) - 1)
        start = numpy.concatenate([[0], numpy.cumsum(held)])
        # How many candidates each value has: of each of its elements those near it, and who has it.
        entry, link = ranges(self._start, numpy.arange(len(held)))
        of_element = numpy.bincount(entry, held[self._other[link]], minlength=len(held))
        candidates = numpy.concatenate([[0], numpy.cumsum(of_element[element])])[self._values.start]
        ends = numpy.searchsorted(candidates, numpy.arange(_PORTION, candidates[-1], _PORTION))
        bounds = numpy.unique([0, *ends.tolist(), self.size])
        parts = [numpy.zeros((2, 0), dtype=numpy.int64)], [numpy.zeros(0)]
        for low, high in zip(bounds, bounds[1:]):
            position, index = ranges(self._values.start, numpy.arange(low, high))
            entry, link = ranges(self._start, element[index])
            value, other = position[entry] + low, self._other[link]
            entry, place = ranges(start, other)
            first, second = value[entry], holder[place]
            later = first < second
            codes = (first[later] - low) * self.size + second[later]
            codes = distinct(codes)
            first, second = numpy.divmod(codes, self.size)
            first = first + low
            parts[0].append(numpy.stack([first, second]))
            parts[1].append(self.of(first, second))
        first, second = numpy.concatenate(parts[0], axis=1)
        return Similar(first, second, numpy.concatenate(parts[1]))


# The same few labels are as near to each other on many items, and again after an edit.
@lru_cache(maxsize=1 << 16)
def _largest_sum(pattern, most):
    """Largest sum of credits; pattern: edges between places, numbered as in GradedSets.common()"""
    edges = [divmod(code, CREDIT + 1) for code in pattern]
    weights = {divmod(places, most): (credit,) for places, credit in edges}
    return sum(weights[edge][0] for edge in largest(weights))
