"""Sides that are compared with each other, layer by layer: all annotators, or the gold and one of
them.
"""

from functools import partial
from typing import NamedTuple

from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.scores.data import DocumentData, document_data
from brat_iaa.scores.score_list import ScoreBlock


class SidesDocument(NamedTuple):
    """One document.

    identity  of its files when they were read
    table     its DependencyTable
    parts     {layer's name: LayerDocument}
    scores    {layer's name: ScoreBlock of the document}
    data      DocumentData
    sentence_data  that of layers which compare annotators whose texts differ
    """

    identity: object
    table: object
    parts: dict
    scores: dict
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
        self.documents, self.pooled = {}, {}

    def update(self, documents, names, progress=None):
        """Compare those of some ParallelDocuments that changed; names: of the sides, in order."""
        kept, changed = {}, []
        for done, document in enumerate(documents):
            if progress is not None:
                progress("Comparing documents", done, len(documents))
            before = self.documents.get(document.name)
            if before is None or before.identity != document.identity:
                changed.append(document)
            else:
                kept[document.name] = before
        tables = dependency_tables(changed, self._dependencies, names)
        batch = BatchReader(changed, tables)
        parts = {
            layer.name: KINDS[layer.kind].layer_documents(batch, layer)
            for layer in (self.layers if changed else ())
        }
        for number, (document, table) in enumerate(zip(changed, tables)):
            kept[document.name] = SidesDocument(
                document.identity, table, {name: part[number] for name, part in parts.items()}, {},
                *document_data(document, table),
            )  # fmt: skip
        self.documents = {document.name: kept[document.name] for document in documents}
        self.pooled = {}

    def with_empty(self, layer, documents, names) -> "ComparedSides":
        """These sides in one layer as they would be if empty files were documents in which nothing
        was found; the documents without such files are those of these sides.
        """
        sides = ComparedSides(self._dependencies, [layer])
        sides.documents = self.documents
        sides.update([document.with_empty() for document in documents], names)
        return sides

    @property
    def tables(self) -> dict:
        """{document: DependencyTable}"""
        return {name: document.table for name, document in self.documents.items()}

    @property
    def parts(self) -> dict:
        """{layer's name: {document: LayerDocument}}"""
        return {
            layer.name: {
                name: document.parts[layer.name] for name, document in self.documents.items()
            }
            for layer in self.layers
        }

    def scores(self, layer, names, builder, progress, executor=None, reference=False) -> list:
        """List of ScoreBlock of one of the layers: of the project, then of each document.

        names      of the sides
        builder    ScoreBuilder of the project
        progress   function of (text, done, total)
        reference  whether the first of two sides is what the other is measured against
        """
        kind, shown = KINDS[layer.kind], partial(progress, f"Computing {builder.layer.name}")
        parts = self.parts[layer.name]
        pooled = self.pooled[layer.name] = kind.pool(parts, names, shown, executor)

        def against_reference(documents, builders):
            from brat_iaa.scores.elements import reference_scores

            for measure in kind.elements if reference else ():
                elements = pooled.elements(measure, documents)
                yield reference_scores(elements, measure, names, builders)

        of_project = [*pooled.project_scores(builder)]
        for scores in against_reference(parts, [builder]):
            of_project += scores
        changed = [name for name in parts if layer.name not in self.documents[name].scores]
        # Scores that are read later keep what they are about, and no more.
        data = builder.data.of_documents(changed)
        builders = {name: builder.for_document(name, data) for name in changed}
        of_changed = pooled.document_scores(builders, shown) if changed else {}
        compared = [*against_reference(changed, [*builders.values()])] if changed else ()
        for name, *against in zip(changed, *compared):
            self.documents[name].scores[layer.name] = ScoreBlock(
                builder.layer.name, name, [*of_changed.get(name, ()), *against]
            )
        return [
            ScoreBlock(builder.layer.name, None, of_project),
            *(document.scores[layer.name] for document in self.documents.values()),
        ]
