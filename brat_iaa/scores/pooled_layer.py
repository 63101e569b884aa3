"""A layer over all documents of a project: its scores, its confusion and its disagreements."""

from collections.abc import Callable
from itertools import combinations


def groups_of(annotators) -> list:
    """All annotators, then, if there are more than two, each pair of them."""
    return [annotators, *(combinations(annotators, 2) if len(annotators) > 2 else ())]


class PooledLayer:
    """A layer; subclasses compute its scores:

    project_scores   function of a ScoreBuilder: list of Score of the whole project
    document_scores  function of ({document: ScoreBuilder}, function of (done, total)):
                     {document: sequence of Score} of some documents

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    a concurrent.futures.Executor for large computations, or None; not used here
    """

    project_scores: Callable
    document_scores: Callable

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts, self.annotators = parts, annotators

    def follow(self, previous):
        """Take over what can be kept from the layer as it was before an edit, which is not asked
        for scores again.
        """

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): items}}, "" where one has none."""
        return {}

    @property
    def problems(self) -> list:
        """List of Problem."""
        return [problem for part in self.parts.values() for problem in part.problems]

    @property
    def excluded(self) -> list:
        """List of Excluded."""
        return [excluded for part in self.parts.values() for excluded in part.excluded]

    @property
    def disagreements(self) -> list:
        """List of Disagreement."""
        return [found for part in self.parts.values() for found in part.disagreements]

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder.

        layer   its name
        tables  {document: DependencyTable}
        """
        builder.add_objects(self.disagreements)
