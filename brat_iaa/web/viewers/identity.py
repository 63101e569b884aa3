"""Who is asking: brat's login behind a request, in each way in which brat can be asked.

Each is a function of the WSGI environ that returns the login, "" for somebody who is not logged
in, and raises IdentityError when brat cannot be asked; then nothing is shown to anybody. `way` says
how an installed service finds out: "read" or "asked". `check` raises IdentityError unless it could
be found out just now, whoever asks.
"""

import hmac
import json
import os
import threading
import time
from collections import OrderedDict
from urllib.parse import unquote

import requests

from brat_iaa.server_hooks.brat import sessions
from brat_iaa.web.viewers.brat_answers import session_in_time, short_answer
from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout

# Seconds to wait for another request that asks about the same session.
_PATIENCE = 15
_KEY = "HTTP_X_BRAT_IAA_KEY"
_USER = "HTTP_X_BRAT_IAA_USER"


class IdentityError(Exception):
    """It cannot be found out who is asking; the text says why, for the server's log."""


class FromServer:
    """The server in front has asked brat: environ["brat.user"]."""

    def __call__(self, environ):
        user = environ.get("brat.user")
        if user is None:
            raise IdentityError("the server in front did not say who is asking")
        return user

    check = __call__

    @staticmethod
    def ajax(environ):
        # brat is beside the pages, on the address at which the server listens.
        host, port = environ["SERVER_NAME"], environ["SERVER_PORT"]
        host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/ajax.cgi"


class SessionFiles:
    """Reads brat's session files; needs brat's machine and brat's user.

    work_dir  brat's WORK_DIR
    brat_url  address of brat, for logins; or its path, which does not say where brat can be asked
    """

    way = "read"

    def __init__(self, work_dir, brat_url=""):
        self._work_dir = work_dir
        self._ajax = ajax_of(brat_url) if "://" in brat_url else None

    def ajax(self, environ):
        return self._ajax

    def __call__(self, environ):
        try:
            return sessions.user(self._work_dir, environ.get("HTTP_COOKIE", ""))
        except Exception as error:  # a session file may hold anything
            raise IdentityError(f"brat's session file cannot be read: {error}") from error

    def check(self, environ):
        folder = os.path.join(self._work_dir, "sessions")
        # brat makes it at the first login.
        if not os.access(folder if os.path.exists(folder) else self._work_dir, os.R_OK | os.X_OK):
            raise IdentityError(f"brat's sessions cannot be read: {folder}")


