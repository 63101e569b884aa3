"""Variation nuclei: words that are annotated differently in the same surroundings.

Boyd, Dickinson & Meurers 2008, section 4: a nucleus is a pair of words with an arc between them,
and its label is that of the arc with its direction. Where the same words stand without an arc, the
nucleus has the label NIL. Dickinson & Meurers 2003: of spans, a nucleus is the words of a span.
"""

from collections import Counter
from copy import copy
from operator import itemgetter
from typing import NamedTuple

import numpy

from brat_iaa.studies.variation import OUTER
from brat_iaa.studies.variation.reading import ends
from brat_iaa.studies.variation.words import BOUNDARY, OTHER, words_of


class Occurrence(NamedTuple):
    """What one annotator made of the same words at one place.

    document   DrawnDocument
    words      tuple of TextWords or Tokens, in the order of the text
    fragments  ((start, end), ...) of those that are annotated, as Nucleus.pieces
    value      tuple of Drawn.value; () for nothing
    """

    annotator: str
    document: object
    words: tuple
    fragments: tuple
    value: tuple

    @property
    def drawn(self):
        """Tuple of what is Drawn there."""
        first, last = self.words[0].index, self.words[-1].index
        return self.document.drawn_at(self.annotator, first, last)


class Nucleus(NamedTuple):
    """Words with more than one value in the same surroundings.

    layer          Layer
    words          tuple of the words as they are written, in the order of the text
    pieces         ((first, last), ...) of the words that are annotated: a span's fragments, or two
                   ends; as it was drawn where the most frequent value has something
    before, after  the word on the left and on the right; "" at the ends of the sentence, None if
                   they do not have to be the same
    values         [(value, list of Occurrence)], the most frequent first
    """

    layer: object
    words: tuple
    pieces: tuple
    before: str
    after: str
    values: list

    @property
    def left(self):
        """The first words that are annotated."""
        return self._piece(0)

    @property
    def right(self):
        """The last ones; "" if they are the first."""
        return self._piece(-1) if len(self.pieces) > 1 else ""

    @property
    def between(self):
        """Tuple of the words between these."""
        if len(self.pieces) == 1:
            return ()
        return self.words[self.pieces[0][1] + 1 : self.pieces[-1][0]]

    def _piece(self, number):
        first, last = self.pieces[number]
        return " ".join(self.words[first : last + 1])

    @property
    def occurrences(self):
        """Number of all of them."""
        return sum(len(occurrences) for _, occurrences in self.values)

    @property
    def deviating(self):
        """Number of those without the most frequent value."""
        return self.occurrences - len(self.values[0][1])

    @property
    def within(self):
        """Tuple of the annotators who themselves annotate the words differently."""
        times = Counter(
            name
            for _, occurrences in self.values
            for name in {occurrence.annotator for occurrence in occurrences}
        )
        return tuple(sorted(name for name, number in times.items() if number > 1))


