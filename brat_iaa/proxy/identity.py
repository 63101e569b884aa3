"""Who is asking: brat's answer to whoami, remembered for each session.

whoami is asked rarely: brat writes the session file anew on every request, so
that a whoami which begins before a login and ends after it undoes the login.
"""

import threading
import time
from collections import OrderedDict

from brat_iaa.proxy.turns import TooLong

# Seconds during which brat is not asked again after it has not answered.
_PAUSE = 3
# Seconds that a page waits for a login under way, or for another page that asks.
_PATIENCE = 15


class Unknown(Exception):
    """brat could not be asked; the text says why."""


class Identities:
    """Logins by session id.

    ask      function of a session id: the login, "" when nobody is logged in; raises Unknown
    turns    Turns, in which requests of one session go together and logins alone
    seconds  how long an answer holds
    most     number of sessions remembered
    """

    def __init__(self, ask, turns, seconds=60, most=10_000):
        self._ask = ask
        self._turns = turns
        self._seconds = seconds
        self._most = most
        self._lock = threading.Lock()
        self._known = OrderedDict()  # session id: (login, until when)
        self._changes = 0  # logins and logouts so far
        self._silent_until = 0.0

    def user(self, sid):
        """The login of a session, "" when not logged in or without a session. Raises Unknown."""
        if sid is None:
            return ""
        login = self._remembered(sid)
        if login is None:
            try:
                # One question for all pages that want to know the same.
                with self._turns.alone(("whoami", sid), _PATIENCE):
                    login = self._remembered(sid)
                    if login is None:
                        login = self._asked(sid)
            except TooLong:
                raise Unknown("brat is busy with a login of this session") from None
        return login

    def change(self, sid):
        """Forget a session whose login changes; call it before and after the change."""
        with self._lock:
            self._known.pop(sid, None)
            self._changes += 1

    def moment(self):
        """When brat is asked, for learn()."""
        return self._changes

    def learn(self, sid, login, moment):
        """Remember brat's answer, unless somebody's login changed since moment."""
        with self._lock:
            if self._changes != moment:
                return
            self._known[sid] = (login, time.monotonic() + self._seconds)
            self._known.move_to_end(sid)
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def forget_all(self):
        """brat does not answer: what it said earlier need not hold when it is back."""
        with self._lock:
            self._known.clear()

    def _remembered(self, sid):
        with self._lock:
            login, until = self._known.get(sid, ("", 0.0))
            return login if time.monotonic() < until else None

    def _asked(self, sid):
        if time.monotonic() < self._silent_until:
            raise Unknown("brat did not answer a moment ago")
        with self._turns.together(sid, _PATIENCE):
            moment = self.moment()
            try:
                login = self._ask(sid)
            except Unknown:
                self._silent_until = time.monotonic() + _PAUSE
                raise
            self.learn(sid, login, moment)
            return login


def login_in(answer):
    """The login in brat's answer to whoami, "" for nobody and where brat has no logins. Raises
    Unknown.
    """
    if isinstance(answer, dict) and "exception" not in answer:
        if answer.get("anonymous") is True or ("user" in answer and answer["user"] is None):
            return ""
        if isinstance(answer.get("user"), str):
            return answer["user"]
    raise Unknown("brat's answer to whoami names no user")
