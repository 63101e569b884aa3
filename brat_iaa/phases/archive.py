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
    deleted: Optional[str]
    deleted_by: Optional[str]
    reason: Optional[str]

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


_COLUMNS = "number, phase, note, taken, taken_by, facts, deleted, deleted_by, reason"


class Archive:
    """The snapshots of one project. Any number of threads and processes may use the same database.

    database  Database
    """

    def __init__(self, database):
        self._database = database

    def add(self, snapshot, files, figures) -> Snapshot:
        """Keep a snapshot; all of it or nothing. Returns it with its number.

        snapshot  Snapshot; its number is ignored
        files     {path: bytes}
        figures   {path: bytes}
        """
        kinds = {FILES: files, FIGURES: figures}
        digests = {kind: _digests(contents) for kind, contents in kinds.items()}
        # Before the transaction, in which nobody else can write.
        packed = self._packed_new(kinds, digests)
        with self._database.transaction() as connection:
            last = "SELECT coalesce(max(number), 0) FROM snapshot"
            number = 1 + connection.execute(last).fetchone()[0]
            for kind, contents in kinds.items():
                _add_entries(connection, number, kind, contents, digests[kind], packed)
            facts = json.dumps(snapshot.facts, sort_keys=True, ensure_ascii=False)
            described = snapshot.phase, snapshot.note, snapshot.taken, snapshot.taken_by
            connection.execute(
                "INSERT INTO snapshot (number, phase, note, taken, taken_by, facts, checksum) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, *described, facts, _checksum(digests)),
            )
        return snapshot._replace(number=number)

    def _packed_new(self, kinds, digests):
        """{digest: compressed content} of what no snapshot holds yet."""
        with self._database.reading() as connection:
            stored = {sha256 for (sha256,) in connection.execute("SELECT sha256 FROM blob")}
        return {
            sha256: zlib.compress(kinds[kind][path])
            for kind, by_path in digests.items()
            for path, sha256 in by_path.items()
            if sha256 not in stored
        }

    def list(self) -> list:
        """All Snapshots, deleted ones included, in the order of their numbers."""
        with self._database.reading() as connection:
            return _list(connection)

    def get(self, number) -> Snapshot:
        """The Snapshot. Raises SnapshotError if there is none."""
        with self._database.reading() as connection:
            return _get(connection, number)

    def number_of(self, phase):
        """How many Snapshots of a phase there are that are not deleted."""
        asked = "SELECT count(*) FROM snapshot WHERE phase = ? AND deleted IS NULL"
        with self._database.reading() as connection:
            return connection.execute(asked, (phase,)).fetchone()[0]

    def paths(self):
        """Sorted paths of the files that any snapshot holds."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT DISTINCT path FROM entry WHERE kind = ? ORDER BY path", (FILES,)
            )
            return [path for (path,) in rows]

    def files(self, number) -> dict:
        """{path: bytes} of a snapshot. Raises SnapshotError if it is deleted or damaged."""
        with self._database.reading() as connection:
            return _contents(connection, number, FILES)

    def figures(self, number) -> dict:
        """The same of its figures."""
        with self._database.reading() as connection:
            return _contents(connection, number, FIGURES)

    def same_files(self, number, other) -> bool:
        """Whether two snapshots that are not deleted hold the same files."""
        with self._database.reading() as connection:
            held = [
                connection.execute(
                    "SELECT path, blob FROM entry WHERE kind = ? AND first <= ? "
                    "AND (last IS NULL OR last >= ?) ORDER BY path",
                    (FILES, snapshot, snapshot),
                ).fetchall()
                for snapshot in (number, other)
            ]
        return held[0] == held[1]

    def check(self, number):
        """Raise SnapshotError unless every byte is as it was."""
        with self._database.reading() as connection:
            stored = _checksum(
                {kind: _digests(_contents(connection, number, kind)) for kind in (FILES, FIGURES)}
            )
            query = "SELECT checksum FROM snapshot WHERE number = ?"
            if connection.execute(query, (number,)).fetchone()[0] != stored:
                raise SnapshotError(
                    f"Snapshot {number} is damaged: the list of its files is not the one that was "
                    "kept. Restore a backup, or take the snapshot again."
                )

    def delete(self, number, reason, by="", when=None):
        """Delete a snapshot's contents; its record stays, with the reason.

        when  date and time, ISO 8601; None: now

        Raises SnapshotError without a reason, and for a snapshot that does not exist or is deleted
        already.
        """
        if not reason.strip():
            raise SnapshotError(
                f"Snapshot {number} is not deleted: say why. The reason stays in the record."
            )
        when = when or datetime.now(timezone.utc).isoformat(timespec="seconds")
        with self._database.transaction() as connection:
            if _get(connection, number).deleted:
                raise SnapshotError(f"Snapshot {number} is deleted already.")
            # Otherwise the bytes stay in the file until their space is used again.
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute(
                "UPDATE snapshot SET deleted = ?, deleted_by = ?, reason = ? WHERE number = ?",
                (when, by, reason.strip(), number),
            )
            connection.execute(
                "DELETE FROM entry WHERE NOT EXISTS (SELECT 1 FROM snapshot WHERE deleted IS NULL "
                "AND number >= first AND (last IS NULL OR number <= last))"
            )
            connection.execute("DELETE FROM blob WHERE id NOT IN (SELECT blob FROM entry)")


def _add_entries(connection, number, kind, contents, digests, packed):
    """Close the entries whose file has gone or changed, and open new ones."""
    open_now = dict(
        connection.execute(
            "SELECT path, sha256 FROM entry JOIN blob ON blob.id = blob WHERE kind = ? "
            "AND last IS NULL",
            (kind,),
        ).fetchall()
    )
    for path, sha256 in open_now.items():
        if digests.get(path) != sha256:
            connection.execute(
                "UPDATE entry SET last = ? WHERE kind = ? AND path = ? AND last IS NULL",
                (number - 1, kind, path),
            )
    for path, sha256 in digests.items():
        if open_now.get(path) != sha256:
            connection.execute(
                "INSERT INTO entry (kind, path, blob, first) VALUES (?, ?, ?, ?)",
                (kind, path, _blob(connection, sha256, contents[path], packed), number),
            )


def _blob(connection, sha256, data, packed):
    row = connection.execute("SELECT id FROM blob WHERE sha256 = ?", (sha256,)).fetchone()
    if row:
        return row[0]
    # One that was there before the transaction may have been deleted since.
    compressed = packed.get(sha256) or zlib.compress(data)
    return connection.execute(
        "INSERT INTO blob (sha256, size, data) VALUES (?, ?, ?)", (sha256, len(data), compressed)
    ).lastrowid


def _list(connection):
    return [
        _snapshot(row)
        for row in connection.execute(f"SELECT {_COLUMNS} FROM snapshot ORDER BY number")
    ]


def _get(connection, number):
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM snapshot WHERE number = ?", (number,)
    ).fetchone()
    if row is None:
        numbers = ", ".join(str(snapshot.number) for snapshot in _list(connection)) or "none yet"
        raise SnapshotError(f"There is no snapshot {number}. Snapshots: {numbers}.")
    return _snapshot(row)


def _contents(connection, number, kind):
    snapshot = _get(connection, number)
    if snapshot.deleted:
        raise SnapshotError(
            f"Snapshot {number} was deleted on {snapshot.deleted[:10]} by "
            f"{snapshot.deleted_by}: {snapshot.reason}"
        )
    rows = connection.execute(
        "SELECT path, sha256, size, data FROM entry JOIN blob ON blob.id = blob "
        "WHERE kind = ? AND first <= ? AND (last IS NULL OR last >= ?) ORDER BY path",
        (kind, number, number),
    )
    return {path: _unpacked(number, path, *packed) for path, *packed in rows}


def _snapshot(row):
    number, phase, note, taken, taken_by, facts, *deleted = row
    return Snapshot(number, phase, note, taken, taken_by, json.loads(facts), *deleted)


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


def _digests(contents):
    return {path: hashlib.sha256(data).digest() for path, data in contents.items()}


def _checksum(digests):
    """SHA-256 over the sorted names and digests of all files and figures."""
    digest = hashlib.sha256()
    for kind in (FILES, FIGURES):
        for path, sha256 in sorted(digests[kind].items()):
            digest.update(f"{kind}\0{path}\0".encode())
            digest.update(sha256)
    return digest.digest()