class Nuclei:
    """The sequence of Nucleus of what some annotators drew in a layer, each alone and all together:
    few deviating among many first, then the order of the text; those that differ in boundaries
    alone come last.

    drawn       LayerDrawn
    annotators  names; with one name, what varies within this annotator
    context     INNER or OUTER

    Left out is what goes across sentences. What differs at a single place only is a disagreement,
    and no nucleus.
    """

    def __init__(self, drawn, annotators, context):
        self.layer, self.context = drawn.layer, context
        self._words = words_of(drawn, annotators)
        self._columns = _varied(self._words, 1 if context == OUTER else 0)
        self._start, self._order, self._within = _by_share(self._columns)

    def __len__(self):
        return len(self._order)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self._nucleus(number) for number in self._order[index].tolist()]
        return self._nucleus(int(self._order[index]))

    @property
    def within(self) -> int:
        """Number of those at which an annotator differs from him- or herself."""
        return int(self._within[self._order].sum())

    @property
    def occurrences(self) -> int:
        """Number of their occurrences."""
        return int(numpy.diff(self._start)[self._order].sum())

    @property
    def labels(self) -> frozenset:
        """Labels of all that was drawn."""
        drawn = self._words.drawn.values
        return frozenset(label for value in drawn for label, _ in value)

    def having(self, documents=None, labels=None, sentences=None) -> "Nuclei":
        """The Nuclei with an occurrence that meets all conditions; None: no condition.

        documents, labels  names, of labels "" for nothing
        sentences          {(document, number of a sentence)}
        """
        columns, words = self._columns, self._words
        token = words.token[columns.left]
        number = numpy.searchsorted(words.first, token, side="right") - 1
        meets = numpy.ones(len(token), dtype=bool)
        if documents is not None:
            named = [document.table.document in documents for document in words.documents]
            meets &= numpy.array(named, dtype=bool)[number]
        if labels is not None:
            values = [
                bool({*labels} & ({*map(itemgetter(0), value)} or {""}))
                for value in words.drawn.values
            ]
            meets &= numpy.array(values, dtype=bool)[columns.value]
        if sentences is not None:
            of_words = words.sentence[columns.left]
            _, first = numpy.unique(of_words, return_index=True)
            remaining = [
                (document.table.document, word.sentence) in sentences
                for document, word in (words.token_at(int(token[row])) for row in first)
            ]
            inside = numpy.zeros(int(of_words.max(initial=0)) + 1, dtype=bool)
            inside[of_words[first]] = remaining
            meets &= inside[of_words]
        chosen = copy(self)
        chosen._order = self._order[numpy.isin(self._order, columns.nucleus[meets])]
        return chosen

    def _nucleus(self, number):
        columns, words = self._columns, self._words
        by_value: dict = {}
        rows = range(self._start[number], self._start[number + 1])
        for row in sorted(rows, key=lambda row: (columns.place[row], columns.annotator[row])):
            by_value.setdefault(words.drawn.values[columns.value[row]], []).append(row)
        values = sorted(by_value.items(), key=lambda item: -len(item[1]))
        left, right = (int(columns.left[rows[0]]) + end for end in (0, columns.distance[rows[0]]))
        around = (None, None)
        if self.context == OUTER:
            around = self._text(left - 1), self._text(right + 1)
        drawn = (
            of_value[0]
            for value, of_value in values
            if value not in ((), words.drawn.values[OTHER])
        )
        pieces = self._pieces(next(drawn))
        return Nucleus(
            words.layer, tuple(map(self._text, range(left, right + 1))), pieces, *around,
            [
                (value, [self._occurrence(row, pieces, value) for row in of_value])
                for value, of_value in values
            ],
        )  # fmt: skip

    def _occurrence(self, row, pieces=(), value=()):
        columns = self._columns
        left = int(columns.left[row])
        found = [
            self._words.token_at(int(self._words.token[position]))
            for position in range(left, left + int(columns.distance[row]) + 1)
        ]
        words = tuple(word for _, word in found)
        fragments = tuple(
            fragment
            for first, last in pieces
            for fragment in (
                words[first].fragments
                if first == last
                else ((words[first].fragments[0][0], words[last].fragments[-1][1]),)
            )
        )
        name = self._words.annotators[columns.annotator[row]]
        return Occurrence(name, found[0][0], words, fragments, value)

    def _pieces(self, row):
        """The pieces of what is drawn in a row, by its words; all as one where some overlap."""
        occurrence = self._occurrence(row)
        number = {word.index: place for place, word in enumerate(occurrence.words)}
        pieces = occurrence.drawn[0].pieces
        if any(last >= first for (_, last), (first, _) in zip(pieces, pieces[1:])):
            pieces = (ends(pieces),)
        return tuple((number[first], number[last]) for first, last in pieces)

    def _text(self, position):
        if self._words.word[position] == BOUNDARY:
            return ""
        return self._words.token_at(int(self._words.token[position]))[1].text


class _Occurrences(NamedTuple):
    """Occurrences of all nuclei as columns, those of one nucleus in a row.

    nucleus    number
    place      a number for each first and last word, in the order of the text
    left       position of the first word
    distance   to the last word
    annotator  column
    value      number in DrawnValues.values
    """

    nucleus: numpy.ndarray
    place: numpy.ndarray
    left: numpy.ndarray
    distance: numpy.ndarray
    annotator: numpy.ndarray
    value: numpy.ndarray


def _varied(words, margin):
    """The _Occurrences. margin: words on each side that have to be the same, 0 or 1"""
    parts, number = [numpy.zeros((6, 0), dtype=numpy.int64)], 0
    drawn, size, tokens = words.drawn, len(words.word), int(words.token.max()) + 1
    covered = _covered(words)
    # Labels that stand on spans are asked for only where there is a span.
    lowest = 1 if words.layer.settings.carried else 0
    bounds = numpy.searchsorted(drawn.distance, numpy.arange(drawn.distance.max(initial=0) + 2))
    for distance, left, group in _windows(words, margin):
        of = slice(bounds[distance], bounds[distance + 1])
        has_any = numpy.zeros(int(group.max()) + 1, dtype=bool)
        has_any[group[numpy.isin(left, drawn.left[of])]] = True
        left, group = left[has_any[group]], group[has_any[group]]
        row, annotator = numpy.nonzero(words.searched[words.sentence[left]])
        left, group = left[row], group[row]
        value = _values(drawn, of, annotator * size + left, size)
        if covered is not None:
            touched = covered[annotator, left + distance + 1] > covered[annotator, left]
            value[(value == 0) & touched] = OTHER
        asked = value >= lowest
        left, group, annotator, value = left[asked], group[asked], annotator[asked], value[asked]
        place = words.token[left] * tokens + words.token[left + distance]
        group, kept = _varying(group, value, place)
        part = numpy.array([
            group + number, place[kept], left[kept], numpy.full(len(kept), distance),
            annotator[kept], value[kept],
        ])  # fmt: skip
        number += int(group[-1]) + 1 if len(group) else 0
        parts.append(part)
    return _Occurrences(*numpy.concatenate(parts, axis=1))