class Logins:
    """The logins of brat's sessions, as brat says; each answer is remembered for a while.

    brat is asked rarely: it writes the session file anew on every request, so that a whoami which
    begins before a login and ends after it undoes the login.

    ask      function of a session id: the login, "" for nobody; raises IdentityError
    seconds  how long an answer holds
    most     sessions remembered
    pause    seconds during which brat is not asked again after it has not answered
    """

    def __init__(self, ask, seconds=60, most=10_000, pause=3, clock=time.monotonic):
        self._ask = ask
        self._seconds = seconds
        self._most = most
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._known = OrderedDict()  # session id: (login, until when)
        self._changes = 0  # logins and logouts so far
        self._silent_until = self._good_until = float("-inf")
        self._asking = KeyedLocks()
        # brat makes a session of any id: one for all checks.
        self._nobody = os.urandom(28).hex()

    def user(self, sid):
        """Return the login of a session; "" when not logged in or without a session.

        Raises IdentityError.
        """
        if sid is None:
            return ""
        login = self._remembered(sid)
        if login is not None:
            return login
        try:
            # One question at a time for a session: those that come meanwhile wait for its answer.
            with self._asking.exclusive(sid, _PATIENCE):
                login = self._remembered(sid)
                return self._asked(sid) if login is None else login
        except LockTimeout:
            raise IdentityError("brat is still busy with an earlier question") from None

    def check(self):
        """Raise IdentityError unless brat says of a session that nobody is logged in to it.

        Asked again only after `pause` seconds, however many want to know.
        """
        try:
            with self._asking.exclusive(self._nobody, _PATIENCE):
                if self._clock() >= self._good_until:
                    self._asked(self._nobody)
                    self._good_until = self._clock() + self._pause
        except LockTimeout:
            raise IdentityError("brat is still busy with an earlier question") from None

    def change(self, sid):
        """Forget a session whose login changes; call it before and after the change."""
        with self._lock:
            self._known.pop(sid, None)
            self._changes += 1

    def moment(self):
        """Return the time at which brat is asked, for learn()."""
        return self._changes

    def learn(self, sid, login, moment):
        """Remember brat's answer, unless somebody's login changed since the moment."""
        with self._lock:
            if self._changes != moment:
                return
            self._known[sid] = (login, self._clock() + self._seconds)
            self._known.move_to_end(sid)
            while len(self._known) > self._most:
                self._known.popitem(last=False)

    def forget_all(self):
        """Forget what brat said: it does not answer, and need not say the same when it is back."""
        with self._lock:
            self._known.clear()

    def _remembered(self, sid):
        with self._lock:
            login, until = self._known.get(sid, (None, 0))
            return login if self._clock() < until else None

    def _asked(self, sid):
        if self._clock() < self._silent_until:
            raise IdentityError("brat did not answer a moment ago")
        moment = self.moment()
        try:
            login = self._ask(sid)
        except IdentityError:
            self._silent_until = self._clock() + self._pause
            raise
        self.learn(sid, login, moment)
        return login


class Whoami:
    """Asks brat over HTTP, rarely.

    brat_url  address of brat, http or https
    seconds   how long an answer is believed, for each session
    """

    KEPT = 2000  # sessions
    TIMEOUT = (1, 3)  # seconds to connect, to answer
    PAUSE = 5  # seconds without questions after brat did not answer
    way = "asked"

    def __init__(self, brat_url, seconds=60, clock=time.monotonic):
        self._address = ajax_of(brat_url)
        self.seconds = seconds
        self.logins = Logins(self._ask, seconds, self.KEPT, self.PAUSE, clock)

    def __call__(self, environ):
        return self.logins.user(sessions.session_id(environ.get("HTTP_COOKIE", "")))

    def check(self, environ):
        self.logins.check()

    def ajax(self, environ):
        return self._address

    def _ask(self, sid):
        try:
            with session_in_time() as session:
                response = session.get(
                    self._address,
                    params={"action": "whoami", "protocol": "1"},
                    # As a header: a cookie jar would also take what brat sets.
                    headers={"Cookie": f"sid={sid}"},
                    timeout=self.TIMEOUT,
                    allow_redirects=False,
                    stream=True,
                )
                return answered_login(response, self.TIMEOUT[1])
        except requests.RequestException as error:
            raise IdentityError(f"brat at {self._address} does not answer: {error}") from error


def ajax_of(brat_url):
    """Address at which the brat at an address takes its actions."""
    return brat_url.split("#")[0].removesuffix("index.xhtml").rstrip("/") + "/ajax.cgi"


def answered_login(response, seconds):
    """The login in brat's answer to whoami, a requests.Response asked for with stream=True.

    seconds  for its body
    Raises IdentityError.
    """
    try:
        return sessions.login_in(json.loads(short_answer(response, seconds)))
    except (requests.RequestException, ValueError) as error:
        raise IdentityError(f"brat does not say who is asking: {error}") from error


class WithKey:
    """Believes brat's own process, which shows a shared key, for the API only.

    otherwise  who says who is asking in all other requests
    """

    def __init__(self, key, otherwise):
        self._key = key.encode()
        self._otherwise = otherwise
        self.seconds = getattr(otherwise, "seconds", 0)
        self.way = getattr(otherwise, "way", None)
        self.ajax = getattr(otherwise, "ajax", None)

    def check(self, environ):
        check = getattr(self._otherwise, "check", None)
        if check is not None:
            check(environ)

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
