"""A throttle on logins: after some wrong passwords in a minute, none is tried for the rest of it.

It counts for each address and login together, so that nobody can lock somebody else out.
"""

import json
import threading
import time
from collections import OrderedDict

# Wrong passwords that are tried, and seconds after the first of them until they are forgotten.
WRONG, SECONDS = 6, 60
# Addresses and logins that are counted; of more, the one that came first is forgotten.
MOST = 10_000


def address(environ):
    """Return the address a request comes from, by its CGI or WSGI environment.

    Behind another server on this computer it is what that server added last to X-Forwarded-For;
    from elsewhere anybody could write anything there.
    """
    remote = environ.get("REMOTE_ADDR", "")
    said = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    return said if said and (remote.startswith("127.") or remote == "::1") else remote


def refusal(seconds):
    """Return the answer to a login that has to wait: (status, headers, text)."""
    sentence = "Too many wrong passwords for this login. Try again in %d seconds." % seconds
    told = {"exception": "tooManyLogins", "action": "login", "protocol": 1}
    told["messages"] = [[sentence, "error", -1]]
    headers = ("Retry-After", str(seconds)), ("Content-Type", "application/json")
    # brat's page shows the reason beside the status.
    return "429 " + sentence, headers, json.dumps(told)


class Throttle:
    """Counts wrong passwords, for the threads of one process.

    clock  seconds
    """

    def __init__(self, clock=time.monotonic):
        self._clock, self._lock = clock, threading.Lock()
        self._counted = OrderedDict()  # (address, login): (wrong passwords, time of the first)

    def wait(self, address, login):
        """Return the seconds that a login from an address must wait; 0: it may be tried.

        What may be tried counts as wrong until right() is called: else many that come at the same
        time would all be tried.
        """
        with self._lock:
            now = self._clock()
            wrong, since = self._counted.get((address, login), (0, now))
            if now - since >= SECONDS:
                wrong, since = 0, now
            if wrong >= WRONG:
                return max(1, round(since + SECONDS - now))
            self._counted[address, login] = wrong + 1, since
            while len(self._counted) > MOST:
                self._counted.popitem(last=False)
            return 0

    def right(self, address, login):
        """Forget the wrong passwords: this one was right."""
        with self._lock:
            self._counted.pop((address, login), None)
