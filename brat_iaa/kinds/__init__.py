"""The kinds of layer: each is declared in a file of this folder, as KIND."""

from importlib import import_module
from pkgutil import iter_modules

from brat_iaa.kinds.kind import Kind


def _declared():
    for module in iter_modules(__path__):
        try:
            kind = getattr(import_module(f"{__name__}.{module.name}"), "KIND", None)
        except TypeError as error:
            raise TypeError(f"{__name__}.{module.name}: {error}") from error
        if kind is not None:
            yield kind


# {name: Kind}, in their order
KINDS: dict[str, Kind] = {
    kind.name: kind for kind in sorted(_declared(), key=lambda kind: kind.order)
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
