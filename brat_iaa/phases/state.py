"""The figures of a project at one time, for tables and pictures of several phases."""

from typing import NamedTuple

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

    def of_kind(self, kind) -> dict:
        """The same of all layers of a kind."""
        return project_scores(self.scores, {name for name, of in self.layers if of == kind})
