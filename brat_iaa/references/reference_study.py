"""Annotators of a project compared with its gold and anchors, kept up to date."""

from brat_iaa.config import gold_name, layers_in_gold
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.layers.drawn_arcs import begun_by
from brat_iaa.references.gold import gold_scores, list_gold_arcs
from brat_iaa.references.pooled_references import NOTHING_POOLED, PooledReferences, with_punctuation
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.compared_sides import ComparedSides
from brat_iaa.scores.data import ComparedData


class ReferenceStudy:
    """Compares the annotators with gold and anchors.

    Arcs are compared where all of them have the token; all else of each with the gold alone.

    config     Config of the project, as its settings are
    pooled     PooledReferences
    with_gold  {annotator or anchor: ComparedSides of the gold and the other}
    """

    def __init__(self, root, config, bounds):
        self._reader, self.pooled = ReferenceReader(root, config, bounds), NOTHING_POOLED

    def read(self, project):
        """As ReferenceReader.read()."""
        return self._reader.read(project)

    def begin(self, config):
        """Compare all documents anew. config: with the layers that are compared"""
        self._config, self.with_gold = config, {}
        self._all, self._words = (
            ComparedSides(with_punctuation(config, punctuation).dependencies)
            for punctuation in ("in", "out")
        )

    def compare(self, references, annotators):
        """Compare the documents that changed."""
        config, documents = self._config, references.documents
        self._others = annotators + config.anchoring.anchors
        for sides in (self._all, self._words):
            sides.update(documents, tuple(dict.fromkeys(annotators + config.references)))
        self.with_gold = {
            other: self.with_gold.get(other)
            or ComparedSides(config.dependencies, layers_in_gold(config))
            for other in self._others
            if config.gold not in (None, other)
        }
        for other, sides in self.with_gold.items():
            pair = config.gold, other
            of_pair = (
                document._replace(
                    annotations={name: document.annotations[name] for name in pair},
                    files={name: document.files[name] for name in pair},
                )
                for document in documents
                if document.annotations.keys() >= {*pair}
            )
            begun = [each for each in of_pair if len(begun_by(each, config.dependencies)[0]) > 1]
            sides.update(begun, pair)
        data = ComparedData({name: each.data for name, each in self._all.documents.items()})
        self.pooled = PooledReferences(
            self._all.tables, self._words.tables, data, config.gold, self._others
        )

    def scores(self, progress) -> list:
        """List of ScoreBlock of annotators and anchors with the gold."""
        config, blocks = self._config, []
        if config.arcs_in_gold:
            blocks += gold_scores(self.pooled, config, self._others)
        for layer in layers_in_gold(config):
            scored = layer._replace(name=gold_name(layer))
            builder = ScoreBuilder(config, scored, data=self.pooled.data)
            for other, sides in self.with_gold.items():
                if sides.documents:
                    pair = config.gold, other
                    blocks += sides.scores(layer, pair, builder, progress, reference=True)
        return blocks

    def list_disagreements(self, builder, annotators):
        """Add those of annotators with the gold, which has scores, to a DisagreementBuilder."""
        list_gold_arcs(builder, self.pooled, self._config, annotators)
        for layer in layers_in_gold(self._config):
            for other in annotators:
                pooled = self.with_gold[other].pooled if other in self.with_gold else {}
                if layer.name in pooled:
                    pooled[layer.name].list_disagreements(builder, layer.name, self.pooled.tables)
