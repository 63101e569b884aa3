"""A database file that threads and processes share: turns at writing, and processes that fork.

Threads of one process write in the order of their arrival; processes try more often the longer they
have waited. sqlite lets everybody who waits for a lock try again after longer and longer pauses, of
a tenth of a second in the end. A process whose threads write one after another leaves the file free
for a moment only, and those who wait in others miss it for many seconds.

sqlite keeps in the memory of a process which locks it holds. A child that is forked while a
connection is open inherits this memory, but not the locks: it would read and write without any. So
the child must use neither inherited connections nor new ones; a program that it starts by exec may.
"""

import os
import random
import sqlite3
import threading
import time
from collections import deque
from contextlib import contextmanager

from brat_iaa.errors import ConfigError

# {key: connection, None while it is being opened} of this process.
_open = {}
# Connections that were open when this process was forked. Never closed: that would undo what the
# parent writes.
_inherited = []
# Held while a file is looked for and made, see database.py.
making = threading.Lock()


@contextmanager
def opened(connect, path):
    """The connection that connect() returns, closed at the end.

    path  for the error
    Raises ConfigError in a process that was forked while a connection was open.
    """
    if _inherited:
        raise ConfigError(
            f"{path}: this process was forked from one that was just using such a file. "
            "Nothing was read or kept. Start processes before the first request, or not by fork."
        )
    key, process = object(), os.getpid()
    _open[key] = None
    try:
        connection = _open[key] = connect()
        try:
            yield connection
        finally:
            if os.getpid() == process:
                connection.close()
    finally:
        # Not before it is closed.
        _open.pop(key, None)


_changed = threading.Condition()
# {path: deque of the threads that write or wait}
_queues = {}
# Seconds between two tries, at first and at least. Pauses that are short from the start would have
# processes take turns at every line, which costs more time than a few lines of each.
_PAUSE, _SHORTEST = 0.05, 0.001


@contextmanager
def turn(path, patience):
    """Wait until all threads that came before have written to the file.

    patience  seconds; raises sqlite3.OperationalError after that, like sqlite
    """
    path, ticket, changed = os.path.realpath(path), object(), _changed
    with changed:
        queue = _queues.setdefault(path, deque())
        queue.append(ticket)
        if not changed.wait_for(lambda: queue[0] is ticket, patience):
            _leave(path, queue, ticket, changed)
            raise sqlite3.OperationalError("database is locked")
    try:
        yield
    finally:
        with changed:
            _leave(path, queue, ticket, changed)


def patiently(do, patience):
    """What do() returns: something that sqlite refuses at once while others have the lock.

    patience  seconds; after that, sqlite's error is raised
    """
    began = time.monotonic()
    while True:
        try:
            return do()
        except sqlite3.OperationalError as error:
            waited = time.monotonic() - began
            if "database is locked" not in str(error) or waited >= patience:
                raise
        time.sleep(random.random() * max(_PAUSE / 4**waited, _SHORTEST))


def _leave(path, queue, ticket, changed):
    queue.remove(ticket)
    if not queue and _queues.get(path) is queue:
        del _queues[path]
    changed.notify_all()


def _in_child():
    global making, _changed
    # The old ones may be held by a thread that the child does not have.
    making, _changed = threading.Lock(), threading.Condition()
    _queues.clear()
    if _open:
        _inherited.append(dict(_open))
        _open.clear()


os.register_at_fork(after_in_child=_in_child)
