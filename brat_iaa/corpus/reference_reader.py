"""Reads gold, anchors and reviews: further annotations in directories of the same layout."""

from dataclasses import dataclass, replace

from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import ParallelDocument, ProjectReader
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import ProjectError


@dataclass(frozen=True)
class References:
    """documents: {name: ParallelDocument of annotators and references}, for those with both."""

    documents: dict
    excluded: tuple = ()
    problems: tuple = ()


class ReferenceReader:
    """Reads the reference directories repeatedly; parses changed files only.

    config  Config, whose references are read; their directories are there
    bounds  Bounds of what is read
    """

    def __init__(self, root, config, bounds=Bounds()):
        self._root = root
        self._names = config.references
        config = replace(config, annotators=config.references)
        self._reader = ProjectReader(root, config, bounds=bounds._replace(drafts=True))

    def read(self, project) -> References:
        """The References of a Project."""
        if not self._names:
            return References({document.name: document for document in project.documents})
        # The annotators' text counts: a gold or anchor with another text excludes itself only.
        texts = {
            document.name: (next(iter(document.annotations)), document.text)
            for document in project.documents
        }
        try:
            read = self._reader.read(texts)
        except ProjectError:
            message = "No .ann file is in it, so nothing is compared with it."
            problems = (Problem(name, None, "no-ann-file", message) for name in self._names)
            return References({}, (), tuple(problems))
        references_of = {document.name: document for document in read.documents}
        documents = {}
        for document in project.documents:
            references = references_of.get(document.name)
            if references is None:
                continue
            documents[document.name] = ParallelDocument(
                document.name,
                _text_of_both(document.text, references.text),
                {**document.annotations, **references.annotations},
                {**document.files, **references.files},
                (document.identity, references.identity),
            )
        names = {document.name for document in project.documents}
        excluded = (excluded for excluded in read.excluded if excluded.document in names)
        return References(documents, tuple(excluded), read.problems)


def _text_of_both(text, of_references):
    """The text of a document; one put together from text fields reaches as far as any span."""
    if isinstance(text, TextOfFields) and len(of_references) > len(text):
        return TextOfFields(text + of_references[len(text) :])
    return text
