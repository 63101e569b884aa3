"""One pair of annotators, one pass of the matcher: the counts, and how every element is linked.

Scores, the confusion table and the list of disagreements are all read off
what this pass returns, so they cannot contradict each other.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING
from brat_iaa.measures.attachment import match
from brat_iaa.measures.ranges import ranges

# The same values meet again and again: on other tokens, and after an edit.
_match = lru_cache(maxsize=1 << 16)(match)
# How two elements are linked.
EXACT, HEAD, LABEL, NEITHER, LEFT, RIGHT = range(6)


class Comparison(NamedTuple):
    """What one pair of annotators did, in one document or several.

    item           number of each compared item
    sentence       its sentence
    a, b           sizes of its two values
    k              {measure: linked elements} of UAA, LAA and LOA
    links          integers, links x 4: row of the item, label of the first, label of the second
                   (numbers in Values.labels, -1 for no arc), how linked (EXACT, HEAD: same head,
                   LABEL: same label, NEITHER: paired for the list only, LEFT, RIGHT: one side only)
    elements       integers, x 2: of the last links, among them all that are not EXACT, the elements
                   of both in Values, -1 for no arc
    alone          numbers of the items that only one of the two annotated
    token_missing  how many of them, in documents that both have begun, because the first, the
                   second has no token there
    common         number of items in documents that both have begun, the missing ones included
    """

    item: numpy.ndarray
    sentence: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: dict
    links: numpy.ndarray
    elements: numpy.ndarray
    alone: numpy.ndarray
    token_missing: tuple
    common: int

    @property
    def missing(self):
        """Number of items that only one of the two annotated."""
        return len(self.alone)

    @property
    def drawn(self):
        """Whether one of the two drew an arc on any of the items."""
        return bool(self.a.any() or self.b.any())

    @property
    def differing(self):
        """Links that are not EXACT: (their links, their elements)."""
        links = self.links[len(self.links) - len(self.elements) :]
        rows = links[:, 3] != EXACT
        return links[rows], self.elements[rows]


def compare(columns, pair):
    """The Comparison of two annotators in ArcColumns.

    Raises ValueError if one of the pair is not among the annotators.
    """
    sides = columns.columns(pair)
    codes = columns.codes[:, sides]
    lacking = codes == MISSING
    there = columns.present[:, sides]
    # Nothing of theirs: annotated by neither, or a token that only others drew.
    skipped = (codes <= 0).all(axis=1) & (lacking.all(axis=1) | ~there.any(axis=1))
    missing = ~skipped & lacking.any(axis=1)
    item = numpy.flatnonzero(~skipped & ~missing).astype(numpy.int32)
    one, other = codes[item].T
    sizes = columns.values.sizes.astype(numpy.int32)
    a, b = sizes[one], sizes[other]
    k = {measure: a.copy() for measure in ("UAA", "LAA", "LOA")}
    same = one == other
    alike, apart = numpy.flatnonzero(same), numpy.flatnonzero(~same)
    position, element = columns.values.elements_of(one[alike])
    label = columns.values.label[element]
    exact = _rows(alike[position], label, label, numpy.full(len(label), EXACT))
    matched, which = _matched(columns.values, one[apart], other[apart])
    for own, counts in zip(k.values(), matched.k):
        own[apart] = counts[which]
    entry, link = ranges(matched.start, which)
    elements = matched.elements[link]
    labels = numpy.append(columns.values.label, -1)[elements]
    links = _rows(apart[entry], labels[:, 0], labels[:, 1], matched.how[link])
    both = columns.begun[:, sides].all(axis=1)[columns.item_document]
    return Comparison(
        item=item,
        sentence=columns.sentence[item],
        a=a,
        b=b,
        k=k,
        links=numpy.concatenate([exact, links]),
        elements=elements,
        alone=numpy.flatnonzero(missing),
        token_missing=tuple(
            int((missing & both & lacking[:, side] & ~there[:, side]).sum()) for side in (0, 1)
        ),
        common=int((both & ~skipped).sum()),
    )


def _rows(*columns):
    return numpy.stack([numpy.asarray(own, dtype=numpy.int32) for own in columns], axis=1)


class _Matched(NamedTuple):
    """The matcher's links of some pairs of different values.

    k         (of UAA, of LAA, of LOA): integers
    start     the links of pair p are start[p] : start[p + 1]
    elements  links x 2, in Values, -1 for none
    how       of each link
    """

    k: tuple
    start: numpy.ndarray
    elements: numpy.ndarray
    how: numpy.ndarray


def _matched(values, one, other):
    """(_Matched of the different pairs of values, for each given pair its number in them)."""
    pairs, which = numpy.unique(
        one.astype(numpy.int64) * len(values.start) + other, return_inverse=True
    )
    one, other = numpy.divmod(pairs, len(values.start))
    sizes = values.sizes
    singles = (sizes[one] == 1) & (sizes[other] == 1)
    counts = numpy.zeros((3, len(pairs)), dtype=numpy.int32)
    number = numpy.ones(len(pairs), dtype=numpy.int64)
    x, y = values.start[one[singles]], values.start[other[singles]]
    same_head = values.distance[x] == values.distance[y]
    same_label = values.label[x] == values.label[y]
    counts[0, singles], counts[2, singles] = same_head, same_label
    how = numpy.where(same_head, HEAD, numpy.where(same_label, LABEL, NEITHER))
    rest, found = numpy.flatnonzero(~singles), []
    for pair, first, second in zip(rest.tolist(), one[rest].tolist(), other[rest].tolist()):
        first, second = values.written(first), values.written(second)
        matching = _match(frozenset(first), frozenset(second))
        counts[:, pair] = matching.uaa, matching.laa, matching.loa
        own = [
            (first.get(mine, -1), second.get(theirs, -1), way)
            for mine, theirs, way in _links(matching)
        ]
        number[pair] = len(own)
        found += own
    start = numpy.concatenate([[0], numpy.cumsum(number)])
    elements = numpy.empty((start[-1], 2), dtype=numpy.int32)
    ways = numpy.empty(start[-1], dtype=numpy.int32)
    places = start[:-1][singles]
    elements[places, 0], elements[places, 1], ways[places] = x, y, how
    _, places = ranges(start, rest)
    found = numpy.array(found, dtype=numpy.int32).reshape(-1, 3)
    elements[places], ways[places] = found[:, :2], found[:, 2]
    return _Matched(tuple(counts), start, elements, ways), which.reshape(-1)


def _links(matching):
    """(element of the first or None, element of the second or None, how) for each link.

    Elements without a link on both sides are paired, so that "OBJ from here
    against JCT from there" is one disagreement and not two; this changes no score.
    """
    for element in matching.exact:
        yield element, element, EXACT
    for x, y in matching.head:
        yield x, y, HEAD
    for x, y in matching.label:
        yield x, y, LABEL
    paired = min(len(matching.left), len(matching.right))
    for x, y in zip(matching.left, matching.right):
        yield x, y, NEITHER
    for x in matching.left[paired:]:
        yield x, None, LEFT
    for y in matching.right[paired:]:
        yield None, y, RIGHT
