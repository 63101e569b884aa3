"""Compares two annotators in one pass of the matcher: counts, and how each element is linked.

Scores, the confusion table and the list of disagreements all come from this pass, so they cannot
contradict each other.
"""

from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.layers.columns import MISSING
from brat_iaa.layers.joined_columns import joined
from brat_iaa.measures.attachment import match
from brat_iaa.measures.distinct import ranges

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
    missing_tokens (first, second): numbers of those, in documents that both have begun, that this
                   annotator has no token on
    common         numbers of the items in documents that both have begun, missing ones included
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
    common: numpy.ndarray

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
            numpy.flatnonzero(missing & both & lacking[:, side] & ~present[:, side])
            for side in (0, 1)
        ),
        common=numpy.flatnonzero(both & ~skipped),
    )


class PooledDocuments:
    """Several documents as one.

    columns      ArcColumns of all
    annotators   those of the project who annotated any of them, in the project's order
    labels       numbers of the labels that any pair has on what it compared; names in label_names
    sentences    number of sentences
    documents    number of documents
    document     number of each sentence's document

    documents   list of ArcColumns
    annotators  of the project
    label_of, absent  as in layers.joined_columns.joined()
    pairs       who are compared; None: all annotators with each other
    """

    def __init__(self, documents, annotators, label_of=str, absent=False, pairs=None):
        self.columns = joined(documents, annotators, label_of, absent)
        self.annotators = self.columns.annotators
        self.sentences, self.document = self.columns.sentences, self.columns.document
        self.documents = len(self.columns.begun)
        self.item_sentence = self.columns.sentence
        self.label_names = self.columns.values.labels
        self._pairs = [*combinations(self.annotators, 2)] if pairs is None else pairs

    @cached_property
    def comparisons(self) -> dict:
        """{pair: Comparison}"""
        return {pair: compare(self.columns, pair) for pair in self._pairs}

    @cached_property
    def labels(self) -> list:
        used = numpy.zeros(len(self.label_names) + 1, dtype=bool)
        for comparison in self.comparisons.values():
            used[comparison.links[:, 1:3]] = True
        return numpy.flatnonzero(used[:-1]).tolist()


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
    others = numpy.flatnonzero(~singles)
    counts = numpy.zeros((3, len(pairs)), dtype=numpy.int32)
    number = numpy.ones(len(pairs), dtype=numpy.int64)
    x, y = values.start[first[singles]], values.start[second[singles]]
    same_head = values.distance[x] == values.distance[y]
    same_label = values.label[x] == values.label[y]
    counts[0, singles], counts[2, singles] = same_head, same_label
    how = numpy.where(same_head, HEAD, numpy.where(same_label, LABEL, NEITHER))
    matched = _match_by_pattern(values, first[others], second[others])
    counts[:, others], number[others] = matched.k, numpy.diff(matched.start)
    start = numpy.concatenate([[0], numpy.cumsum(number)])
    elements = numpy.empty((start[-1], 2), dtype=numpy.int32)
    ways = numpy.empty(start[-1], dtype=numpy.int32)
    rows = start[:-1][singles]
    elements[rows, 0], elements[rows, 1], ways[rows] = x, y, how
    _, rows = ranges(start, others)
    elements[rows], ways[rows] = matched.elements, matched.how
    return _MatchedValues(tuple(counts), start, elements, ways), which.reshape(-1)


def _match_by_pattern(values, first, second):
    """_MatchedValues of pairs of values; those that differ in names and distances only are matched
    once.
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
    return _MatchedValues(
        tuple(counts[:, chosen]), ends_of_links,
        numpy.where(there, element[elements], -1), how[link],
    )  # fmt: skip


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
