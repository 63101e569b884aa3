"""Makes the disagreements of one pair in one document, for what stands at spans and has no head."""

from brat_iaa.layers.disagreement import Disagreement


class PairDisagreements:
    """The disagreements of a pair.

    table   DependencyTable
    layer   Layer
    places  Locator of the table
    pair    (first annotator, second annotator)
    spans   {annotator: {fragments: Span}}, for each place the span that is written first
    """

    def __init__(self, table, layer, places, pair, spans):
        self._table, self._layer, self._places = table, layer, places
        self._pair = pair
        self._spans = [spans[annotator] for annotator in pair]
        self._found = []

    def add(self, kind, fragments, marks):
        """A disagreement at a place. marks: (Mark or None, Mark or None)"""
        there = {
            annotator: own[fragments]
            for annotator, own in zip(self._pair, self._spans)
            if fragments in own
        }
        token = self._places.token(fragments, there)
        self._found.append(
            Disagreement(
                layer=self._layer.name,
                document=self._table.document,
                sentence=token.sentence,
                token=token,
                annotators=self._pair,
                kind=kind,
                arcs=tuple(marks),
                heads=(None, None),
                files=tuple(self._table.files[annotator] for annotator in self._pair),
            )
        )

    def in_order(self):
        """List of Disagreement in text order, the same for whoever is first."""
        return sorted(self._found, key=_order)


def first_spans(annotations):
    """{fragments: Span} of an annotator's Annotations."""
    found = {}
    for span in annotations.spans.values():
        found.setdefault(span.place, span)
    return found


def _order(found):
    marks = sorted(
        (mark.label, tuple((end.fragments, end.text) for end in mark.ends))
        for mark in found.arcs
        if mark
    )
    return found.token.fragments, marks, found.kind
