"""A layer over all documents of a project: its scores, its confusion and its disagreements."""

from collections import Counter


class Pooled:
    """A layer of which one function computes the scores of any documents: a subclass names it.

    compute     function of (list of LayerDocument, annotators, ScoreBuilder): the Scores
                of these parts together

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); here nothing is computed yet
    executor    a concurrent.futures.Executor for large computations, or None; not needed here
    """

    compute = None

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts, self.annotators = parts, annotators

    def project_scores(self, builder):
        """List of Score of the whole project. builder: ScoreBuilder"""
        return self.compute(list(self.parts.values()), self.annotators, builder)

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents.

        builders  {document: ScoreBuilder}
        progress  function of (done, total)
        """
        found = {}
        for done, (name, builder) in enumerate(builders.items()):
            progress(done, len(builders))
            found[name] = self.compute([self.parts[name]], self.annotators, builder)
        return found

    @property
    def confusion(self):
        """{pair: {(label of the first, label of the second): items}}, "" where one has none."""
        counts = {}
        for part in self.parts.values():
            for pair, own in part.confusion.items():
                counts.setdefault(pair, Counter()).update(own)
        return {pair: dict(counter) for pair, counter in counts.items()}

    def problems(self):
        """List of Problem of the layer as a whole, beside those of its parts."""
        return []

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder.

        layer   its name
        tables  {document: DependencyTable}
        """
        builder.add_objects([one for part in self.parts.values() for one in part.disagreements])
