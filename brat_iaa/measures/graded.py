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
from brat_iaa.measures.ranges import ranges
from brat_iaa.measures.similar import Similar

# Credits are multiples of 1 / CREDIT: distances have at most three digits after the point.
CREDIT = 1000


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
        pair, first, second, credit = self._credits(x, y)
        k = numpy.bincount(pair, credit, minlength=len(x))
        several = numpy.zeros(len(x), dtype=bool)
        width = self._width
        for element in (first, second):
            keys = pair * width + element
            _, at, times = numpy.unique(keys, return_index=True, return_counts=True)
            several[pair[at[times > 1]]] = True
        chosen = numpy.flatnonzero(several[pair])
        edges = defaultdict(list)
        rows = zip(*(column[chosen].tolist() for column in (pair, first, second, credit)))
        for number, *edge in rows:
            edges[number].append(edge)
        for number, own in edges.items():
            k[number] = _largest_sum(_renumbered(own))
        return k / CREDIT

    @property
    def _width(self):
        return int(self._values.element.max(initial=0)) + 1

    def _credits(self, x, y):
        """(pair, element of x, element of y, credit) of elements with a credit."""
        pair, index = ranges(self._values.start, x)
        first = self._values.element[index]
        entry, index = ranges(self._start, first)
        pair, first, second = pair[entry], first[entry], self._other[index]
        held = numpy.isin(y[pair] * self._width + second, self._keys)
        return pair[held], first[held], second[held], self._credit[index][held]

    @cached_property
    def _keys(self):
        """A number for each value and element of it."""
        holder = numpy.repeat(numpy.arange(self.size), self.sizes)
        return holder * self._width + self._values.element

    @cached_property
    def _similar(self) -> Similar:
        """All pairs with a similarity above 0."""
        holder = numpy.repeat(numpy.arange(self.size), self.sizes)
        order = numpy.argsort(self._values.element, kind="stable")
        held = numpy.bincount(self._values.element, minlength=len(self._start) - 1)
        start = numpy.concatenate([[0], numpy.cumsum(held)])
        entry, index = ranges(self._start, self._values.element)
        value, other = holder[entry], self._other[index]
        entry, index = ranges(start, other)
        first, second = value[entry], holder[order][index]
        ascending = first < second
        codes = numpy.unique(first[ascending] * self.size + second[ascending])
        first, second = numpy.divmod(codes, max(self.size, 1))
        return Similar(first, second, self.of(first, second))


def _renumbered(edges):
    """((row, column, credit), ...): elements by the order in which they occur, for the cache."""
    rows, columns = {}, {}
    return tuple(
        (rows.setdefault(first, len(rows)), columns.setdefault(second, len(columns)), credit)
        for first, second, credit in edges
    )


@lru_cache(maxsize=1 << 14)
def _largest_sum(edges):
    weights = {(row, column): (credit,) for row, column, credit in edges}
    return sum(weights[pair][0] for pair in largest(weights))
