"""Who is asking: the brat user of a request, in each way in which brat can be asked.

Each is a function of the WSGI environ that returns the login, "" for somebody
who is not logged in, and raises IdentityError when brat cannot be asked; then
nothing is shown to anybody. `way` says how an installed service finds out: "read" or "asked".
"""

import hmac
import threading
import time
from collections import OrderedDict
from urllib.parse import unquote

import requests

from server_hooks.brat import sessions

_KEY = "HTTP_X_BRAT_IAA_KEY"
_USER = "HTTP_X_BRAT_IAA_USER"


class IdentityError(Exception):
    """Nobody can say who is asking; the text is for the server's log."""


class FromServer:
    """The server in front has asked brat: environ["brat.user"]."""

    def __call__(self, environ):
        user = environ.get("brat.user")
        if user is None:
            raise IdentityError("the server in front did not say who is asking")
        return user


class SessionFiles:
    """Reads brat's session files; needs brat's machine and brat's user.

    work_dir  brat's WORK_DIR
    """

    way = "read"

    def __init__(self, work_dir):
        self._work_dir = work_dir

    def __call__(self, environ):
        try:
            return sessions.user(self._work_dir, environ.get("HTTP_COOKIE", ""))
        except Exception as error:  # a session file may hold anything
            raise IdentityError(f"brat's session file cannot be read: {error}") from error


class Whoami:
    """Asks brat over HTTP, seldom: each question rewrites the session, and can undo a login that is
    just going on.

    brat_url  address of brat, http or https
    seconds   how long an answer is kept, for each session
    """

    KEPT = 2000  # sessions
    TIMEOUT = (1, 3)  # seconds to connect, to answer
    way = "asked"
    PAUSE = 5  # seconds without questions after brat did not answer

    def __init__(self, brat_url, seconds=60, clock=time.monotonic):
        self._address = brat_url.split("#")[0].removesuffix("index.xhtml").rstrip("/") + "/ajax.cgi"
        self.seconds = seconds
        self._clock = clock
        self._known = OrderedDict()
        self._down_until = None
        self._lock = threading.Lock()
        # One question at a time for a session: those that come meanwhile wait for its answer.
        self._asking = [threading.Lock() for _ in range(16)]

    def __call__(self, environ):
        sid = sessions.session_id(environ.get("HTTP_COOKIE", ""))
        if sid is None:
            return ""
        with self._asking[hash(sid) % len(self._asking)]:
            user = self._remembered(sid)
            if user is None:
                user = self._ask(sid)
                self._remember(sid, user)
        return user

    def forget(self, sid):
        """Ask brat again the next time, e.g. after a login."""
        with self._lock:
            self._known.pop(sid, None)

    def _remembered(self, sid):
        with self._lock:
            user, until = self._known.get(sid, (None, 0))
            return user if self._clock() < until else None

    def _remember(self, sid, user):
        with self._lock:
            self._known[sid] = user, self._clock() + self.seconds
            self._known.move_to_end(sid)
            while len(self._known) > self.KEPT:
                self._known.popitem(last=False)

    def _ask(self, sid):
        if self._down_until is not None and self._clock() < self._down_until:
            raise IdentityError("brat did not answer a moment ago")
        try:
            response = requests.get(
                self._address,
                params={"action": "whoami", "protocol": "1"},
                # As a header: a cookie jar would also take what brat sets.
                headers={"Cookie": f"sid={sid}"},
                timeout=self.TIMEOUT,
                allow_redirects=False,
            )
            response.raise_for_status()
            answer = response.json()
        except (requests.RequestException, ValueError) as error:
            self._down_until = self._clock() + self.PAUSE
            raise IdentityError(
                f"brat does not say who is asking ({self._address}): {error}"
            ) from error
        self._down_until = None
        return _user_of(answer)


def _user_of(answer):
    """The login in brat's answer; "" for nobody, and where brat has no logins."""
    if isinstance(answer, dict):
        if answer.get("anonymous") is True or ("user" in answer and answer["user"] is None):
            return ""
        if isinstance(answer.get("user"), str):
            return answer["user"]
    raise IdentityError("brat's answer to whoami has no user")


class WithKey:
    """Believes brat's own process, which shows a shared key, for the API only; asks `otherwise` for
    all others.
    """

    def __init__(self, key, otherwise):
        self._key = key.encode()
        self._otherwise = otherwise
        self.seconds = getattr(otherwise, "seconds", 0)
        self.way = getattr(otherwise, "way", None)

    def __call__(self, environ):
        shown = environ.get(_KEY)
        if shown is None or not environ.get("PATH_INFO", "").startswith("/api/"):
            return self._otherwise(environ)
        # WSGI hands headers over as latin-1.
        if not self._key or not hmac.compare_digest(shown.encode("latin-1", "replace"), self._key):
            raise IdentityError("a request showed another key than this service has")
        if _USER not in environ:
            raise IdentityError("a request with the key names no user")
        return unquote(environ[_USER])
