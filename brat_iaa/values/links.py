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
    """Links of equal elements; all others are alone.

    first, second  numbers of the two values of each pair in a ValueTable
    """
    pair, x, y, how = _equal(table, first, second)
    return _in_order(len(first), pair, x, y, how)


def _equal(table, first, second):
    """(number of the pair, element of the first, of the second, how) of links, by how."""
    (x, left), (y, right) = map(table.elements_of, (first, second))
    width = max(len(table.elements), 1)
    key, other = x * width + left, y * width + right
    common, alone = numpy.isin(key, other), ~numpy.isin(other, key)
    exact, left_alone, right_alone = left[common], left[~common], right[alone]
    return (
        numpy.concatenate([x[common], x[~common], y[alone]]),
        numpy.concatenate([exact, left_alone, numpy.full(len(right_alone), -1)]),
        numpy.concatenate([exact, numpy.full(len(left_alone), -1), right_alone]),
        numpy.repeat([EXACT, LEFT, RIGHT], [*map(len, (exact, left_alone, right_alone))]),
    )


def _in_order(pairs, pair, x, y, how):
    order = numpy.argsort(pair * 6 + how, kind="stable")
    start = numpy.searchsorted(pair[order], numpy.arange(pairs + 1))
    return ElementLinks(start, x[order], y[order], how[order])


def link_arcs(table, first, second) -> ElementLinks:
    """Links of (head, label), see measures.matching; arguments as in link_equal().

    Elements that are left over on both sides are paired, so that "OBJ from here against JCT from
    there" is one disagreement and not two; this changes no score.
    """
    pair, x, y, how = _equal(table, first, second)
    left, right = how == LEFT, how == RIGHT
    number = [numpy.bincount(pair[side], minlength=len(first)) for side in (left, right)]
    # Most have one element more on either side, and these are linked if anything is alike.
    one = (number[0] == 1) & (number[1] == 1)
    several = (number[0] > 0) & (number[1] > 0) & ~one
    head, label = _numbered(table.elements)
    i, j = x[left & one[pair]], y[right & one[pair]]
    same_head, same_label = head[i] == head[j], label[i] == label[j]
    made: list = [
        (numpy.flatnonzero(one), i, j,
         numpy.where(same_head, HEAD, numpy.where(same_label, LABEL, NEITHER)))
    ]  # fmt: skip
    sides: dict = {}
    rest = several[pair] & (how != EXACT)
    for n, a, b in zip(pair[rest].tolist(), x[rest].tolist(), y[rest].tolist()):
        sides.setdefault(n, ([], []))[a < 0].append(table.elements[max(a, b)])
    rows = [
        (n, *(-1 if each is None else table.number[each] for each in elements), way)
        for n, (a, b) in sides.items()
        for *elements, way in _linked(tuple(a), tuple(b))
    ]
    made.append(numpy.array(rows, dtype=numpy.int64).reshape(-1, 4).T)
    kept = ~(left | right) | ~(one | several)[pair]
    made.append([column[kept] for column in (pair, x, y, how)])
    return _in_order(len(first), *map(numpy.concatenate, zip(*made)))


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
    """(element of the first or None, of the second or None, how) of each link of elements."""
    links = match_arcs(frozenset(a), frozenset(b))
    alone = [
        (x, y, LEFT if y is None else RIGHT if x is None else NEITHER)
        for x, y in zip_longest(links.left, links.right)
    ]
    return (
        *((x, y, HEAD) for x, y in links.head), *((x, y, LABEL) for x, y in links.label), *alone,
    )  # fmt: skip
