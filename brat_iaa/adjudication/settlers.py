"""The layers whose places are settled in the draft's lines, and why others are settled in brat."""

from brat_iaa.adjudication.layer_edit import Beside
from brat_iaa.adjudication.span_chains import SpanChains
from brat_iaa.adjudication.span_events import SpanEvents
from brat_iaa.adjudication.span_labels import SpanLabels
from brat_iaa.adjudication.span_relations import SpanRelations

_IN_BRAT = {
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
    """{name of a layer: Arcs, SpanLabels, SpanRelations, SpanChains or SpanEvents} of the layers of
    the gold that are settled here, in their order.
    """
    chosen = agreement.config.in_gold(agreement.layers)
    layers = [layer for layer in chosen if why_in_brat(layer, agreement) is None]
    labels = [layer for layer in layers if layer.kind == "labels"]
    types = [layer for layer in labels if layer.settings.value == "type"]
    kinds = {layer.kind for layer in layers}
    beside = Beside([], bool(types), "events" in kinds, "chains" in kinds)
    known: dict[str, Arcs | SpanLabels | SpanRelations | SpanChains | SpanEvents] = {}
    for layer in labels:
        covered = layer not in types and any(_covers(one, layer) for one in types)
        known[layer.name] = of_labels = SpanLabels(
            layer, agreement.parts[layer.name], beside, covered
        )
        if layer not in types:
            beside.labels.append(of_labels)
    settings, tables = agreement.config.dependencies, agreement.tables
    for layer in layers:
        parts = agreement.parts.get(layer.name)
        if layer.kind == "dependencies":
            known[layer.name] = Arcs(layer)
        elif layer.kind == "entity-relations":
            known[layer.name] = SpanRelations(layer, parts, beside, settings.head)
        elif layer.kind == "chains":
            drawn = beside._replace(spans=any(_covers(one, layer) for one in types))
            relations = agreement.found.inventory.relations
            linked = not relations.keys().isdisjoint(layer.settings.relations or ())
            arcs = _has_other_arcs(agreement)
            known[layer.name] = SpanChains(layer, parts, tables, settings.root, drawn, arcs, linked)
        elif layer.kind == "events":
            drawn = beside._replace(spans=any(one.settings.types is None for one in types))
            known[layer.name] = SpanEvents(layer, parts, tables, drawn)
    return {layer.name: known[layer.name] for layer in layers}


def why_in_brat(layer, agreement):
    """Why the places of a layer are settled in brat; None if they are settled here."""
    if layer.kind in _IN_BRAT:
        return _IN_BRAT[layer.kind]
    arcs = layer.kind == "entity-relations" and _has_other_arcs(agreement)
    return _ALSO_ARCS if arcs else None


def _has_other_arcs(agreement):
    """Whether all relations count as dependencies."""
    return agreement.dependencies is not None and agreement.config.dependencies.labels is None


def _covers(types, layer):
    """Whether all spans of a layer are spans of a layer of types."""
    wide, narrow = types.settings.types, layer.settings.types
    return wide is None or (narrow is not None and set(narrow) <= set(wide))
