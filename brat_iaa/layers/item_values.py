"""Items of a layer and what each annotator gave them, of any kind of layer.

An item is a place in a text, as in lists of disagreements; its value is the set of all that an
annotator drew there: elements (label, where), where being the offsets of the other ends. A mention
of a chain has the other mentions of the chain. An empty set is nothing drawn; None is no value, of
an annotator who could not give one.
"""

from typing import NamedTuple

import numpy

from brat_iaa.kinds import KINDS

MISSING, NOTHING = -1, 0


class ItemValues(NamedTuple):
    """The items of a layer in some documents, in the order of the documents and of the text: those
    of which anybody has drawn anything.

    annotators  tuple of names; columns of codes
    items       list of (document, fragments)
    codes       items x annotators: number in values, NOTHING or MISSING
    values      list of the different values: frozensets of (label, where); the first is empty
    sentence    of each item: number of its sentence; document: of each of these sentences
    """

    annotators: tuple
    items: list
    codes: numpy.ndarray
    values: list
    sentence: numpy.ndarray
    document: numpy.ndarray


def item_values(layer, parts, tables, annotators) -> ItemValues:
    """The ItemValues of a layer whose differences are listed.

    parts   DrawnLayer
    tables  {document: its table}
    """
    # Labels that stand on spans are asked for only where there is a span.
    undrawn = None if layer.on_shared_spans else frozenset()
    items, rows = [], []
    codes: dict = {frozenset(): NOTHING}
    sentence, documents = [], []
    for number, document in enumerate(parts):
        table = tables[document]
        drawn = _drawn(layer, parts, document)
        for fragments in sorted(set().union(*drawn.values())):
            given = [drawn[name].get(fragments, undrawn) if name in drawn else None
                     for name in annotators]  # fmt: skip
            if any(given):
                rows.append([
                    MISSING if value is None else codes.setdefault(value, len(codes))
                    for value in given
                ])  # fmt: skip
                items.append((document, fragments))
                sentence.append(len(documents) + table.sentence_of(fragments) - 1)
        documents += [number] * max(len(table.sentences), 1)
    return ItemValues(
        tuple(annotators), items,
        numpy.array(rows, dtype=numpy.int64).reshape(-1, len(annotators)), list(codes),
        numpy.array(sentence, dtype=numpy.int64), numpy.array(documents, dtype=numpy.int64),
    )  # fmt: skip


def _drawn(layer, parts, document) -> dict:
    """{annotator: {offsets of an item: value}} in one document."""
    if KINDS[layer.kind].of_spans:
        return _of_labels(parts.of([document]))
    return {
        name: {
            fragments: None if marks is None else frozenset(e for m in marks for e in _elements(m))
            for fragments, marks in by_place.items()
        }
        for name, by_place in parts.marks(document).items()
    }


def _elements(mark):
    """Those of a Mark; the members of a chain are elements of their own."""
    if mark.members:
        return [("", (member,)) for member in mark.members]
    return [(mark.label, (mark.head.fragments,)) if mark.head else mark.drawn]


def _of_labels(part):
    """The labels of each span; None for several where one is allowed."""
    drawn: dict = {name: {} for table in part.tables for name in table.annotators}
    for fragments, of_span in part.columns().on_spans:
        for name, labels in of_span.items():
            there = None if labels is None else frozenset((label, ()) for label in labels)
            drawn[name][fragments] = there
    return drawn
