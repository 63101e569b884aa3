"""Reads what a candidate annotated, beside what the annotators did.

A candidate is a directory of the project, or one elsewhere. Nobody else compares with it.
"""

from pathlib import Path
from typing import NamedTuple, Sequence

from brat_iaa import collector
from brat_iaa.corpus.layout import USUAL
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.errors import ConfigError
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.layers.item_values import ItemValues, item_values
from brat_iaa.scores.data import uncounted
from brat_iaa.studies.candidates.alternative import CandidateValues


class LayerBesideCandidate(NamedTuple):
    """A layer of the annotators beside a candidate.

    values     ItemValues, whose first columns are the annotators
    humans     names of these
    candidate  CandidateValues
    texts      {document: its text}
    files      {document: {name: path of the .ann}}
    unread     list of Uncounted: lines of the candidate that could not be read
    """

    values: ItemValues
    humans: tuple
    candidate: CandidateValues
    texts: dict
    files: dict
    unread: Sequence = ()

    @property
    def codes(self):
        """Values of the annotators alone: items x annotators."""
        return self.values.codes[:, : len(self.humans)]


def candidates_of(root, config, names) -> dict:
    """{name: Project of annotators and the candidate} of candidates.

    root    the project's directory
    config  Config
    names   names of directories of the project, or paths
    Raises ConfigError for what is not there, and ProjectError.
    """
    with collector.paused():
        there = inside(root, names)
        apart = (*config.no_annotators, *there)
        project = ProjectReader(root, config, apart, own_texts=config.own_texts).read()
        return {
            Path(name).stem: _read(root, config, project, name, name in there) for name in names
        }


def inside(root, names) -> tuple:
    """Those of some candidates that are directories of the project."""
    return tuple(name for name in names if "/" not in name and (Path(root) / name).is_dir())


def _read(root, config, project, name, there):
    if there:
        return ReferenceReader(root, config, names=(name,)).read(project)
    path = Path(name)
    if path.is_dir():
        path = path.resolve()
        elsewhere = config._replace(layout=USUAL)
        return ReferenceReader(path.parent, elsewhere, names=(path.name,)).read(project)
    raise ConfigError(
        f"{name}: there is no such candidate. Expected a directory of the project {root}, or a "
        "directory with .ann files elsewhere."
    )


def beside(agreement, layer, name, read, by_token=False):
    """The LayerBesideCandidate of a layer; None where the candidate has nothing of it.

    read  as candidates_of() has it for the name
    """
    humans = tuple(agreement.annotators_in(layer))
    compared = agreement.parts[layer.name]
    documents = [document for document in read.documents if document.name in compared]
    if not documents:
        return None
    names = tuple(
        dict.fromkeys(annotator for document in documents for annotator in document.annotations)
    )
    tables = dependency_tables(documents, agreement.config.dependencies, names)
    parts = KINDS[layer.kind].layer_documents(BatchReader(documents, tables), layer)
    by_name = {document.name: table for document, table in zip(documents, tables)}
    values = item_values(layer, dict(zip(by_name, parts)), by_name, (*humans, name), by_token)
    return LayerBesideCandidate(
        values, humans, CandidateValues.of_codes(values.codes[:, -1]),
        {stem: table.text for stem, table in by_name.items()},
        {stem: table.files for stem, table in by_name.items()},
        [
            line for document in documents
            for line in uncounted(layer, document.name, name, document.annotations[name].problems)
        ],
    )  # fmt: skip
