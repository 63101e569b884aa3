"""Snapshots of a project: its files as they are now, with the figures computed from exactly these
bytes.
"""

import json
import os
import platform
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath

import numpy

from brat_iaa import __version__
from brat_iaa import config as configuration
from brat_iaa.errors import BratIaaError
from brat_iaa.lru_cache import LastUsed
from brat_iaa.measures.score import Score
from brat_iaa.phases.archive import Archive, Snapshot, SnapshotError
from brat_iaa.phases.contents import read_contents, write_contents
from brat_iaa.phases.older_figures import Older, comparable, is_older
from brat_iaa.phases.report import State
from brat_iaa.report import scores as report
from brat_iaa.study import Study

# The whole project's figures; those of a document lie in documents/<name>.json.
_WHOLE = "project.json"
# Files of long ago are read without waiting for brat to finish them.
_LONG_AGO = 1_000_000_000
_KEPT = 8


class Snapshots:
    """The snapshots of one project. Any number of threads may call it.

    root       the project's directory
    database   store.database.Database of the project
    overrides  settings that replace those of iaa.conf; kept with each snapshot
    within     directory outside of which nothing is read; None: anywhere
    """

    def __init__(self, root, database, overrides=None, within=None):
        self._root = Path(root)
        self._archive = Archive(database)
        self._overrides = dict(overrides or {})
        self._within = within
        self._agreements = LastUsed(_KEPT)

    def take(self, phase, note="", by=""):
        """Freeze the project as it is now. Returns the Snapshot.

        phase  its name; several snapshots may have the same
        Raises SnapshotError without a name, ProjectError if a file cannot be read; then nothing is
        kept.
        """
        if not phase.strip():
            raise SnapshotError(
                'A snapshot needs the name of its phase, such as --phase "2 revised".'
            )
        # Before the files are read: what somebody declares done meanwhile is not in it.
        begun = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        contents = self._contents()
        figures, why_none = _figures(self._root.resolve().name, contents.files, self._overrides)
        facts = {
            "versions": versions(),
            "settings": self._overrides,
            "moved": list(contents.moved),
            "left_out": list(contents.left_out),
            "files": len(contents.files),
            "bytes": sum(map(len, contents.files.values())),
            "project": self._root.resolve().name,
            "no_figures": why_none,
        }
        return self._archive.add(
            Snapshot(0, phase.strip(), note.strip(), begun, by, facts, None, None, None),
            contents.files,
            figures,
        )

    def _contents(self):
        try:
            judges = configuration.load(self._root, self._overrides).anchoring.judges
        except BratIaaError:  # why there are no figures, then
            judges = None
        return read_contents(
            self._root, self._within, (str(PurePosixPath(judges)),) if judges else ()
        )

    def changed(self):
        """Whether any file differs from the last snapshot; True if there is none.

        Raises ProjectError if a file cannot be read.
        """
        whole = self.whole_numbers()
        return not whole or self._contents().files != self._archive.files(whole[-1])

    def list(self):
        """List of all Snapshots, deleted ones too, in the order in which they were taken."""
        return self._archive.list()

    def whole_numbers(self):
        """Numbers of the snapshots that are not deleted, in the order in which they were taken."""
        return [one.number for one in self._archive.list() if not one.deleted]

    def get(self, number):
        """The Snapshot. Raises SnapshotError if it is not there."""
        return self._archive.get(number)

    def paths(self):
        """Sorted paths, below the project, of the files that any snapshot holds."""
        return self._archive.paths()

    def label(self, number):
        """What a snapshot is called in tables: its phase, with the number where several have that
        phase.
        """
        phase = self.get(number).phase
        alike = [one for one in self._archive.list() if one.phase == phase and not one.deleted]
        return phase if len(alike) < 2 else f"{phase} ({number})"

    def state(self, number):
        """State of a snapshot: the figures that were kept, nothing is computed."""
        figures = self._archive.figures(number)
        if _WHOLE not in figures:
            return State(self.label(number), (), ())
        whole, phase = json.loads(figures[_WHOLE]), self.get(number).phase
        layers = tuple((layer["name"], layer["kind"]) for layer in whole["layers"])
        return State(
            self.label(number),
            layers,
            tuple(_of_phase(_score(row), phase) for row in whole["scores"]),
        )

    def agreement(self, number):
        """The Agreement computed again from the bytes of a snapshot; the signatures of its scores
        name the phase.

        Raises SnapshotError, and ConfigError or ProjectError where there was nothing to compare.
        """
        snapshot = self._archive.get(number)
        if snapshot.deleted:
            self._agreements.forget(snapshot.key)
        return self._agreements.get(snapshot.key, lambda: self._computed(number))

    def _computed(self, number):
        snapshot, files = self._archive.get(number), self._archive.files(number)
        agreement = _agreement(*_made_of(snapshot, files))
        return replace(
            agreement, scores=tuple(_of_phase(score, snapshot.phase) for score in agreement.scores)
        )

    def export(self, number, directory):
        """Write a snapshot's files into a new directory, as a collection of brat's, byte for
        byte.
        """
        write_contents(self._archive.files(number), directory)

    def files(self, number):
        """{path: bytes} of a snapshot. Raises SnapshotError if it is deleted or damaged."""
        return self._archive.files(number)

    def verify(self, number):
        """Sentences that say what was checked; raises SnapshotError at the first thing that is not
        as it was.

        Every byte is compared with its checksum, and every figure, computed anew, with the one
        kept, to the last digit.
        """
        self._archive.check(number)
        snapshot = self._archive.get(number)
        kept, (figures, _) = (
            self._archive.figures(number),
            _figures(*_made_of(snapshot, self._archive.files(number))),
        )
        kept, figures = _without_signatures(kept), _without_signatures(figures)
        older, known = is_older(kept), Older(0, 0)
        if older:
            known, kept, figures = comparable(kept, figures)
        differing = sorted(
            path for path in set(kept) | set(figures) if kept.get(path) != figures.get(path)
        )
        if differing:
            raise SnapshotError(
                f"Snapshot {number}: computed anew, the figures differ from those kept: "
                f"{_first_difference(kept, figures, differing[0])}. {_other_versions(snapshot)}"
            )
        same = sum(len(rows["scores"]) for rows in figures.values()) - known.rounded
        said = [f"{snapshot.facts['files']} files are as they were, byte for byte."]
        said.append(
            f"{same} figures are the same to the last digit."
            if figures
            else f"It has no figures: {snapshot.facts['no_figures']}"
        )
        if known.rounded:
            said.append(
                f"{known.rounded} alphas are the same but for the last digit, which is "
                f"rounded later now."
            )
        if known.gone:
            said.append(
                f"{known.gone} figures are not made any more: without settings, what "
                f"the files hold is compared now."
            )
        if older:
            said.append(
                "Its intervals were made by an older method, the bootstrap, and are not compared."
            )
        return said

    def delete(self, number, reason, by=""):
        """Delete a snapshot's contents; the record, with the reason, stays. Raises SnapshotError
        without a reason.
        """
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self._archive.delete(number, now, by, reason)


