"""Variation nuclei of dependencies: two words that are annotated differently in the same
surroundings.

Boyd, Dickinson & Meurers 2008, section 4: a nucleus is a pair of words with an arc between them,
and its label is that of the arc with its direction. Where the same words stand without an arc, the
nucleus has the label NIL.
"""

from collections import Counter
from copy import copy
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.studies.variation import OUTER
from brat_iaa.studies.variation.words import BOUNDARY, words_of


class Tables(NamedTuple):
    """project: its name; annotators: tuple of names; tables: {document: DependencyTable}"""

    project: str
    annotators: tuple
    tables: dict


def tables_of(root, overrides=None, progress=lambda text, done, total: None) -> Tables:
    """The Tables of a project; gold and anchors are no annotators.

    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total)

    Raises ConfigError and ProjectError with the next step for the user.
    """
    root = Path(root)
    config = configuration.load(root, overrides)
    with collector.paused():
        reader = ProjectReader(root, config, config.no_annotators)
        project = reader.read(progress=progress)
        tables = {}
        for done, document in enumerate(project.documents):
            progress("Reading arcs", done, len(project.documents))
            tables[document.name] = dependency_table(document, config.dependencies)
    return Tables(config.name or project.name, project.annotators, tables)


class Occurrence(NamedTuple):
    """What one annotator made of the two words at one place.

    table        DependencyTable of the document
    left, right  Tokens, in the order of the text
    value        sorted tuple of (label, whether the head is on the right); () for no arc
    """

    annotator: str
    table: object
    left: object
    right: object
    value: tuple

    @property
    def arcs(self):
        """Tuple of the Arcs between the two words."""
        drawn = self.table.arcs[self.annotator]
        ends = (self.left.index, self.right.index), (self.right.index, self.left.index)
        return tuple(
            arc for head, dependent in ends for arc in drawn.get(dependent, ()) if arc.head == head
        )


class Nucleus(NamedTuple):
    """Two words with more than one value in the same surroundings.

    left, right    the words as they are written, in the order of the text
    between        tuple of the words between them
    before, after  the word on the left and on the right; "" at the ends of the sentence, None if
                   they do not have to be the same
    values         [(value, list of Occurrence)], the most frequent first
    """

    left: str
    right: str
    between: tuple
    before: str
    after: str
    values: list

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
    """A sequence of Nucleus: few deviating among many first, then the order of the text.

    words    Words
    context  INNER or OUTER
    """

    def __init__(self, words, context):
        self._words, self._context = words, context
        occurrences = _varied(words, 1 if context == OUTER else 0)
        self._start, self._order, self._within = _by_share(occurrences)
        self._columns = occurrences

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
        """Labels of all arcs between two words of a sentence."""
        return frozenset(label for value in self._words.arcs.values for label, _ in value)

    def having(self, documents=None, labels=None, sentences=None) -> "Nuclei":
        """The Nuclei with an occurrence that meets all conditions; None: no condition.

        documents, labels  names, of labels "" for no arc
        sentences          {(document, number of a sentence)}
        """
        columns, words = self._columns, self._words
        token = words.token[columns.left]
        table = numpy.searchsorted(words.first, token, side="right") - 1
        meets = numpy.ones(len(token), dtype=bool)
        if documents is not None:
            of_tables = [of_document.document in documents for of_document in words.tables]
            meets &= numpy.array(of_tables, dtype=bool)[table]
        if labels is not None:
            values = [
                bool({*labels} & ({*map(itemgetter(0), value)} or {""}))
                for value in words.arcs.values
            ]
            meets &= numpy.array(values, dtype=bool)[columns.value]
        if sentences is not None:
            of_words = words.sentence[columns.left]
            _, first = numpy.unique(of_words, return_index=True)
            remaining = [
                (occurrence_table.document, there.sentence) in sentences
                for occurrence_table, there in (words.token_at(int(token[row])) for row in first)
            ]
            inside = numpy.zeros(int(of_words.max(initial=0)) + 1, dtype=bool)
            inside[of_words[first]] = remaining
            meets &= inside[of_words]
        chosen = copy(self)
        chosen._order = self._order[numpy.isin(self._order, columns.nucleus[meets])]
        return chosen

    def _nucleus(self, number):
        columns, words = self._columns, self._words
        by_value = {}
        rows = range(self._start[number], self._start[number + 1])
        for row in sorted(rows, key=lambda row: (columns.place[row], columns.annotator[row])):
            left = int(columns.left[row])
            table, first = words.token_at(int(words.token[left]))
            _, second = words.token_at(int(words.token[left + columns.distance[row]]))
            value = words.arcs.values[columns.value[row]]
            name = words.annotators[columns.annotator[row]]
            by_value.setdefault(value, []).append(Occurrence(name, table, first, second, value))
        left = int(columns.left[rows[0]])
        right = left + int(columns.distance[rows[0]])
        around = (None, None)
        if self._context == OUTER:
            around = self._text(left - 1), self._text(right + 1)
        between = tuple(self._text(position) for position in range(left + 1, right))
        values = sorted(by_value.items(), key=lambda item: -len(item[1]))
        return Nucleus(self._text(left), self._text(right), between, *around, values)

    def _text(self, position):
        if self._words.word[position] == BOUNDARY:
            return ""
        return self._words.token_at(int(self._words.token[position]))[1].text


