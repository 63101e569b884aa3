"""Compares two annotators in one pass of the matcher: counts, and how each element is linked.

Scores, the confusion table and the list of disagreements all come from this pass, so they cannot
contradict each other.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.layers.arc_columns import MISSING
from brat_iaa.measures.attachment import match
from brat_iaa.measures.distinct import ranges

# How two elements are linked.
EXACT, HEAD, LABEL, NEITHER, LEFT, RIGHT = range(6)


class Comparison(NamedTuple):
    """Pairs of annotators in one document or several. Rows are those of the items that both of a
    pair annotated, pair after pair.

    pair           number of each row's pair
    item           its number
    sentence       its sentence
    a, b           sizes of its two values
    k              {measure: linked elements} of UAA, LAA and LOA
    links          integers, links x 4: row, label of the first, label of the second (numbers in
                   Values.labels, -1 for no arc), how linked (EXACT, HEAD: same head, LABEL: same
                   label, NEITHER: paired for the list only, LEFT, RIGHT: one side only)
    elements       integers, x 2: of the last links, among them all that are not EXACT, the elements
                   of both in Values, -1 for no arc
    one_sided      items that only one of the two annotated; of several pairs, the items of each are
                   numbered after those of the pair before it, here and below
    missing_tokens (first, second): those, in documents that both have begun, that this annotator
                   has no token on
    common         the items in documents that both have begun, missing ones included
    """

    pair: numpy.ndarray
    item: numpy.ndarray
    sentence: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: dict
    links: numpy.ndarray
    elements: numpy.ndarray
    one_sided: numpy.ndarray
    missing_tokens: tuple
    common: numpy.ndarray

    @property
    def missing(self):
        """Number of items that only one of the two annotated."""
        return len(self.one_sided)

    @property
    def drawn(self):
        """Whether any of them drew an arc on any of the items."""
        return bool(self.a.any() or self.b.any())


def compare(columns, *pairs) -> Comparison:
    """The Comparison of pairs in ArcColumns; ValueError if anybody is not in them."""
    rows: list = [(numpy.zeros(0, numpy.int32),) * 4]
    outside: list = [(numpy.zeros(0, numpy.int64),) * 4]
    for number, pair in enumerate(pairs):
        sides = columns.columns(pair)
        codes, present = columns.codes[:, sides], columns.present[:, sides]
        lacking = codes == MISSING
        # Not an item of the pair: annotated by neither, or a token that only others drew.
        skipped = (codes <= 0).all(axis=1) & (lacking.all(axis=1) | ~present.any(axis=1))
        missing = ~skipped & lacking.any(axis=1)
        item = numpy.flatnonzero(~skipped & ~missing).astype(numpy.int32)
        rows.append((numpy.full(len(item), number, dtype=numpy.int32), item, *codes[item].T))
        both = columns.begun[:, sides].all(axis=1)[columns.item_document]
        absent = ((missing & both)[:, None] & lacking & ~present).T
        masks = missing, *absent, both & ~skipped
        outside.append([numpy.flatnonzero(mask) + number * len(codes) for mask in masks])
    pair_of_row, item, first, second = map(numpy.concatenate, zip(*rows))
    one_sided, *missing_tokens, common = map(numpy.concatenate, zip(*outside))
    values = columns.values
    sizes = values.sizes.astype(numpy.int32)
    a, b, same = sizes[first], sizes[second], first == second
    k = {measure: a.copy() for measure in ("UAA", "LAA", "LOA")}
    alike, apart = numpy.flatnonzero(same), numpy.flatnonzero(~same)
    position, element = values.elements_of(first[alike])
    label = values.label[element]
    exact = alike[position], label, label, numpy.full(len(label), EXACT)
    # Each distinct pair of values is matched once.
    codes, which = numpy.unique(
        first[apart].astype(numpy.int64) * len(values.start) + second[apart], return_inverse=True
    )
    which = which.reshape(-1)
    counts, start, elements, how = _match_values(values, *numpy.divmod(codes, len(values.start)))
    for agreeing, number in zip(k.values(), counts):
        agreeing[apart] = number[which]
    entry, link = ranges(start, which)
    elements = elements[link]
    labels = numpy.append(values.label, -1)[elements]
    links = zip(exact, (apart[entry], *labels.T, how[link]))
    return Comparison(
        pair_of_row, item, columns.sentence[item], a, b, k,
        numpy.stack([numpy.concatenate(both).astype(numpy.int32) for both in links], axis=1),
        elements, one_sided, tuple(missing_tokens), common,
    )  # fmt: skip


def _match_values(values, first, second):
    """The links between pairs of different values: (linked elements, of UAA, LAA and LOA; the links
    of pair p are start[p] : start[p + 1]; their elements, links x 2, -1 for none; how linked).
    """
    sizes = values.sizes
    singles = (sizes[first] == 1) & (sizes[second] == 1)
    others = numpy.flatnonzero(~singles)
    counts = numpy.zeros((3, len(first)), dtype=numpy.int32)
    number = numpy.ones(len(first), dtype=numpy.int64)
    x, y = values.start[first[singles]], values.start[second[singles]]
    same_head = values.distance[x] == values.distance[y]
    same_label = values.label[x] == values.label[y]
    # Values of one arc that differ are not the same in both, so LAA stays 0.
    counts[0, singles], counts[2, singles] = same_head, same_label
    how = numpy.where(same_head, HEAD, numpy.where(same_label, LABEL, NEITHER))
    if not len(others):
        elements = numpy.stack([x, y], axis=1).astype(numpy.int32)
        return counts, numpy.arange(1 + len(first)), elements, how.astype(numpy.int32)
    by_pattern, starts, elements_of_others, ways = _match_by_pattern(
        values, first[others], second[others]
    )
    counts[:, others], number[others] = by_pattern, numpy.diff(starts)
    start = numpy.concatenate([[0], numpy.cumsum(number)])
    elements = numpy.empty((start[-1], 2), dtype=numpy.int32)
    hows = numpy.empty(start[-1], dtype=numpy.int32)
    rows = start[:-1][singles]
    elements[rows, 0], elements[rows, 1], hows[rows] = x, y, how
    _, rows = ranges(start, others)
    elements[rows], hows[rows] = elements_of_others, ways
    return counts, start, elements, hows


def _match_by_pattern(values, first, second):
    """The same of values of several elements; those that differ in names and distances only are
    matched once.
    """
    both = numpy.stack([first, second], axis=1)
    position, element = values.elements_of(both.reshape(-1))
    pair = position // 2
    ranks = [_ranks(pair, column[element]) for column in (values.distance, values.label)]
    written = numpy.stack(ranks, axis=1).astype(numpy.int32)
    sizes = values.sizes[both]
    start = numpy.concatenate([[0], numpy.cumsum(sizes.sum(axis=1))])
    data, ends = written.tobytes(), (start * written.itemsize * 2).tolist()
    numbers: dict = {}
    which = [
        numbers.setdefault((size, data[begin:end]), len(numbers))
        for size, begin, end in zip(sizes[:, 0].tolist(), ends, ends[1:])
    ]
    matches = [_match_ranks(*pattern) for pattern in numbers]
    counts = numpy.array([k for k, _, _ in matches], dtype=numpy.int32).reshape(-1, 3).T
    linked = numpy.array([link for _, links, _ in matches for link in links], dtype=numpy.int64)
    how = numpy.array([way for _, _, ways in matches for way in ways], dtype=numpy.int32)
    of_pattern = numpy.cumsum([0] + [len(ways) for _, _, ways in matches])
    chosen = numpy.array(which, dtype=numpy.int64)
    entry, link = ranges(of_pattern, chosen)
    linked = linked.reshape(-1, 2)[link]
    there = linked >= 0
    elements = numpy.where(there, start[entry][:, None] + linked, 0)
    ends_of_links = numpy.concatenate([[0], numpy.cumsum(numpy.diff(of_pattern)[chosen])])
    return counts[:, chosen], ends_of_links, numpy.where(there, element[elements], -1), how[link]


def _ranks(row, numbers):
    """The rank of each number among the different numbers of its row, from 0.

    row  of each number, in ascending order
    """
    order = numpy.lexsort((numbers, row))
    steps = numpy.cumsum(numpy.diff(numbers[order], prepend=0) != 0)
    ranks = numpy.empty_like(steps)
    ranks[order] = steps - steps[numpy.searchsorted(row, row)]
    return ranks


# The same two values occur together on many tokens, and again after an edit.
@lru_cache(maxsize=1 << 16)
def _match_ranks(size, ranks):
    """((uaa, laa, loa), links: position among the elements of each, -1 for none; how linked).

    size   number of elements of the first value; then follow those of the second
    ranks  of the head and of the label of each element: bytes of 32-bit integers

    Matching asks only which heads and labels are equal, and how they are sorted.
    """
    written = [*map(tuple, numpy.frombuffer(ranks, dtype=numpy.int32).reshape(-1, 2).tolist())]
    matching = match(frozenset(written[:size]), frozenset(written[size:]))
    left = {element: position for position, element in enumerate(written[:size])}
    right = {element: position for position, element in enumerate(written[size:], size)}
    x, y, how = zip(*_links(matching))
    links = tuple((left.get(element, -1), right.get(other, -1)) for element, other in zip(x, y))
    return (matching.uaa, matching.laa, matching.loa), links, how


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
