"""What a layer makes of one document, and what most layers report about it."""

from typing import NamedTuple

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded


class LayerDocument(NamedTuple):
    """One document in one layer.

    items          what the layer's scores are computed from
    disagreements  tuple of Disagreement
    excluded       tuple of Excluded
    problems       tuple of Problem
    confusion      {pair: {(label of the first, label of the second): items}}, "" for an item that
                   one of them lacks; empty for kinds without labels to confuse
    """

    items: object
    disagreements: tuple = ()
    excluded: tuple = ()
    problems: tuple = ()
    confusion: dict = {}


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
    shape = items.begun.shape
    item, annotator = numpy.nonzero(items.rows >= 0)
    key = items.item_document[item] * shape[1] + annotator
    drawn = numpy.bincount(key, minlength=shape[0] * shape[1]).reshape(shape) > 0
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
