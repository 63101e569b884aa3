"""Connections to a database file in processes that fork.

sqlite keeps in the memory of a process which locks it holds. A child that is forked while a
connection is open inherits this memory, but not the locks: it would read and write without any. So
the child must use neither inherited connections nor new ones; a program that it starts by exec may.
"""

import os
import threading
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


def _in_child():
    global making
    # The old one may be held by a thread that the child does not have.
    making = threading.Lock()
    if _open:
        _inherited.append(dict(_open))
        _open.clear()


os.register_at_fork(after_in_child=_in_child)
