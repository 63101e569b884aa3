"""Disagreements of layers whose items are arrays over all documents: labels of spans, relations.

Rows are counted, filtered and grouped as arrays; the Disagreement of a row is made when somebody
looks at it.
"""

from collections import Counter
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES, Disagreement
from brat_iaa.layers.disagreement_builder import Rows
from brat_iaa.layers.tokens import Locator

# By kind of disagreement: whether it is about the extent of what was drawn, with which all that
# stands on it differs.
OF_EXTENT = numpy.array([DIFFERENCES[kind].of_extent for kind in DIFFERENCE_NAMES])


class Footing(NamedTuple):
    """Spans of disagreements: arrays with an entry for each span.

    row        number of the disagreement
    of_label   booleans: whether the disagreement follows if annotators gave the span other labels;
               else, if one of them did not draw it
    start, end  of the span, in characters of its document
    several    {entry: ((start, end), ...)} of spans with several parts
    """

    row: numpy.ndarray
    of_label: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    several: dict


def footing_in(batch, entries) -> Footing:
    """The Footing of spans of a Batch.

    entries  [(row, number of the place in the batch, whether labels are meant)], arrays; a place -1
             is none
    """
    none = numpy.zeros((3, 0), dtype=numpy.int64)
    entries_there = [
        numpy.stack([row, place, numpy.full(len(row), of)]) for row, place, of in entries
    ]
    row, place, of_label = numpy.concatenate([none, *entries_there], axis=1)
    there = place >= 0
    row, place, of_label = row[there], place[there], of_label[there].astype(bool)
    places = batch.places
    begin = batch.begin[batch.document_of(places.start[place])]
    several = {
        entry: batch.fragments(int(place[entry]))
        for entry in numpy.flatnonzero(numpy.isin(place, list(places.pieces))).tolist()
    }
    return Footing(row, of_label, places.start[place] - begin, places.end[place] - begin, several)


def footing_of(spans) -> Footing:
    """The Footing of [(row, fragments, whether labels are meant)]."""
    several = {entry: pieces for entry, (_, pieces, _) in enumerate(spans) if len(pieces) > 1}
    rows = [(row, of_label, pieces[0][0], pieces[-1][1]) for row, pieces, of_label in spans]
    row, of_label, start, end = numpy.array(rows, dtype=numpy.int64).reshape(-1, 4).T
    return Footing(row, of_label.astype(bool), start, end, several)


