"""A search that computes for very long is stopped: some patterns take years to look for.

So is one whose client has gone, and nobody has more than a few at once.
"""

import os
import select
import signal
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

from . import files, limits

TOO_LONG = "The search was stopped after computing for %d seconds. Search for something simpler."
TOO_MANY = "You are searching %d times already. Wait until these searches end."
# Seconds of computing between two looks at the client and the time.
_LOOK = 1
# The socket of the client, where it is known. There is a process for each request then.
client = None


@contextmanager
def limited(error):
    """Raise an error in the block when it has computed for limits.SEARCH seconds; end the process
    when its client has gone.

    error  function that returns what is raised
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals do not reach it
        return
    began = time.process_time()

    def look(*_):
        if _has_gone():
            os._exit(0)
        if time.process_time() - began >= limits.SEARCH:
            raise error()

    before = signal.signal(signal.SIGPROF, look)
    # Again and again: in some places brat catches everything.
    signal.setitimer(signal.ITIMER_PROF, min(_LOOK, limits.SEARCH), _LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _has_gone():
    try:
        there = client is not None and select.select([client], [], [], 0)[0]
        return bool(there) and not client.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


@contextmanager
def few(work_dir, login, error):
    """Raise an error at once if a login is searching limits.SEARCHES times already, or soon.

    work_dir  brat's WORK_DIR, where the locks are
    error     function that returns what is raised
    """
    with ExitStack() as place:
        for number in range(limits.SEARCHES):
            last = number == limits.SEARCHES - 1
            name = "a search by %s, %d" % (login, number)
            try:
                place.enter_context(files.locked(work_dir, name, limits.QUEUE if last else 0))
                break
            except files.Busy:
                if last:
                    raise error() from None
        yield
