"""Threads of one process write in the order of their arrival.

sqlite lets everybody who waits for a lock try again from time to time, so that with many threads
some are unlucky for many seconds. Between processes this has to do.
"""

import os
import sqlite3
import threading
from collections import deque
from contextlib import contextmanager

_changed = threading.Condition()
# {path: deque of the threads that write or wait}
_queues = {}


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
