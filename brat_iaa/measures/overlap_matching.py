"""Largest one-to-one matchings of what two annotators drew, over all documents at once.

Candidates that share a character may be matched, if they are in the same group: a document, or a
document and a label. Most groups are simple: no element has more than one counterpart. Only in the
others paths are augmented, by span_overlap.largest_matching().
"""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import packed
from brat_iaa.measures.span_overlap import largest_matching


class Candidates(NamedTuple):
    """What one annotator drew: arrays with a row for each.

    group  integers from 0; only elements of one group are matched
    rank   integers: their order in a group, by spans, then by what else makes them differ; no
           element of the other annotator has the same
    spans  function of a row that returns the element's spans, tuples of (start, end), to be
           matched: the shortest first
    """

    group: numpy.ndarray
    rank: numpy.ndarray
    spans: Callable

    def taken(self, rows):
        """Some of the elements."""
        return Candidates(self.group[rows], self.rank[rows], lambda row: self.spans(int(rows[row])))


def one_to_one(first: Candidates, second: Candidates, edges: tuple) -> tuple:
    """A largest one-to-one matching: (rows of the first, rows of the second), sorted by the first.

    edges  (rows of the first, rows of the second) that may be matched, each two once
    Which of several largest matchings is returned depends neither on the order of the annotators
    nor on that of the elements.
    """
    i, j = edges
    simple = (numpy.bincount(i, minlength=1)[i] == 1) & (numpy.bincount(j, minlength=1)[j] == 1)
    chosen_i, chosen_j = [i[simple]], [j[simple]]
    branched = numpy.flatnonzero(~simple)
    if len(branched):
        turned = _turned(first, second)
        groups = defaultdict(list)
        for row, of_first, of_second in zip(
            first.group[i[branched]].tolist(), i[branched].tolist(), j[branched].tolist()
        ):
            groups[row].append((of_first, of_second))
        for group, of_group in groups.items():
            if group in turned:
                reverse = [(b, a) for a, b in of_group]
                pairs = [(a, b) for b, a in _matched(second, first, reverse)]
            else:
                pairs = _matched(first, second, of_group)
            chosen = numpy.array(pairs, dtype=numpy.int64).reshape(-1, 2)
            chosen_i.append(chosen[:, 0])
            chosen_j.append(chosen[:, 1])
    i, j = numpy.concatenate(chosen_i), numpy.concatenate(chosen_j)
    order = numpy.argsort(i, kind="stable")
    return i[order], j[order]


def _turned(first, second):
    """Set of the groups whose first element, in order, is the second annotator's."""
    order = numpy.lexsort(
        (numpy.append(first.rank, second.rank), numpy.append(first.group, second.group))
    )
    group = numpy.append(first.group, second.group)[order]
    leading = order[numpy.flatnonzero(numpy.diff(group, prepend=-1))]
    of_second = leading[leading >= len(first.group)] - len(first.group)
    return set(second.group[of_second].tolist())


def _matched(first, second, edges):
    """Pairs of rows; edges: list of pairs of rows of one group."""
    rows = [sorted({edge[side] for edge in edges}) for side in (0, 1)]
    number = [{row: index for index, row in enumerate(rows_of_side)} for rows_of_side in rows]
    near = defaultdict(set)
    for i, j in edges:
        near[number[0][i]].add(number[1][j])
    spans = ([side.spans(row) for row in rows] for side, rows in zip((first, second), rows))
    return [(rows[0][i], rows[1][j]) for i, j in largest_matching(near, *spans)]


class Places(NamedTuple):
    """Spans of text: arrays with a row for each.

    start, end  of the first and behind the last character, in a row of all documents' texts
    pieces      {row: ((start, end), ...)} of those of several parts
    """

    start: numpy.ndarray
    end: numpy.ndarray
    pieces: dict

    def taken(self, rows):
        """Some of the spans."""
        if not self.pieces:
            return Places(self.start[rows], self.end[rows], {})
        pieces = {
            index: self.pieces[row] for index, row in enumerate(rows.tolist()) if row in self.pieces
        }
        return Places(self.start[rows], self.end[rows], pieces)

    def share_characters(self, i, other, j) -> numpy.ndarray:
        """Whether spans share a character with those of other Places, row by row: booleans."""
        shared = (self.start[i] < other.end[j]) & (other.start[j] < self.end[i])
        # An empty span shares no character.
        shared &= (self.start[i] < self.end[i]) & (other.start[j] < other.end[j])
        if self.pieces or other.pieces:
            for row in numpy.flatnonzero(shared).tolist():
                if int(i[row]) in self.pieces or int(j[row]) in other.pieces:
                    shared[row] = _pieces_share(self.fragments(i[row]), other.fragments(j[row]))
        return shared

    def fragments(self, row) -> tuple:
        """((start, end), ...) of a row."""
        return self.pieces.get(int(row)) or ((int(self.start[row]), int(self.end[row])),)


def _pieces_share(first, second):
    return any(
        max(start, other_start) < min(end, other_end)
        for start, end in first
        for other_start, other_end in second
    )


def sharing(first: Places, second: Places, first_group, second_group) -> tuple:
    """(rows of the first, rows of the second) of spans of one group that share a character."""
    if not (len(first.start) and len(second.start)):
        nothing = numpy.zeros(0, dtype=numpy.int64)
        return nothing, nothing
    width = int(max(first.end.max(), second.end.max())) + 1
    order = numpy.lexsort((second.start, second_group))
    starts = packed(second_group, width, second.start)[order]
    # All spans before this row end before, or are of an earlier group.
    ends = numpy.maximum.accumulate(packed(second_group, width, second.end)[order])
    low = numpy.searchsorted(ends, packed(first_group, width, first.start), "right")
    high = numpy.searchsorted(starts, packed(first_group, width, first.end), "left")
    size = numpy.maximum(high - low, 0)
    i = numpy.repeat(numpy.arange(len(size)), size)
    within = numpy.arange(len(i)) - numpy.repeat(numpy.cumsum(size) - size, size)
    j = order[numpy.repeat(low, size) + within]
    shared = first.share_characters(i, second, j)
    return i[shared], j[shared]
