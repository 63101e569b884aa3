"""Reads what annotators drew in several documents into a Batch."""

from functools import cached_property

import numpy

from brat_iaa.corpus.line_columns import NAMES, columns_in_a_row
from brat_iaa.layers.batch import Batch, moved, offsets_of
from brat_iaa.layers.identities import with_identities
from brat_iaa.layers.rows import (
    EquivRows,
    EventRows,
    LabelRows,
    RelationRows,
    joined_rows,
    span_rows,
)
from brat_iaa.measures.distinct import packed


class BatchReader:
    """Makes a Batch of documents; what only some layers need is read when the first asks for it.

    documents  list of ParallelDocument
    tables     their tables
    """

    def __init__(self, documents, tables):
        self.documents, self.tables = list(documents), list(tables)

    @cached_property
    def _files(self):
        """[(number of the document, of the annotator, Annotations)] of all files."""
        number = {name: column for column, name in enumerate(self.batch.annotators)}
        return [
            (document, number[name], self.documents[document].annotations[name])
            for document, table in enumerate(self.tables)
            for name in table.annotators
        ]

    @cached_property
    def batch(self) -> Batch:
        """The Batch, without relations."""
        begun = [frozenset(table.annotators) for table in self.tables]
        annotators = tuple(dict.fromkeys(
            name for document, there in zip(self.documents, begun)
            for name in document.annotations if name in there
        ))  # fmt: skip
        # A character of distance: no span reaches into the next document.
        sizes = [len(document.text) + 1 for document in self.documents]
        begin = numpy.array(offsets_of(sizes), dtype=numpy.int64)
        starts = [table.sentence_starts for table in self.tables]
        document = numpy.repeat(
            numpy.arange(len(starts)), [len(of_document) for of_document in starts]
        )
        start = numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *starts])
        self.batch = batch = Batch(
            annotators, self.tables, begin,
            numpy.array([[name in there for name in annotators] for there in begun], dtype=bool)
            .reshape(len(begun), len(annotators)),
            (start + begin[document], document), None,
        )  # fmt: skip
        batch.spans = self._spans(begin)
        return batch

    def _spans(self, begin):
        spans, self._first, self._row_of = with_identities(self._files, *span_rows(self._files))
        base = begin[spans.document]
        start, end, several = spans.start + base, spans.end + base, {}
        for row, fragments in spans.several.items():
            several[row] = moved(fragments, int(base[row]))
        return spans._replace(
            start=start, end=end, several=several,
            counts=self._counting(begin, start, end, several),
        )  # fmt: skip

    def _counting(self, begin, start, end, several):
        left_out = [
            moved(fragments, base)
            for base, table in zip(begin.tolist(), self.tables)
            for fragments in table.left_out
        ]
        counts = numpy.ones(len(start), dtype=bool)
        for first, row_of in zip(self._first, self._row_of):
            # Rows of events are no spans.
            counts[[first + row for row in row_of.values()]] = False
        if left_out:
            whole = [fragments[0] for fragments in left_out if len(fragments) == 1]
            first, last = numpy.array(whole, dtype=numpy.int64).reshape(-1, 2).T
            size = int(begin[-1]) + 1
            counts &= ~numpy.isin(packed(start, size, end), packed(first, size, last))
            pieces = {*left_out}
            for span, fragments in several.items():
                counts[span] = fragments not in pieces
        return counts

    def relations(self) -> Batch:
        """The Batch, with RelationRows."""
        if "relations" not in self.batch.linked:
            columns, begin = columns_in_a_row([file for *_, file in self._files], "relations")
            sizes = numpy.diff(begin)
            before = numpy.repeat(self._first[:-1], sizes)
            row = numpy.arange(begin[-1]) - numpy.repeat(begin[:-1], sizes)
            first, second = columns.first + before, columns.second + before
            for (*_, file), row_of, at, base in self._files_with_rows(begin):
                for number, relation in enumerate(file.relations if row_of else (), at):
                    for end, (_, id) in zip((first, second), relation.args):
                        end[number] = base + row_of[id] if id in row_of else end[number]
            self.batch.linked["relations"] = RelationRows(
                row.astype(numpy.int32), columns.type, columns.roles, first, second,
                columns.types, columns.pairs,
            )  # fmt: skip
        return self.batch

    def _files_with_rows(self, begin):
        """[(file, {id: row of an event that has its own}, where its lines begin, where its spans
        begin)]
        """
        return zip(self._files, self._row_of, begin.tolist(), self._first.tolist())

    def events(self) -> Batch:
        """The Batch, with EventRows."""
        return self.linked("events", EventRows, _events)

    def equivs(self) -> Batch:
        """The Batch, with EquivRows."""
        return self.linked("equivs", EquivRows, _equivs)

    def labels(self, layer, labels_of) -> Batch:
        """The Batch, with LabelRows by the name of a Layer.

        labels_of  function of AttributeColumns and the Layer that returns (rows of spans, numbers
                   of labels, their names)
        """
        if layer.name not in self.batch.linked:
            columns, begin = columns_in_a_row([file for *_, file in self._files], "attributes")
            before = numpy.repeat(self._first[:-1], numpy.diff(begin))
            span = numpy.where(columns.span < 0, -1, columns.span + before)
            for (*_, file), row_of, at, base in self._files_with_rows(begin):
                for number, id in enumerate(file.labelled if row_of else (), at):
                    span[number] = base + row_of[id] if id in row_of else span[number]
            rows = LabelRows(*labels_of(columns._replace(span=span), layer))
            self.batch.linked[layer.name] = rows
        return self.batch

    def linked(self, name, kind, of_file) -> Batch:
        """The Batch with rows of a kind, such as EventRows.

        of_file  function of Annotations, and of {id: row of an event that has its own}, that
                 returns their columns, with the rows of spans in the file
        """
        batch = self.batch
        if name not in batch.linked:
            nothing = numpy.zeros(0, dtype=numpy.int32)
            empty = (() if field in NAMES.values() else nothing for field in kind._fields)
            parts, before = [kind._make(empty)], [0]
            for (*_, annotations), row_of, _, first in self._files_with_rows(self._first):
                rows = kind._make(of_file(annotations, row_of))
                if len(rows[0]):
                    parts.append(rows)
                    before.append(first)
            batch.linked[name] = joined_rows(parts, before)
        return batch


def _events(annotations, own_row):
    row_of = annotations.rows_of_spans() if annotations.events else {}
    number = {id: row for row, id in enumerate(annotations.events)}
    rows, types, roles = [], {}, {}
    for row, event in enumerate(annotations.events.values()):
        about = row, types.setdefault(event.type, len(types)), row_of[event.trigger]
        rows.append((*about, -1, about[-1], -1))
        rows += [
            (
                *about,
                roles.setdefault(role, len(roles)),
                own_row.get(id, row_of[id]),
                number.get(id, -1),
            )
            for role, id in event.args
        ]
    return (*numpy.array(rows, dtype=numpy.int32).reshape(-1, 6).T, tuple(types), tuple(roles))


def _equivs(annotations, own_row):
    row_of = annotations.rows_of_spans() if annotations.equivs else {}
    types: dict = {}
    rows = [
        (row, types.setdefault(equiv.type, len(types)), own_row.get(id, row_of[id]))
        for row, equiv in enumerate(annotations.equivs)
        for id in equiv.members
    ]
    return (*numpy.array(rows, dtype=numpy.int32).reshape(-1, 3).T, tuple(types))
