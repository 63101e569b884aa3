"""The database: a file that only its owner may read, and transactions on it."""

import contextlib
import os
import sqlite3
import threading

from brat_iaa.errors import ConfigError, reason_of
from brat_iaa.store import tables
from brat_iaa.store.paths import may_exist

# Seconds to wait for a lock.
_TIMEOUT = 20
# {part of sqlite's message: what it means, and what to do}
_MEANINGS = {
    "locked": (
        f"another process has been writing to it for {_TIMEOUT} seconds. Nothing was kept. Try "
        "again"
    ),
    "full": "the disk is full. Nothing was kept. Make room, then try again",
    "readonly": (
        "it cannot be written. Nothing was kept. Give this account the right to write it and its "
        "directory"
    ),
    "unable to open": (
        "it cannot be opened. Give this account the right to write it and its directory"
    ),
    "too big": "a file of the project is larger than sqlite can hold, about 1 GB. Nothing was kept",
    "I/O": "the disk reports an error. Nothing was kept. Check the disk, then try again",
}
_DAMAGED = (
    "it is damaged, or no file of brat-agreement ({}). Move it away, but keep it; a new one is made"
)
_WRITE, _READ = "BEGIN IMMEDIATE", "BEGIN"
_MEMORY = ":memory:"
# {path: lock of its transactions in this process}
_locks: dict = {}


def explained(error, path) -> ConfigError:
    """The ConfigError that says what an error of sqlite means, and what to do."""
    meanings = (meaning for part, meaning in _MEANINGS.items() if part in str(error))
    return ConfigError(f"{path}: {next(meanings, _DAMAGED.format(error))}.")


class Database:
    """Transactions on a database, for any number of threads and processes.

    Threads of one process wait for each other at a lock of the file, processes at those of sqlite.

    path  of the file, which the first transaction makes; None: in memory, as long as this object
    """

    def __init__(self, path=None):
        self._path, self._lock = path, threading.RLock()
        self._memory = _connect(_MEMORY) if path is None else None
        if path is not None:
            self._lock = _locks.setdefault(os.path.realpath(path), self._lock)

    def transaction(self):
        """Context manager of a connection that alone may write; an error undoes everything.

        Changes are on the disk when the block ends, and survive a power failure. Raises ConfigError
        if the disk is full, the file is damaged and the like.
        """
        return self._begun(_WRITE)

    def reading(self):
        """Context manager of a connection that can only read, and sees one consistent state.

        It needs no room: a file that is absent is read as an empty one, and one that cannot be
        brought up to date is copied into memory. Raises ConfigError as transaction() does.
        """
        return self._begun(_READ)

    def phases(self):
        """Set of the names of the phases of which there are decisions or snapshots."""
        with self.reading() as connection:
            return {
                name
                for table in ("review", "done", "snapshot")
                for (name,) in connection.execute(f"SELECT DISTINCT phase FROM {table}")
            }

    @contextlib.contextmanager
    def _begun(self, begin):
        with self.opened(begin) as connection:
            connection.execute(f"PRAGMA query_only = {'ON' if begin == _READ else 'OFF'}")
            with _transaction(connection, begin):
                yield connection

    @contextlib.contextmanager
    def opened(self, begin=_WRITE):
        """Context manager of a connection outside of transactions."""
        if not self._lock.acquire(timeout=_TIMEOUT):
            raise explained("locked", self._path)
        try:
            if self._memory is not None:
                yield self._memory
                return
            try:
                with contextlib.closing(_connect(self._path, begin)) as connection:
                    yield connection
            except sqlite3.Error as error:
                raise explained(error, self._path) from error
        finally:
            self._lock.release()


def _connect(path, begin=_WRITE):
    if begin == _READ and path != _MEMORY and not may_exist(path):
        path = _MEMORY
    elif path != _MEMORY:
        _make_private(path)
    connection = sqlite3.connect(
        path, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        # A rollback journal, since a write-ahead log needs memory that network file systems lack.
        # EXTRA: its removal is on the disk, or it may undo acknowledged changes after a power
        # failure.
        connection.execute("PRAGMA synchronous = EXTRA")
        if tables.version(connection) != tables.VERSION:
            tables.refuse_later(tables.version(connection), path)
            try:
                with _transaction(connection, _WRITE):
                    tables.make(connection)
            except sqlite3.OperationalError:
                if begin == _WRITE:
                    raise
                connection = _copied_into_memory(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _copied_into_memory(connection):
    with contextlib.closing(connection):
        copy = sqlite3.connect(_MEMORY, isolation_level=None)
        connection.backup(copy)
    tables.make(copy)
    return copy


def _make_private(path):
    """Make the file, unless it is there: sqlite would make one that everybody may read.

    A file that is there is never opened: closing any descriptor of a file releases all locks that
    this process holds on it.
    """
    if not may_exist(path):
        try:
            # A link may lead to a file that does not exist yet.
            real = os.path.realpath(path)
            os.close(os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            pass  # another process was faster
        except OSError as error:
            raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None


@contextlib.contextmanager
def _transaction(connection, begin):
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk may have ended it
            connection.execute("ROLLBACK")
        raise
