"""Which part of a server works, for /healthz, which anybody may ask; each fault once in the log."""

import logging
import os
import tempfile
import threading
import time

from brat_iaa.formats.terminal import printable
from brat_iaa.store.database import Database
from brat_iaa.web.background import StillComputing, background
from brat_iaa.web.viewers.identity import IdentityError

# Seconds that one look at a part may take, and for which its result is believed.
TIMEOUT, _BELIEVED = 5, 5
# Bytes that the disk must take.
_WRITTEN = bytes(64 * 1024)


class Health:
    """Looks at the parts of one viewers.site.Site. Any number of threads may ask.

    What is wrong is said in the server's log; whoever asks learns only which part it is.

    settings  path of the settings that `install` wrote and `uninstall` removes; None without
    """

    settings = None

    def __init__(self, site, clock=time.monotonic):
        self._site, self._clock = site, clock
        self._lock = threading.Lock()
        self._known, self._until, self._stores = [], float("-inf"), set()

    def unwell(self, identify, environ):
        """List of the parts that do not work: "store", "disk", "brat", "login".

        identify  who says who is asking, see web.viewers.identity
        """
        with self._lock:
            if self._clock() >= self._until:
                looks = {"store": self._store, "disk": self._disk, "brat": self._brat}
                self._known = [part for part, look in looks.items() if not self._works(part, look)]
                self._until = self._clock() + _BELIEVED
            unwell = list(self._known)
        check = getattr(identify, "check", lambda environ: None)
        return unwell if self._works("login", lambda: check(environ)) else [*unwell, "login"]

    def _works(self, part, look):
        try:
            # A lock or a network disk may keep somebody waiting for ever.
            background.result((self, part), look, TIMEOUT)
        except StillComputing:
            why = f"no answer within {TIMEOUT} seconds"
        except IdentityError as error:
            why = str(error)
        except Exception as error:  # of any kind: the part does not work
            why = f"{type(error).__name__}: {error}"
        else:
            self._site.faults.mended(("health", part))
            return True
        self._site.faults.log(("health", part), f"{part} does not work: {why}")
        return False

    def _store(self):
        self._stores.update(self._site.stores())
        for path in self._stores:
            os.stat(path)  # one that was there and is gone would be made anew, empty
            with Database(path).reading() as connection:
                tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
                for (table,) in connection.execute(tables).fetchall():
                    connection.execute(f'SELECT max(rowid) FROM "{table}"').fetchone()

    def _disk(self):
        os.listdir(self._site.projects.data_dir)
        with tempfile.TemporaryFile(dir=self._site.store().parent) as file:
            file.write(_WRITTEN)
            file.flush()
            os.fsync(file.fileno())

    def _brat(self):
        if self.settings is not None:
            os.stat(self.settings)


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
