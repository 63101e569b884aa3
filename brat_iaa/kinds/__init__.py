"""The kinds of layer: each is declared in a file of this folder, as KIND."""

import os
from importlib import import_module

from brat_iaa.kinds.kind import Kind

# {name: Kind}, in their order
KINDS: dict[str, Kind] = {}
for file in os.listdir(os.path.dirname(__file__)):
    name = f"{__name__}.{file.partition('.')[0]}"
    if not file.endswith(".py") or file.startswith("_"):
        continue
    try:
        module = import_module(name)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error
    if hasattr(module, "KIND"):
        KINDS[module.KIND.name] = module.KIND
KINDS = dict(sorted(KINDS.items(), key=lambda named: named[1].order))
# {name of a kind of disagreement: DifferenceWords}, in the order in which they are shown
DIFFERENCES = {name: own for kind in KINDS.values() for name, own in kind.differences.items()}
# Kinds of difference between annotators in no order: extra for one is missing for the other.
UNORDERED_MEANINGS = {
    name: difference.unordered or difference.meaning
    for name, difference in DIFFERENCES.items()
    if not name.startswith("extra-")
}


def compares_syntax(layers) -> bool:
    """Whether any of some Layers compares arcs or trees over tokens; trees of spans are others."""
    of_tokens = (layer for layer in layers if getattr(layer.settings, "nodes", "") != "spans")
    return any(KINDS[layer.kind].syntax for layer in of_tokens)


def leading_first(layers) -> list:
    """The Layers in their order, but those that lead first: dependencies are what a paper is
    about.
    """
    return sorted(layers, key=lambda layer: not KINDS[layer.kind].leads)


def item_of(layer) -> str:
    """What the first figure of a Layer, or its ScoreIndex, counts."""
    return layer.settings.item or KINDS[layer.kind].item


def listed(layers) -> list:
    """Names of those of some Layers whose disagreements are listed."""
    return [layer.name for layer in layers if KINDS[layer.kind].listed]
