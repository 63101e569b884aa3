"""Spans that disagreements are about, and spans that what differs stands on.

What stands on a span that only one of two annotators drew, or drew otherwise, cannot agree: such a
disagreement follows from the one about the span.
"""

from typing import NamedTuple

import numpy

from brat_iaa.kinds.differences import DIFFERENCES
from brat_iaa.layers.disagreement import KINDS, unordered

# By kind of disagreement: whether it is about the extent of what was drawn, with which all that
# stands on it differs.
OF_EXTENT = numpy.array([DIFFERENCES[kind].of_extent for kind in KINDS])
_ALONE = ("missing-relation", "nodes", "ends")


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


def drawn_by(disagreements) -> Footing:
    """The spans that some Disagreements are about."""
    spans = []
    for row, one in enumerate(disagreements):
        if DIFFERENCES[one.kind].of_extent or one.kind == "label":
            places = {one.token.fragments, *(e.fragments for ends in one.ends for e in ends)}
            spans += [(row, fragments, one.kind == "label") for fragments in places]
    return footing_of(spans)


def stood_on_by(disagreements, typed) -> Footing:
    """The spans that what differs in some Disagreements stands on.

    typed  names of the layers whose labels are the types of spans, too
    """
    spans, arguments = [], {}
    for row, one in enumerate(disagreements):
        kind = unordered(one.kind)
        ends = [[end.fragments for end in ends] for ends in one.ends]
        everywhere = {one.token.fragments, *ends[0], *ends[1]}
        if DIFFERENCES[one.kind].of_extent:
            # Where one has another label there, it may be none that this layer compares.
            spans += [(row, own, of_label) for own in everywhere for of_label in (False, True)]
        elif kind in _ALONE:
            spans += [(row, fragments, False) for fragments in everywhere]
            if kind == "ends" and sorted(ends[0]) == sorted(ends[1]):
                spans += [(row, fragments, True) for fragments in everywhere]
        elif kind == "token":
            heads = {head.fragments for head in one.heads if head}
            spans += [(row, fragments, False) for fragments in everywhere | heads]
        elif kind == "argument":
            (end,) = (own[1] for own in ends if own)
            spans.append((row, end, False))
            label = "".join(one.labels)
            about = one.layer, one.document, one.annotators, one.token.fragments, end, label
            arguments.setdefault(about, {})[bool(ends[0])] = row
        elif kind == "label" and one.layer in typed:
            spans.append((row, one.token.fragments, True))
    for (*_, end, _), rows in arguments.items():
        if len(rows) > 1:
            spans += [(row, end, True) for row in rows.values()]
    return footing_of(spans)
