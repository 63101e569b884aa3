"""Which part of a project a Study sees."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.config import Config
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.corpus.project import Project
from brat_iaa.corpus.project_reader import ParsedFiles


@dataclass(frozen=True)
class Sight:
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
