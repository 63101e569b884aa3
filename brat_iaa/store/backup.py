"""Backs up and restores a project's database while others use it.

By sqlite's own functions: copying or replacing the file would break the locks of others, and miss
what they are writing. A backup is a database with one more line at its end: the project, and a
checksum of every byte before it.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError, reason_of
from brat_iaa.store import tables
from brat_iaa.store.database import Database, explained
from brat_iaa.store.whole_files import whole_file

_STAYS = "The present state stays as it is"
# Before the line at the end. No database of sqlite ends so.
_MARK = b"\nbrat-agreement backup "


class Content(NamedTuple):
    """What is in a database.

    snapshots  number of those that are not deleted
    decisions  number of all decisions of annotators, also earlier ones on the same item
    """

    snapshots: int
    decisions: int


class Restored(NamedTuple):
    """The result of a restoration.

    content  Content of the database now
    kept     Path of the file with the earlier state, None if there was nothing
    """

    content: Content
    kept: Optional[Path]


def backup(path, file, project) -> Content:
    """Write the present state into a new file, while others go on reading and writing.

    path     of the database
    file     path of the new file, which only its owner may read
    project  name of the project's directory, which the file bears

    Raises ConfigError if there is no database, or it is damaged, or if the file exists or cannot be
    written; no file is left then.
    """
    if not os.path.exists(path):
        raise ConfigError(f"{path}: nothing is kept there yet, so there is nothing to back up.")
    with whole_file(file) as new:
        with Database(path).reading() as connection:
            _copy(connection, new, file)
        with contextlib.closing(sqlite3.connect(new)) as copy, _explained(path):
            _check(copy, path, "No backup was written. Restore an earlier one")
            content = _content(copy)
        _seal(new, project)
        return content


def restore(path, file, project, other_project=False, now=None) -> Restored:
    """Replace the present state by a backup.

    Others who have the database open see the earlier state or this one.

    path           of the database, which is made if it is absent
    file           path of the backup; it is only read
    project        name of the project's directory
    other_project  whether the backup may be of a project with another name, or without a checksum,
                   as those of earlier versions are
    now            datetime in UTC, for the name of the file that keeps the present state;
                   None: by the clock

    Raises ConfigError if the backup cannot be used, or the disk is full; nothing changes then.
    """
    if not os.path.isfile(file):
        raise ConfigError(f"{file}: is not a file. Expected one written by brat-agreement backup.")
    existed = os.path.exists(path)
    if existed and os.path.samefile(path, file):
        raise ConfigError(f"{file}: is the file in use itself, not a backup of it. {_STAYS}.")
    with _checked(file, project, other_project) as new:
        kept = None
        with Database(path).opened() as live:
            _lock(live)
            if existed:
                kept = _keep(live, Path(path), now or datetime.now(timezone.utc), project)
            new.backup(live)
            # This removes the journal, too, which sqlite keeps for the next transaction.
            live.execute("PRAGMA locking_mode = NORMAL")
            live.execute("BEGIN IMMEDIATE")
            live.execute("COMMIT")
        return Restored(_content(new), kept)


@contextlib.contextmanager
def _checked(file, project, other_project):
    """A connection to a copy of a backup, checked and brought up to date."""
    of = _project_of(file)
    if of != project and not other_project:
        what = (
            f"is a backup of {of}, not of {project}" if of
            else "has no checksum, as those of earlier versions"
        )  # fmt: skip
        raise ConfigError(
            f"{file}: {what}. {_STAYS}. If it is of this project all the same, say --force."
        )
    # A temporary database of sqlite, which vanishes however the process ends.
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as new:
        try:
            address = Path(file).absolute().as_uri() + "?mode=ro"
            with contextlib.closing(sqlite3.connect(address, uri=True)) as old:
                old.backup(new)
            _check(new, file, f"{_STAYS}. Restore another backup")
            version = tables.version(new)
            tables.refuse_later(version, file)
            if not version:
                raise ConfigError(f"{file}: is no backup of brat-agreement. {_STAYS}.")
            tables.make(new)
        except sqlite3.OperationalError as error:
            raise explained(error, file) from error
        except sqlite3.Error as error:
            raise ConfigError(
                f"{file}: is damaged, or no backup of brat-agreement ({error}). {_STAYS}."
            ) from error
        yield new


def _seal(path, project):
    """Add the project and the checksum of all to the end of a file."""
    data, line = Path(path).read_bytes(), _MARK + json.dumps(project).encode() + b" "
    with open(path, "ab") as file:
        file.write(line + _checksum(data, line))


def _project_of(path):
    """Name of the project of a backup, "" without a checksum.

    Raises ConfigError if the checksum is wrong.
    """
    try:
        data, mark, end = Path(path).read_bytes().rpartition(_MARK)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}. {_STAYS}.") from None
    name, _, expected = end.rpartition(b" ")
    if not mark:
        return ""
    if _checksum(data, mark + name + b" ") != expected:
        raise ConfigError(
            f"{path}: is damaged: its checksum is wrong. {_STAYS}. Restore another backup."
        )
    return json.loads(name)


def _checksum(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest().encode()


def _check(connection, path, advice):
    lines = [line for (line,) in connection.execute("PRAGMA integrity_check")]
    if lines != ["ok"]:
        raise ConfigError(f"{path}: is damaged ({lines[0]}). {advice}.")


def _content(connection):
    return Content(
        connection.execute("SELECT count(*) FROM snapshot WHERE deleted IS NULL").fetchone()[0],
        connection.execute("SELECT count(*) FROM review").fetchone()[0],
    )


def _copy(connection, new, shown):
    """Copy into an empty temporary file. shown: its final name, for errors"""
    with _explained(shown), contextlib.closing(sqlite3.connect(new)) as copy:
        # The whole file is synced later, and deleted if that fails.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        connection.backup(copy)


def _lock(live):
    """Take the lock of writers beyond the end of transactions.

    So nobody can add anything between keeping the present state and replacing it.
    """
    live.execute("BEGIN EXCLUSIVE")
    # Not before: waiting in this mode would hold a readers' lock, which writers wait for.
    live.execute("PRAGMA locking_mode = EXCLUSIVE")
    live.execute("COMMIT")


def _keep(live, path, now, project):
    """Write the present state, damaged or not, beside the database; its Path."""
    name, number = f"{now:%Y-%m-%d-%H%M%S}-{path.name}", 1
    while os.path.lexists(path.with_name(name)):
        number += 1
        name = f"{now:%Y-%m-%d-%H%M%S}-{number}-{path.name}"
    kept = path.with_name(name)
    with whole_file(kept) as new:
        _copy(live, new, kept)
        _seal(new, project)
    return kept


@contextlib.contextmanager
def _explained(path):
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from error
