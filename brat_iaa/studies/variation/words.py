"""The words of all documents as numbers in a row, and the arcs between them as columns."""

from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import ranges

# Number of what stands before and after each sentence.
BOUNDARY = 0


class Words(NamedTuple):
    """The words of all documents in a row, with a BOUNDARY before and after each sentence.

    Root tokens are no words. Where annotators of a document do not have the same tokens, each set
    of tokens stands once.

    annotators  tuple of names; columns of drawn
    tables      tuple of DependencyTable
    first       of each table: number of its first token in token
    word        of each position: number of the word as it is written, or BOUNDARY
    token       of each position: number of the token in all tables, -1 at a boundary
    sentence    of each position: number of the sentence
    end         of each sentence: position of the boundary behind it
    drawn       booleans, sentences x annotators: whether the annotator drew an arc in it
    arcs        PairValues
    """

    annotators: tuple
    tables: tuple
    first: list
    word: numpy.ndarray
    token: numpy.ndarray
    sentence: numpy.ndarray
    end: numpy.ndarray
    drawn: numpy.ndarray
    arcs: "PairValues"

    def token_at(self, token: int) -> tuple:
        """(DependencyTable, Token) of a number in token."""
        table = int(numpy.searchsorted(self.first, token, side="right")) - 1
        return self.tables[table], self.tables[table].tokens[token - self.first[table]]


class PairValues(NamedTuple):
    """What annotators drew between two words of a sentence; sorted by distance, annotator, left.

    distance   of each pair: position of the right word minus that of the left one
    annotator  column
    left       position of the left word
    value      number of the value in values
    values     tuple of values: sorted tuples of (label, whether the head is on the right); the
               first is empty, for no arc
    """

    distance: numpy.ndarray
    annotator: numpy.ndarray
    left: numpy.ndarray
    value: numpy.ndarray
    values: tuple


def words_of(tables, annotators) -> Words:
    """The Words of some annotators.

    tables  {document: DependencyTable}
    """
    filling = _Filling(annotators)
    for table in tables.values():
        filling.add(table)
    return filling.words()


class _Filling:
    """Collects the columns of Words, document by document."""

    def __init__(self, annotators):
        self._annotators = tuple(annotators)
        self._numbers, self._labels = {}, {}
        self._tables, self._first, self._tokens = [], [], 0
        self._word, self._token, self._sentence = [BOUNDARY], [-1], [0]
        self._end, self._drawn, self._arcs = [], [], []

    def add(self, table):
        by_tokens = {}
        for name in table.annotators:
            if name in self._annotators and table.arcs[name]:
                chosen = tuple(
                    token.index
                    for token in table.tokens
                    if not token.is_root and name in token.types
                )
                by_tokens.setdefault(chosen, []).append(name)
        self._tables.append(table)
        self._first.append(self._tokens)
        items = frozenset(table.items)
        for chosen, names in by_tokens.items():
            position, numbers = self._add_tokens(table, chosen)
            for name in names:
                self._add_arcs(table.arcs[name], name, position, numbers, items)
        self._tokens += len(table.tokens)

    def _add_tokens(self, table, chosen):
        """({token: position}, {token: number of its sentence}) of a set of tokens."""
        position, numbers, tokens, last = {}, {}, table.tokens, None
        for index in chosen:
            token = tokens[index]
            if token.sentence != last:
                self._close()
                last = token.sentence
            position[index], numbers[index] = len(self._word), len(self._end)
            self._word.append(self._numbers.setdefault(token.text, len(self._numbers) + 1))
            self._token.append(self._tokens + index)
            self._sentence.append(len(self._end))
        self._close()
        return position, numbers

    def _close(self):
        """End the sentence, if there is one."""
        if self._word[-1] != BOUNDARY:
            self._end.append(len(self._word))
            self._drawn.append([False] * len(self._annotators))
            self._word.append(BOUNDARY)
            self._token.append(-1)
            self._sentence.append(len(self._end))

    def _add_arcs(self, arcs, name, position, numbers, items):
        column, labels = self._annotators.index(name), self._labels
        for dependent, drawn in arcs.items():
            if dependent not in position:
                continue
            self._drawn[numbers[dependent]][column] = True
            if dependent not in items:
                continue
            right = position[dependent]
            for arc in drawn:
                left = position.get(arc.head, right)
                # Neither from the root, nor from itself, nor from another sentence.
                if left == right or numbers[arc.head] != numbers[dependent]:
                    continue
                label = labels.setdefault(arc.label, len(labels))
                pair = (left, right, 0) if left < right else (right, left, 1)
                self._arcs.append((column, *pair, label))

    def words(self):
        lists = self._word, self._token, self._sentence, self._end
        columns = (numpy.array(numbers, dtype=numpy.int64) for numbers in lists)
        shape = len(self._end), len(self._annotators)
        drawn = numpy.array(self._drawn, dtype=bool).reshape(shape)
        return Words(
            self._annotators, tuple(self._tables), self._first, *columns, drawn, self._pairs()
        )

    def _pairs(self):
        """PairValues of the arcs: those between the same two words are one value."""
        arcs = numpy.array(self._arcs, dtype=numpy.int64).reshape(len(self._arcs), 5).T
        annotator, left, right, on_right, label = arcs
        distance = right - left
        order = numpy.lexsort((on_right, label, left, annotator, distance))
        distance, annotator, left = distance[order], annotator[order], left[order]
        element = (2 * label + on_right)[order]
        new = numpy.ones(len(order), dtype=bool)
        new[1:] = (
            (numpy.diff(distance) != 0) | (numpy.diff(annotator) != 0) | (numpy.diff(left) != 0)
        )
        start = numpy.append(numpy.flatnonzero(new), len(order))
        value, values = _interned(element, start)
        names = tuple(self._labels)
        named = tuple(
            tuple(sorted((names[code >> 1], bool(code & 1)) for code in value_codes))
            for value_codes in values
        )
        chosen = start[:-1]
        return PairValues(distance[chosen], annotator[chosen], left[chosen], value, named)


def _interned(element, start):
    """(number of each run's value, list of values as tuples of elements); value 0 is empty.

    start  where each run of elements begins, and the last one ends
    """
    sizes = numpy.diff(start)
    single = numpy.flatnonzero(sizes == 1)
    kinds, codes = numpy.unique(element[start[single]], return_inverse=True)
    values = [(), *((code,) for code in kinds.tolist())]
    value = numpy.zeros(len(sizes), dtype=numpy.int64)
    value[single] = 1 + codes.reshape(-1)
    number = {}
    several = numpy.flatnonzero(sizes > 1)
    run, position = ranges(start, several)
    elements = element[position].tolist()
    by_run = {}
    for of, code in zip(run.tolist(), elements):
        by_run.setdefault(of, []).append(code)
    for of, ones in by_run.items():
        value[several[of]] = number.setdefault(tuple(ones), len(values) + len(number))
    return value, [*values, *number]
