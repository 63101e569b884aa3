"""The dependency tables of a project, also of one that only one annotator has annotated."""

from pathlib import Path
from typing import NamedTuple

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.layers.dependencies import dependency_table


class Tables(NamedTuple):
    """project: its name; annotators: tuple of names; tables: {document: DependencyTable}"""

    project: str
    annotators: tuple
    tables: dict


def tables_of(root, overrides=None, progress=lambda text, done, total: None) -> Tables:
    """The Tables of a project; gold and anchors are no annotators.

    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total)

    Raises ConfigError and ProjectError with the next step for the user.
    """
    root = Path(root)
    config = configuration.load(root, overrides)
    with collector.paused():
        reader = ProjectReader(root, config, config.no_annotators)
        project = reader.read(progress=progress)
        tables = {}
        for done, document in enumerate(project.documents):
            progress("Reading arcs", done, len(project.documents))
            tables[document.name] = dependency_table(document, config.dependencies)
    return Tables(config.name or project.name, project.annotators, tables)
