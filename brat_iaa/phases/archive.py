"""Snapshots in the database, each content kept once.

A row of `entry` says that a file had the same content in all snapshots from `first` to `last`
(NULL: to this day), so that a new snapshot takes only the space of what changed since the last.
Contents are compressed, and identified by SHA-256.
"""

import hashlib
import json
import zlib
from datetime import datetime, timezone
from typing import NamedTuple, Optional

from brat_iaa.errors import BratIaaError

# Kinds of entries: files of the project, and figures computed from them.
FILES, FIGURES = "file", "figures"


class SnapshotError(BratIaaError):
    """A snapshot does not exist, was deleted, or is damaged; the message says what to do."""


class Snapshot(NamedTuple):
    """The frozen files and figures of a phase.

    number    from 1, never given twice
    phase     name of the phase
    note      a text by whoever took it
    taken     date and time when its files began to be read, UTC, ISO 8601
    taken_by  a login, or an account on this computer
    facts     {"versions": {...}, "settings": {...}, "moved": [...], "files": n, "bytes": n, ...}
    deleted   date and time, or None
    deleted_by, reason   who deleted it, and why
    """

    number: int
    phase: str
    note: str
    taken: str
    taken_by: str
    facts: dict
    deleted: Optional[str] = None
    deleted_by: Optional[str] = None
    reason: Optional[str] = None

    @property
    def name(self) -> str:
        """Name for readers."""
        return f"{self.number}: {self.phase}"

    @property
    def cited(self) -> str:
        """How a paper names it: "snapshot 2 of 2026-11-22"."""
        return f"snapshot {self.number} of {self.taken[:10]}"

    @property
    def key(self) -> tuple:
        """Unique; the number is not, as it is used again after an earlier state is restored."""
        return self.number, self.taken, self.phase

    @property
    def why_gone(self) -> str:
        """Of a deleted one: when, by whom and why."""
        return (
            f"Snapshot {self.number} was deleted on {(self.deleted or '')[:10]} by "
            f"{self.deleted_by}: {self.reason}"
        )


# Whether a row of `entry` is in a snapshot.
_HELD = "first <= :number AND (last IS NULL OR last >= :number)"


