"""The spans of documents as unbroken pieces of one long text, by sentence."""

import numpy

from brat_iaa.layers.columns import shifted
from brat_iaa.measures.stretches import Pieces


def document_pieces(spans, sentences, length) -> Pieces:
    """Pieces of one document.

    spans      list of fragments: tuples of (start, end)
    sentences  tuple of Sentence; what stands between two of them belongs to the first
    length     of the text in characters
    """
    rows = [
        (number, start, min(end, length))
        for number, fragments in enumerate(spans)
        for start, end in fragments
        if start < min(end, length)
    ]
    item, start, end = numpy.array(rows, dtype=numpy.int64).reshape(-1, 3).T
    starts = numpy.array([0, *(sentence.start for sentence in sentences[1:])], dtype=numpy.int64)
    return Pieces(item, start, end, starts, numpy.zeros(len(starts), dtype=numpy.int64), length)


def joined_pieces(documents) -> Pieces:
    """Pieces of several documents in a row; documents: list of (Pieces, number of items)."""
    pieces = [part for part, _ in documents]
    before = numpy.cumsum([0] + [part.length for part in pieces])
    items = numpy.cumsum([0] + [number for _, number in documents])
    return Pieces(
        shifted((part.item for part in pieces), items),
        shifted((part.start for part in pieces), before),
        shifted((part.end for part in pieces), before),
        shifted((part.sentence for part in pieces), before),
        shifted((part.document for part in pieces), range(len(pieces))),
        int(before[-1]),
    )
