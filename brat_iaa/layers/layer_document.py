"""What is made of a document that is read alone, and what most layers report about one."""

from typing import NamedTuple

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
