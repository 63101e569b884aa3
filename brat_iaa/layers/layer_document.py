"""What a layer makes of one document, and what most layers report about it."""

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded


class LayerDocument(NamedTuple):
    """One document in one layer.

    items     what the layer's scores are computed from
    excluded  tuple of Excluded
    problems  tuple of Problem
    """

    items: object
    excluded: tuple = ()
    problems: tuple = ()


class DocumentItems:
    """What a layer whose items are arrays compares in one document.

    reader, number  BatchReader with the document, and its number there

    Subclasses say how.

    columns_of_items function of a list of these and the Batch of their documents that returns their
                     columns
    faults           function of the columns of some documents and their items: lists of Problem and
                     of Excluded
    """

    columns_of_items: Callable
    faults: Callable

    def __init__(self, reader, number, layer):
        self.table = reader.tables[number]
        self.reader, self.number, self.layer = reader, number, layer

    @classmethod
    def of_documents(cls, reader, layer) -> list:
        """A LayerDocument of each document of a BatchReader."""
        return [LayerDocument(cls(reader, number, layer)) for number in range(len(reader.tables))]

    @cached_property
    def columns(self):
        """The columns of the document."""
        return columns_of([self], self.reader.annotators)

    def marks(self) -> dict:
        """{annotator: {fragments: [Mark]}} of all that was drawn, also of what others agree on, in
        the order in which it is shown.
        """
        columns, marks = self.columns, {}
        for name in self.table.annotators:
            column, marks[name] = columns.annotators.index(name), defaultdict(list)
            for place, drawn in columns.drawn_by(column):
                mark = columns.mark(drawn, column, self.table)
                marks[name][columns.batch.fragments[place]].append(mark)
        return marks


def columns_of(items, annotators, counted=None):
    """The columns of DocumentItems of one BatchReader; annotators, counted: as BatchReader.batch()
    has them.
    """
    batch = items[0].reader.batch(annotators, [item.number for item in items], counted)
    return items[0].columns_of_items(items, batch)


def excluded_sentences(table, sentences: list, reason: str) -> tuple:
    """Tuple of one Excluded for the sentences without trees; empty if there are none.

    sentences  their numbers
    reason     with the fields {number}, {of} and {sentences}
    """
    if not sentences:
        return ()
    shown = ", ".join(map(str, sentences[:10])) + (", …" if len(sentences) > 10 else "")
    words = reason.format(
        number=len(sentences), of=len(table.sentences), sentences=f"(sentences {shown})"
    )
    return (Excluded(table.document, table.annotators, f"trees: {words}"),)


def duplicate(file: str, record, first, code: str) -> Problem:
    """Problem for a record that says the same as an earlier one."""
    message = f"{record.id} says the same as {first.id}. It is counted once. Delete one of them."
    return Problem(file, record.line, code, message)


def nothing_drawn(file: str, name: str, code: str) -> Problem:
    """Problem for a file without any usable element; name: of an element, such as "relation"."""
    return Problem(
        file,
        None,
        code,
        f"There is no usable {name} in this document, so all {name}s of other annotators count "
        "as disagreements. Check the setting types, or finish the document.",
    )


def nothing_drawn_by_some(items, tables, name: str, code: str) -> list:
    """[(document, 1, annotator's column, Problem)] of files in which nothing is drawn where others
    drew something; items: DrawnItems; tables: of the documents, in order.
    """
    drawn = items.in_documents(items.rows >= 0) > 0
    return [
        (
            document,
            1,
            column,
            nothing_drawn(tables[document].files[items.annotators[column]], name, code),
        )
        for document, column in numpy.argwhere(items.begun & ~drawn).tolist()
        if drawn[document].any()
    ]
