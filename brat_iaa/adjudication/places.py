"""The places of a draft: those of the list of disagreements, as what competes there."""

from functools import partial
from operator import attrgetter

from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.values.identity import extent

_DRAWN = ("token", "span", "event")


def listed_places(agreement) -> dict:
    """{document: [Place]} of the layers that are to be settled, in the order of the text. Who
    adjudicates makes the gold: it has no voice. What differs at one span is decided together.
    """
    layers = [layer.name for layer in agreement.config.layers_of_draft(agreement.layers)]
    listed = agreement.annotator_places.of_layers(layers).differences
    places: dict = {}
    lookup = ValueLookup(agreement, gold=False)
    for place in group_into_places([(lookup, listed)], attrgetter("span")):
        places.setdefault(place.document, []).append(place)
    return places


def scopes_of(places, layers, differing) -> list:
    """[(frozenset of slots, of those on which annotators differ as a consequence)] of some Places
    of a document, in their order; empty where annotators differ in nothing by identity.

    layers     Layers of these places
    differing  slots on which annotators differ
    """
    of_layer = {layer.name: layer for layer in layers}
    scopes = [_slots_at(of_layer, place.item, place.differences, differing) for place in places]
    # What nothing else decides is decided with what stands on it: whether a mention is one.
    left = differing.difference(*scopes)
    scopes = [
        scope | {slot for slot in left if slot[0] in _DRAWN and slot[1] in at}
        if not place.of_arcs
        else scope
        for place, scope in zip(places, scopes)
        for at, _ in [_extents(place.item, place.differences)]
    ]
    left = differing.difference(*scopes)
    return [
        (scope, frozenset().union(*(
            _slots_at(of_layer, each.item, [each], left) for each in place.consequences if left
        )))
        for place, scope in zip(places, scopes)
    ]  # fmt: skip


def belongs(layer, slot) -> bool:
    """Whether a Layer is about what competes in a slot."""
    kinds = layer.settings.annotations
    if slot[0] != "label":
        names = {"token": "span", "arc": "relation"}
        return slot[0] in kinds or names.get(slot[0]) in kinds
    source, _, name = slot[1].partition(":")
    kind = {"notes": "note"}.get(source, source)
    return kind in kinds and (kinds[kind] is None or name in kinds[kind])


def _slots_at(of_layer, item, differences, slots) -> frozenset:
    """Those of some slots at which some differences on an item are."""
    return frozenset(
        filter(partial(_is_at, of_layer[item.layer], *_extents(item, differences)), slots)
    )


def _extents(item, differences):
    """(extents of spans that differ, pairs of extents of relations that do)"""
    spans, pairs = {extent(item.fragments)}, set()
    for difference in differences:
        for mark in filter(None, difference.marks):
            ends = [extent(end.fragments) for end in mark.ends]
            if len(ends) == 1:
                spans.add(ends[0])
            pairs.add(tuple(sorted(ends)))
    return spans, pairs


def _is_at(layer, spans, pairs, slot):
    if not belongs(layer, slot):
        return False
    if layer.kind == "labels" and layer.settings.items == "documents":
        return True
    if layer.kind in ("chains", "events") and slot[0] in ("span", "token", "relation", "arc"):
        return False
    if slot[0] == "relation":
        return tuple(sorted(slot[-1])) in pairs
    if slot[0] == "arc" and layer.kind != "dependencies":
        return any(slot[-1] in pair for pair in pairs)
    return slot[-1] in spans
