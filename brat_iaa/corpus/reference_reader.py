"""Gold, anchors and reviews: annotation beside the annotators', read from directories of the same
layout.
"""

from dataclasses import dataclass
from typing import NamedTuple

from brat_iaa.corpus.discovery import Bounds, folder_depth
from brat_iaa.corpus.project import ParallelDocument, ProjectReader
from brat_iaa.corpus.quoting import quoted
from brat_iaa.errors import ProjectError


@dataclass(frozen=True)
class References:
    """documents: {name: ParallelDocument of annotators and references together}, where there are
    both.
    """

    documents: dict
    excluded: tuple = ()
    problems: tuple = ()


class _Named(NamedTuple):
    """What ProjectReader wants to know."""

    annotators: tuple[str, ...]
    layout: str


class ReferenceReader:
    """Reads the reference directories again and again; only what changed is parsed.

    config  needs the attributes references (names) and layout
    bounds  Bounds of what is read
    """

    def __init__(self, root, config, bounds=Bounds()):
        self._root = root
        self._names = config.references
        self._layout = config.layout
        self._reader = ProjectReader(root, _Named(config.references, config.layout), bounds=bounds)

    def read(self, project):
        """References beside a Project. Raises ProjectError if a directory is not there."""
        if not self._names:
            return References({document.name: document for document in project.documents})
        pattern = "*/" * folder_depth(self._layout)
        folders = [self._root] if not pattern else list(self._root.glob(pattern))
        for name in self._names:
            if not any((folder / name).is_dir() for folder in folders):
                raise ProjectError(
                    f"There is no directory {quoted(name)} in {self._root}. iaa.conf "
                    f"names it as gold, anchor or review. "
                    "Correct the setting, or make the directory."
                )
        # The annotators say which text stands: no gold and no anchor takes a document from them.
        read = self._reader.read(
            {
                document.name: (next(iter(document.annotations)), document.text)
                for document in project.documents
            }
        )
        own = {document.name: document for document in read.documents}
        documents = {}
        for document in project.documents:
            other = own.get(document.name)
            if other is None:
                continue
            documents[document.name] = ParallelDocument(
                document.name,
                document.text,
                {**document.annotations, **other.annotations},
                {**document.files, **other.files},
                (document.identity, other.identity),
            )
        names = {document.name for document in project.documents}
        excluded = tuple(found for found in read.excluded if found.document in names)
        return References(documents, excluded, read.problems)
