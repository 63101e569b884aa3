"""Annotators of a project compared with its gold and anchors, kept up to date."""

from dataclasses import replace
from typing import NamedTuple

from brat_iaa.corpus.project_reader import ReferenceReader
from brat_iaa.layers.lazy_table import lazy_tables
from brat_iaa.references.gold import (
    gold_documents,
    gold_layer_scores,
    gold_scores,
    list_gold_arcs,
)
from brat_iaa.references.pooled_references import NOTHING_POOLED, PooledReferences
from brat_iaa.scores.data import ComparedData, DocumentData, document_data


class ComparedDocument(NamedTuple):
    """One document with gold and anchors.

    identity      of its files when they were read
    table, words  its tables with and without punctuation
    data          DocumentData
    gold          {other: {layer's name: LayerDocument}}, see gold_documents
    """

    identity: object
    table: object
    words: object
    data: DocumentData
    gold: dict


class ReferenceStudy:
    """Compares the annotators with gold and anchors; documents that do not change are compared
    once.

    config  Config of the project, as its settings are
    pooled  PooledReferences
    """

    def __init__(self, root, config, bounds):
        self._reader = ReferenceReader(root, config, bounds)
        self._documents: dict = {}
        self._gold_layers: dict = {}
        self.pooled = NOTHING_POOLED

    def read(self, project):
        """The References as they are on disk now."""
        return self._reader.read(project)

    def forget(self):
        """Compare all documents anew."""
        self._documents = {}

    def compare(self, references, config, annotators):
        """Compare the documents that changed. config: with the layers that are compared"""
        kept = {
            name: self._documents[name]
            for name, document in references.documents.items()
            if name in self._documents and self._documents[name].identity == document.identity
        }
        changed = [own for name, own in references.documents.items() if name not in kept]
        gold = gold_documents(changed, config, annotators + config.anchoring.anchors)
        names = tuple(dict.fromkeys(annotators + config.references))
        tables = (
            lazy_tables(changed, replace(config.dependencies, punctuation=punctuation), names)
            for punctuation in ("in", "out")
        )
        for document, table, words in zip(changed, *tables):
            kept[document.name] = ComparedDocument(
                document.identity, table, words, document_data(document, table),
                gold[document.name],
            )  # fmt: skip
        self._documents = {name: kept[name] for name in references.documents}
        self.pooled = PooledReferences(
            *(
                {name: getattr(own, field) for name, own in self._documents.items()}
                for field in ("table", "words")
            ),
            ComparedData({name: own.data for name, own in self._documents.items()}),
        )

    @property
    def gold(self) -> dict:
        """{document: {other: {layer's name: LayerDocument}}}"""
        return {name: compared.gold for name, compared in self._documents.items()}

    def gold_scores(self, config, annotators, progress) -> list:
        """List of Score of annotators and anchors with the gold."""
        pooled, others = self.pooled, annotators + config.anchoring.anchors
        scores = gold_scores(pooled, config, others) if config.arcs_in_gold else []
        self._gold_layers, of_layers = gold_layer_scores(
            self.gold, config, others, progress, pooled.data
        )
        return scores + of_layers

    def list_disagreements(self, builder, config, annotators):
        """Add those of annotators with the gold, which has scores, to a DisagreementBuilder."""
        list_gold_arcs(builder, self.pooled, config, annotators)
        for name, of_others in self._gold_layers.items():
            for other in annotators:
                if other in of_others:
                    of_others[other].list_disagreements(builder, name, self.pooled.tables)
