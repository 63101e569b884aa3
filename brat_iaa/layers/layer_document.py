"""What a layer makes of one document, and what most layers report about it."""

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.kinds import KINDS


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
    """What annotators drew of a layer in one document.

    reader, number  BatchReader with the document, and its number there
    """

    def __init__(self, reader, number, layer):
        self.table = reader.tables[number]
        self.reader, self.number, self.layer = reader, number, layer

    def annotations(self, name):
        """The Annotations of an annotator."""
        return self.reader.documents[self.number].annotations[name]

    @cached_property
    def columns(self):
        """The DrawnItems of the document."""
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


def layer_documents(reader, layer) -> list:
    """A LayerDocument of each document of a BatchReader; items: DocumentItems."""
    return [
        LayerDocument(DocumentItems(reader, number, layer)) for number in range(len(reader.tables))
    ]


def columns_of(items, annotators, counted=None):
    """The DrawnItems of DocumentItems of one BatchReader; annotators, counted: as for
    BatchReader.batch()
    """
    reader, layer = items[0].reader, items[0].layer
    batch = reader.batch(annotators, [item.number for item in items], counted)
    return KINDS[layer.kind].drawn_items(batch, layer)


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
