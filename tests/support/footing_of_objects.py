"""What disagreements are about and stand on, said of each as an object: beside the arrays of the
layers.
"""

from collections.abc import Sequence

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.column_disagreements import Footing, footing_of
from brat_iaa.layers.disagreement import unordered

_ALONE = ("missing-relation", "nodes", "ends")


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
