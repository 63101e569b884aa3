"""Disagreements of layers whose items are arrays over all documents: labels of spans, relations.

Rows are counted, filtered and grouped as arrays; the Disagreement of a row is made when somebody
looks at it.
"""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from itertools import combinations

import numpy

from brat_iaa.layers.disagreement import KINDS, Disagreement, End, Mark
from brat_iaa.layers.disagreement_rows import Rows
from brat_iaa.layers.entity_relations import mark, relation_of
from brat_iaa.layers.footing import OF_EXTENT, Footing, footing_in
from brat_iaa.layers.labels import shown
from brat_iaa.layers.tokens import Locator


class ColumnDisagreements:
    """The disagreements of all pairs in some documents: arrays with a row for each.

    layer    Layer
    columns  LabelColumns, or RelationItems
    tables   of the documents, in order
    pairs    of annotators

    pair, kind     numbers in pairs, in KINDS
    first, second  item that the first, that the second annotator drew; -1: none
    place          number of the place in the batch at which it is listed
    """

    def __init__(self, layer, columns, tables):
        self.layer, self.columns, self._tables = layer, columns, tables
        self.pairs = list(combinations(columns.annotators, 2))
        # Of each pair the columns of its annotators.
        self.sides = numpy.array(
            [*combinations(range(len(columns.annotators)), 2)], dtype=numpy.int64
        ).reshape(-1, 2)
        none = numpy.zeros(0, dtype=numpy.int64)
        found = [(none, none, none)] + [columns.differences(*both) for both in self.sides.tolist()]
        self.kind, self.first, self.second = map(numpy.concatenate, zip(*found))
        self.pair = numpy.repeat(numpy.arange(-1, len(self.pairs)), [len(own[0]) for own in found])
        self.place = self._place()
        self.document = columns.batch.document_of(columns.batch.places.start[self.place])
        order = numpy.lexsort((*self._order(), self.place, self.pair, self.document))
        for name in ("pair", "kind", "first", "second", "place", "document"):
            setattr(self, name, getattr(self, name)[order].astype(numpy.int32))
        self._located = None, None

    # Of the subclasses: at which place each row is listed; what orders the rows of a pair at one
    # place; as labels below; the number of the label of items that an annotator (column) drew, -1
    # for no item; the text of such a label; the Marks of both annotators.
    _place: Callable
    _order: Callable
    _labels: Callable
    _label_of: Callable
    _text: Callable
    _marks: Callable

    def __len__(self):
        return len(self.kind)

    def _earlier(self, place_of):
        """The first of two places; place_of: function of items."""
        behind = numpy.int64(len(self.columns.batch.places.start))
        sides = (
            numpy.where(item < 0, behind, place_of(item)) for item in (self.first, self.second)
        )
        return numpy.minimum(*sides)

    @cached_property
    def labels(self) -> tuple:
        """(rows x 2: numbers of the labels, -1 where an annotator drew nothing; their names)."""
        return self._labels()

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
            self,
        )  # fmt: skip

    def fragments(self, row) -> tuple:
        """Where the place of a row stands in the text: ((start, end), ...)."""
        return self.columns.batch.fragments(int(self.place[row]))

    def __getitem__(self, row) -> Disagreement:
        """The Disagreement of a row."""
        pair, document, kind = self.pairs[self.pair[row]], self.document[row], KINDS[self.kind[row]]
        table, fragments = self._tables[document], self.fragments(row)
        if self._located[0] != document:
            self._located = document, Locator(table)
        token = self._located[1].token(fragments, self._spans(row, table, fragments))
        sides = [
            (name, int(item)) if item >= 0 else None
            for name, item in zip(pair, (self.first[row], self.second[row]))
        ]
        return Disagreement(
            layer=self.layer.name,
            document=table.document,
            token=token,
            annotators=pair,
            kind=kind,
            arcs=tuple(self._marks(row, sides, table, self._located[1])),
            files=tuple(table.files[name] for name in pair),
        )

    def _spans(self, row, table, fragments):
        return table.spans_at(fragments, self.pairs[self.pair[row]])

    @property
    def drawn(self) -> Footing:
        """The spans that rows are about, which others stand on."""
        return footing_in(self.columns.batch, self._drawn())

    @property
    def stands_on(self) -> Footing:
        """The spans that what differs stands on."""
        return footing_in(self.columns.batch, self._stands_on())

    def _drawn(self):
        return []

    def _stands_on(self):
        return []

    def _at(self, chosen, place_of, of_label=False):
        """Entries of footing_in() for both items of the chosen rows. place_of: function of items"""
        rows = numpy.flatnonzero(chosen)
        for item in (self.first[rows], self.second[rows]):
            yield rows, numpy.where(item < 0, -1, place_of(item)), of_label

    def _of_extent(self, place_of):
        """The same for rows about the extent of what was drawn. Where one has another label there,
        it may be none that this layer compares.
        """
        for of_label in (False, True):
            yield from self._at(OF_EXTENT[self.kind], place_of, of_label)

    def _confused(self):
        """Which rows are about items whose labels are confused: booleans."""
        return numpy.ones(len(self), dtype=bool)

    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): items}}; "" if one drew nothing."""
        columns, found = self.columns, {}
        for number, pair in enumerate(self.pairs):
            sides = self.sides[number]
            if not columns.begun[:, sides].all(axis=1).any():
                continue
            counts = Counter()
            for label, times in zip(*numpy.unique(columns.alike(*sides), return_counts=True)):
                counts[(self._text(label),) * 2] += int(times)
            rows = (self.pair == number) & self._confused()
            both = numpy.stack([self._label_of(item[rows], side) for item, side in zip(
                (self.first, self.second), sides
            )], axis=1)  # fmt: skip
            for labels, times in zip(*numpy.unique(both, axis=0, return_counts=True)):
                texts = tuple("" if label < 0 else self._text(label) for label in labels)
                counts[texts] += int(times)
            found[pair] = dict(counts)
        return found


def smaller_first(first, second) -> tuple:
    """Keys that order rows by what both sides have, -1 for nothing; the last one counts first."""
    both = numpy.minimum(first, second) >= 0
    smaller = numpy.where(both, numpy.minimum(first, second), numpy.maximum(first, second))
    return numpy.where(both, numpy.maximum(first, second), -1), smaller


class LabelDisagreements(ColumnDisagreements):
    """Of a layer of labels."""

    def _place(self):
        # At the span that begins first; of two, at the shorter one.
        return self._earlier(lambda item: self.columns.place[item])

    def _order(self):
        # A pair has one row at a place.
        return ()

    def _drawn(self):
        label = (self.kind == KINDS.index("label")) & (not self.columns.carried)
        place = self.columns.place.__getitem__
        return [*self._at(OF_EXTENT[self.kind], place), *self._at(label, place, True)]

    def _stands_on(self):
        return [*self._of_extent(self.columns.place.__getitem__)]

    def _label_of(self, item, column):
        return numpy.where(item < 0, -1, self.columns.codes[item, column])

    def _text(self, label):
        return shown(self.columns.values[label])

    def _labels(self):
        sides = self.sides[self.pair].T
        codes = [self._label_of(item, side) for item, side in zip((self.first, self.second), sides)]
        texts = [shown(value) for value in self.columns.values]
        names = {name: number for number, name in enumerate(dict.fromkeys(texts))}
        number = numpy.array([*map(names.get, texts), -1], dtype=numpy.int64)
        return number[numpy.stack(codes, axis=1)], list(names)

    def _marks(self, row, sides, table, locator):
        columns, kind = self.columns, KINDS[self.kind[row]]
        for side in sides:
            if side is None:
                yield None
                continue
            name, item = side
            column = columns.annotators.index(name)
            span = table.span(name, int(columns.rows[item, column]))
            ends = (End(span.text, span.offsets),) if kind.startswith("boundaries") else ()
            yield Mark(self._text(columns.codes[item, column]), span.id, span.line, ends)


class RelationDisagreements(ColumnDisagreements):
    """Of a layer of relations between spans."""

    def _place(self):
        return self._earlier(lambda item: self.columns.relations.places[item, 0])

    def _order(self):
        """By the labels and ends of both sides, the smaller first; the last key comes first."""
        relations, width = self.columns.relations, len(self.columns.batch.places.start) + 1
        marks = []
        for item in (self.first, self.second):
            first, second = relations.places[item].T
            mark = (relations.type[item] * width + first) * width + second
            marks.append(numpy.where(item < 0, -1, mark))
        return self.kind, *smaller_first(*marks)

    def _stands_on(self):
        """The ends, where one of the two has no such relation, or one with other ends."""
        relations = self.columns.relations
        ends = self.kind == KINDS.index("ends")
        alone = ends | (self.first < 0) | (self.second < 0)
        both = (relations.unordered[self.first] == relations.unordered[self.second]).all(axis=1)
        return [
            entry
            for end in (0, 1)
            for chosen, of_label in ((alone, False), (ends & both, True))
            for entry in self._at(
                chosen, lambda item, end=end: relations.places[item, end], of_label
            )
        ]

    def _label_of(self, item, column):
        return numpy.where(item < 0, -1, self.columns.relations.type[item])

    def _text(self, label):
        return self.columns.labels[label]

    def _labels(self):
        names = {name: number for number, name in enumerate(self.columns.labels)}
        items = numpy.stack([self.first, self.second], axis=1)
        numbers = self._label_of(items, None)
        relations = self.columns.relations
        for row in numpy.flatnonzero(self.kind == KINDS.index("role")).tolist():
            for side, item in enumerate(items[row].tolist()):
                roles = ", ".join(self.columns.role_names[relations.roles[item]])
                name = f"{self._text(relations.type[item])} ({roles})"
                numbers[row, side] = names.setdefault(name, len(names))
        return numbers, list(names)

    def _marks(self, row, sides, table, locator):
        drawn, kind = [], KINDS[self.kind[row]]
        for side in sides:
            relation = None
            if side is not None:
                name, item = side
                annotations = table.annotations[name]
                record = annotations.relations[
                    self.columns.rows[item, self.columns.annotators.index(name)]
                ]
                relation = relation_of(record, annotations, self.layer.settings)
            drawn.append(relation)
        for relation, other in zip(drawn, drawn[::-1]):
            yield relation and mark(kind, relation, other, locator)
