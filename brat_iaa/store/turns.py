"""Threads of one process write in the order in which they came.

sqlite lets everybody who waits for a lock try again from time to time, which between many
threads leaves some without luck for many seconds. Between processes it has to do.
"""

import os
import sqlite3
import threading
from collections import deque
from contextlib import contextmanager

_changed = threading.Condition()
# {path: deque of those whose turn it is or will be}
_queues = {}


@contextmanager
def turn(path, patience):
    """Wait until all threads that came before have written to the file.

    patience  seconds after which it raises sqlite3.OperationalError, as sqlite itself does
    """
    path, own, changed = os.path.realpath(path), object(), _changed
    with changed:
        queue = _queues.setdefault(path, deque())
        queue.append(own)
        came = changed.wait_for(lambda: queue[0] is own, patience)
        if not came:
            _leave(path, queue, own, changed)
            raise sqlite3.OperationalError("database is locked")
    try:
        yield
    finally:
        with changed:
            _leave(path, queue, own, changed)


def _leave(path, queue, own, changed):
    queue.remove(own)
    if not queue and _queues.get(path) is queue:
        del _queues[path]
    changed.notify_all()


def _in_child():
    global _changed
    # The other threads are gone, and with them the turns they had.
    _changed = threading.Condition()
    _queues.clear()


os.register_at_fork(after_in_child=_in_child)
