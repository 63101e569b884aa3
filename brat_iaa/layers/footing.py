"""Spans that disagreements are about, and spans that what differs stands on.

What stands on a span that only one of two annotators drew, or drew otherwise, cannot agree: such a
disagreement follows from the one about the span.
"""

from typing import NamedTuple

import numpy

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.disagreement import KINDS, unordered

# By kind of disagreement: whether it is about the extent of what was drawn, with which all that
# stands on it differs.
OF_EXTENT = numpy.array([DIFFERENCES[kind].of_extent for kind in KINDS])


class Footing(NamedTuple):
    """Spans of disagreements: arrays with an entry for each span.

    row        number of the disagreement
    of_label   booleans: whether the disagreement follows if annotators gave the span other labels;
               else, if one of them did not draw it
    start, end  of the span, in characters of its document
    several    {entry: ((start, end), ...)} of spans with several parts
    """

    row: numpy.ndarray
    of_label: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    several: dict


def footing_in(batch, entries) -> Footing:
    """The Footing of spans of a Batch.

    entries  [(row, number of the place in the batch, whether labels are meant)], arrays; a place -1
             is none
    """
    none = numpy.zeros((3, 0), dtype=numpy.int64)
    found = [numpy.stack([row, place, numpy.full(len(row), of)]) for row, place, of in entries]
    row, place, of_label = numpy.concatenate([none, *found], axis=1)
    there = place >= 0
    row, place, of_label = row[there], place[there], of_label[there].astype(bool)
    places = batch.places
    begin = batch.begin[batch.document_of(places.start[place])]
    several = {
        entry: batch.fragments(int(place[entry]))
        for entry in numpy.flatnonzero(numpy.isin(place, list(places.pieces))).tolist()
    }
    return Footing(row, of_label, places.start[place] - begin, places.end[place] - begin, several)


def footing_of(spans) -> Footing:
    """The Footing of [(row, fragments, whether labels are meant)]."""
    several = {entry: own for entry, (_, own, _) in enumerate(spans) if len(own) > 1}
    rows = [(row, of_label, own[0][0], own[-1][1]) for row, own, of_label in spans]
    row, of_label, start, end = numpy.array(rows, dtype=numpy.int64).reshape(-1, 4).T
    return Footing(row, of_label.astype(bool), start, end, several)


def stood_on_by(disagreements) -> Footing:
    """The spans on which discourse relations stand that one of two annotators lacks, or drew
    between others.
    """
    spans = []
    for row, one in enumerate(disagreements):
        if unordered(one.kind) in ("missing-relation", "nodes"):
            ends = (end.fragments for ends in one.ends for end in ends)
            spans += [(row, fragments, False) for fragments in {one.token.fragments, *ends}]
    return footing_of(spans)
