"""Relations between spans: R lines with a type and two ends in their roles.

An end is a span with its type; an end that is an event is its trigger. Two relations match exactly
if type, roles and both ends (offsets of all fragments, span type) are equal; they match by overlap
if their ends share a character each and have the same types. Relations of a symmetric type match
either way round.

Sources: Hripcsak & Rothschild 2005; overlap as in brateval (Verspoor et al. 2013).
"""

from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.layers.column_disagreements import ColumnDisagreements, smaller_first
from brat_iaa.layers.disagreement import KINDS, Mark
from brat_iaa.layers.layer_document import DocumentItems, duplicate, nothing_drawn_by_some
from brat_iaa.layers.relation_columns import relation_columns


class EntityRelation(NamedTuple):
    """One relation of one annotator.

    roles      names of both roles, sorted: Arg1, Arg2
    ends       of both roles, in this order: (span type, ((start, end), ...)); in text order if
               the relation is symmetric
    symmetric  whether it means the same in both directions
    id, line   in the .ann
    """

    type: str
    roles: tuple
    ends: tuple
    symmetric: bool
    id: str
    line: int

    @property
    def offsets(self):
        """The fragments of both ends."""
        return tuple(fragments for _, fragments in self.ends)

    @property
    def unordered(self):
        """The fragments of both ends in text order."""
        return tuple(sorted(self.offsets))

    @property
    def spans(self):
        """The fragments of both ends as they are matched: if symmetric, by type, then place."""
        return tuple(fragments for _, fragments in self._matched)

    @property
    def key(self):
        """Equal for relations that match exactly; sortable."""
        return self.type, self.roles, self._matched

    @property
    def label(self):
        """The type."""
        return self.type

    @property
    def _matched(self):
        return tuple(sorted(self.ends)) if self.symmetric else self.ends


def relation_of(record, annotations, settings) -> EntityRelation:
    """The EntityRelation of a Relation in Annotations. settings: EntityRelationSettings"""
    roles, ids = zip(*sorted(record.args))
    typed = settings.end_types == "count"
    ends = [(span.type if typed else "", span.offsets) for span in map(annotations.span_of, ids)]
    symmetric = record.type in (settings.symmetric or ())
    if symmetric:
        ends.sort(key=lambda end: end[::-1])
    return EntityRelation(record.type, roles, tuple(ends), symmetric, record.id, record.line)


def mark(kind, relation, other, locator) -> Mark:
    """The Mark of an EntityRelation in a disagreement; other: where ends differ, the other
    annotator's.
    """
    label = relation.type
    if kind == "role":
        label = _with_roles(label, relation.roles)
    ends = locator.ends(*relation.offsets)
    if kind == "ends":
        ends = tuple(
            shown._replace(text=f"{shown.text} ({end[0]})")
            if end[1] in other.offsets and end not in other.ends
            else shown
            for shown, end in zip(ends, relation.ends)
        )
    return Mark(label, relation.id, relation.line, ends)


def _with_roles(type, roles):
    return f"{type} ({', '.join(roles)})"


class RelationDisagreements(ColumnDisagreements):
    """Of a layer of relations between spans."""

    @cached_property
    def names(self):
        """The types."""
        return list(self.columns.labels)

    def _place_of(self, item):
        return self.columns.relations.places[item, 0]

    def _order(self):
        """By the labels and ends of both sides, the smaller first."""
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
        for end in (0, 1):
            for chosen, of_label in ((alone, False), (ends & both, True)):
                yield from self._at(
                    chosen, lambda item, end=end: relations.places[item, end], of_label
                )

    def _label_of(self, item, column):
        return self.columns.relations.type[item]

    @cached_property
    def labels(self):
        """See ColumnDisagreements; of relations that differ in their roles with these."""
        numbers, relations = self._labels(), self.columns.relations
        number_of = {name: number for number, name in enumerate(self.names)}
        for row in numpy.flatnonzero(self.kind == KINDS.index("role")).tolist():
            for side, item in enumerate((self.first[row], self.second[row])):
                roles = self.columns.role_names[relations.roles[item]]
                name = _with_roles(self.names[numbers[row, side]], roles)
                numbers[row, side] = number_of.setdefault(name, len(number_of))
        return numbers, list(number_of)

    def _mark(self, row, side, table, locator):
        kind = KINDS[self.kind[row]]
        other = self._relation(row, 1 - side, table) if kind == "ends" else None
        return mark(kind, self._relation(row, side, table), other, locator)

    def _relation(self, row, side, table):
        item, column, name = self.cell(row, side)
        annotations = table.annotations[name]
        record = annotations.relations[self.columns.rows[item, column]]
        return relation_of(record, annotations, self.layer.settings)


def problems(columns, items) -> tuple:
    """(list of Problem, list of Excluded) of RelationItems; items: RelationTables, in order."""
    problems_at, rows, spans = [], columns.batch.linked["relations"], columns.batch.spans
    for repeated, first in columns.repeated:
        span = rows.first[repeated]
        document, column = int(spans.document[span]), int(spans.annotator[span])
        table, name = items[document].table, columns.annotators[column]
        records = table.annotations[name].relations
        both = records[rows.row[repeated]], records[rows.row[first]]
        problems_at.append(
            (document, 0, 0, duplicate(table.files[name], *both, "duplicate-relation"))
        )
    tables = [item.table for item in items]
    problems_at += nothing_drawn_by_some(columns, tables, "relation", "no-relations")
    return [problem for *_, problem in sorted(problems_at, key=lambda row: row[:3])], []


class RelationTable(DocumentItems):
    """The relations of one document."""

    differing = RelationDisagreements
    faults = staticmethod(problems)

    @staticmethod
    def rows_of(layer):
        """See DocumentItems."""
        return ("relations",)

    @staticmethod
    def columns_of_batch(batch, layer):
        """The RelationItems of a Batch."""
        return relation_columns(batch, layer.settings)

    @cached_property
    def drawn(self):
        """{annotator: tuple of EntityRelation, one for each different relation}."""
        columns, drawn = self.columns, {}
        for name in self.table.annotators:
            annotations = self.table.annotations[name]
            rows = columns.rows[:, columns.annotators.index(name)]
            drawn[name] = tuple(
                relation_of(annotations.relations[row], annotations, self.layer.settings)
                for row in sorted(rows[rows >= 0].tolist())
            )
        return drawn

    def marks(self, locator):
        """See DocumentItems; a relation stands at its start."""
        for name, relations in self.drawn.items():
            relations = sorted(relations, key=lambda relation: (relation.offsets, relation.key))
            yield (
                name,
                [
                    (relation.offsets[0], mark("", relation, None, locator))
                    for relation in relations
                ],
            )


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: RelationTables."""
    return RelationTable.of_documents(read.relations(), layer)