class Archive:
    """The snapshots of one project. Threads and processes may use the same Database."""

    def __init__(self, database):
        self._database = database

    def add(self, snapshot, files, figures) -> Snapshot:
        """Keep a Snapshot, whose number is ignored, with its {path: bytes}; all of it or nothing.
        Returns it with its number.
        """
        digests = {}
        with self._database.transaction() as connection:
            last = "SELECT coalesce(max(number), 0) FROM snapshot"
            number = 1 + connection.execute(last).fetchone()[0]
            for kind, contents in ((FILES, files), (FIGURES, figures)):
                digests[kind] = _add_entries(connection, number, kind, contents)
            facts = json.dumps(snapshot.facts, sort_keys=True, ensure_ascii=False)
            connection.execute(
                "INSERT INTO snapshot (number, phase, note, taken, taken_by, facts, checksum) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, *snapshot[1:5], facts, _checksum(digests)),
            )
        return snapshot._replace(number=number)

    def list(self) -> list:
        """All Snapshots, deleted ones included, in the order of their numbers."""
        columns = ", ".join(Snapshot._fields)
        rows = self._rows(f"SELECT {columns} FROM snapshot ORDER BY number")
        facts = Snapshot._fields.index("facts")
        return [Snapshot._make(row)._replace(facts=json.loads(row[facts])) for row in rows]

    def get(self, number) -> Snapshot:
        """The Snapshot. Raises SnapshotError if there is none."""
        snapshots = {snapshot.number: snapshot for snapshot in self.list()}
        if number not in snapshots:
            numbers = ", ".join(map(str, snapshots)) or "none yet"
            raise SnapshotError(f"There is no snapshot {number}. Snapshots: {numbers}.")
        return snapshots[number]

    def paths(self, number=None):
        """Set of the paths of the files of a snapshot; without one, of all."""
        held = _HELD if number is not None else "TRUE"
        query = f"SELECT path FROM entry WHERE kind = :kind AND {held}"
        return {path for (path,) in self._rows(query, kind=FILES, number=number)}

    def files(self, number) -> dict:
        """{path: bytes} of a snapshot. Raises SnapshotError if it is deleted or damaged."""
        return self._held(number, FILES)

    def figures(self, number) -> dict:
        """The same of its figures."""
        return self._held(number, FIGURES)

    def _held(self, number, kind):
        snapshot = self.get(number)
        if snapshot.deleted:
            raise SnapshotError(snapshot.why_gone)
        query = (
            "SELECT path, sha256, size, data FROM entry JOIN blob ON blob.id = blob "
            f"WHERE kind = :kind AND {_HELD} ORDER BY path"
        )
        rows = self._rows(query, kind=kind, number=number)
        return {path: _unpacked(number, path, *packed) for path, *packed in rows}

    def _rows(self, query, **values):
        with self._database.reading() as connection:
            return connection.execute(query, values).fetchall()

    def check(self, number):
        """Raise SnapshotError unless every byte is as it was."""
        found = {kind: _digests(self._held(number, kind)) for kind in (FILES, FIGURES)}
        ((checksum,),) = self._rows("SELECT checksum FROM snapshot WHERE number = :n", n=number)
        if checksum != _checksum(found):
            raise SnapshotError(
                f"Snapshot {number} is damaged: the list of its files is not the one that was "
                "kept. Restore a backup, or take the snapshot again."
            )

    def delete(self, number, reason, by=""):
        """Delete a snapshot's contents; its record stays, with the reason.

        Raises SnapshotError without a reason, and for a snapshot that does not exist or is deleted
        already.
        """
        if not reason.strip():
            raise SnapshotError(
                f"Snapshot {number} is not deleted: say why. The reason stays in the record."
            )
        self.get(number)
        when = datetime.now(timezone.utc).isoformat(timespec="seconds")
        with self._database.transaction() as connection:
            # Otherwise the bytes stay in the file until their space is used again.
            connection.execute("PRAGMA secure_delete = ON")
            done = connection.execute(
                "UPDATE snapshot SET deleted = ?, deleted_by = ?, reason = ? WHERE number = ? "
                "AND deleted IS NULL",
                (when, by, reason.strip(), number),
            )
            if not done.rowcount:
                raise SnapshotError(f"Snapshot {number} is deleted already.")
            connection.execute(
                "DELETE FROM entry WHERE NOT EXISTS (SELECT 1 FROM snapshot WHERE deleted IS NULL "
                "AND number >= first AND (last IS NULL OR number <= last))"
            )
            connection.execute("DELETE FROM blob WHERE id NOT IN (SELECT blob FROM entry)")


def _add_entries(connection, number, kind, contents):
    """Close the entries whose file has gone or changed, and open new ones: {path: SHA-256}."""
    digests = _digests(contents)
    query = (
        "SELECT path, sha256 FROM entry JOIN blob ON blob.id = blob WHERE kind = ? AND last IS NULL"
    )
    present = dict(connection.execute(query, (kind,)).fetchall())
    gone = [path for path, sha256 in present.items() if digests.get(path) != sha256]
    connection.executemany(
        "UPDATE entry SET last = ? WHERE kind = ? AND path = ? AND last IS NULL",
        [(number - 1, kind, path) for path in gone],
    )
    for path, sha256 in digests.items():
        if present.get(path) != sha256:
            connection.execute(
                "INSERT OR IGNORE INTO blob (sha256, size, data) VALUES (?, ?, ?)",
                (sha256, len(contents[path]), zlib.compress(contents[path])),
            )
            connection.execute(
                "INSERT INTO entry (kind, path, blob, first) "
                "VALUES (?, ?, (SELECT id FROM blob WHERE sha256 = ?), ?)",
                (kind, path, sha256, number),
            )
    return digests


def _digests(contents):
    return {path: hashlib.sha256(data).digest() for path, data in contents.items()}


def _unpacked(number, path, sha256, size, data):
    try:
        content = zlib.decompress(data)
    except zlib.error:
        content = None
    if content is None or len(content) != size or hashlib.sha256(content).digest() != sha256:
        raise SnapshotError(
            f"Snapshot {number} is damaged: {path} is not what was kept. Other snapshots may be "
            "whole; a backup can be restored."
        )
    return content


def _checksum(digests):
    """SHA-256 over the sorted names and digests of all files and figures."""
    digest = hashlib.sha256()
    for kind in (FILES, FIGURES):
        for path, sha256 in sorted(digests[kind].items()):
            digest.update(f"{kind}\0{path}\0".encode())
            digest.update(sha256)
    return digest.digest()
