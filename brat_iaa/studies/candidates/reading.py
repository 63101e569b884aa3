"""Reads what a candidate annotated, beside what the annotators did.

A candidate is a directory of the project, a directory elsewhere, or a file of soft labels as
brat-agreement report --format soft writes them. Whatever it is, nobody else compares with it.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple, Sequence

import numpy

from brat_iaa import collector
from brat_iaa.corpus.files import read_stable
from brat_iaa.corpus.layout import USUAL
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.errors import ConfigError
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.layers.item_values import AND, WRITTEN_NOTHING, ItemValues, item_values
from brat_iaa.scores.data import uncounted
from brat_iaa.studies.candidates.alternative import CandidateValues

SOFT = ".jsonl"
_ELEMENT = re.compile(r"(.*?)(?:@(\d{1,9}-\d{1,9}(?:[,>]\d{1,9}-\d{1,9})*))?", re.DOTALL)


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


class SoftLabels(NamedTuple):
    """What a file of soft labels says: {layer: {document: {fragments: {value as text: share}}}}"""

    name: str
    of_layers: dict


def candidates_of(root, config, names) -> dict:
    """{name: Project of annotators and the candidate, or SoftLabels} of candidates.

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
    if path.suffix == SOFT:
        return read_soft(path)
    raise ConfigError(
        f"{name}: there is no such candidate. Expected a directory of the project {root}, a "
        f"directory with .ann files elsewhere, or a file {SOFT} of soft labels."
    )


def read_soft(path) -> SoftLabels:
    """The SoftLabels of a file. Raises ConfigError with the line that cannot be used."""
    data = read_stable([str(path)])[str(path)]
    if data is None:
        raise ConfigError(f"{path}: cannot be read.")
    layers: dict = {}
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            fragments = tuple((int(start), int(end)) for start, end in row["fragments"])
            shares = {str(value): float(share) for value, share in row["soft_label"].items()}
            layer, document = row["layer"], row["document"]
            if not fragments or min(shares.values()) < 0 or not sum(shares.values()):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ConfigError(
                f"{path}, line {number}: no soft label. Expected a line of JSON with layer, "
                "document, fragments ([[start, end], ...]) and soft_label ({value: share}), as "
                "brat-agreement report --format soft writes it."
            ) from None
        layers.setdefault(layer, {}).setdefault(document, {})[fragments] = shares
    return SoftLabels(Path(path).stem, layers)


def beside(agreement, layer, name, read, by_token=False):
    """The LayerBesideCandidate of a layer; None where the candidate has nothing of it.

    read  as candidates_of() has it for the name
    """
    humans = tuple(agreement.annotators_in(layer))
    if isinstance(read, SoftLabels):
        return _beside_soft(agreement, layer, humans, read, by_token)
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


def _beside_soft(agreement, layer, humans, read, by_token):
    soft = read.of_layers.get(layer.name, {})
    parts = {stem: part for stem, part in agreement.parts[layer.name].items() if stem in soft}
    if not parts:
        return None
    tables = {stem: agreement.tables[stem] for stem in parts}
    values = item_values(layer, parts, tables, humans, by_token, soft)
    code = {value: number for number, value in enumerate(values.values)}
    rows = []
    for number, item in enumerate(values.items):
        shares = soft[item.document].get(item.fragments, {})
        total = sum(shares.values())
        for written, share in shares.items():
            value = read_value(written)
            rows.append((number, code.setdefault(value, len(code)), share / total))
    values.values[:] = list(code)
    item, codes, probability = zip(*rows) if rows else ((), (), ())
    return LayerBesideCandidate(
        values, humans,
        CandidateValues(numpy.array(item, int), numpy.array(codes, int), numpy.array(probability)),
        {stem: table.text for stem, table in tables.items()},
        {stem: table.files for stem, table in tables.items()},
    )  # fmt: skip


def read_value(written) -> frozenset:
    """The value that ItemValues.written() writes like this."""
    if written == WRITTEN_NOTHING:
        return frozenset()
    elements = []
    for part in written.split(AND):
        label, ends = _ELEMENT.fullmatch(part).groups()  # type: ignore[union-attr]
        where = tuple(
            tuple(tuple(map(int, bounds.split("-"))) for bounds in piece.split(","))
            for piece in (ends or "").split(">")
            if piece
        )
        elements.append((label, where))
    return frozenset(elements)