def _covered(words):
    """How many words before each position are in spans or mentions, annotators x positions; None
    in other layers, and where labels stand on spans.
    """
    drawn, layer = words.drawn, words.layer
    if layer.settings.carried or layer.kind not in ("labels", "chains"):
        return None
    covered = numpy.zeros((len(words.annotators), len(words.word) + 1), dtype=numpy.int64)
    numpy.add.at(covered, (drawn.annotator, drawn.left), 1)
    numpy.add.at(covered, (drawn.annotator, drawn.left + drawn.distance + 1), -1)
    covered = numpy.cumsum(covered, axis=1) > 0
    return numpy.cumsum(covered, axis=1) - covered


def _windows(words, margin):
    """For each distance (distance, positions of first words, number of each one's surroundings).

    Two positions have the same number if all words from margin before the first one to margin
    behind the last one are the same. A window grows by a word with each distance, so its number is
    made of the number before and the new word; windows that occur once, or from which nothing drawn
    goes as far, are dropped on the way.
    """
    word, sizes = words.word, int(words.word.max()) + 1
    reach = numpy.full(len(word), -1, dtype=numpy.int64)
    numpy.maximum.at(reach, words.drawn.left, words.drawn.distance)
    left = numpy.flatnonzero(word != BOUNDARY)
    end = words.end[words.sentence[left]]
    group = word[left]
    if margin:
        _, group = numpy.unique(word[left - 1] * sizes + group, return_inverse=True)
        group = group.reshape(-1) * sizes + word[left + 1]
    for distance in range(int(words.drawn.distance.max(initial=0)) + 1):
        if distance:
            inside = left + distance < end
            left, end = left[inside], end[inside]
            group = group[inside] * sizes + word[left + distance + margin]
        _, group, times = numpy.unique(group, return_inverse=True, return_counts=True)
        group = group.reshape(-1)
        farthest = numpy.full(len(times), -1, dtype=numpy.int64)
        numpy.maximum.at(farthest, group, reach[left])
        kept = ((times > 1) & (farthest >= distance))[group]
        left, end, group = left[kept], end[kept], group[kept]
        if not len(left):
            return
        yield distance, left, group


def _values(drawn, of, wanted, size):
    """Number of the value of each annotator * size + left in a slice; 0: nothing."""
    key = drawn.annotator[of] * size + drawn.left[of]
    index = numpy.minimum(numpy.searchsorted(key, wanted), max(len(key) - 1, 0))
    if not len(key):
        return numpy.zeros(len(wanted), dtype=numpy.int64)
    return numpy.where(key[index] == wanted, drawn.value[of][index], 0)


def _varying(group, value, place):
    """(numbers from 0 of the groups with several values and places, their rows in this order)."""
    order = numpy.argsort(group, kind="stable")
    if not len(order):
        return order, order
    start = numpy.flatnonzero(numpy.diff(group[order], prepend=-1))
    sizes = numpy.diff(numpy.append(start, len(order)))
    several = numpy.ones(len(start), dtype=bool)
    for column in (value[order], place[order]):
        lowest = numpy.minimum.reduceat(column, start)
        several &= lowest != numpy.maximum.reduceat(column, start)
    kept = numpy.repeat(several, sizes)
    number = numpy.cumsum(several) - 1
    return numpy.repeat(number, sizes)[kept], order[kept]


def _by_share(columns):
    """(start of each nucleus in the columns, their order, whether an annotator varies in each)."""
    total = int(columns.nucleus[-1]) + 1 if len(columns.nucleus) else 0
    start = numpy.searchsorted(columns.nucleus, numpy.arange(total + 1))
    if not total:
        return start, numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=bool)
    # Those last that differ in boundaries alone; in the others boundaries do not count here.
    told = columns.value != OTHER
    values, _ = _distinct(columns.nucleus[told], columns.value[told])
    alike = numpy.bincount(values, minlength=total) < 2
    counted = told | alike[columns.nucleus]
    nucleus, times = _distinct(columns.nucleus[counted], columns.value[counted])
    most, sizes = numpy.zeros(total, dtype=numpy.int64), numpy.bincount(nucleus, times)
    numpy.maximum.at(most, nucleus, times)
    earliest = numpy.minimum.reduceat(columns.place, start[:-1])
    order = numpy.lexsort((earliest, -sizes, (sizes - most) / sizes, alike))
    # Each annotator's distinct values are as many as there are annotators, unless one varies.
    values, names = (
        numpy.bincount(_distinct(columns.nucleus, columns.annotator, *of)[0], minlength=total)
        for of in ([columns.value], [])
    )
    return start, order, values > names


def _distinct(nucleus, *columns):
    """(nucleus, times) of each distinct combination with the columns."""
    rows = numpy.stack((nucleus, *columns), axis=1)
    distinct, times = numpy.unique(rows, axis=0, return_counts=True)
    return distinct[:, 0], times
