"""Annotators of a project compared with its gold, kept up to date."""

from brat_iaa.config import gold_name, layers_in_gold
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.layers.begun import begun_by
from brat_iaa.references.gold import gold_differences, scored_against_gold
from brat_iaa.references.pooled_references import NOTHING_POOLED, PooledReferences
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.compared_sides import ComparedSides
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.if_finished import leading_of, scores_if_finished


class ReferenceStudy:
    """Compares the annotators with the gold.

    Arcs are compared where all of them have the token; all else of each with the gold alone.

    config     Config of the project, as its settings are
    pooled     PooledReferences
    with_gold  {annotator: ComparedSides of the gold and the other}
    """

    def __init__(self, root, config, bounds):
        self._reader, self.pooled = ReferenceReader(root, config, bounds), NOTHING_POOLED

    def read(self, project):
        """As ReferenceReader.read()."""
        return self._reader.read(project)

    def begin(self, config):
        """Compare all documents anew. config: with the layers that are compared"""
        self._config, self.with_gold = config, {}
        self._all = ComparedSides(config.dependencies)

    def compare(self, references, annotators):
        """Compare the documents that changed."""
        config, documents = self._config, references.documents
        self._others = annotators
        self._all.update(documents, tuple(dict.fromkeys(annotators + config.references)))
        self.with_gold = {
            other: self.with_gold.get(other)
            or ComparedSides(config.dependencies, layers_in_gold(config))
            for other in self._others
            if config.gold not in (None, other)
        }
        for other, sides in self.with_gold.items():
            sides.update(self._of_pair(documents, other), (config.gold, other))
        data = ComparedData({name: each.data for name, each in self._all.documents.items()})
        self.pooled = PooledReferences(self._all.tables, data)

    def _of_pair(self, documents, other):
        """The ParallelDocuments of the gold and another, without anybody else, that both begun."""
        pair = self._config.gold, other
        of_pair = (
            document._replace(
                annotations={name: document.annotations[name] for name in pair},
                files={name: document.files[name] for name in pair},
                nothing=document.nothing.intersection(pair),
            )
            for document in documents
            if document.annotations.keys() >= {*pair}
        )
        settings = self._config.dependencies
        return [each for each in of_pair if len(begun_by(each, settings)[0]) > 1]

    def scored(self, progress) -> list:
        """List of ScoredLayer of annotators with the gold."""
        config, layers = self._config, []
        if config.gold_arcs:
            layers += scored_against_gold(self.pooled, config, self._others)
        for layer in layers_in_gold(config):
            scored = layer._replace(name=gold_name(layer))
            builder = ScoreBuilder(config, scored, data=self.pooled.data)
            for other, sides in self.with_gold.items():
                if sides.documents:
                    pair = config.gold, other
                    layers.append(sides.scored(layer, pair, builder, progress, reference=True))
        return layers

    def scores_if_finished(self, references, annotators, now, progress) -> list:
        """As the function of this name: of each annotator with the gold."""
        config, scores = self._config, []
        layer = leading_of(layers_in_gold(config))
        if layer is None or config.gold_arcs:
            return scores
        documents = [document.with_empty() for document in references.documents]
        for other in annotators:
            if other in self.with_gold:
                scores += scores_if_finished(
                    self.with_gold[other], layer, self._of_pair(documents, other),
                    (config.gold, other), config, now, layer._replace(name=gold_name(layer)),
                    progress,
                )  # fmt: skip
        return scores

    @property
    def excluded(self) -> tuple:
        """Tuple of Excluded: documents that the gold has not begun."""
        return tuple(
            left_out
            for table in self._all.tables.values()
            for left_out in table.excluded
            if self._config.gold in left_out.annotators
        )

    def differences(self, annotators) -> list:
        """[Differences of a layer] of annotators with the gold, which has scores."""
        listed = [gold_differences(self.pooled, self._config, annotators)]
        for layer in layers_in_gold(self._config):
            for other in annotators:
                pooled = self.with_gold[other].pooled if other in self.with_gold else {}
                if layer.name in pooled:
                    listed.append(pooled[layer.name].differences(layer.name, self.pooled.tables))
        return listed
