"""The layers whose places are settled in the draft's lines, and why others are settled in brat."""

from brat_iaa.adjudication.span_labels import SpanLabels
from brat_iaa.adjudication.span_relations import SpanRelations

_IN_BRAT = {
    "chains": "a decision on one mention changes the others of its chain",
    "events": "brat keeps an event and its arguments on one line, decided as a whole",
    "relations": "a connective can be written in several ways",
    "trees": "trees differ as a whole, at no single place",
}
_ALSO_ARCS = "its relations count as dependencies too, as labels in [layer dependencies] names none"


class Arcs:
    """The places of dependencies in DraftFiles.

    layer  Layer
    """

    def __init__(self, layer):
        self.layer = layer

    def counts(self, place):
        """Whether a place is decided in this layer: any is."""
        return True

    def scope(self, place):
        """Fragments of the token."""
        return place.token.fragments

    def hosts(self, place, scope):
        """The draft's notes on arcs go with their token, and are no others'."""
        return set()

    def value(self, file, scope):
        """Sorted (label, head's fragments) in a DraftFile."""
        return file.value(scope)

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        elements = place.values[name].elements
        return sorted({(element.label, element.head.fragments) for element in elements})

    def ids(self, file, scope):
        """brat's ids of the arcs and the token, for links."""
        return file.ids(scope)

    def settled(self, file, document, scope, source, clear):
        """The Edit with which the draft has what the DraftFile source has."""
        return file.settled(scope, source.arcs(scope))


def settlers(agreement) -> dict:
    """{name of a layer: Arcs, SpanLabels or SpanRelations} of the compared layers that are settled
    here, in their order.
    """
    layers = [layer for layer in agreement.layers if why_in_brat(layer, agreement) is None]
    labels = [layer for layer in layers if layer.kind == "labels"]
    types = [layer for layer in labels if layer.settings.value == "type"]
    known: dict[str, Arcs | SpanLabels | SpanRelations] = {}
    others: list[SpanLabels] = []
    for layer in labels:
        covered = layer not in types and any(_covers(one, layer) for one in types)
        known[layer.name] = of_labels = SpanLabels(
            layer, agreement.parts[layer.name], others, covered
        )
        if layer not in types:
            others.append(of_labels)
    for layer in layers:
        if layer.kind == "dependencies":
            known[layer.name] = Arcs(layer)
        elif layer.kind == "entity-relations":
            parts, head = agreement.parts[layer.name], agreement.config.dependencies.head
            known[layer.name] = SpanRelations(layer, parts, others, head)
    return {layer.name: known[layer.name] for layer in layers}


def why_in_brat(layer, agreement):
    """Why the places of a layer are settled in brat; None if they are settled here."""
    if layer.kind in _IN_BRAT:
        return _IN_BRAT[layer.kind]
    arcs = agreement.dependencies is not None and agreement.config.dependencies.labels is None
    return _ALSO_ARCS if layer.kind == "entity-relations" and arcs else None


def _covers(types, layer):
    """Whether all spans of a layer are spans of a layer of types."""
    wide, narrow = types.settings.types, layer.settings.types
    return wide is None or (narrow is not None and set(narrow) <= set(wide))