class ColumnDisagreements:
    """The disagreements of all pairs in some documents: arrays with a row for each.

    layer    Layer
    columns  items of the layer, such as LabelColumns, which say how its labels are called, what its
             rows are about and stand on, and what was drawn
    pairs    of annotators; sides: of each pair their columns

    pair, kind     numbers in pairs, in DIFFERENCE_NAMES
    first, second  item that the first, that the second annotator drew; -1: none
    place          number of the place in the batch at which it is listed
    """

    def __init__(self, layer, columns):
        self.layer, self.columns, self._tables = layer, columns, columns.batch.tables
        self.pairs = list(combinations(columns.annotators, 2))
        self.sides = numpy.array(
            [*combinations(range(len(columns.annotators)), 2)], dtype=numpy.int64
        ).reshape(-1, 2)
        none = numpy.zeros(0, dtype=numpy.int64)
        by_pair = [(none, none, none)] + [
            columns.differences(*both) for both in self.sides.tolist()
        ]
        self.kind, self.first, self.second = map(numpy.concatenate, zip(*by_pair))
        self.pair = numpy.repeat(
            numpy.arange(-1, len(self.pairs)), [len(rows[0]) for rows in by_pair]
        )
        # At what begins first; of two, at the shorter one.
        self.place = numpy.minimum(*(
            numpy.where(item < 0, len(columns.batch.places.start), columns.place_of(item))
            for item in (self.first, self.second)
        ))  # fmt: skip
        self.document = columns.batch.document_of(columns.batch.places.start[self.place])
        order = numpy.lexsort((*columns.order_of(self), self.place, self.pair, self.document))
        for name in ("pair", "kind", "first", "second", "place", "document"):
            setattr(self, name, getattr(self, name)[order].astype(numpy.int32))
        self._located = None, None

    def __len__(self):
        return len(self.kind)

    def of_kind(self, kind):
        """Which rows are of a kind: booleans."""
        return self.kind == DIFFERENCE_NAMES.index(kind)

    def numbers_of_labels(self):
        """Rows x 2: numbers in the names of the columns, -1 where an annotator drew nothing."""
        columns = self.columns
        sides = zip((self.first, self.second), self.sides[self.pair].T)
        labels = [numpy.where(item < 0, -1, columns.label_of(item, side)) for item, side in sides]
        return numpy.stack(labels, axis=1)

    @cached_property
    def labels(self) -> tuple:
        """(rows x 2: numbers of the labels, -1 where an annotator drew nothing; their names)."""
        return self.columns.labels_of(self)

    def add_to(self, builder, documents):
        """Add all to a DisagreementBuilder; documents: their names, in order."""
        batch, (labels, names) = self.columns.batch, self.labels
        types, type_names = batch.types_at
        start = batch.places.start[self.place]
        sentence = batch.sentence_of(start) - batch.first_sentence[self.document] + 1
        missing = numpy.zeros((len(self), 4), dtype=bool)
        missing[:, 2:] = True
        builder.add_columns(
            self.layer.name, documents, self.pairs, names, type_names,
            Rows(
                None, self.document, self.pair, self.kind, self.place, None,
                start - batch.begin[self.document], sentence, labels, missing,
                types[self.place[:, None], self.sides[self.pair]], None, None,
            ),
            self, self.columns.sets_of_labels,
        )  # fmt: skip

    def fragments(self, row) -> tuple:
        """Where the place of a row stands in the text: ((start, end), ...)."""
        return self.columns.batch.fragments(int(self.place[row]))

    def __getitem__(self, row) -> Disagreement:
        """The Disagreement of a row."""
        pair, document = int(self.pair[row]), self.document[row]
        kind = DIFFERENCE_NAMES[self.kind[row]]
        table, fragments = self._tables[document], self.fragments(row)
        if self._located[0] != document:
            self._located = document, Locator(table)
        locator, items = self._located[1], (int(self.first[row]), int(self.second[row]))
        token = locator.token(fragments)
        cells = [*zip(items, self.sides[pair].tolist())]
        marks = (
            self.columns.mark(*cell, table, locator, kind, other) if cell[0] >= 0 else None
            for cell, other in zip(cells, cells[::-1])
        )
        return Disagreement.at(token, table, self.layer.name, self.pairs[pair], kind, marks)

    @property
    def drawn(self) -> Footing:
        """The spans that rows are about, which others stand on."""
        return footing_in(self.columns.batch, self.columns.about(self))

    @property
    def stands_on(self) -> Footing:
        """The spans that what differs stands on."""
        return footing_in(self.columns.batch, self.columns.stands_on(self))

    def at(self, chosen, place_of=None, of_label=False):
        """Entries of footing_in() for both items of the chosen rows.

        place_of  function of items; None: where they are listed
        """
        rows, place_of = numpy.flatnonzero(chosen), place_of or self.columns.place_of
        for item in (self.first[rows], self.second[rows]):
            yield rows, numpy.where(item < 0, -1, place_of(item)), of_label

    def of_extent(self):
        """The same for rows about the extent of what was drawn. Where one has another label there,
        it may be none that this layer compares.
        """
        for of_label in (False, True):
            yield from self.at(OF_EXTENT[self.kind], of_label=of_label)

    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): items}}; "" if one drew nothing."""
        columns, counts_of_pairs, confused = self.columns, {}, self.columns.confused(self)
        if confused is None:
            return {}
        labels, names = self.numbers_of_labels(), [*columns.names, ""]
        for number, pair in enumerate(self.pairs):
            sides = self.sides[number]
            if not columns.begun[:, sides].all(axis=1).any():
                continue
            counts = Counter()
            for label, times in zip(*numpy.unique(columns.alike(*sides), return_counts=True)):
                counts[(names[label],) * 2] += int(times)
            both = labels[(self.pair == number) & confused]
            for codes, times in zip(*numpy.unique(both, axis=0, return_counts=True)):
                counts[tuple(names[label] for label in codes)] += int(times)
            counts_of_pairs[pair] = dict(counts)
        return counts_of_pairs


def smaller_first(first, second) -> tuple:
    """Keys that order rows by what both sides have, -1 for nothing; the last one counts first."""
    both = numpy.minimum(first, second) >= 0
    smaller = numpy.where(both, numpy.minimum(first, second), numpy.maximum(first, second))
    return numpy.where(both, numpy.maximum(first, second), -1), smaller
