"""Changes to a settings file, each with who made it, when, and what was there before.

A change is announced in the database before the file is replaced, and confirmed after it. A
process that is killed in between leaves the old file or the new one, and an announcement that
the next one compares with the file. What the database keeps by the name of a phase gets another
name in the same transaction that confirms the change.
"""

import contextlib
import hashlib
import json
import os
import zlib
from datetime import datetime, timezone
from typing import NamedTuple, Optional

from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.store import phase_names, whole_files
from brat_iaa.store.whole_files import Conflict

# Announced; written; not written.
_ANNOUNCED, _DONE, _LOST = "announced", "done", "lost"
_ROWS = "SELECT id, file, at, by, what, before, after, undoes, state FROM change"


class Change(NamedTuple):
    """A change of a file.

    at             date and time, UTC, ISO 8601
    by             login
    what           list of what changed, as JSON holds it: [section, key, from, to]
    before, after  bytes of the file; None: there was none
    undoes         id of the change that this one took back, or None
    """

    id: int
    file: str
    at: str
    by: str
    what: list
    before: Optional[bytes]
    after: Optional[bytes]
    undoes: Optional[int]


class ChangedFile:
    """One settings file of a project. Any number of threads and processes may use it.

    path      of the file, which need not be there
    within    directory outside of which nothing is written, links followed
    database  store.database.Database of the project
    clock     function that returns a datetime in UTC
    """

    def __init__(self, path, within, database, clock=lambda: datetime.now(timezone.utc)):
        self.path, self._within = path, within
        self._name = os.path.basename(path)
        self._database, self._clock = database, clock

    def read(self):
        """Its bytes; None if there is none. Raises ConfigError if it cannot be read."""
        return whole_files.read(self.path, self._within)

    def write(self, before, data, by, what, undoes=None):
        """Replace the file if it still has the fingerprint `before`. Returns the Change.

        before  see fingerprint()
        data    bytes; None to remove the file
        by, what, undoes  see Change
        Raises Conflict if it has another one, and ConfigError if it cannot be written; then the
        file is as it was.
        """
        number, failure = self._announce(before, data, by, what, undoes), None
        with self._database.transaction() as connection:
            # Nobody else writes as long as this block lasts.
            try:
                whole_files.replace(self.path, data, self._within, self._require(before))
            except (BratIaaError, OSError) as error:
                failure = error
            # The disk may have failed after the file was replaced.
            self._mark(connection, number, what, not failure or self._holds(data))
            row = connection.execute(f"{_ROWS} WHERE id = ?", (number,)).fetchone()
        if failure:
            raise failure
        return _change(row)

    def undo(self, change, by, before):
        """Put back what was there before the last change. Returns the Change that did so.

        before  fingerprint of what the viewer saw
        Raises Conflict if the file is not as the change left it.
        """
        present = self.read()
        if present != change.after:
            raise Conflict(self.path, present)
        what = [[section, key, after, before] for section, key, before, after in change.what]
        return self.write(before, change.before, by, what, change.id)

    def last(self):
        """The last Change; None if there is none."""
        return next(iter(self.history(1)), None)

    def history(self, most):
        """List of the last Changes, the latest first."""
        present = self.read()
        with self._database.reading() as connection:
            killed = any(_change(row).after == present for row in self._announced(connection))
            done = self._done(connection, most)
        if killed:
            # Where nothing can be written, the next one settles it.
            with contextlib.suppress(ConfigError), self._database.transaction() as connection:
                self._settle(connection, self.read())
                done = self._done(connection, most)
        return done

    def _done(self, connection, most):
        rows = connection.execute(
            f"{_ROWS} WHERE file = ? AND state = ? ORDER BY id DESC LIMIT ?",
            (self._name, _DONE, most),
        )
        return [_change(row) for row in rows.fetchall()]

    def _settle(self, connection, present):
        """Confirm what a process that was killed has announced, if the file shows it."""
        for row in self._announced(connection):
            # Another process that is about to write will find the file changed, or confirm.
            change = _change(row)
            self._mark(connection, change.id, change.what, change.after == present)

    @staticmethod
    def _mark(connection, number, what, done):
        state = _DONE if done else _LOST
        connection.execute("UPDATE change SET state = ? WHERE id = ?", (state, number))
        if done:
            phase_names.follow(connection, what)

    def _holds(self, data):
        try:
            return self.read() == data
        except ConfigError:
            return False

    def _announced(self, connection):
        return connection.execute(
            f"{_ROWS} WHERE file = ? AND state = ?", (self._name, _ANNOUNCED)
        ).fetchall()

    def _announce(self, before, data, by, what, undoes):
        """Number of the announcement, which is on the disk when this returns."""
        with self._database.transaction() as connection:
            present = self._require(before)
            self._settle(connection, present)
            cursor = connection.execute(
                "INSERT INTO change (file, at, by, what, before, after, state, undoes) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self._name,
                    self._clock().astimezone(timezone.utc).isoformat(timespec="seconds"),
                    by,
                    json.dumps(what, ensure_ascii=False),
                    _packed(present),
                    _packed(data),
                    _ANNOUNCED,
                    undoes,
                ),
            )
            return cursor.lastrowid

    def _require(self, before):
        """The bytes of the file. Raises Conflict if they have another fingerprint."""
        present = self.read()
        if fingerprint(present) != before:
            raise Conflict(self.path, present)
        return present


def fingerprint(data):
    """Text that tells the bytes of a file from others; "" without a file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _change(row):
    number, file, at, by, what, before, after, undoes, _ = row
    return Change(number, file, at, by, json.loads(what), _bytes(before), _bytes(after), undoes)


def _packed(data):
    return None if data is None else zlib.compress(data)


def _bytes(packed):
    return None if packed is None else zlib.decompress(packed)
