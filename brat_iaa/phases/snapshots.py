"""Snapshots of a project: its files at one time, and the figures computed from these bytes."""

import json
import platform
from collections.abc import Sequence
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path

import numpy

from brat_iaa import __version__
from brat_iaa import config as configuration
from brat_iaa.agreement import Agreement
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.measures.score import Score
from brat_iaa.phases.archive import Archive, Snapshot, SnapshotError
from brat_iaa.phases.contents import NoRoom, agreement_of_files, read_contents, write_contents
from brat_iaa.phases.done import DoneWork, done_when_taken
from brat_iaa.phases.figures import PhaseState
from brat_iaa.phases.states import ComparedStates
from brat_iaa.report import scores as report
from brat_iaa.scores.document_groups import document_groups, members

# Their name in the archive.
_FIGURES = "project.json"
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
        taken = Snapshot(0, phase, note.strip(), begun, by, facts)
        figures, facts["no_figures"] = _figures(taken, contents.files, noted)
        return self.add(taken, contents.files, {_FIGURES: figures} if figures else {})

    def _contents(self):
        return read_contents(self._root, self._within)

    def changed(self) -> bool:
        """Whether any file differs from the last snapshot; True if there is none. Raises
        ProjectError if a file cannot be read.
        """
        whole = self.whole_numbers()
        return not whole or self._contents().files != self.files(whole[-1])

    def whole_numbers(self):
        """Numbers of the snapshots that are not deleted, in the order in which they were taken."""
        return [snapshot.number for snapshot in self.list() if not snapshot.deleted]

    def with_figures(self) -> list:
        """The Snapshots that can be looked into: not deleted, and with figures."""
        return [each for each in self.list() if not (each.deleted or each.facts["no_figures"])]

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
        data = self.figures(number).get(_FIGURES)
        if data is None:
            return PhaseState(self.label(number), (), ())
        kept = json.loads(data)
        layers = tuple((layer["name"], layer["kind"]) for layer in kept["layers"])
        return PhaseState(self.label(number), layers, tuple(map(_score, kept["scores"])))

    def parts(self, number, by) -> dict:
        """{name of a part of the project: its Scores} of a snapshot, computed from its bytes.

        by  "document", or "group": the groups of documents that iaa.conf names now

        Raises ConfigError if iaa.conf names no groups.
        """
        patterns = configuration.load(self._root, self._overrides).groups
        if by == "group" and not patterns:
            raise ConfigError(
                f"{self._root}: iaa.conf names no groups. Add a line to [project], such as "
                "groups = de_*: German, fr_*: French."
            )
        if self.get(number).facts["no_figures"]:
            return {}
        agreement, parts = self.agreement(number), {}
        if by == "document":
            for score in agreement.scores:
                if score.document is not None:
                    parts.setdefault(score.document, []).append(score)
            return parts
        groups = document_groups(agreement, members(patterns, agreement.tables))
        return {group.name: [score for score in group.scores if score.whole] for group in groups}

    def agreement(self, number) -> Agreement:
        """The Agreement computed from the bytes of a snapshot; signatures name the phase.

        Raises SnapshotError, and ConfigError or ProjectError where there was nothing to compare.
        """
        snapshot = self.get(number)
        if snapshot.deleted:
            self._agreements.cache_clear()
        return self._agreements(snapshot.key, number)

    def _computed(self, key, number):
        snapshot = self.get(number)
        return _agreement(snapshot, self.files(number), done_when_taken(snapshot))

    def export(self, number, directory):
        """Write a snapshot's files into a new directory, byte for byte, as a collection of brat."""
        write_contents(self.files(number), directory)

    def verify(self, number) -> Sequence[str]:
        """Compare every byte with its checksum, and every figure with a new computation.

        Returns sentences on what was checked. Raises SnapshotError at the first difference.
        """
        self.check(number)
        snapshot, kept = self.get(number), _comparable(self.figures(number).get(_FIGURES))
        files = f"{snapshot.facts['files']} files are as they were, byte for byte."
        if any("degrees" not in row for row in kept["scores"]):
            return [files, "Its figures are of a version before 0.3.0, and are not compared."]
        again = _comparable(_figures(snapshot, self.files(number), done_when_taken(snapshot))[0])
        if kept != again:
            raise SnapshotError(
                f"Snapshot {number}: computed again, the figures differ from those kept. "
                f"{_other_versions(snapshot)}"
            )
        if snapshot.facts["no_figures"]:
            return [files, f"It has no figures: {snapshot.facts['no_figures']}"]
        return [files, f"{len(kept['scores'])} figures are the same to the last digit."]


def versions() -> dict:
    """Versions of what figures are computed with."""
    return {
        _KEPT_NAME: __version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }


def _figures(snapshot, files, is_done):
    """(the figures of a snapshot's files as JSON, b"" without any; the reason why not)."""
    try:
        agreement = _agreement(snapshot, files, is_done)
    except NoRoom:
        raise
    except BratIaaError as error:
        return b"", str(error)
    scores = [score for score in agreement.scores if score.document is None]
    kept = dict(report.to_dict(agreement, scores), disagreements=len(agreement.differences))
    return json.dumps(kept, ensure_ascii=False).encode(), None


def _agreement(snapshot, files, is_done) -> Agreement:
    """The Agreement of a snapshot's files. is_done: see done_when_taken()"""
    name, settings = snapshot.facts["project"], snapshot.facts["settings"]
    return agreement_of_files(
        files, name, settings, done=lambda _: is_done, snapshot=snapshot.phase
    )


def _score(row):
    interval = row["interval"] and tuple(row["interval"])
    names = {key: tuple(row.get(key, ())) for key in ("annotators", "compared")}
    return Score(**{**row, **names, "interval": interval})


def _comparable(data):
    """What the JSON holds, without signatures, which other versions may write otherwise."""
    kept = json.loads(data) if data else {"scores": []}
    for row in kept["scores"]:
        row.pop("signature", None)
    return kept


def _other_versions(snapshot):
    now, of_snapshot = versions(), snapshot.facts["versions"]
    other = [
        f"{name.replace(_KEPT_NAME, 'brat-agreement')} {version} (now {now.get(name)})"
        for name, version in of_snapshot.items()
        if now.get(name) != version
    ]
    if not other:
        return "The versions are the same: please report this."
    return (
        f"They were computed with {', '.join(other)}. Install these versions to get the same "
        "digits."
    )
