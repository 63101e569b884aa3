"""A search that computes for very long is stopped: some patterns take years to look for."""

import signal
import threading
from contextlib import contextmanager

from server_hooks.guard import limits

TOO_LONG = "The search was stopped after computing for %d seconds. Search for something simpler."


@contextmanager
def limited(error):
    """Raise an error in the block when it has computed for limits.SEARCH seconds.

    error  function that returns what is raised
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals do not reach it
        return

    def stop(*_):
        raise error()

    before = signal.signal(signal.SIGPROF, stop)
    # Again and again: in some places brat catches everything.
    signal.setitimer(signal.ITIMER_PROF, limits.SEARCH, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
