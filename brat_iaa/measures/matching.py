"""What of two annotators belongs together, one to one: assignments, arcs and overlapping spans.

An assignment is that of the Hungarian method (Kuhn 1955), each connected part on its own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import between, packed


def largest_assignment(weights: dict) -> list:
    """The assignment with the lexicographically largest sum of weights.

    weights  {(row, column): (w1, w2, ...)}, tuples of whole numbers, not negative, one of them
             above 0; other pairs are not allowed
    returns  sorted list of (row, column): the sum of w1 is maximal; among these assignments
             the sum of w2 is maximal, and so on
    """
    pairs = []
    for part in _connected(weights):
        rows, columns = (sorted({pair[side] for pair in part}) for side in (0, 1))
        numbers = _as_numbers({pair: weights[pair] for pair in part}, min(len(rows), len(columns)))
        if len(rows) == 1 or len(columns) == 1:
            pairs.append(max(sorted(numbers), key=numbers.__getitem__))
        elif (len(rows), rows[0]) > (len(columns), columns[0]):
            # Whichever of two equally good ones it is does not depend on the order of the sides.
            turned = {pair[::-1]: number for pair, number in numbers.items()}
            pairs += [pair[::-1] for pair in _hungarian(columns, turned)]
        else:
            pairs += _hungarian(rows, numbers)
    return sorted(pairs)


def _connected(weights):
    """Lists of pairs that share a row or a column with each other, and with no other."""
    by_end = defaultdict(list)
    for pair in weights:
        for end in enumerate(pair):
            by_end[end].append(pair)
    seen = set()
    for first in weights:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        for pair in part:
            for end in enumerate(pair):
                new = [other for other in by_end.pop(end, ()) if other not in seen]
                seen.update(new)
                part += new
        yield part


def _as_numbers(weights, most_pairs):
    """Each tuple as one whole number: no sum of later weights outweighs 1 of an earlier one."""
    factors = [1]
    for largest_weight in reversed([max(level) for level in zip(*weights.values())]):
        factors.insert(0, factors[0] * (largest_weight * most_pairs + 1))
    return {
        pair: sum(weight * factor for weight, factor in zip(levels, factors[1:]))
        for pair, levels in weights.items()
    }


def _hungarian(rows, numbers):
    """Pairs of the assignment with the largest sum of numbers; numbers: {(row, column): above 0}

    Each row in turn takes the end of the cheapest augmenting path (Dijkstra 1959), along which
    others take other columns; or one of them stays alone at a cost of 0. Potentials of rows and
    columns keep all reduced costs at 0 or above.
    """
    costs = defaultdict(list)
    for (row, column), number in numbers.items():
        costs[row].append((column, -number))
    of_row = {row: min(cost for _, cost in costs[row]) for row in rows}
    of_column, column_of, row_of = defaultdict(int), {}, {}
    for new in rows:
        length, came_from, ended, queue = {}, {}, {}, []
        reached, row, end = {new: 0}, new, None
        while True:
            if end is None or reached[row] - of_row[row] < end[0]:
                end = reached[row] - of_row[row], row, None
            for column, cost in costs[row]:
                so_far = reached[row] + cost - of_row[row] - of_column[column]
                if column not in ended and so_far < length.get(column, so_far + 1):
                    length[column], came_from[column] = so_far, row
                    heappush(queue, (so_far, column))
            while queue and queue[0][1] in ended:
                heappop(queue)
            if not queue or queue[0][0] > end[0]:
                break
            so_far, column = heappop(queue)
            ended[column] = so_far
            if column not in row_of:
                end = so_far, came_from[column], column
                break
            row = row_of[column]
            reached[row] = so_far
        shortest, row, column = end
        for reached_row, so_far in reached.items():
            of_row[reached_row] += max(shortest - so_far, 0)
        for reached_column, so_far in ended.items():
            of_column[reached_column] -= max(shortest - so_far, 0)
        if column is None:
            column = column_of.pop(row, None)
        while column is not None:
            row = came_from[column]
            row_of[column] = row
            column_of[row], column = column, column_of.get(row)
    return list(column_of.items())


class Matching(NamedTuple):
    """The links of one token; every element of both values occurs exactly once.

    exact   common elements
    head    (x, y) with the same head and different labels
    label   (x, y) with the same label and different heads
    left    unlinked elements of the first annotator
    right   unlinked elements of the second annotator
    """

    exact: tuple
    head: tuple
    label: tuple
    left: tuple
    right: tuple


def match_arcs(a: frozenset, b: frozenset) -> Matching:
    """Links of the elements of two values (Ragheb & Dickinson 2013, section 4.1.2): as many that
    are identical as possible, of the others as many with the same head, then as many with the same
    label ("prioritize identical attachment over labeling").

    a, b     sets of (head, label), or (head, label, number) where several are equal; sortable
    returns  Matching, the same whatever the order of the elements, and turned that of (b, a)
    """
    left, right = sorted(a - b), sorted(b - a)
    weights = {
        (x, y): (int(x[0] == y[0]), int(x[1] == y[1]))
        for x in left
        for y in right
        if x[0] == y[0] or x[1] == y[1]
    }
    pairs = largest_assignment(weights)
    linked = {element for pair in pairs for element in enumerate(pair)}
    return Matching(
        tuple(sorted(a & b)),
        tuple((x, y) for x, y in pairs if x[0] == y[0]),
        tuple((x, y) for x, y in pairs if x[0] != y[0]),
        tuple(x for x in left if (0, x) not in linked),
        tuple(y for y in right if (1, y) not in linked),
    )


class Candidates(NamedTuple):
    """What one annotator drew: arrays with a row for each.

    group  integers from 0; only elements of one group are matched
    rank   integers: their order in a group, by spans, then by what else makes them differ; no
           element of the other annotator has the same
    spans  function of a row that returns the element's spans, tuples of (start, end)
    """

    group: numpy.ndarray
    rank: numpy.ndarray
    spans: Callable


def one_to_one(first: Candidates, second: Candidates, edges: tuple) -> tuple:
    """A largest one-to-one matching: (rows of the first, rows of the second), sorted by the first.

    edges  (rows of the first, rows of the second) that may be matched, each two once

    Of several largest matchings it is one with the smallest sum of distances between the ends of
    the spans, then the earliest in the text, whoever is first.
    """
    i, j = edges
    simple = (numpy.bincount(i, minlength=1)[i] == 1) & (numpy.bincount(j, minlength=1)[j] == 1)
    branched = [i[~simple].tolist(), j[~simple].tolist()]
    keys, ends = [{}, {}], [{}, {}]
    for side, rows, key_of, ends_of in zip((first, second), branched, keys, ends):
        for row in set(rows):
            key_of[row] = int(side.group[row]), int(side.rank[row])
            ends_of[row] = [end for span in side.spans(row) for end in (span[0][0], span[-1][1])]
    apart = {
        (row, other): sum(abs(x - y) for x, y in zip(ends[0][row], ends[1][other]))
        for row, other in zip(*branched)
    }
    furthest, place, size = Counter(), {}, Counter()
    for (row, _), distance in apart.items():
        group, _ = keys[0][row]
        furthest[group] = max(furthest[group], distance)
    for key in sorted({*keys[0].values(), *keys[1].values()}):
        size[key[0]] += 1
        place[key] = size[key[0]]
    weights = {}
    for (row, other), distance in apart.items():
        x, y = keys[0][row], keys[1][other]
        last = size[x[0]] + 1
        earlier = (last - place[x]) * (last - place[y])
        weights[x, y] = 1, furthest[x[0]] - distance, earlier
    rows = [{key: row for row, key in key_of.items()} for key_of in keys]
    pairs = [(rows[0][x], rows[1][y]) for x, y in largest_assignment(weights)]
    chosen = numpy.array(pairs, dtype=numpy.int64).reshape(-1, 2)
    i, j = numpy.append(i[simple], chosen[:, 0]), numpy.append(j[simple], chosen[:, 1])
    order = numpy.argsort(i, kind="stable")
    return i[order], j[order]


class Places(NamedTuple):
    """Spans of text: arrays with a row for each.

    start, end  of the first and behind the last character, in a row of all documents' texts
    pieces      {row: ((start, end), ...)} of those of several parts
    """

    start: numpy.ndarray
    end: numpy.ndarray
    pieces: dict

    @classmethod
    def of_spans(cls, spans) -> "Places":
        """Those of a list of spans: tuples of (start, end)."""
        ends = [(span[0][0], span[-1][1]) for span in spans]
        start, end = numpy.array(ends, dtype=numpy.int64).reshape(-1, 2).T
        pieces = {row: span for row, span in enumerate(spans) if len(span) > 1}
        return cls(start, end, pieces)

    def taken(self, rows) -> "Places":
        """Some of the spans."""
        pieces = {
            index: self.pieces[row] for index, row in enumerate(rows.tolist()) if row in self.pieces
        } if self.pieces else {}  # fmt: skip
        return Places(self.start[rows], self.end[rows], pieces)

    def share_characters(self, i, other, j) -> numpy.ndarray:
        """Whether spans share a character with those of other Places, row by row: booleans."""
        shared = (self.start[i] < other.end[j]) & (other.start[j] < self.end[i])
        # An empty span shares no character.
        shared &= (self.start[i] < self.end[i]) & (other.start[j] < other.end[j])
        if self.pieces or other.pieces:
            for row in numpy.flatnonzero(shared).tolist():
                if int(i[row]) in self.pieces or int(j[row]) in other.pieces:
                    shared[row] = any(
                        max(start, begin) < min(end, behind)
                        for start, end in self.fragments(i[row])
                        for begin, behind in other.fragments(j[row])
                    )
        return shared

    def fragments(self, row) -> tuple:
        """((start, end), ...) of a row."""
        return self.pieces.get(int(row)) or ((int(self.start[row]), int(self.end[row])),)


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
    i, place = between(low, numpy.maximum(low, high))
    j = order[place]
    shared = first.share_characters(i, second, j)
    return i[shared], j[shared]


def matched_spans(first, second) -> list:
    """A largest one-to-one matching of spans that share a character: sorted list of (index in
    first, index in second). first, second: lists of different spans, tuples of (start, end)
    """
    number = {span: rank for rank, span in enumerate(sorted({*first, *second}))}
    groups = [numpy.zeros(len(side), dtype=numpy.int64) for side in (first, second)]
    one, other = (
        Candidates(group, numpy.array([number[span] for span in side]), lambda n, s=side: (s[n],))
        for group, side in zip(groups, (first, second))
    )
    edges = sharing(Places.of_spans(first), Places.of_spans(second), *groups)
    i, j = one_to_one(one, other, edges)
    return [*zip(i.tolist(), j.tolist())]
