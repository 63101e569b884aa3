"""Collects the disagreements of one pair in one document, in layers whose items have no head."""

from brat_iaa.layers.disagreement import Disagreement


class PairDisagreements:
    """The disagreements of a pair.

    table           DependencyTable
    layer           Layer
    pair            (first annotator, second annotator)
    locator, spans  Locator, and {annotator: {fragments: Span}} with the first span at each place:
                    needed for add()
    """

    def __init__(self, table, layer, pair, locator=None, spans=None):
        self.disagreements = []
        self._table, self._layer, self._pair = table, layer, pair
        self._locator, self._spans = locator, spans

    def add(self, kind, fragments, marks):
        """Add a disagreement at these offsets; marks: (Mark or None, Mark or None)."""
        spans = {
            annotator: self._spans[annotator][fragments]
            for annotator in self._pair
            if fragments in self._spans[annotator]
        }
        self.add_at(self._locator.token(fragments, spans), kind, marks)

    def add_at(self, token, kind, marks):
        """Add a disagreement at a Token; marks: (Mark or None, Mark or None)."""
        self.disagreements.append(
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

    def in_order(self) -> list:
        """List of Disagreement in text order; it does not depend on the order of the pair."""
        return sorted(self.disagreements, key=_order)


def first_spans(annotations) -> dict:
    """{fragments: the first Span with these offsets} of an annotator's Annotations."""
    spans = {}
    for span in annotations.spans.values():
        spans.setdefault(span.offsets, span)
    return spans


def _order(disagreement):
    marks = sorted(
        (mark.label, tuple((end.fragments, end.text) for end in mark.ends))
        for mark in disagreement.arcs
        if mark
    )
    return disagreement.token.fragments, marks, disagreement.kind
