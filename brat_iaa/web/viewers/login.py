"""Logging in to brat by a form of ours: brat checks the password and begins its own session.

The password goes to brat's own action, as from brat's page, and is kept nowhere.
"""

import json
import threading

import requests

from brat_iaa.server_hooks.brat.sessions import session_id
from brat_iaa.server_hooks.guard import throttle
from brat_iaa.server_hooks.guard.origin import is_encrypted
from brat_iaa.web.viewers.heads import HeadInTime
from brat_iaa.web.viewers.identity import IdentityError
from brat_iaa.web.viewers.short_answers import short_answer

_TIMEOUT = (3, 15)  # seconds to connect, to answer
# Logins that brat is asked about at once. In `serve` each keeps one of the 40 requests that brat's
# server answers at once, and its question needs another one.
_AT_ONCE = 12


class NotLoggedIn(Exception):
    """A login that did not come about. seconds: to wait before the next one, or 0"""

    def __init__(self, text, seconds=0):
        super().__init__(text)
        self.seconds = seconds


class BratLogins:
    """Logins with brat, so many in a minute as its guard lets through."""

    def __init__(self):
        self._throttle = throttle.Throttle(throttle.in_memory())
        self._places = threading.Semaphore(_AT_ONCE)

    def log_in(self, address, environ, user, password):
        """The id of a new session of brat's.

        address  of brat's ajax.cgi; environ: of the request with the form
        Raises NotLoggedIn, and IdentityError if brat cannot be asked.
        """
        if not self._places.acquire(blocking=False):
            raise NotLoggedIn("Many people are logging in just now. Try again in a moment.", 2)
        try:
            return self._log_in(address, environ, user, password)
        finally:
            self._places.release()

    def _log_in(self, address, environ, user, password):
        asking = throttle.address(environ), user
        seconds = self._throttle.wait(*asking)
        if not seconds:
            sid, seconds = _asked(address, environ, user, password)
            if sid:
                self._throttle.right(*asking)
                return sid
        if seconds:
            raise NotLoggedIn(
                f"Too many wrong passwords for this login. Try again in {seconds} seconds.", seconds
            )
        raise NotLoggedIn("brat does not know this login with this password.")


def _asked(address, environ, user, password):
    """(id of the session or None, seconds to wait or 0), as brat says."""
    headers = {"X-Forwarded-For": throttle.address(environ)}
    if is_encrypted(environ):
        headers["X-Forwarded-Proto"] = "https"
    if environ.get("brat.user") is not None:
        headers["Host"] = environ.get("HTTP_HOST", "")  # the same server, by the same name
    fields = {"action": "login", "protocol": "1", "user": user, "password": password}
    try:
        with requests.Session() as session:
            session.trust_env = False
            for scheme in ("http://", "https://"):
                session.mount(scheme, HeadInTime())
            response = session.post(
                address, data=fields, headers=headers, timeout=_TIMEOUT, allow_redirects=False,
                stream=True,
            )  # fmt: skip
            if response.status_code == 429:
                response.close()
                wait = response.headers.get("Retry-After", "")
                return None, int(wait) if wait.isdigit() else throttle.SECONDS
            answer = json.loads(short_answer(response, _TIMEOUT[1]))
            given = session_id(response.headers.get("Set-Cookie"))
    except (requests.RequestException, ValueError) as error:
        raise IdentityError(f"brat at {address} does not answer a login: {error}") from error
    known = isinstance(answer, dict) and "exception" not in answer
    return (given if known else None), 0
