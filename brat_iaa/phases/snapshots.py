"""Snapshots of a project: its files at one time, and the figures computed from these bytes."""

import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path
from typing import Optional

import numpy

from brat_iaa import __version__
from brat_iaa import config as configuration
from brat_iaa.agreement import Agreement
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.measures.score import Score
from brat_iaa.phases.archive import Archive, Snapshot, SnapshotError
from brat_iaa.phases.comparison import ComparedStates
from brat_iaa.phases.contents import (
    NoRoom,
    agreement_of_files,
    read_contents,
    write_contents,
)
from brat_iaa.phases.done import DoneWork, done_when_taken
from brat_iaa.phases.figures import PhaseState
from brat_iaa.report import scores as report
from brat_iaa.scores.document_groups import document_groups, members
from brat_iaa.sight import Sight

# The whole project's figures; those of a document are in documents/<name>.json.
_WHOLE = "project.json"
_KEPT = 8
# What snapshots call the program, from before it was named brat-agreement.
_KEPT_NAME = "brat-iaa"


class Snapshots(Archive):
    """The snapshots of one project, as files and as Agreements. Any number of threads may call it.

    root       the project's directory
    database   store.database.Database of the project
    overrides  settings that replace those of iaa.conf; kept with each snapshot
    within     directory outside of which nothing is read; None: anywhere
    """

    def __init__(self, root, database, overrides=None, within=None):
        super().__init__(database)
        self._root = Path(root)
        self._overrides = dict(overrides or {})
        self._within = within
        self._agreements = lru_cache(_KEPT)(self._computed)

    def take(self, phase, note="", by="") -> Snapshot:
        """Keep the project as it is now.

        phase  its name; several snapshots may have the same

        Raises SnapshotError without a name, ProjectError if a file cannot be read, or the temporary
        directory is full; nothing is kept then.
        """
        phase = phase.strip()
        if not phase:
            raise SnapshotError(
                'A snapshot needs the name of its phase, such as --phase "2 revised".'
            )
        # The time before files are read: documents declared done later may not be in it.
        begun = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        contents, done, found_nothing = self._contents(), DoneWork(self._database), {}
        is_done = done(phase)

        def noted(annotator, path):
            if is_done(annotator, path):
                found_nothing.setdefault(annotator, []).append(path)
            return path in found_nothing.get(annotator, ())

        facts = {
            "versions": versions(),
            "settings": self._overrides,
            "done": sorted(done.annotators(phase)),
            "found_nothing": found_nothing,
            "moved": list(contents.moved),
            "left_out": list(contents.left_out),
            "files": len(contents.files),
            "bytes": sum(map(len, contents.files.values())),
            "project": self._root.resolve().name,
        }
        taken = Snapshot(0, phase, note.strip(), begun, by, facts, None, None, None)
        figures, facts["no_figures"] = _figures(taken, contents.files, noted)
        return self.add(taken, contents.files, figures)

    def _contents(self):
        return read_contents(self._root, self._within)

    def changed(self) -> bool:
        """Whether any file differs from the last snapshot; True if there is none.

        Raises ProjectError if a file cannot be read.
        """
        whole = self.whole_numbers()
        return not whole or self._contents().files != self.files(whole[-1])

    def whole_numbers(self):
        """Numbers of the snapshots that are not deleted, in the order in which they were taken."""
        return [snapshot.number for snapshot in self.list() if not snapshot.deleted]

    def with_figures(self) -> list:
        """The Snapshots that can be looked into: not deleted, and with figures."""
        return [
            snapshot
            for snapshot in self.list()
            if not snapshot.deleted and not snapshot.facts["no_figures"]
        ]

    def compare(self, earlier, later) -> ComparedStates:
        """The ComparedStates of two snapshots by their numbers; raises as agreement() does."""
        return ComparedStates(self.agreement(earlier), self.agreement(later))

    def differences(self, numbers=None):
        """(names of two snapshots, their Differences, unit of the intervals) by their numbers, by
        default of the last two; None if there are no two.
        """
        numbers = numbers or [snapshot.number for snapshot in self.with_figures()[-2:]]
        if len(numbers) < 2:
            return None
        compared = self.compare(*numbers)
        return [*map(self.label, numbers)], compared.differences, compared.after.config.unit

    def label(self, number) -> str:
        """Name of a snapshot in tables: its phase, with the number if several have that phase."""
        phase = self.get(number).phase
        same = [one for one in self.list() if one.phase == phase and not one.deleted]
        return phase if len(same) < 2 else f"{phase} ({number})"

    def state(self, number) -> PhaseState:
        """PhaseState of a snapshot: the figures that were kept, nothing is computed."""
        figures = self.figures(number)
        if _WHOLE not in figures:
            return PhaseState(self.label(number), (), ())
        whole = json.loads(figures[_WHOLE])
        layers = tuple((layer["name"], layer["kind"]) for layer in whole["layers"])
        return PhaseState(self.label(number), layers, self._scores(number, whole))

    def _scores(self, number, rows):
        """Tuple of the Scores that were kept; signatures name the phase."""
        phase = self.get(number).phase.replace("|", "/")
        return tuple(_score(row, phase) for row in rows["scores"])

    def parts(self, number, by) -> dict:
        """{name of a part of the project: its Scores} of a snapshot.

        by  "document": the figures that were kept; "group": computed from the bytes, of the groups
            of documents that iaa.conf names now

        Raises ConfigError if iaa.conf names no groups.
        """
        return self._documents(number) if by == "document" else self._groups(number)

    def group_patterns(self):
        """The setting groups as iaa.conf has it now; () if it names none."""
        return configuration.load(self._root, self._overrides).groups

    def _documents(self, number):
        figures = sorted(self.figures(number).items())
        documents = [
            self._scores(number, json.loads(data)) for path, data in figures if path != _WHOLE
        ]
        return {scores[0].document: scores for scores in documents}

    def _groups(self, number):
        patterns = self.group_patterns()
        if not patterns:
            raise ConfigError(
                f"{self._root}: iaa.conf names no groups. Add a line to [project], such as "
                "groups = de_*: German, fr_*: French."
            )
        if self.get(number).facts["no_figures"]:
            return {}
        agreement = self.agreement(number)
        return {
            group.name: [score for score in group.scores if score.whole]
            for group in document_groups(agreement, members(patterns, agreement.tables))
        }

    def agreement(self, number) -> Agreement:
        """The Agreement computed from the bytes of a snapshot; signatures name the phase.

        Raises SnapshotError, and ConfigError or ProjectError where there was nothing to compare.
        """
        snapshot = self.get(number)
        if snapshot.deleted:
            self._agreements.cache_clear()
        return self._agreements(snapshot.key, number)

    def _computed(self, key, number):
        snapshot, files = self.get(number), self.files(number)
        return _agreement(snapshot, files, done_when_taken(snapshot), snapshot.phase)

    def export(self, number, directory):
        """Write a snapshot's files into a new directory, byte for byte, as a collection of brat."""
        write_contents(self.files(number), directory)

    def verify(self, number) -> Sequence[str]:
        """Compare every byte with its checksum, and every figure with a new computation.

        Returns sentences on what was checked. Raises SnapshotError at the first difference.
        """
        self.check(number)
        snapshot, kept = self.get(number), _comparable(self.figures(number))
        files = f"{snapshot.facts['files']} files are as they were, byte for byte."
        if any("degrees" not in row for rows in kept.values() for row in rows["scores"]):
            return [files, "Its figures are of a version before 0.3.0, and are not compared."]
        figures = _comparable(_figures(snapshot, self.files(number), done_when_taken(snapshot))[0])
        if kept != figures:
            raise SnapshotError(
                f"Snapshot {number}: computed again, the figures differ from those kept: "
                f"{_first_difference(kept, figures)}. {_other_versions(snapshot)}"
            )
        same = sum(len(rows["scores"]) for rows in figures.values())
        return [
            files,
            f"{same} figures are the same to the last digit."
            if figures
            else f"It has no figures: {snapshot.facts['no_figures']}",
        ]


