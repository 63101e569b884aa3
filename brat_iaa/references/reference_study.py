"""Annotators of a project compared with its gold, kept up to date."""

from brat_iaa.config import gold_name, layers_in_gold
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.references.gold import gold_differences, scored_against_gold
from brat_iaa.references.pooled_references import NOTHING_POOLED, PooledReferences
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.compared_sides import ComparedSides
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.if_finished import leading_of, scores_if_finished


class ReferenceStudy:
    """Compares the annotators with the gold, which is one more side beside them.

    The annotators among themselves are sides of their own: what counts as a token, and who has
    begun a document, is decided among the sides that are compared. What tells things apart is
    decided among all of them, so what is the same thing never depends on who is compared.

    config  Config of the project, as its settings are
    pooled  PooledReferences
    """

    def __init__(self, root, config, bounds):
        self._reader, self.pooled = ReferenceReader(root, config, bounds), NOTHING_POOLED

    def read(self, project):
        """As ReferenceReader.read()."""
        return self._reader.read(project)

    def begin(self, config):
        """Compare all documents anew. config: with the layers that are compared"""
        self._config = config
        self._sides = ComparedSides(config.dependencies, layers_in_gold(config))

    def compare(self, references, annotators):
        """Compare the documents that changed."""
        self._documents, self._annotators = references.documents, annotators
        self._sides.update(self._documents, self._names)
        data = ComparedData({name: each.data for name, each in self._sides.documents.items()})
        self.pooled = PooledReferences(self._sides.tables, data)

    @property
    def _names(self):
        return (*self._annotators, self._config.gold)

    @property
    def _pairs(self):
        """Pairs of the gold and an annotator that have begun the same document."""
        pairs = ((self._config.gold, annotator) for annotator in self._annotators)
        return [pair for pair in pairs if self._sides.begun_by(pair)]

    def scored(self, progress) -> list:
        """List of ScoredLayer of annotators with the gold."""
        config, layers, self._pooled = self._config, [], []
        if config.gold_arcs:
            layers += scored_against_gold(self.pooled, config, self._annotators)
        for layer in layers_in_gold(config):
            scored = layer._replace(name=gold_name(layer))
            builder = ScoreBuilder(config, scored, data=self.pooled.data)
            for pair in self._pairs:
                layers.append(self._sides.scored(layer, pair, builder, progress, reference=True))
                self._pooled.append((layer.name, self._sides.pooled[layer.name]))
        return layers

    def scores_if_finished(self, now, progress) -> list:
        """As the function of this name: of each annotator with the gold."""
        config, layer = self._config, leading_of(layers_in_gold(self._config))
        if layer is None or config.gold_arcs:
            return []
        sides = self._sides.with_empty(layer, self._documents, self._names)
        shown = layer._replace(name=gold_name(layer))
        return [
            score
            for annotator in self._annotators
            for score in scores_if_finished(
                sides, layer, (config.gold, annotator), config, now, shown, progress
            )
        ]

    @property
    def parts(self) -> dict:
        """{layer's name: DrawnLayer} of annotators and gold, without dependencies"""
        return self._sides.parts

    @property
    def excluded(self) -> tuple:
        """Tuple of Excluded: documents that the gold has not begun."""
        return tuple(
            left_out
            for table in self._sides.tables.values()
            for left_out in table.excluded
            if self._config.gold in left_out.annotators
        )

    def differences(self) -> list:
        """[Differences of a layer] of annotators with the gold, which has scores."""
        of_arcs = gold_differences(self.pooled, self._config, self._annotators)
        tables = self.pooled.tables
        return [of_arcs, *(pooled.differences(layer, tables) for layer, pooled in self._pooled)]
