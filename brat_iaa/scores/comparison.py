"""Compares two annotators in one pass of the matcher: counts, and how each element is linked.

Scores, the confusion table and the list of disagreements all come from this pass, so they cannot
contradict each other.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING
from brat_iaa.measures.attachment import match
from brat_iaa.measures.ranges import ranges

# The same two values occur together on many tokens, and again after an edit.
_match = lru_cache(maxsize=1 << 16)(match)
# How two elements are linked.
EXACT, HEAD, LABEL, NEITHER, LEFT, RIGHT = range(6)


class Comparison(NamedTuple):
    """Two annotators in one document or several.

    item           number of each compared item
    sentence       its sentence
    a, b           sizes of its two values
    k              {measure: linked elements} of UAA, LAA and LOA
    links          integers, links x 4: row of the item, label of the first, label of the second
                   (numbers in Values.labels, -1 for no arc), how linked (EXACT, HEAD: same head,
                   LABEL: same label, NEITHER: paired for the list only, LEFT, RIGHT: one side only)
    elements       integers, x 2: of the last links, among them all that are not EXACT, the elements
                   of both in Values, -1 for no arc
    one_sided      numbers of the items that only one of the two annotated
    missing_tokens (first, second): how many of them, in documents that both have begun, this
                   annotator has no token on
    common         number of items in documents that both have begun, missing ones included
    """

    item: numpy.ndarray
    sentence: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: dict
    links: numpy.ndarray
    elements: numpy.ndarray
    one_sided: numpy.ndarray
    missing_tokens: tuple
    common: int

    @property
    def missing(self):
        """Number of items that only one of the two annotated."""
        return len(self.one_sided)

    @property
    def drawn(self):
        """Whether either of the two drew an arc on any of the items."""
        return bool(self.a.any() or self.b.any())

    @property
    def differing(self):
        """Links that are not EXACT: (their links, their elements)."""
        links = self.links[len(self.links) - len(self.elements) :]
        rows = links[:, 3] != EXACT
        return links[rows], self.elements[rows]


def compare(columns, pair) -> Comparison:
    """The Comparison of two annotators in ArcColumns; ValueError if either is not in them."""
    sides = columns.columns(pair)
    codes = columns.codes[:, sides]
    lacking = codes == MISSING
    present = columns.present[:, sides]
    # Not an item of the pair: annotated by neither, or a token that only others drew.
    skipped = (codes <= 0).all(axis=1) & (lacking.all(axis=1) | ~present.any(axis=1))
    missing = ~skipped & lacking.any(axis=1)
    item = numpy.flatnonzero(~skipped & ~missing).astype(numpy.int32)
    first, second = codes[item].T
    sizes = columns.values.sizes.astype(numpy.int32)
    a, b = sizes[first], sizes[second]
    k = {measure: a.copy() for measure in ("UAA", "LAA", "LOA")}
    same = first == second
    alike, apart = numpy.flatnonzero(same), numpy.flatnonzero(~same)
    position, element = columns.values.elements_of(first[alike])
    label = columns.values.label[element]
    exact = _link_rows(alike[position], label, label, numpy.full(len(label), EXACT))
    matched, which = _match_values(columns.values, first[apart], second[apart])
    for agreeing, counts in zip(k.values(), matched.k):
        agreeing[apart] = counts[which]
    entry, link = ranges(matched.start, which)
    elements = matched.elements[link]
    labels = numpy.append(columns.values.label, -1)[elements]
    links = _link_rows(apart[entry], labels[:, 0], labels[:, 1], matched.how[link])
    both = columns.begun[:, sides].all(axis=1)[columns.item_document]
    return Comparison(
        item=item,
        sentence=columns.sentence[item],
        a=a,
        b=b,
        k=k,
        links=numpy.concatenate([exact, links]),
        elements=elements,
        one_sided=numpy.flatnonzero(missing),
        missing_tokens=tuple(
            int((missing & both & lacking[:, side] & ~present[:, side]).sum()) for side in (0, 1)
        ),
        common=int((both & ~skipped).sum()),
    )


def _link_rows(*columns):
    return numpy.stack([numpy.asarray(column, dtype=numpy.int32) for column in columns], axis=1)


class _MatchedValues(NamedTuple):
    """Links between pairs of different values.

    k         (of UAA, of LAA, of LOA): integers
    start     the links of pair p are start[p] : start[p + 1]
    elements  links x 2, in Values, -1 for none
    how       of each link
    """

    k: tuple
    start: numpy.ndarray
    elements: numpy.ndarray
    how: numpy.ndarray


def _match_values(values, first, second):
    """(_MatchedValues of the distinct pairs of values, for each given pair its number there)."""
    pairs, which = numpy.unique(
        first.astype(numpy.int64) * len(values.start) + second, return_inverse=True
    )
    first, second = numpy.divmod(pairs, len(values.start))
    sizes = values.sizes
    singles = (sizes[first] == 1) & (sizes[second] == 1)
    counts = numpy.zeros((3, len(pairs)), dtype=numpy.int32)
    number = numpy.ones(len(pairs), dtype=numpy.int64)
    x, y = values.start[first[singles]], values.start[second[singles]]
    same_head = values.distance[x] == values.distance[y]
    same_label = values.label[x] == values.label[y]
    counts[0, singles], counts[2, singles] = same_head, same_label
    how = numpy.where(same_head, HEAD, numpy.where(same_label, LABEL, NEITHER))
    matched = list(_match_by_pattern(values, first, second, numpy.flatnonzero(~singles)))
    for rows, matching, linked, _ in matched:
        counts[:, rows] = [[matching.uaa], [matching.laa], [matching.loa]]
        number[rows] = linked.shape[1]
    start = numpy.concatenate([[0], numpy.cumsum(number)])
    elements = numpy.empty((start[-1], 2), dtype=numpy.int32)
    ways = numpy.empty(start[-1], dtype=numpy.int32)
    rows = start[:-1][singles]
    elements[rows, 0], elements[rows, 1], ways[rows] = x, y, how
    for rows, _, linked, how_linked in matched:
        links = start[rows][:, None] + numpy.arange(linked.shape[1])
        elements[links], ways[links] = linked, how_linked
    return _MatchedValues(tuple(counts), start, elements, ways), which.reshape(-1)


def _match_by_pattern(values, first, second, pairs):
    """Match pairs of values; pairs that differ in names and distances only are matched once.

    first, second  of all pairs
    pairs          numbers of those to match

    Yields (pairs, their Matching, elements linked: pairs x links x 2, how linked: links).
    """
    sizes = numpy.stack([values.sizes[first[pairs]], values.sizes[second[pairs]]], axis=1)
    for (a, b), of_shape in _equal_rows(sizes):
        chosen = pairs[of_shape]
        elements = numpy.concatenate([
            values.start[side[chosen]][:, None] + numpy.arange(size)
            for side, size in ((first, a), (second, b))
        ], axis=1)  # fmt: skip
        ranks = [_ranks(column[elements]) for column in (values.distance, values.label)]
        elements = numpy.append(elements, numpy.full((len(chosen), 1), -1), axis=1)
        for pattern, alike in _equal_rows(numpy.concatenate(ranks, axis=1)):
            # Matching asks only which heads and labels are equal, and how they are sorted.
            written = list(zip(pattern[: a + b], pattern[a + b :]))
            written = _numbered(written[:a]) + _numbered(written[a:])
            matching = _match(frozenset(written[:a]), frozenset(written[a:]))
            left = {element: position for position, element in enumerate(written[:a])}
            right = {element: position for position, element in enumerate(written[a:], a)}
            x, y, how = zip(*_links(matching))
            linked = [[left.get(one, -1), right.get(other, -1)] for one, other in zip(x, y)]
            yield chosen[alike], matching, elements[alike][:, linked], how


def _numbered(elements):
    """[(head, label, number)] of a value's elements: of equal ones, as coarse labels make them, the
    first has the number 0, the next one 1.
    """
    return [(*element, elements[:index].count(element)) for index, element in enumerate(elements)]


def _equal_rows(table):
    """Yield (row as a list, indexes of the rows that are like it) for each different row."""
    rows, number = numpy.unique(table, axis=0, return_inverse=True)
    number = number.reshape(-1)
    order = numpy.argsort(number, kind="stable")
    ends = numpy.cumsum(numpy.bincount(number, minlength=len(rows)))[:-1]
    yield from zip(rows.tolist(), numpy.split(order, ends))


def _ranks(table):
    """The rank of each number among the different numbers of its row, from 0."""
    order = numpy.argsort(table, axis=1)
    ordered = numpy.take_along_axis(table, order, axis=1)
    ranks = numpy.zeros_like(order)
    steps = numpy.cumsum(numpy.diff(ordered, axis=1) != 0, axis=1)
    numpy.put_along_axis(ranks, order[:, 1:], steps, axis=1)
    return ranks


def _links(matching):
    """(element of the first or None, element of the second or None, how) for each link.

    Elements that are left over on both sides are paired, so that "OBJ from here against JCT from
    there" is one disagreement and not two; this changes no score.
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
