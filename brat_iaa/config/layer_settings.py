"""What a layer is, and the layers of figures beside the dependencies."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

from brat_iaa.kinds.kind import LayerSettings

# The kind of layer that is measured by UAA, LAA and LOA. Some reports exist for it alone: on
# anchoring, judges, differences between phases and simulated errors.
DEPENDENCIES = "dependencies"


class Layer(NamedTuple):
    """One thing that is compared. settings: an object of its kind's class."""

    name: str
    kind: str
    settings: Any

    @property
    def arcs(self) -> bool:
        """As in LayerSettings."""
        return self.settings.arcs

    @property
    def own_texts(self) -> bool:
        """As in LayerSettings."""
        return self.settings.own_texts

    def is_like(self, other) -> bool:
        """Whether another Layer compares the same: of labels, those from the same source."""
        return (self.kind, self.settings.label_source) == (other.kind, other.settings.label_source)


@dataclass(frozen=True)
class NoSettings(LayerSettings):
    """Settings of a layer that has no section of its own."""


def dependency_layer(layers) -> Optional[Layer]:
    """The layer of dependencies among some Layers; None if it is not compared."""
    return next((layer for layer in layers if layer.kind == DEPENDENCIES), None)


# Comparisons over the dependencies that are reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", NoSettings())
ANCHORING_LAYER = Layer("anchoring", "anchoring", NoSettings())


def gold_name(layer) -> str:
    """Name of the layer of a Layer's figures about the gold: "gold" of dependencies, which are
    also compared with anchors (see references/), gold/NAME of others.
    """
    return GOLD_LAYER.name if layer.kind == DEPENDENCIES else f"{GOLD_LAYER.name}/{layer.name}"
