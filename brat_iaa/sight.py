"""Which part of a project a Study sees."""

from typing import Optional

from brat_iaa.config import AnchoringSettings, Config
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.project import Project
from brat_iaa.corpus.project_reader import ParsedFiles
from brat_iaa.record import FrozenRecord


class Sight(FrozenRecord):
    """The part of a project that a Study sees: all of it. Subclasses see less.

    bounds      Bounds of what is read
    annotators  whose directories are read; None: as the settings say
    whole       whether these are all annotators; if not, names in the settings that they never
                used are not reported
    files       ParsedFiles shared with other Studies, or None
    """

    bounds: Bounds = Bounds()
    annotators: Optional[tuple] = None
    whole: bool = True
    files: Optional[ParsedFiles] = None

    def settings(self, config) -> Config:
        """The Config to compute by, from that of the project."""
        return config

    def project(self, project, config) -> Project:
        """The Project to compare, from the one that was read."""
        return project

    def concerns(self, problem, config) -> bool:
        """Whether to report a Problem."""
        return True


class ChosenSight(Sight):
    """Some directories as annotators, whatever else they are, in some documents.

    layers     that are compared
    documents  names of the documents; None: all
    """

    layers: tuple = ()
    documents: Optional[frozenset] = None

    def settings(self, config):
        return config._replace(
            annotators=self.annotators, layers=self.layers, gold=None, draft=None,
            anchoring=AnchoringSettings(), candidates=(), second_passes=(),
            found=config.found._replace(gold=None, apart=(), passes=()),
        )  # fmt: skip

    def project(self, project, config):
        if self.documents is None:
            return project
        chosen = tuple(
            document for document in project.documents if document.name in self.documents
        )
        return project._replace(documents=chosen)
