"""What a layer makes of one document, and what most layers report about it."""

from typing import NamedTuple

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


def nothing_drawn_by_some(elements: dict, table, name: str, code: str) -> list:
    """Problems for annotators who drew nothing while others did; elements: {annotator: list}."""
    if not any(elements.values()):
        return []
    return [
        nothing_drawn(table.files[annotator], name, code)
        for annotator, drawn in elements.items()
        if not drawn
    ]
