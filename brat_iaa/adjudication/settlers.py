"""The layers whose places are settled in the draft's lines, and why others are settled in brat."""

from brat_iaa.adjudication import ballot
from brat_iaa.adjudication.layer_edit import Beside
from brat_iaa.adjudication.settler import Settler, all_are_arcs
from brat_iaa.kinds import KINDS

ALSO_ARCS = "its relations count as dependencies too, as labels in [layer dependencies] names none"


def settlers(agreement) -> dict:
    """{name: Settler} of the layers of the gold that are settled here, in their order."""
    chosen = agreement.config.to_settle(agreement.layers)
    layers = [layer for layer in chosen if why_in_brat(layer, agreement) is None]
    types = [layer for layer in layers if _is_of_types(layer)]
    kinds = {layer.kind for layer in layers}
    beside = Beside([], False, "events" in kinds, "chains" in kinds)
    known: dict[str, Settler] = {}
    for layer in layers:
        drawn = beside._replace(spans=any(_draws(wide, layer) for wide in types))
        known[layer.name] = settler = KINDS[layer.kind].settler(layer, agreement, drawn)
        if KINDS[layer.kind].of_spans and layer not in types:
            beside.labels.append(settler)
    return known


def why_in_brat(layer, agreement):
    """Why the places of a layer are settled in brat; None if they are settled here."""
    if isinstance(KINDS[layer.kind].settler, str):
        return KINDS[layer.kind].settler
    arcs = layer.settings.annotations.keys() == {ballot.RELATION} and all_are_arcs(agreement)
    return ALSO_ARCS if arcs else None


def _is_of_types(layer):
    return KINDS[layer.kind].of_spans and not layer.settings.carried


def _draws(wide, layer):
    """Whether a layer of types decides which spans of another layer are drawn."""
    if _is_of_types(layer):
        return False
    every = wide.settings.types is None
    if layer.kind not in ("labels", "chains"):
        return every  # Arguments of events may be spans of any type.
    narrow = layer.settings.types
    return every or (narrow is not None and set(narrow) <= set(wide.settings.types))
