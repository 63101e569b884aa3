"""Backs up and restores a project's database while others use it.

By sqlite's own functions: copying or replacing the file would break the locks of others, and miss
what they are writing.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.store import tables
from brat_iaa.store.database import Database, explained, opened
from brat_iaa.store.whole_files import whole_file

_STAYS = "The present state stays as it is"


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
            _copy(connection, new, file, project)
        with contextlib.closing(sqlite3.connect(new)) as copy, _explained(path):
            _check(copy, path, "No backup was written. Restore an earlier one")
            # A single file, even if the database is in another mode.
            copy.execute("PRAGMA journal_mode = DELETE")
            return _content(copy)


def restore(path, file, project, other_project=False, now=None) -> Restored:
    """Replace the present state by a backup.

    Others who have the database open see the earlier state or this one.

    path           of the database, which is made if it is absent
    file           path of the backup; it is only read
    project        name of the project's directory
    other_project  whether the backup may be of a project with another name, or with none
    now            datetime in UTC, for the name of the file that keeps the present state;
                   None: by the clock

    Raises ConfigError if the backup cannot be used, or the disk is full; nothing changes then.
    """
    if not os.path.isfile(file):
        raise ConfigError(f"{file}: is not a file. Expected one written by brat-agreement backup.")
    if os.path.exists(path) and os.path.samefile(path, file):
        raise ConfigError(f"{file}: is the file in use itself, not a backup of it. {_STAYS}.")
    # A temporary database of sqlite, which vanishes however the process ends.
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as new:
        projects = _read_backup(file, new)
        mark = new.execute("PRAGMA application_id").fetchone()[0]
        of_project = mark == _mark(project) if mark else project in projects
        if not of_project and not other_project:
            of = ", ".join(sorted(projects - {project})) or "a project with another name, or none"
            raise ConfigError(
                f"{file}: is a backup of {of}, not of {project}. {_STAYS}. If the directory was "
                "renamed, or an older version made the backup of this project, say --force."
            )
        existed, kept, now = os.path.exists(path), None, now or datetime.now(timezone.utc)
        with _explained(path), opened(path) as live:
            _lock(live, path)
            if existed or _has_rows(live):
                kept = _keep(live, Path(path), now, project)
            new.backup(live)
            # This removes the journal, too, which sqlite keeps for the next transaction.
            live.execute("PRAGMA locking_mode = NORMAL")
            live.execute("BEGIN IMMEDIATE")
            live.execute("COMMIT")
            return Restored(_content(new), kept)


def _read_backup(file, new):
    """Copy a backup into an empty database, check it, and bring it up to date.

    Returns the set of the names of the projects of its snapshots.
    """
    try:
        address = Path(file).absolute().as_uri() + "?mode=ro"
        old = sqlite3.connect(address, uri=True, isolation_level=None)
        with contextlib.closing(old):
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master")  # locks it, or says why not
            old.backup(new)
        _check(new, file, f"{_STAYS}. Restore another backup")
        version = tables.version(new)
        tables.refuse_later(version, file)
        # There must not be anything else either, such as triggers.
        if not version or tables.schema(new) != _schema_of(version):
            raise ConfigError(
                f"{file}: is no backup of brat-agreement: it has other tables. {_STAYS}."
            )
        tables.make(new, version, len(tables.MIGRATIONS))
        rows = new.execute("SELECT facts FROM snapshot")
        return {str(json.loads(facts).get("project", "")) for (facts,) in rows} - {""}
    except sqlite3.OperationalError as error:
        raise explained(error, file) from error
    except (sqlite3.Error, ValueError, AttributeError, TypeError) as error:
        raise ConfigError(
            f"{file}: is damaged, or no backup of brat-agreement ({error}). {_STAYS}."
        ) from error


def _schema_of(version):
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        tables.make(connection, 0, version)
        return tables.schema(connection)


def _check(connection, path, advice):
    lines = [line for (line,) in connection.execute("PRAGMA integrity_check")]
    if lines != ["ok"]:
        raise ConfigError(f"{path}: is damaged ({lines[0]}). {advice}.")


def _content(connection):
    return Content(
        connection.execute("SELECT count(*) FROM snapshot WHERE deleted IS NULL").fetchone()[0],
        connection.execute("SELECT count(*) FROM review").fetchone()[0],
    )


def _has_rows(connection):
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return any(
        connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone()[0]
        for (name,) in names
    )


def _mark(project):
    """The number by which a backup tells the project that it was made of, without one more table.

    0 is that of files without any: the states in use, and backups of versions before 0.3.
    """
    return int.from_bytes(hashlib.sha256(os.fsencode(project)).digest()[:4], "big") >> 1 or 1


def _copy(connection, new, shown, project):
    """Copy into an empty temporary file. shown: its final name, for errors"""
    try:
        with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as target:
            # The whole file is synced later, and deleted if that fails.
            target.execute("PRAGMA journal_mode = OFF")
            target.execute("PRAGMA synchronous = OFF")
            connection.backup(target)
            with contextlib.suppress(sqlite3.DatabaseError):  # what is damaged is kept as it is
                target.execute(f"PRAGMA application_id = {_mark(project)}")
    except sqlite3.OperationalError as error:
        raise explained(error, shown) from error


def _lock(live, path):
    """Take the lock of writers beyond the end of transactions.

    So nobody can add anything between keeping the present state and replacing it.
    """
    if live.execute("PRAGMA journal_mode").fetchone()[0] != "delete":
        raise ConfigError(
            f"{path}: another program has it open and has changed its mode. Close it. {_STAYS}."
        )
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
        _copy(live, new, kept, project)
    return kept


@contextlib.contextmanager
def _explained(path):
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from error
