"""Which elements of two values belong together, one to one."""

from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import ranges
from brat_iaa.measures.matching import match_arcs

# How two elements are linked: they are equal; have the same head; the same label; neither; or there
# is one of the first, or of the second, alone.
EXACT, HEAD, LABEL, NEITHER, LEFT, RIGHT = range(6)


class ElementLinks(NamedTuple):
    """The links of pairs of values; those of pair n are start[n] up to start[n + 1].

    first, second  numbers of the elements in a ValueTable; -1: there is none
    how            EXACT, HEAD, LABEL, NEITHER, LEFT or RIGHT
    """

    start: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    how: numpy.ndarray

    def of(self, pairs) -> tuple:
        """(position in pairs, numbers of the links) of all links of some pairs."""
        return ranges(self.start, pairs)


def link_equal(table, first, second) -> ElementLinks:
    """ElementLinks of equal elements; all others are alone.

    first, second  numbers of the two values of each pair in a ValueTable
    """
    (x, left), (y, right) = map(table.elements_of, (first, second))
    width = max(len(table.elements), 1)
    key, other = x * width + left, y * width + right
    common, alone = numpy.isin(key, other), ~numpy.isin(other, key)
    pair = numpy.concatenate([x, y[alone]])
    order = numpy.argsort(pair, kind="stable")
    nothing = numpy.full(len(x) + numpy.count_nonzero(alone), -1)
    links = nothing, nothing.copy(), nothing.copy()
    links[0][: len(x)] = left
    links[1][: len(x)] = numpy.where(common, left, -1)
    links[1][len(x) :] = right[alone]
    links[2][: len(x)] = numpy.where(common, EXACT, LEFT)
    links[2][len(x) :] = RIGHT
    start = numpy.searchsorted(pair[order], numpy.arange(len(first) + 1))
    return ElementLinks(start, *(column[order] for column in links))


def link_arcs(table, first, second) -> ElementLinks:
    """ElementLinks of (head, label), see measures.matching; arguments as in link_equal()."""
    head, label = _numbered(table.elements)
    one = (table.sizes[first] == 1) & (table.sizes[second] == 1)
    others = numpy.flatnonzero(~one)
    linked = [_linked(table.values[v], table.values[w])
              for v, w in zip(first[others].tolist(), second[others].tolist())]  # fmt: skip
    sizes = numpy.ones(len(first), dtype=numpy.int64)
    sizes[others] = [len(links) for links in linked]
    start = numpy.append(0, numpy.cumsum(sizes))
    x, y, how = numpy.full((3, start[-1]), -1)
    # Most values have one element.
    rows = start[:-1][one]
    x[rows], y[rows] = (table.element[table.start[side[one]]] for side in (first, second))
    same_head, same_label = (by[x[rows]] == by[y[rows]] for by in (head, label))
    how[rows] = numpy.select(
        [same_head & same_label, same_head, same_label], [EXACT, HEAD, LABEL], NEITHER
    )
    number, (_, rows) = {**table.number, None: -1}, ranges(start, others)
    x[rows], y[rows], how[rows] = numpy.array(
        [(number[left], number[right], way) for links in linked for left, right, way in links],
        dtype=numpy.int64,
    ).reshape(-1, 3).T  # fmt: skip
    return ElementLinks(start, x, y, how)


def _numbered(elements):
    """(number of the head of each element, of its label)."""
    if not elements:
        return numpy.zeros((2, 0), dtype=numpy.int64)
    return [
        numpy.array([numbers.setdefault(part, len(numbers)) for part in parts], dtype=numpy.int64)
        for parts, numbers in zip(zip(*elements), ({}, {}))
    ]


# The same two values occur together again after an edit.
@lru_cache(maxsize=1 << 16)
def _linked(a, b) -> tuple:
    """(element of the first or None, of the second or None, how) of each link of two values.

    Elements that are left over on both sides are paired, so that "OBJ from here against JCT from
    there" is one disagreement and not two; this changes no score.
    """
    links = match_arcs(a, b)
    alone = [
        (x, y, LEFT if y is None else RIGHT if x is None else NEITHER)
        for x, y in zip_longest(links.left, links.right)
    ]
    return (
        *((x, x, EXACT) for x in links.exact),
        *((x, y, HEAD) for x, y in links.head),
        *((x, y, LABEL) for x, y in links.label),
        *alone,
    )
