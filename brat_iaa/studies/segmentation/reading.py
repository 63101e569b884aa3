"""Reads what annotators made of the same texts, whatever words and sentences they have."""

import hashlib
from typing import NamedTuple

from brat_iaa.config import dependency_layer
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.conllu import Treebank
from brat_iaa.corpus.project import Excluded, require_pair
from brat_iaa.errors import ProjectError
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.scores.data import DocumentData
from brat_iaa.studies.segmentation.alignment import drawn, segmented

_NO_ARCS = (
    "no dependencies are compared here, so there are no words and heads to align. F1 of spans is "
    "in brat-agreement report"
)


class SegmentedProject(NamedTuple):
    """A project with the texts of all annotators.

    name     of the project
    texts    {document: {annotator: SegmentedText}}
    data     {document: DocumentData}
    refused  [(document, annotators, reason)] of files that cannot be used
    """

    name: str
    texts: dict
    data: dict
    refused: list


def read(reader, config) -> SegmentedProject:
    """The SegmentedProject of a ProjectReader of own_texts, by its Config. Raises ProjectError."""
    project, listing, settings = reader.read(), reader.listing(), config.dependencies
    require_pair(project)
    every = [variant for document in project.documents for variant in (document, *document.others)]
    if not listing.extensions and not _compares_arcs(project, every, config):
        raise ProjectError(f"{project.name}: {_NO_ARCS}.")
    left_out = [exclusion for exclusion in project.excluded if type(exclusion) is Excluded]
    texts: dict = {}
    data: dict = {}

    def add(document, annotator, text, digest, problems):
        texts.setdefault(document, {})[annotator] = text
        of_document = data.setdefault(document, DocumentData(len(text.sentences), b"", {}, {}))
        of_document.annotations[annotator] = digest
        unread = tuple(problem for problem in problems if problem.unread)
        of_document.unread.update({annotator: unread} if unread else {})

    for document, stems in listing.stems.items() if listing.extensions else ():
        for annotator, stem in stems.items():
            source = reader.files.texts.get(stem)
            if source is not None and isinstance(source.content, Treebank):
                source = source.content
                add(document, annotator, segmented(source), source.sha256, source.problems)
    for of_text in () if listing.extensions else every:
        table = dependency_table(of_text, settings)
        left_out += table.excluded
        for annotator in table.annotators:
            source = of_text.annotations[annotator]
            text = of_text.text.encode("utf-8", "surrogatepass")
            digest = hashlib.sha256(text + source.sha256).digest()
            add(of_text.name, annotator, drawn(table, annotator), digest, source.problems)
    refused = [
        (exclusion.document, ", ".join(exclusion.annotators), exclusion.reason)
        for exclusion in left_out
    ]
    return SegmentedProject(project.name, texts, data, refused)


def _compares_arcs(project, documents, config):
    """Whether a layer is of dependencies: by the settings, or as spans look like tokens in what one
    of the annotators drew. Those of several need not be alike here.
    """
    if config.layers is not None:
        return dependency_layer(config.layers) is not None
    return any(
        dependency_layer(survey(project._replace(documents=chosen), config.dependencies).layers)
        for chosen in (
            tuple(
                document._replace(annotations={name: document.annotations[name]})
                for document in documents if name in document.annotations
            )
            for name in project.annotators
        )
    )  # fmt: skip
