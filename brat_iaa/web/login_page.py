"""The login form: brat checks the password, and the way leads back to where one was.

The password goes to brat's own action, as from brat's page, and is kept nowhere.
"""

import json
import threading
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

import requests
from flask import (
    Blueprint,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa.http import throttle
from brat_iaa.http.origin import is_encrypted
from brat_iaa.server_hooks.brat.sessions import session_id
from brat_iaa.web.messages import message
from brat_iaa.web.viewers.brat_answers import session_in_time, short_answer
from brat_iaa.web.viewers.identity import IdentityError

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
    """Logins with brat, through the server in front, which counts wrong passwords."""

    def __init__(self):
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
        sid, seconds = _asked(address, environ, user, password)
        if sid:
            return sid
        if seconds:
            raise NotLoggedIn(
                f"Too many wrong passwords for this login. Try again in {seconds} seconds.", seconds
            )
        raise NotLoggedIn("brat does not know this login with this password.")


def _asked(address, environ, user, password):
    """(id of the session or None, seconds to wait or 0), as brat says."""
    fields = {"action": "login", "user": user, "password": password}
    with _answer(address, environ, fields) as response:
        if response.status_code == 429:
            wait = response.headers.get("Retry-After", "")
            return None, int(wait) if wait.isdigit() else throttle.SECONDS
        answer = json.loads(short_answer(response, _TIMEOUT[1]))
    answered = isinstance(answer, dict) and "exception" not in answer
    return (session_id(response.headers.get("Set-Cookie")) if answered else None), 0


def _end(address, environ, sid):
    """End a session of brat's."""
    with _answer(address, environ, {"action": "logout"}, f"sid={sid}") as response:
        short_answer(response, _TIMEOUT[1])


@contextmanager
def _answer(address, environ, fields, cookie=None):
    """brat's answer to an action; IdentityError if there is none, or it cannot be read."""
    headers = {"X-Forwarded-For": throttle.address(environ)}
    if is_encrypted(environ):
        headers["X-Forwarded-Proto"] = "https"
    if environ.get("brat.user") is not None:
        headers["Host"] = environ.get("HTTP_HOST", "")  # the same server, by the same name
    if cookie is not None:
        headers["Cookie"] = cookie
    try:
        with session_in_time() as session:
            session.trust_env = False
            with session.post(
                address, data={"protocol": "1", **fields}, headers=headers, timeout=_TIMEOUT,
                allow_redirects=False, stream=True,
            ) as response:  # fmt: skip
                yield response
    except (requests.RequestException, ValueError) as error:
        what = fields["action"]
        raise IdentityError(f"brat at {address} does not answer a {what}: {error}") from error


login_pages = Blueprint("login", __name__)
# Characters of the longest way back; servers refuse longer headers.
_LONGEST = 4000
# Seconds for which brat keeps a session.
_SESSION = 30 * 24 * 3600


def _brat_url():
    return urlsplit(current_app.extensions["brat_iaa_site"].brat_url)


def _ajax():
    """Address at which brat takes a login of ours; None where it cannot: it is not known, or the
    browser would not give our pages the session of another host.
    """
    ajax = getattr(current_app.extensions["brat_iaa_identify"], "ajax", None)
    here = _brat_url().netloc in ("", request.host)
    return ajax(request.environ) if ajax and here else None


def can_log_in():
    """Whether brat can be asked for a login."""
    return _ajax() is not None


def can_log_out():
    """Whether the browser holds a session of brat's that can be ended here."""
    return "sid" in request.cookies and can_log_in()


def way_here():
    """Path of the present page, below that of the application, as the form keeps it."""
    if request.blueprint == login_pages.name:
        return request.values.get("next", "")
    query = request.query_string.decode("latin-1")
    path = quote(request.path) + (f"?{query}" if query else "")
    return path if request.method == "GET" else ""


def _way_back():
    wanted = request.values.get("next", "")
    # Nothing that a browser could take for another host.
    ours = wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable()
    short = len(wanted) <= _LONGEST
    return request.script_root + wanted if ours and short else url_for("site.entry")


@login_pages.get("/-/login")
def login():
    if g.viewer.login or not can_log_in():
        return redirect(_way_back())
    return _page(200)


@login_pages.post("/-/login")
def log_in():
    user, ajax = request.form.get("user", "").strip(), _ajax()
    if ajax is None:
        return redirect(_way_back(), 303)
    logins = current_app.extensions["brat_iaa_logins"]
    try:
        password = request.form.get("password", "")
        sid = logins.log_in(ajax, request.environ, user, password)
    except NotLoggedIn as refused:
        answer = _page(429 if refused.seconds else 403, str(refused), user)
        if refused.seconds:
            answer.headers["Retry-After"] = str(refused.seconds)
        return answer
    except IdentityError as error:
        current_app.logger.error("login: %s", error)
        return _page(503, "brat does not answer just now. Try again in a moment.", user)
    answer = redirect(_way_back(), 303)
    answer.set_cookie(
        "sid", sid, max_age=_SESSION, path=_folder(), httponly=True, samesite="Lax",
        secure=is_encrypted(request.environ),
    )  # fmt: skip
    return answer


@login_pages.get("/-/logout")
def logged_out():
    """Where who loads the page again after it is led."""
    return redirect(url_for("site.entry"))


@login_pages.post("/-/logout")
def log_out():
    """End brat's session, as brat's own Logout does; the browser forgets it whatever brat says."""
    ajax, sid = _ajax(), request.cookies.get("sid")
    try:
        if ajax is not None and sid:
            _end(ajax, request.environ, sid)
    except IdentityError as error:
        current_app.logger.error("logout: %s", error)
        return message(
            503, "Not logged out", "brat does not answer just now. Try again in a moment."
        )
    answer = redirect(url_for("site.entry"), 303)
    answer.delete_cookie("sid", path=_folder(), httponly=True, samesite="Lax")
    return answer


def _folder():
    """The path below which browsers send brat's session."""
    return _brat_url().path.rpartition("/")[0] + "/"


def _page(status, problem="", user=""):
    return make_response(render_template("login.html", problem=problem, user=user), status)
