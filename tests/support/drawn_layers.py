"""What was drawn, as the search for variation reads it."""

from brat_iaa.config import DependencySettings, Layer
from brat_iaa.studies.variation.reading import layer_drawn


def arcs_of(tables):
    """The LayerDrawn of the dependencies of some DependencyTables."""
    layer = Layer("dependencies", "dependencies", DependencySettings())
    return layer_drawn(layer, [*tables], ())
