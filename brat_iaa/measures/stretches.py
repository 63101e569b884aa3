"""Texts cut into stretches on which no annotator's span begins or ends.

Spans of one annotator may not overlap if alpha is to be computed over units. Where they do, the
whole sentence cannot be used.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.item_alpha import MISSING

# In the place of a unit's number: nothing drawn; the annotator has not begun the document.
GAP, ABSENT = -1, -2


class Pieces(NamedTuple):
    """The unbroken parts of the spans of some texts in a row.

    item        of each piece: number of its span
    start, end  of each piece, in characters of all texts in a row, end exclusive
    sentence    where each sentence begins, likewise, in ascending order from 0
    document    number of each sentence's document
    length      characters of all texts
    """

    item: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    sentence: numpy.ndarray
    document: numpy.ndarray
    length: int


class Stretches(NamedTuple):
    """Stretches of text, in order.

    length      of each, in characters
    sentence    of each: number of the sentence
    unit        stretches x annotators: number of the unit that the annotator drew there, GAP or
                ABSENT
    value       of each unit: index of its value
    unusable    sentences x annotators: whether spans of the annotator overlap there, or one has
                several values where one is expected
    """

    length: numpy.ndarray
    sentence: numpy.ndarray
    unit: numpy.ndarray
    value: numpy.ndarray
    unusable: numpy.ndarray


def cut(pieces: Pieces, drawn, values, begun) -> Stretches:
    """Stretches of Pieces.

    drawn   booleans, items x annotators: whether the annotator drew the span
    values  items x annotators: index of the value, or MISSING
    begun   booleans, documents x annotators: whether the annotator has begun the document
    """
    cuts = distinct(numpy.concatenate([pieces.start, pieces.end, pieces.sentence, [pieces.length]]))
    length, starts = numpy.diff(cuts), cuts[:-1]
    sentence = numpy.searchsorted(pieces.sentence, starts, side="right") - 1
    number = numpy.full(drawn.shape, GAP)
    number[drawn] = numpy.arange(drawn.sum())
    value = values[drawn]
    first, last = (numpy.searchsorted(cuts, ends) for ends in (pieces.start, pieces.end))
    unit = numpy.full((len(starts), drawn.shape[1]), GAP)
    unusable = numpy.zeros((len(pieces.sentence), drawn.shape[1]), dtype=bool)
    for annotator in range(drawn.shape[1]):
        chosen = drawn[pieces.item, annotator]
        begins, sizes = first[chosen], (last - first)[chosen]
        piece = numpy.repeat(numpy.arange(len(sizes)), sizes)
        before = numpy.cumsum(sizes) - sizes
        stretch = numpy.arange(len(piece)) + (begins - before)[piece]
        covering = number[pieces.item[chosen], annotator][piece]
        unit[stretch, annotator] = covering
        twice = numpy.bincount(stretch, minlength=len(starts)) > 1
        unusable[sentence[twice], annotator] = True
        unusable[sentence[stretch[value[covering] == MISSING]], annotator] = True
    unit[~begun[pieces.document[sentence]]] = ABSENT
    return Stretches(length, sentence, unit, value, unusable)
