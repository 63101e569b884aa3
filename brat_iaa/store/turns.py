"""Threads of one process write in the order of their arrival; processes try more often the longer
they have waited.

sqlite lets everybody who waits for a lock try again after longer and longer pauses, of a tenth of a
second in the end. A process whose threads write one after another leaves the file free for a moment
only, and those who wait in others miss it for many seconds.
"""

import os
import random
import sqlite3
import threading
import time
from collections import deque
from contextlib import contextmanager

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
    global _changed
    # The child has no other threads.
    _changed = threading.Condition()
    _queues.clear()


os.register_at_fork(after_in_child=_in_child)
