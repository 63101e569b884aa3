"""The layers whose places are settled in the draft's lines, and why others are settled in brat."""

from brat_iaa.adjudication.layer_edit import Beside
from brat_iaa.adjudication.settler import Settler
from brat_iaa.adjudication.span_chains import SpanChains
from brat_iaa.adjudication.span_events import SpanEvents
from brat_iaa.adjudication.span_labels import SpanLabels
from brat_iaa.adjudication.span_relations import SpanRelations
from brat_iaa.adjudication.token_arcs import TokenArcs

IN_BRAT = {
    "relations": "a connective can be written in several ways",
    "trees": "trees differ as a whole, at no single place",
}
ALSO_ARCS = "its relations count as dependencies too, as labels in [layer dependencies] names none"


def settlers(agreement) -> dict:
    """{name: Settler} of the layers of the gold that are settled here, in their order."""
    chosen = agreement.config.to_settle(agreement.layers)
    layers = [layer for layer in chosen if why_in_brat(layer, agreement) is None]
    labels = [layer for layer in layers if layer.kind == "labels"]
    types = [layer for layer in labels if layer.settings.value == "type"]
    kinds = {layer.kind for layer in layers}
    beside = Beside([], bool(types), "events" in kinds, "chains" in kinds)
    known: dict[str, Settler] = {}
    for layer in labels:
        covered = layer not in types and any(_covers(wide, layer) for wide in types)
        of_labels = SpanLabels(layer, agreement.parts[layer.name], beside, covered)
        known[layer.name] = of_labels
        if layer not in types:
            beside.labels.append(of_labels)
    settings, tables = agreement.config.dependencies, agreement.tables
    for layer in layers:
        parts = agreement.parts.get(layer.name)
        if layer.kind == "dependencies":
            known[layer.name] = TokenArcs(layer)
        elif layer.kind == "entity-relations":
            known[layer.name] = SpanRelations(layer, parts, beside, settings.head)
        elif layer.kind == "chains":
            drawn = beside._replace(spans=any(_covers(wide, layer) for wide in types))
            relations = agreement.found.inventory.relations
            linked = not relations.keys().isdisjoint(layer.settings.relations or ())
            arcs = _has_other_arcs(agreement)
            known[layer.name] = SpanChains(layer, parts, drawn, tables, settings.root, arcs, linked)
        elif layer.kind == "events":
            drawn = beside._replace(spans=any(wide.settings.types is None for wide in types))
            known[layer.name] = SpanEvents(layer, parts, drawn, tables)
    return {layer.name: known[layer.name] for layer in layers}


def why_in_brat(layer, agreement):
    """Why the places of a layer are settled in brat; None if they are settled here."""
    if layer.kind in IN_BRAT:
        return IN_BRAT[layer.kind]
    arcs = layer.kind == "entity-relations" and _has_other_arcs(agreement)
    return ALSO_ARCS if arcs else None


def _has_other_arcs(agreement):
    """Whether all relations count as dependencies."""
    return agreement.dependencies is not None and agreement.config.dependencies.labels is None


def _covers(types, layer):
    """Whether all spans of a layer are spans of a layer of types."""
    wide, narrow = types.settings.types, layer.settings.types
    return wide is None or (narrow is not None and set(narrow) <= set(wide))
