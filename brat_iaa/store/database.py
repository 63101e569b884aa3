"""The database: its tables, made and brought up to date step by step, and transactions on it."""

import contextlib
import os
import sqlite3
import threading
import weakref

from brat_iaa.errors import ConfigError

# One script for each version; a database of version n has been through the first n. Only ever add to the end.
MIGRATIONS = (
    """
    CREATE TABLE names (
        project TEXT NOT NULL,
        viewer TEXT NOT NULL,
        annotator TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (project, viewer, annotator),
        UNIQUE (project, viewer, number)
    );
    CREATE TABLE figures (project TEXT PRIMARY KEY, as_of REAL NOT NULL, scores TEXT NOT NULL);
    """,
    """
    CREATE TABLE blob (
        id INTEGER PRIMARY KEY,
        sha256 BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        data BLOB NOT NULL
    );
    CREATE TABLE snapshot (
        number INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        note TEXT NOT NULL,
        taken TEXT NOT NULL,
        taken_by TEXT NOT NULL,
        facts TEXT NOT NULL,
        checksum BLOB NOT NULL,
        deleted TEXT,
        deleted_by TEXT,
        reason TEXT
    );
    CREATE TABLE entry (
        kind TEXT NOT NULL,
        path TEXT NOT NULL,
        blob INTEGER NOT NULL REFERENCES blob,
        first INTEGER NOT NULL,
        last INTEGER,
        PRIMARY KEY (kind, path, first)
    );
    CREATE INDEX entry_last ON entry (last);
    CREATE INDEX entry_blob ON entry (blob);
    """,
    """
    CREATE TABLE review (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        item TEXT NOT NULL,
        decision TEXT NOT NULL,
        comment TEXT NOT NULL,
        mine_state TEXT NOT NULL,
        state TEXT NOT NULL,
        place TEXT NOT NULL,
        at TEXT NOT NULL
    );
    CREATE INDEX review_phase ON review (phase, annotator);
    CREATE TABLE seen (
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        item TEXT NOT NULL,
        place TEXT NOT NULL,
        partners TEXT NOT NULL,
        first TEXT NOT NULL,
        settled TEXT,
        PRIMARY KEY (phase, annotator, item)
    );
    CREATE TABLE visit (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        began TEXT NOT NULL,
        last TEXT NOT NULL
    );
    CREATE INDEX visit_annotator ON visit (phase, annotator);
    CREATE TABLE done (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        document TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        at TEXT NOT NULL,
        undone TEXT
    );
    CREATE UNIQUE INDEX done_once ON done (phase, annotator, document) WHERE undone IS NULL;
    """,
)
# Seconds for which a writer waits for another.
_PATIENCE = 20
# What sqlite says, by a piece of it, in the words of somebody who has to do something about it.
_WORDS = {
    "locked": f"another process has been writing to it for {_PATIENCE} seconds. Nothing was kept. Try again",
    "full": "the disk is full. Nothing was kept. Make room, then try again",
    "readonly": "it cannot be written. Nothing was kept. Give this account the right to write it and its directory",
    "unable to open": "it cannot be opened. Give this account the right to write it and its directory",
    "too big": "a file of the project is larger than sqlite can hold, about 1 GB. Nothing was kept",
    "I/O": "the disk reports an error. Nothing was kept. See whether the disk is whole, then try again",
}
_DAMAGED = "it is damaged, or no file of brat-iaa ({}). Move it away, but keep it; a new one is made"


def connect(path):
    """A connection in autocommit mode to the database at a path, made or brought up to date where need be.

    path  of the file, whose folder exists; ":memory:" for one that goes with the connection
    Raises ConfigError if it is no such database, or one of a later version of brat-iaa.
    """
    if path != ":memory:":
        _make_private(path)
    try:
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _bring_up_to_date(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _in_words(error, path) from error
    return connection


class Database:
    """Transactions on a database, for any number of threads and processes.

    path  of the file; None: in memory, for as long as this object lives
    """

    def __init__(self, path=None):
        self._path = path
        self._lock = threading.Lock()
        self._memory = None
        if path is None:
            self._memory = connect(":memory:")
            weakref.finalize(self, self._memory.close)

    @contextlib.contextmanager
    def transaction(self):
        """A connection that alone may write; what is done with it is kept unless an error leaves the block.

        Raises ConfigError in words where the disk is full, the file damaged and the like.
        """
        if self._memory is not None:
            with self._lock, _writing(self._memory):
                yield self._memory
            return
        try:
            with contextlib.closing(connect(self._path)) as connection, _writing(connection):
                yield connection
        except sqlite3.Error as error:
            raise _in_words(error, self._path) from error


def _make_private(path):
    # sqlite makes files that everybody may read.
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}.") from None


@contextlib.contextmanager
def _writing(connection):
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk has ended the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _in_words(error, path):
    """The ConfigError that says what an error of sqlite means."""
    found = next((words for piece, words in _WORDS.items() if piece in str(error)), _DAMAGED.format(error))
    return ConfigError(f"{path}: {found}.")


def _bring_up_to_date(connection, path):
    if _version(connection) == len(MIGRATIONS):
        return
    with _writing(connection):
        version = _version(connection)  # another process may have been faster
        if version > len(MIGRATIONS):
            raise ConfigError(
                f"{path}: was made by a later version of brat-iaa (format {version}, this version knows "
                f"{len(MIGRATIONS)}). Install that version, or name another directory with --state-dir."
            )
        for number in range(version, len(MIGRATIONS)):
            # Not executescript, which would end the transaction.
            for statement in MIGRATIONS[number].split(";"):
                if statement.strip():
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _version(connection):
    return connection.execute("PRAGMA user_version").fetchone()[0]
