"""What a layer makes of one document."""

from typing import NamedTuple

from brat_iaa.corpus.project import Excluded


class LayerDocument(NamedTuple):
    """One document in one layer.

    items          whatever the layer's scores are computed from
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


def left_out(table, sentences, reason):
    """Tuple of Excluded that says of which sentences of a document no trees were made; empty
    without any.

    sentences  their numbers
    reason     words with {number}, {of} and {sentences} to be filled in
    """
    if not sentences:
        return ()
    shown = ", ".join(map(str, sentences[:10])) + (", …" if len(sentences) > 10 else "")
    words = reason.format(
        number=len(sentences), of=len(table.sentences), sentences=f"(sentences {shown})"
    )
    return (Excluded(table.document, table.annotators, f"trees: {words}"),)