def nuclei(tables, annotators, context) -> Nuclei:
    """The Nuclei of what some annotators drew, each alone and all together.

    tables      {document: DependencyTable}
    annotators  names; with one name, what varies within this annotator
    context     INNER or OUTER

    Left out are arcs from root tokens, to tokens that are no items, and across sentences; and
    sentences in which the annotator drew no arc. What differs at a single place only is a
    disagreement, and no nucleus.
    """
    return Nuclei(words_of(tables, annotators), context)


class _Occurrences(NamedTuple):
    """Occurrences of all nuclei as columns, those of one nucleus in a row.

    nucleus    number
    place      a number for each two tokens, in the order of the text
    left       position of the left word
    distance   to the right word
    annotator  column
    value      number in PairValues.values
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
    arcs, size, tokens = words.arcs, len(words.word), int(words.token.max()) + 1
    bounds = numpy.searchsorted(arcs.distance, numpy.arange(_longest(arcs) + 2))
    for distance, left, group in _windows(words, margin):
        of = slice(bounds[distance], bounds[distance + 1])
        with_arc = numpy.zeros(int(group.max()) + 1, dtype=bool)
        with_arc[group[numpy.isin(left, arcs.left[of])]] = True
        chosen = with_arc[group]
        left, group = left[chosen], group[chosen]
        row, annotator = numpy.nonzero(words.drawn[words.sentence[left]])
        left, group = left[row], group[row]
        value = _values(arcs, of, annotator * size + left, size)
        place = words.token[left] * tokens + words.token[left + distance]
        group, kept = _varying(group, value, place)
        part = numpy.array([
            group + number, place[kept], left[kept], numpy.full(len(kept), distance),
            annotator[kept], value[kept],
        ])  # fmt: skip
        number += int(group[-1]) + 1 if len(group) else 0
        parts.append(part)
    return _Occurrences(*numpy.concatenate(parts, axis=1))


def _longest(arcs):
    return int(arcs.distance[-1]) if len(arcs.distance) else 0


def _windows(words, margin):
    """For each distance (distance, positions of left words, number of each one's surroundings).

    Two positions have the same number if all words from margin before the left one to margin behind
    the right one are the same. A window grows by a word with each distance, so its number is made
    of the number before and the new word; windows that occur once, or from which no arc goes as
    far, are dropped on the way.
    """
    word, sizes = words.word, int(words.word.max()) + 1
    reach = numpy.zeros(len(word), dtype=numpy.int64)
    numpy.maximum.at(reach, words.arcs.left, words.arcs.distance)
    left = numpy.flatnonzero(word != BOUNDARY)
    end = words.end[words.sentence[left]]
    group = word[left]
    if margin:
        _, group = numpy.unique(word[left - 1] * sizes + group, return_inverse=True)
        _, group = numpy.unique(group.reshape(-1) * sizes + word[left + 1], return_inverse=True)
        group = group.reshape(-1)
    for distance in range(1, _longest(words.arcs) + 1):
        inside = left + distance < end
        left, end, group = left[inside], end[inside], group[inside]
        _, group, times = numpy.unique(
            group * sizes + word[left + distance + margin],
            return_inverse=True, return_counts=True,
        )  # fmt: skip
        group = group.reshape(-1)
        farthest = numpy.zeros(len(times), dtype=numpy.int64)
        numpy.maximum.at(farthest, group, reach[left])
        kept = ((times > 1) & (farthest >= distance))[group]
        left, end, group = left[kept], end[kept], group[kept]
        if not len(left):
            return
        yield distance, left, group


def _values(arcs, of, wanted, size):
    """Number of the value of each annotator * size + left among the pairs of a slice; 0: none."""
    key = arcs.annotator[of] * size + arcs.left[of]
    index = numpy.minimum(numpy.searchsorted(key, wanted), max(len(key) - 1, 0))
    if not len(key):
        return numpy.zeros(len(wanted), dtype=numpy.int64)
    return numpy.where(key[index] == wanted, arcs.value[of][index], 0)


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
    sizes = numpy.diff(start)
    most = numpy.zeros(total, dtype=numpy.int64)
    nucleus, times = _runs(columns.nucleus, columns.value)
    numpy.maximum.at(most, nucleus, times)
    earliest = numpy.minimum.reduceat(columns.place, start[:-1])
    order = numpy.lexsort((earliest, -sizes, (sizes - most) / sizes))
    # Each annotator's distinct values are as many as there are annotators, unless one varies.
    values = _distinct(columns.nucleus, columns.annotator, columns.value)
    annotators = _distinct(columns.nucleus, columns.annotator)
    within = numpy.bincount(values, minlength=total) > numpy.bincount(annotators, minlength=total)
    return start, order, within


def _runs(nucleus, value):
    """(nucleus, times) of each distinct value of each nucleus."""
    order = numpy.lexsort((value, nucleus))
    nucleus, value = nucleus[order], value[order]
    new = numpy.ones(len(order), dtype=bool)
    new[1:] = (numpy.diff(nucleus) != 0) | (numpy.diff(value) != 0)
    first = numpy.flatnonzero(new)
    return nucleus[first], numpy.diff(numpy.append(first, len(order)))


def _distinct(nucleus, *columns):
    """The nucleus of each distinct combination with the columns."""
    return numpy.unique(numpy.stack((nucleus, *columns), axis=1), axis=0)[:, 0]
