"""Which part of a project a Study sees."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Optional

from brat_iaa.config import DEPENDENCIES, Config
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.project import Project
from brat_iaa.corpus.project_reader import ParsedFiles


@dataclass(frozen=True)
class Sight:
    """The part of a project that a Study sees: all of it, or some directories as annotators,
    whatever else they are, in some documents. Subclasses see less.

    bounds      Bounds of what is read
    annotators  whose directories are read; None: as the settings say
    whole       whether these are all annotators; if not, names in the settings that they never
                used are not reported
    files       ParsedFiles shared with other Studies, or None
    layers      what is compared of the directories; None: annotators are those of the settings
    documents   names of the documents; None: all
    done        as of a ProjectReader: whose empty files are documents in which they found nothing
    """

    bounds: Bounds = Bounds()
    annotators: Optional[tuple] = None
    whole: bool = True
    files: Optional[ParsedFiles] = None
    layers: Optional[tuple] = None
    documents: Optional[frozenset] = None
    done: Optional[Callable] = None

    def settings(self, config) -> Config:
        """The Config to compute by, from that of the project."""
        if self.layers is None:
            return config
        arcs = (layer.settings for layer in self.layers if layer.kind == DEPENDENCIES)
        return config._replace(
            annotators=self.annotators, layers=self.layers, gold=None, draft=None, excluded=(),
            dependencies=next(arcs, config.dependencies),
            found=replace(config.found, gold=None, apart=(), passes=()),
        )  # fmt: skip

    def project(self, project, config) -> Project:
        """The Project to compare, from the one that was read."""
        if self.documents is None:
            return project
        chosen = tuple(
            document for document in project.documents if document.name in self.documents
        )
        return project._replace(documents=chosen)

    def concerns(self, problem, config) -> bool:
        """Whether to report a Problem."""
        return True
