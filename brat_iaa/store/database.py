"""The database: a file that only its owner may read, and transactions on it."""

import contextlib
import logging
import os
import sqlite3
import stat
import threading
import time
import weakref

from brat_iaa.errors import ConfigError, reason_of
from brat_iaa.store import sharing, tables
from brat_iaa.store.sharing import patiently, turn
from brat_iaa.store.whole_files import whole_file

_log = logging.getLogger("brat_iaa.store")
# Seconds to wait for a lock.
_PATIENCE = 20
# {part of sqlite's message: what it means, and what to do}
_MEANINGS = {
    "locked": (
        f"another process has been writing to it for {_PATIENCE} seconds. Nothing was kept. Try "
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
    "I/O": ("the disk reports an error. Nothing was kept. Check the disk, then try again"),
}
_DAMAGED = (
    "it is damaged, or no file of brat-agreement ({}). Move it away, but keep it; a new one is made"
)
_WRITE, _READ = "BEGIN IMMEDIATE", "BEGIN"


@contextlib.contextmanager
def opened(path):
    """A connection in autocommit mode; makes the database, or brings it up to date, if needed.

    Where others have a lock, it waits as sqlite does.

    path  of the file; its folder must exist

    Raises ConfigError if it is no such database, or one of a later version of brat-agreement.
    """
    with _opened(path) as connection:
        _wait_as_sqlite_does(connection)
        yield connection


def _opened(path, begin=_WRITE):
    return sharing.opened(lambda: _connect(path, begin), path)


def explained(error, path) -> ConfigError:
    """The ConfigError that says what an error of sqlite means, and what to do."""
    meanings = (meaning for part, meaning in _MEANINGS.items() if part in str(error))
    return ConfigError(f"{path}: {next(meanings, _DAMAGED.format(error))}.")


class Database:
    """Transactions on a database, for any number of threads and processes.

    path  of the file; None: in memory, for the life of this object, in this process only
    """

    def __init__(self, path=None):
        self._path = path
        self._lock = threading.Lock()
        self._memory, self._process = None, os.getpid()
        if path is None:
            self._memory = _connect(":memory:")
            weakref.finalize(self, self._memory.close)

    def transaction(self):
        """Context manager of a connection that alone may write; an error undoes everything.

        Changes are on the disk when the block ends, and survive a power failure. Raises ConfigError
        if the disk is full, the file is damaged and the like.
        """
        return self._begun(_WRITE)

    def reading(self):
        """Context manager of a connection that can only read, and sees one consistent state.

        It needs no room: where a file cannot be made or brought up to date, that is done in memory.
        Raises ConfigError as transaction() does.
        """
        return self._begun(_READ)

    @contextlib.contextmanager
    def _begun(self, begin):
        if self._memory is not None:
            if self._process != os.getpid():
                raise ConfigError("A database in memory belongs to the process that made it.")
            with self._lock, _in_transaction(self._memory, begin):
                yield self._memory
            return
        waiting = turn(self._path, _PATIENCE) if begin == _WRITE else contextlib.nullcontext()
        try:
            with (
                waiting,
                _opened(self._path, begin) as connection,
                _in_transaction(connection, begin),
            ):
                yield connection
        except sqlite3.Error as error:
            raise explained(error, self._path) from error


def _connect(path, begin=_WRITE):
    if path != ":memory:":
        try:
            _make_private(path)
        except ConfigError:
            if begin == _WRITE or not _is_absent(path):
                raise
            path = ":memory:"  # nothing was ever kept
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            patiently(lambda: _choose_settings(connection), _PATIENCE)
            if patiently(lambda: tables.version(connection), _PATIENCE) != len(tables.MIGRATIONS):
                try:
                    # Checks again: another process may have been faster.
                    with _in_transaction(connection, _WRITE):
                        _keep_older(connection, path)
                        tables.bring_up_to_date(connection, path)
                except sqlite3.OperationalError:
                    if begin == _WRITE:
                        raise
                    connection = _in_memory(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise explained(error, path) from error
    return connection


def _keep_older(connection, path):
    """Copy a database of an older version beside itself, before it is brought up to date."""
    version = tables.version(connection)
    if path == ":memory:" or not 0 < version < len(tables.MIGRATIONS):
        return
    kept = tables.older_file(path, version)
    if kept.exists():
        kept = kept.with_name(f"{time.strftime('%Y-%m-%d-%H%M%S')}-{kept.name}")
    with whole_file(kept) as new, contextlib.closing(sqlite3.connect(new)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")
        # A connection of its own: this one has begun to write.
        with contextlib.closing(sqlite3.connect(path)) as old:
            old.backup(copy)
    _log.warning(
        "%s is brought from format %d to %d. As it was before, for the earlier version of "
        "brat-agreement, it is kept in %s.",
        path, version, len(tables.MIGRATIONS), kept,
    )  # fmt: skip


def _is_absent(path):
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False  # it may be there
    return False


def _in_memory(connection, path):
    """An up-to-date copy of a database; its own connection is closed."""
    with contextlib.closing(connection):
        copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.backup(copy)
    tables.bring_up_to_date(copy, path)
    return copy


def _make_private(path):
    """Make the file if it is absent: sqlite would make one that everybody may read.

    An existing file is never opened: closing any descriptor of a file releases all locks that the
    process holds on it, also those of transactions in other threads. So that no other thread finds
    the new file before its descriptor is closed, only one at a time checks and makes.
    """
    path = os.path.realpath(path)  # a link may lead to a file that does not exist yet
    with sharing.making:
        try:
            if not os.path.exists(path):
                with contextlib.suppress(FileExistsError):  # another process was faster
                    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            elif not stat.S_ISREG(os.stat(path).st_mode):
                raise ConfigError(f"{path}: cannot be written: it is not a file.")
        except OSError as error:
            raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None


def _choose_settings(connection):
    """Choose how sqlite writes, whatever its defaults.

    A rollback journal that is deleted at the end of each transaction: a write-ahead log (WAL) needs
    memory that all processes share, which network file systems lack, and leaves two more files that
    a copy of the database lacks. EXTRA: changes are on the disk, and so is the folder without the
    journal. With less, the journal may reappear after a power failure and undo acknowledged
    changes.
    """
    connection.execute("PRAGMA synchronous = EXTRA")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] not in ("delete", "memory"):
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            # Somebody has changed it to WAL and has it open. On a local disk that is safe.
            if "locked" not in str(error):
                raise


def _wait_as_sqlite_does(connection):
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * _PATIENCE)}")


@contextlib.contextmanager
def _in_transaction(connection, begin):
    process = os.getpid()
    if begin == _READ:
        connection.execute("PRAGMA query_only = ON")
    patiently(lambda: connection.execute(begin), _PATIENCE)
    _wait_as_sqlite_does(connection)
    try:
        yield
        if os.getpid() != process:
            raise ConfigError("This process was forked in the middle of a transaction.")
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction; a child must not touch the parent's.
        if os.getpid() == process and connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        if begin == _READ and os.getpid() == process:
            connection.execute("PRAGMA query_only = OFF")
