"""The database: a file that its owner alone may read, and transactions on it."""

import contextlib
import os
import sqlite3
import stat
import threading
import weakref

from brat_iaa.errors import ConfigError
from brat_iaa.store import forks, tables
from brat_iaa.store.turns import turn

# Seconds for which one waits for another.
_PATIENCE = 20
# What sqlite says, by a piece of it, in the words of somebody who has to do something about it.
_WORDS = {
    "locked": (
        f"another process has been writing to it for {_PATIENCE} seconds. Nothing was "
        f"kept. Try again"
    ),
    "full": "the disk is full. Nothing was kept. Make room, then try again",
    "readonly": (
        "it cannot be written. Nothing was kept. Give this account the right to write it "
        "and its directory"
    ),
    "unable to open": (
        "it cannot be opened. Give this account the right to write it and its directory"
    ),
    "too big": "a file of the project is larger than sqlite can hold, about 1 GB. Nothing was kept",
    "I/O": (
        "the disk reports an error. Nothing was kept. See whether the disk is whole, then try again"
    ),
}
_DAMAGED = (
    "it is damaged, or no file of brat-iaa ({}). Move it away, but keep it; a new one is made"
)
_WRITE, _READ = "BEGIN IMMEDIATE", "BEGIN"


@contextlib.contextmanager
def opened(path):
    """A connection in autocommit mode to the database at a path, made or brought up to date where
    need be.

    path  of the file, whose folder exists
    Raises ConfigError if it is no such database, or one of a later version of brat-iaa.
    """
    with forks.opened(lambda: _connect(path), path) as connection:
        yield connection


def in_words(error, path):
    """The ConfigError that says what an error of sqlite means."""
    known = (words for piece, words in _WORDS.items() if piece in str(error))
    found = next(known, _DAMAGED.format(error))
    return ConfigError(f"{path}: {found}.")


class Database:
    """Transactions on a database, for any number of threads and processes.

    path  of the file; None: in memory, as long as this object lives, for the process that made it
    """

    def __init__(self, path=None):
        self._path = path
        self._lock = threading.Lock()
        self._memory, self._process = None, os.getpid()
        if path is None:
            self._memory = _connect(":memory:")
            weakref.finalize(self, self._memory.close)

    def transaction(self):
        """A connection that alone may write; what is done with it is kept unless an error leaves
        the block.

        What was kept is on the disk when the block is left, and survives that the power fails.
        Raises ConfigError in words where the disk is full, the file damaged and the like.
        """
        return self._begun(_WRITE)

    def reading(self):
        """A connection that can only read, and sees one state to the end whatever others write.

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
            with waiting, opened(self._path) as connection, _in_transaction(connection, begin):
                yield connection
        except sqlite3.Error as error:
            raise in_words(error, self._path) from error


def _connect(path):
    if path != ":memory:":
        _make_private(path)
    try:
        connection = sqlite3.connect(
            path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            _choose_settings(connection)
            if tables.version(connection) != len(tables.MIGRATIONS):
                # Looks again: another process may have been faster.
                with _in_transaction(connection, _WRITE):
                    tables.bring_up_to_date(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise in_words(error, path) from error
    return connection


def _make_private(path):
    """Make the file if it is absent: sqlite would make one that everybody may read.

    A file that is there is never opened: to close any descriptor of a file takes all locks from
    it that the process holds, those of other threads in a transaction, too. So that no other
    thread finds the new file before its descriptor is closed, one at a time looks and makes.
    """
    path = os.path.realpath(path)  # a link may lead to a file that is not there yet
    with forks.making:
        try:
            if not os.path.exists(path):
                with contextlib.suppress(FileExistsError):  # another process was faster
                    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            elif not stat.S_ISREG(os.stat(path).st_mode):
                raise ConfigError(f"{path}: cannot be written: is no file.")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise ConfigError(f"{path}: cannot be written: {why}.") from None


def _choose_settings(connection):
    """How sqlite writes, whatever it was built with.

    A rollback journal that is deleted at the end of each transaction: a log written ahead (WAL)
    needs memory that all processes share, which network file systems do not give, and leaves
    two more files that a copy of the file does not have. EXTRA: what was acknowledged is on the
    disk, and so is the folder from which the journal is gone. With less, the journal may be back
    after the power has failed, and take back what had been acknowledged.
    """
    connection.execute("PRAGMA synchronous = EXTRA")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] not in ("delete", "memory"):
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            # Somebody has changed it to WAL and has it open. On a local disk that is safe.
            if "locked" not in str(error):
                raise


@contextlib.contextmanager
def _in_transaction(connection, begin):
    process = os.getpid()
    if begin == _READ:
        connection.execute("PRAGMA query_only = ON")
    connection.execute(begin)
    try:
        yield
        if os.getpid() != process:
            raise ConfigError("This process was forked in the middle of a transaction.")
        connection.execute("COMMIT")
    except BaseException:
        # A full disk has ended the transaction already; a child must leave the parent's alone.
        if os.getpid() == process and connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        if begin == _READ and os.getpid() == process:
            connection.execute("PRAGMA query_only = OFF")
