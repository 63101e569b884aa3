"""Reads the gold, which lies as annotators' files do."""

from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import ParallelDocument, Project
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import ProjectError


def with_gold_beside(project, references, gold) -> Project:
    """A Project whose documents have what a gold drew beside them. references: as of read()"""
    with_gold = {
        document.name: (document.annotations[gold], document.identity)
        for document in references.documents
        if gold in document.annotations
    }
    documents = (
        document
        if document.name not in with_gold
        else document._replace(
            beside=with_gold[document.name][:1], identity=with_gold[document.name][1]
        )
        for document in project.documents
    )
    return project._replace(documents=tuple(documents))


class ReferenceReader:
    """Reads the reference directories repeatedly; parses changed files only.

    config  Config, whose references are read; their directories are there
    bounds  Bounds of what is read
    """

    def __init__(self, root, config, bounds=Bounds()):
        self._names = config.references
        config = config._replace(annotators=self._names)
        self._reader = ProjectReader(root, config, bounds=bounds._replace(drafts=True))

    def read(self, project) -> Project:
        """A Project's documents that are among the references, too, with both; excluded and
        problems are the references'.
        """
        if not self._names:
            return project._replace(excluded=(), problems=())
        # The annotators' text counts: a gold with another text excludes itself only.
        texts = {
            document.name: (next(iter(document.annotations)), document.text)
            for document in project.documents
        }
        try:
            read = self._reader.read(texts)
        except ProjectError:
            message = "No .ann file is in it, so nothing is compared with it."
            problems = (Problem(name, None, "no-ann-file", message) for name in self._names)
            return project._replace(documents=(), excluded=(), problems=tuple(problems))
        references_of = {document.name: document for document in read.documents}
        documents = []
        for document in project.documents:
            references, text = references_of.get(document.name), document.text
            if references is None:
                continue
            if isinstance(text, TextOfFields) and len(references.text) > len(text):
                # One put together from text fields reaches as far as any span.
                text = TextOfFields(text + references.text[len(text) :])
            documents.append(ParallelDocument(
                document.name, text, {**document.annotations, **references.annotations},
                {**document.files, **references.files},
                (document.identity, references.identity),
                nothing=document.nothing | references.nothing,
            ))  # fmt: skip
        return project._replace(
            documents=tuple(documents),
            excluded=tuple(exclusion for exclusion in read.excluded if exclusion.document in texts),
            problems=read.problems,
        )
