"""Sides that are compared with each other, layer by layer: all annotators, or the gold and one of
them.
"""

from functools import partial
from typing import NamedTuple

from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch import BatchReader, DrawnLayer
from brat_iaa.layers.compared_document import compared_documents
from brat_iaa.layers.consequences import in_order, with_consequences
from brat_iaa.scores.data import DocumentData, document_data
from brat_iaa.scores.score_table import ScoredLayer
from brat_iaa.values.identity import kinds_of


class SidesDocument(NamedTuple):
    """One document.

    identity  of its files when they were read
    table     its ComparedDocument
    data      DocumentData
    sentence_data  that of layers which compare annotators whose texts differ
    """

    identity: object
    table: object
    data: DocumentData
    sentence_data: DocumentData


class ComparedSides:
    """Some sides in the documents of a project; what depends on one document only is kept until one
    of its files changes.

    What is left out, as root tokens or sentences in which somebody gave a token several heads, is
    decided among these sides.

    dependencies  DependencySettings
    layers        list of Layer
    documents     {name: SidesDocument}
    pooled        {layer's name: PooledLayer}
    """

    def __init__(self, dependencies, layers=()):
        self._dependencies, self.layers = dependencies, layers
        self.documents, self.pooled, self._listed = {}, {}, {}
        self._reader = BatchReader((), (), kinds=kinds_of(layers))

    def update(self, documents, names, progress=None):
        """Compare those of some ParallelDocuments that changed; names: of the sides, in order."""
        tables = compared_documents(documents, self._dependencies, names, self.tables.values())
        before, self.documents = self.documents, {}
        for done, (document, table) in enumerate(zip(documents, tables)):
            if progress is not None:
                progress("Comparing documents", done, len(documents))
            kept = before.get(document.name)
            if kept is None or kept.identity != document.identity:
                kept = SidesDocument(document.identity, table, *document_data(document, table))
            self.documents[document.name] = kept._replace(table=table)
        self._reader = BatchReader(documents, tables, self._reader.kinds, self._reader)
        self.pooled = {}

    def with_empty(self, layer, documents, names) -> "ComparedSides":
        """These sides in one layer as they would be if empty files were documents in which nothing
        was found; the documents without such files are those of these sides.
        """
        sides = ComparedSides(self._dependencies, [layer])
        sides.documents, sides._reader = self.documents, self._reader
        sides.update([document.with_empty() for document in documents], names)
        return sides

    @property
    def tables(self) -> dict:
        """{document: ComparedDocument}"""
        return {name: document.table for name, document in self.documents.items()}

    def begun_by(self, names) -> list:
        """The documents that all of some sides have begun."""
        return [
            name for name, document in self.documents.items()
            if {*names} <= {*document.table.annotators}
        ]  # fmt: skip

    @property
    def parts(self) -> dict:
        """{layer's name: DrawnLayer}"""
        return {layer.name: DrawnLayer(self._reader, layer) for layer in self.layers}

    def differences(self) -> list:
        """Those of all layers that are scored, in the order of documents and of the text; listed
        once for each document.
        """
        self._listed = {
            name: self._listed[name]
            for name, document in self.documents.items()
            if name in self._listed and self._listed[name][0] == document.identity
        }
        new = {name: of for name, of in self.documents.items() if name not in self._listed}
        found, tables = [], {name: document.table for name, document in new.items()}
        kinds = {layer.name: KINDS[layer.kind] for layer in self.layers}
        for layer, pooled in self.pooled.items() if new else ():
            if kinds[layer].listed:
                if len(new) < len(self.documents):
                    parts = pooled.parts.of(new)
                    pooled = kinds[layer].pool(parts, pooled.annotators)
                found.append(pooled.differences(layer, tables))
        self._listed.update((name, (document.identity, [])) for name, document in new.items())
        for each in with_consequences(in_order(found, new), self.layers):
            self._listed[each.document][1].append(each)
        return [each for name in self.documents for each in self._listed[name][1]]

    def scored(self, layer, names, builder, progress, executor=None, reference=False):
        """The ScoredLayer of one of the layers.

        names      of the sides
        builder    ScoreBuilder
        progress   function of (text, done, total)
        reference  whether the first of two sides is what the other is measured against
        """
        kind, shown = KINDS[layer.kind], partial(progress, f"Computing {builder.layer.name}")
        parts = DrawnLayer(self._reader, layer, self.begun_by(names) if reference else None)
        pooled = kind.pool(parts, names, shown, executor)
        self.pooled[layer.name] = pooled
        if not (reference and kind.elements):
            return ScoredLayer(builder, pooled.tables)
        return ScoredLayer(builder, partial(_against_reference, pooled, kind.elements, names))


def _against_reference(pooled, measures, pair, about, builder):
    """The tables of a layer, with precision and recall of some F1s; pair: (reference, other)"""
    from brat_iaa.scores.elements import reference_figures

    tables = [*pooled.tables(about, builder)]
    for measure in measures:
        elements = pooled.elements(measure)
        figures = reference_figures(elements, measure, pair, builder, about)
        tables.append((pooled.subjects(about, elements.names), figures))
    return tables