def versions():
    """What the figures were computed with."""
    return {
        "brat-iaa": __version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }


def _made_of(snapshot, files):
    """What the figures of a snapshot were computed from: name of the project, files, settings."""
    return snapshot.facts["project"], files, snapshot.facts["settings"]


def _figures(name, files, overrides):
    """({path: JSON as bytes} of the figures of these files, why there are none or None).

    Nothing in them names the phase, so that documents that stay as they were cost nothing in the
    next one.
    """
    try:
        agreement = _agreement(name, files, overrides)
    except BratIaaError as error:
        return {}, str(error)
    by_document = {}
    for score in agreement.scores:
        by_document.setdefault(score.document, []).append(score)
    whole = report.to_dict(agreement, by_document.pop(None, []))
    found = {_WHOLE: dict(whole, disagreements=len(agreement.disagreements))}
    for document, scores in by_document.items():
        found[f"documents/{document}.json"] = {"scores": report.rows(scores)}
    return {
        path: json.dumps(rows, ensure_ascii=False).encode() for path, rows in found.items()
    }, None


def _agreement(name, files, overrides):
    """The Agreement of these files."""
    with _written(name, files) as root:
        try:
            return Study(root, overrides).agreement()
        except BratIaaError as error:
            # The copy is gone when this is read.
            raise type(error)(str(error).replace(str(root), name)) from None


@contextmanager
def _written(name, files):
    """A directory with these files, as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="brat-iaa-") as directory:
        root = Path(directory) / name
        write_contents(files, root)
        for path in files:
            os.utime(root / path, (_LONG_AGO, _LONG_AGO))
        yield root


def _of_phase(score, phase):
    settings, version = score.signature.rsplit("|", 1)
    return replace(score, signature=f"{settings}|phase:{phase.replace('|', '/')}|{version}")


def _score(row):
    interval = row["interval"]
    return Score(
        **dict(
            row, annotators=tuple(row["annotators"]), interval=tuple(interval) if interval else None
        )
    )


def _without_signatures(figures):
    """{path: what the JSON holds}; without signatures, which a later version may write otherwise:
    the same bytes and settings are compared.
    """
    found = {path: json.loads(data) for path, data in figures.items()}
    for rows in found.values():
        for row in rows["scores"]:
            del row["signature"]
    return found


def _first_difference(kept, figures, path):
    """Which figure differs first in a file of figures, and how."""
    if path not in kept or path not in figures:
        return f"{path} is {'new' if path in figures else 'missing'}"
    before, after = (found[path]["scores"] for found in (kept, figures))
    for old, new in zip(before, after):
        what = next((field for field in old if old[field] != new.get(field)), None)
        if what is not None:
            about = " ".join(
                str(old[field])
                for field in ("layer", "measure", "statistic", "document", "label")
                if old[field]
            )
            return (
                f"{about}, {', '.join(old['annotators'])}: {what} was {old[what]}, is "
                f"{new.get(what)}"
            )
    return f"{path} has {len(after)} figures instead of {len(before)}, or other facts"


def _other_versions(snapshot):
    now = versions()
    other = [
        f"{name} {version} (now {now.get(name)})"
        for name, version in snapshot.facts["versions"].items()
        if now.get(name) != version
    ]
    if other:
        return (
            f"They were computed with {', '.join(other)}. Install these versions to get "
            f"the same digits."
        )
    return "The versions are the same: please report this."
