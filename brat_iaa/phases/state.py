"""The figures of a project at one time, for tables and pictures of several phases."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES
from brat_iaa.scores.index import project_scores


class PhaseState(NamedTuple):
    """The figures of a project at one time.

    name    shown to readers, e.g. "2: revised"
    layers  tuple of (name, kind)
    scores  of all layers; only those of the whole project are looked at
    """

    name: str
    layers: tuple
    scores: tuple

    def of_layer(self, layer) -> dict:
        """{(measure, statistic): {annotators: Score}} of a layer, by its name."""
        return project_scores(self.scores, {layer})

    @property
    def has_dependencies(self) -> bool:
        """Whether dependencies were compared."""
        return any(kind == DEPENDENCIES for _, kind in self.layers)

    @property
    def of_dependencies(self) -> dict:
        """The same as of_layer() of the dependencies; {} if they were not compared."""
        names = {name for name, kind in self.layers if kind == DEPENDENCIES}
        return project_scores(self.scores, names)

    @property
    def other_layers(self) -> tuple:
        """Those of layers that are of other kinds."""
        return tuple(layer for layer in self.layers if layer[1] != DEPENDENCIES)
