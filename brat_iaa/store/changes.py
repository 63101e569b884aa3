"""Changes to a settings file, each with who made it, when, and what was there before.

A change is kept in the database before the file is replaced. If the process is killed in between,
the file is still as it was before: the change did not happen, and the next one removes it.
"""

import hashlib
import json
import os
import zlib
from datetime import datetime, timezone
from typing import NamedTuple, Optional

from brat_iaa.errors import BratIaaError
from brat_iaa.store import whole_files
from brat_iaa.store.whole_files import Conflict

_COLUMNS = "id, file, at, by, what, before, after, undoes"


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
        at = self._clock().astimezone(timezone.utc).isoformat(timespec="seconds")
        with self._database.transaction() as connection:
            present = self.read()
            if fingerprint(present) != before:
                raise Conflict(self.path, present)
            for last in self._rows(connection, 1):
                if _unmade(last, present):
                    _remove(connection, last.id)
            written = json.dumps(what, ensure_ascii=False)
            number = connection.execute(
                "INSERT INTO change (file, at, by, what, before, after, state, undoes) "
                "VALUES (?, ?, ?, ?, ?, ?, 'done', ?)",
                (self._name, at, by, written, _packed(present), _packed(data), undoes),
            ).lastrowid
        failure = None
        # Nobody else writes as long as this block lasts.
        with self._database.transaction() as connection:
            last = next(iter(self._rows(connection, 1)), None)
            # Taken for a killed process's; the number may be that of another change by now.
            if last is None or (last.id, last.by, last.after) != (number, by, data):
                raise Conflict(self.path, self.read())
            try:
                whole_files.replace(self.path, data, self._within, present)
            except (BratIaaError, OSError) as error:
                failure = error
                _remove(connection, number)
        if failure:
            raise failure
        return Change(number, self._name, at, by, what, present, data, undoes)

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
        with self._database.reading() as connection:
            rows = self._rows(connection, most + 1)
        return rows[1:] if rows and _unmade(rows[0], self.read()) else rows[:most]

    def _rows(self, connection, most):
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE file = ? AND state = 'done' "
            "ORDER BY id DESC LIMIT ?",
            (self._name, most),
        )
        return [
            Change(*head, json.loads(what), _bytes(before), _bytes(after), undoes)
            for *head, what, before, after, undoes in rows.fetchall()
        ]


def fingerprint(data):
    """Text that tells the bytes of a file from others; "" without a file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _unmade(change, present):
    """Whether the file is as before a change, be it that somebody has put it back by hand."""
    return change.after != present == change.before


def _remove(connection, number):
    connection.execute("DELETE FROM change WHERE id = ?", (number,))


def _packed(data):
    return None if data is None else zlib.compress(data)


def _bytes(packed):
    return None if packed is None else zlib.decompress(packed)
