"""What is wrong with projects, for the server's log: said once, not at every request."""

import logging
import threading

from brat_iaa.formats.terminal import printable

_log = logging.getLogger("brat_iaa.web")


class Faults:
    """The last fault of each project and part of it; any number of threads may use it."""

    def __init__(self):
        self._last = {}
        self._lock = threading.Lock()

    def log(self, about, text):
        """Write the text to the log, unless it was the last that was said of this.

        about  hashable; a fixed number of them, never what a visitor may choose
        """
        with self._lock:
            again = self._last.get(about) == text
            self._last[about] = text
        if not again:
            # Names of files and of collections may have anything in them.
            _log.error("%s", printable(text))

    def mended(self, about):
        """It works; the same fault later is a new one."""
        with self._lock:
            self._last.pop(about, None)
