"""Results that may take long: computed in the background, waited for as long as a page may wait."""

import contextvars
import threading
from concurrent.futures import Future, wait

from flask import g

from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout

# Seconds that a page waits, and brat's process, which waits 2 seconds for the pages.
PAGE_TIMEOUT, BRAT_TIMEOUT = 1.5, 0.8
# Results that are kept, to be shown until there are newer ones.
_KEPT = 64


class StillComputing(Exception):
    """There is no result yet; whoever asks again later gets it from what was computed meanwhile.

    last  what was computed last for this key, if it was kept, or None
    """

    def __init__(self, last=None):
        super().__init__()
        self.last = last


class Background:
    """Computes one thing at a time for each key, in threads of its own."""

    def __init__(self):
        self._turns = KeyedLocks()
        self._last = {}

    def result(self, key, function, timeout, keep=False):
        """What function() returns, or raises. Raises StillComputing after `timeout` seconds.

        It is called once everything before it under this key has ended: it sees the files as they
        are after the call, and finds what was computed before. A caller whose turn does not come in
        time has nothing computed.

        keep  whether the result is kept, as the last one of this key
        """
        last, computation = self._last.get(key), Future()

        def run():
            try:
                with self._turns.exclusive(key, timeout):
                    found = function()
                    if keep:
                        self._keep(key, found)
                computation.set_result(found)
            except BaseException as error:
                computation.set_exception(error)

        # Not waited for at the end of the server either.
        threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True).start()
        wait([computation], timeout)
        if not computation.done() or isinstance(computation.exception(), LockTimeout):
            raise StillComputing(last)
        return computation.result()

    def _keep(self, key, found):
        self._last.pop(key, None)
        self._last[key] = found
        if len(self._last) > _KEPT:
            self._last.pop(next(iter(self._last)), None)


# Of this process. Keys begin with the object that asks.
background = Background()


def for_page(key, function, keep=False):
    """What function() returns, for a page, which says so and asks again if it takes long.

    keep  whether the page shows what was computed last, if there is any; g.outdated says so
    """
    try:
        return background.result(key, function, PAGE_TIMEOUT, keep)
    except StillComputing as still:
        if still.last is None:
            raise
        g.outdated = True
        return still.last
