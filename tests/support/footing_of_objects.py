"""Disagreements as objects, beside the arrays of the layers: a list of them, and what they are about
and stand on.
"""

from collections.abc import Sequence

import numpy

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.column_disagreements import Footing, footing_of
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES, unordered
from brat_iaa.layers.disagreement_builder import Rows
from brat_iaa.layers.disagreement_list import NO_DISTANCE

_ALONE = ("missing-relation", "nodes", "ends")


def add_objects(builder, disagreements):
    """Add a sequence of Disagreement, of any layers and documents, to a DisagreementBuilder."""
    names, item_numbers, rows = builder._names, {}, []
    for number, disagreement in enumerate(disagreements):
        key = disagreement.layer, disagreement.document, disagreement.token.fragments
        rows.append((
            names.number(names.layers, disagreement.layer),
            names.number(names.documents, disagreement.document),
            names.number(names.pairs, disagreement.annotators),
            DIFFERENCE_NAMES.index(disagreement.kind),
            *(builder._places + item_numbers.setdefault(key, len(item_numbers)),) * 2,
            disagreement.token.start,
            disagreement.sentence,
            *(names.number(names.labels, label) for label in disagreement.labels),
            *(NO_DISTANCE if d is None else d for d in distances_of(disagreement)),
            *(
                names.number(names.types, disagreement.token.types.get(annotator, ""))
                for annotator in disagreement.annotators
            ),
            len(builder._sources),
            number,
        ))  # fmt: skip
    builder._places += len(item_numbers)
    builder._sources.append(disagreements)
    columns = numpy.array(rows, dtype=numpy.int64).reshape(-1, 16).T
    builder._add(Rows(
        *columns[:8], columns[8:10].T, columns[10:12].T, columns[12:14].T, *columns[14:],
    ))  # fmt: skip


def ends_of(disagreement):
    """The ends of both Marks; () if there is none."""
    return tuple(arc.ends if arc else () for arc in disagreement.arcs)


def distances_of(disagreement):
    """Head index - token index in the document; None without an arc or if the head is root."""
    heads = [arc and arc.head for arc in disagreement.arcs]
    return tuple(
        None if head is None or head.is_root else head.index - disagreement.token.index
        for head in heads
    )


class Objects(Sequence):
    """Disagreements as a source of a DisagreementBuilder.

    typed  names of the layers whose labels are the types of spans, too
    """

    def __init__(self, disagreements, typed):
        self._listed, self._typed = list(disagreements), typed

    def __len__(self):
        return len(self._listed)

    def __getitem__(self, number):
        return self._listed[number]

    @property
    def drawn(self):
        return drawn_by(self._listed)

    @property
    def stands_on(self):
        return stood_on_by(self._listed, self._typed)


def drawn_by(disagreements) -> Footing:
    """The spans that some Disagreements are about."""
    spans = []
    for row, one in enumerate(disagreements):
        if DIFFERENCES[one.kind].of_extent or one.kind == "label":
            places = {one.token.fragments, *(e.fragments for ends in ends_of(one) for e in ends)}
            spans += [(row, fragments, one.kind == "label") for fragments in places]
    return footing_of(spans)


def stood_on_by(disagreements, typed) -> Footing:
    """The spans that what differs in some Disagreements stands on.

    typed  names of the layers whose labels are the types of spans, too
    """
    spans, arguments = [], {}
    for row, one in enumerate(disagreements):
        kind = unordered(one.kind)
        ends = [[end.fragments for end in ends] for ends in ends_of(one)]
        everywhere = {one.token.fragments, *ends[0], *ends[1]}
        if DIFFERENCES[one.kind].of_extent:
            # Where one has another label there, it may be none that this layer compares.
            spans += [(row, own, of_label) for own in everywhere for of_label in (False, True)]
        elif kind in _ALONE:
            spans += [(row, fragments, False) for fragments in everywhere]
            if kind == "ends" and sorted(ends[0]) == sorted(ends[1]):
                spans += [(row, fragments, True) for fragments in everywhere]
        elif kind == "token":
            heads = {arc.head.fragments for arc in one.arcs if arc}
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
