"""Who is asking: brat's login behind a request.

Whoever is asked raises IdentityError when it cannot be found out; then nothing is shown to anybody.
`check` raises it unless it could be found out just now, whoever asks.
"""

import json
import os
import threading
import time
from collections import OrderedDict

import requests

from brat_iaa.server_hooks.brat import sessions
from brat_iaa.web.viewers.brat_answers import short_answer
from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout

# Seconds to wait for another request that asks about the same session.
_TIMEOUT = 15


class IdentityError(Exception):
    """It cannot be found out who is asking; the text says why, for the server's log."""


class FromServer:
    """The server in front has asked brat: environ["brat.user"].

    way  how it finds out, "read" or "asked"; None: it does not matter
    """

    def __init__(self, way=None):
        self.way = way

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


class StoredLogins:
    """The logins of brat's sessions, as its files say; needs brat's machine and brat's user.

    work_dir  brat's WORK_DIR
    """

    def __init__(self, work_dir):
        self._work_dir = work_dir

    def user(self, sid):
        """Return the login of a session; "" when not logged in or without a session.

        Raises IdentityError.
        """
        try:
            return sessions.user(self._work_dir, f"sid={sid}")
        except Exception as error:  # a session file may hold anything
            raise IdentityError(f"brat's session file cannot be read: {error}") from error

    def knows(self, sid):
        """Whether there is a session of this id."""
        return os.path.isfile(os.path.join(self._work_dir, "sessions", f"{sid}.pickle"))

    def check(self):
        """Raise IdentityError unless brat's sessions can be read."""
        folder = os.path.join(self._work_dir, "sessions")
        # brat makes it at the first login.
        if not os.access(folder if os.path.exists(folder) else self._work_dir, os.R_OK | os.X_OK):
            raise IdentityError(f"brat's sessions cannot be read: {folder}")

    def change(self, sid):
        """Nothing: each question is answered anew. So of learn(), moment() and forget_all()."""

    learn = moment = forget_all = lambda *_: None


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
            with self._asking.exclusive(sid, _TIMEOUT):
                login = self._remembered(sid)
                return self._asked(sid) if login is None else login
        except LockTimeout:
            raise IdentityError("brat is still busy with an earlier question") from None

    def check(self):
        """Raise IdentityError unless brat says of a session that nobody is logged in to it.

        Asked again only after `pause` seconds, however many want to know.
        """
        try:
            with self._asking.exclusive(self._nobody, _TIMEOUT):
                if self._clock() >= self._good_until:
                    self._asked(self._nobody)
                    self._good_until = self._clock() + self._pause
        except LockTimeout:
            raise IdentityError("brat is still busy with an earlier question") from None

    def knows(self, sid):
        """Whether there may be a session of this id: brat cannot be asked."""
        return True

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


def answered_login(response, seconds):
    """The login in brat's answer to whoami, a requests.Response asked for with stream=True.

    seconds  for its body
    Raises IdentityError.
    """
    try:
        return sessions.login_in(json.loads(short_answer(response, seconds)))
    except (requests.RequestException, ValueError) as error:
        raise IdentityError(f"brat does not say who is asking: {error}") from error