def versions() -> dict:
    """Versions of what figures are computed with."""
    return {
        _KEPT_NAME: __version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }


def _figures(snapshot, files, is_done):
    """({path: JSON as bytes} of the figures of a snapshot's files, the reason if there are none).

    They do not name the phase, so that the figures of unchanged documents are kept only once.
    """
    try:
        agreement = _agreement(snapshot, files, is_done)
    except NoRoom:
        raise
    except BratIaaError as error:
        return {}, str(error)
    by_document = {}
    for score in agreement.scores:
        by_document.setdefault(score.document, []).append(score)
    whole = report.to_dict(agreement, by_document.pop(None, []))
    contents = {_WHOLE: dict(whole, disagreements=len(agreement.differences))}
    for document, scores in by_document.items():
        contents[f"documents/{document}.json"] = {"scores": report.rows(scores)}
    return {
        path: json.dumps(rows, ensure_ascii=False).encode() for path, rows in contents.items()
    }, None


@dataclass(frozen=True)
class _PhaseSight(Sight):
    """A snapshot, which signatures name by its phase, if it has one."""

    phase: Optional[str] = None

    def settings(self, config):
        return config._replace(snapshot=self.phase)


def _agreement(snapshot, files, is_done, phase=None) -> Agreement:
    """The Agreement of a snapshot's files.

    is_done  see done_when_taken(); phase: what signatures name it, None: nothing
    """
    sight = _PhaseSight(done=lambda _: is_done, phase=phase)
    return agreement_of_files(files, snapshot.facts["project"], snapshot.facts["settings"], sight)


def _score(row, phase):
    settings, version = row["signature"].rsplit("|", 1)
    signature, interval = f"{settings}|phase:{phase}|{version}", row["interval"]
    return Score(**dict(
        row, annotators=tuple(row["annotators"]), interval=interval and tuple(interval),
        signature=signature,
    ))  # fmt: skip


def _comparable(figures):
    """{path: content of the JSON} without signatures, which other versions may write otherwise."""
    contents = {path: json.loads(data) for path, data in figures.items()}
    for rows in contents.values():
        for row in rows["scores"]:
            row.pop("signature", None)
    return contents


def _first_difference(kept, figures):
    """Which figure differs first, and how."""
    path = min(path for path in {*kept, *figures} if kept.get(path) != figures.get(path))
    if path not in kept or path not in figures:
        return f"{path} is {'new' if path in figures else 'missing'}"
    before, after = (of_files[path]["scores"] for of_files in (kept, figures))
    for old, new in zip(before, after):
        what = next((field for field in old if old[field] != new.get(field)), None)
        if what is not None:
            about = ("layer", "measure", "statistic", "document", "label")
            words = " ".join(str(old[field]) for field in about if old[field])
            names, value = ", ".join(old["annotators"]), new.get(what)
            return f"{words}, {names}: {what} was {old[what]}, is {value}"
    if len(after) == len(before):
        return f"{path} has other facts"
    return f"{path} has {len(after)} figures instead of {len(before)}"


def _other_versions(snapshot):
    now = versions()
    other = [
        f"{'brat-agreement' if name == _KEPT_NAME else name} {version} (now {now.get(name)})"
        for name, version in snapshot.facts["versions"].items()
        if now.get(name) != version
    ]
    if other:
        return (
            f"They were computed with {', '.join(other)}. Install these versions to get "
            f"the same digits."
        )
    return "The versions are the same: please report this."
