"""The WSGI application in front of brat: its pages, its actions, and everything else handed on."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

from brat_iaa.proxy import forwarding, guard
from brat_iaa.proxy.answers import as_brat, in_words, not_kept, status_line
from brat_iaa.proxy.forwarding import Brat, NoAnswer
from brat_iaa.proxy.identity import Identities, Unknown, login_in
from brat_iaa.proxy.rules import Rules
from brat_iaa.proxy.site import Site, SiteError
from brat_iaa.proxy.turns import TooLong, Turns
from server_hooks.agreement.script import PAGES, inject
from server_hooks.brat import actions
from server_hooks.brat.sessions import session_id
from server_hooks.guard import limits, throttle
from server_hooks.guard.origin import name_in, refusal

_AJAX = "ajax.cgi"
_API = {"iaaAgreement": "/api/agreement", "iaaDisagreements": "/api/disagreements"}
# Seconds that a request waits for others of its session, of its document.
_PATIENCE = 30
# Seconds to reach brat and to get its answer to whoami: a page waits for it.
_WHOAMI_TIMES = (3, 10)
_DENIED = ("Access Denied", "error", 3)
_NOBODY_KNOWS = "brat does not say who is asking. Try again in a moment."
_BUSY = (
    "brat is still busy with an earlier request about the same document or login. Try "
    "again in a moment."
)


def create_proxy(url, site, script_path, pages="/iaa", data_dir=None, hosts=None, seconds=60):
    """The WSGI application in front of the brat at url.

    url          address of brat, e.g. "http://example.org/brat/"
    site         WSGI application of the pages; is told who asks in environ["brat.user"]
    script_path  file with the script that brat's page loads
    pages        prefix of the pages
    data_dir     brat's data directory as this computer sees it, for brat's acl.conf; None: brat
                 alone applies it
    hosts        host names by which the application may be asked for; None: any
    seconds      how long brat's answer to who is logged in is believed

    Raises ConfigError for an address that cannot be brat's.
    """
    return _Proxy(Brat(url), Site(site, pages), Path(script_path), Rules(data_dir), hosts, seconds)


class _Proxy:
    def __init__(self, brat, site, script_path, rules, hosts, seconds):
        self._brat = brat
        self._site = site
        self._script_path = script_path
        self._rules = rules
        self._hosts = hosts
        # Hold for those who come through here: who reaches brat otherwise does not wait.
        self._sessions = Turns()
        self._documents = Turns()
        self._throttle = throttle.Throttle(throttle.in_memory())
        self._identities = Identities(self._whoami, self._sessions, seconds)

    def __call__(self, environ, start_response):
        method = environ["REQUEST_METHOD"]
        try:
            target = forwarding.request_target(environ)
            self._check_host(environ)
            path = guard.check_path(target)
            if self._site.covers(path):
                return self._site.serve(environ, start_response, path, lambda: self._user(environ))
            if method not in ("GET", "HEAD", "POST") or (method == "POST" and path != _AJAX):
                raise guard.Refused(405, f"brat takes no {method} here.")
            if path == _AJAX:
                return self._action(environ, not_kept(start_response), method, target)
            return self._file(environ, start_response, method, target, path)
        except guard.Refused as refused:
            return in_words(start_response, refused.status, str(refused), method)
        except NoAnswer as error:
            self._identities.forget_all()
            return in_words(start_response, 502, f"{error} {self._next_step()}", method)

    def _check_host(self, environ):
        """Refuse other names: a foreign web page could point its own name at this computer and read
        along.
        """
        name = name_in(environ.get("HTTP_HOST", ""))
        if self._hosts is not None and name not in self._hosts:
            raise guard.Refused(400, refusal(name, self._hosts))

    def _next_step(self):
        return (
            "Nothing was lost that brat had said was saved. Start brat again, or tell "
            "its administrator; "
            f"then load this page again. The agreement pages are at "
            f"{self._site.prefix}/ and open when brat is back."
        )

    # brat's files

    def _file(self, environ, start_response, method, target, path):
        headers = self._headers(environ)
        shown = path in PAGES or path == ""
        if shown:
            # The page will be another one than brat's: no part of it, none of before, nothing
            # packed.
            for name in (
                "Range",
                "If-Range",
                "If-None-Match",
                "If-Modified-Since",
                "If-Match",
                "If-Unmodified-Since",
            ):
                headers.pop(name, None)
            headers["Accept-Encoding"] = "identity"
        response = self._brat.send("GET" if shown else method, target, headers)
        if (
            shown
            and response.status_code == 200
            and "html" in response.headers.get("Content-Type", "")
        ):
            return self._page(start_response, environ, response, method)
        return self._handed_back(start_response, environ, response, method)

    def _page(self, start_response, environ, response, method):
        html = forwarding.content(response)
        if b"ajax.js" in html:
            html = inject(html)
        left_out = (
            "content-length",
            "content-encoding",
            "etag",
            "last-modified",
            "accept-ranges",
            "content-md5",
            "cache-control",
            "expires",
        )
        kept = [
            (name, value)
            for name, value in self._answer_headers(response, environ)
            if name.lower() not in left_out
        ]
        start_response(
            "200 OK", [*kept, ("Cache-Control", "no-cache"), ("Content-Length", str(len(html)))]
        )
        return [] if method == "HEAD" else [html]

    # brat's actions

    def _action(self, environ, start_response, method, target):
        body = b""
        if method == "POST":
            # Before anything is read that another site may have made somebody's browser send.
            guard.check_origin(environ)
            body = self._posted(environ)
        action = guard.read_action(
            method, target.partition("?")[2], environ.get("CONTENT_TYPE", ""), body
        )
        guard.check_method(action, method)
        try:
            guard.check_names(action)
        except guard.Refused as refused:
            return as_brat(
                start_response,
                action.name,
                {"exception": "accessDenied"},
                [(str(refused), "error", -1)],
            )
        if action.name == "iaaScript":
            return self._script(start_response, method)
        try:
            if self._rules.concern(action) and not self._rules.allow(action, self._user(environ)):
                return as_brat(
                    start_response, action.name, {"exception": "accessDenied"}, [_DENIED]
                )
            if action.name in _API:
                return self._agreement(environ, start_response, action)
            if action.name == "login":
                seconds = self._throttle.wait(*_asking(environ, action))
                if seconds:
                    return self._too_many(start_response, seconds)
            return self._forwarded(environ, start_response, method, target, body, action)
        except NoAnswer as error:
            self._identities.forget_all()
            sentence = (
                f"{error} What you did last may not be saved. Reload the page when brat is back."
            )
        except TooLong:
            sentence = _BUSY
        except Unknown as error:
            if action.name in _API:
                return self._unavailable(start_response, action, _NOBODY_KNOWS)
            sentence = f"{_NOBODY_KNOWS} ({error})"
        # With this exception, brat's page shows the message and goes on.
        return as_brat(start_response, action.name, {"exception": True}, [(sentence, "error", -1)])

    def _forwarded(self, environ, start_response, method, target, body, action):
        sid = session_id(environ.get("HTTP_COOKIE", ""))
        of_session = action.name in actions.SESSION
        headers = self._headers(environ)
        if action.name == "login":
            # brat takes any id. Its own can be guessed, and the one that came may be known to
            # others.
            headers["Cookie"] = f"sid={os.urandom(28).hex()}"
        with ExitStack() as turns:
            if sid is not None:
                turn = self._sessions.alone if of_session else self._sessions.together
                turns.enter_context(turn(sid, _PATIENCE))
            if action.name in actions.SAVING and action.document:
                turns.enter_context(self._documents.alone(action.document, _PATIENCE))
            moment = self._identities.moment()
            if of_session:
                self._identities.change(sid)
            try:
                # When brat begins its answer, it has stored the document and the session.
                response = self._brat.send(method, target, headers, body)
            finally:
                if of_session:
                    self._identities.change(sid)
        if sid is not None and action.name not in actions.LOGIN:
            # Else it would take the browser back to the session from before a login meanwhile.
            response.raw.headers.discard("Set-Cookie")
        given = session_id(response.headers.get("Set-Cookie"))
        if of_session and given:
            self._identities.change(given)
        if action.name == "login":
            return self._logged_in(start_response, environ, response, action)
        if action.name == "whoami" and method != "HEAD" and response.status_code == 200:
            return self._learned(start_response, environ, response, sid, moment)
        return self._handed_back(start_response, environ, response, method)

    def _learned(self, start_response, environ, response, sid, moment):
        """brat's page asked who it is: brat need not be asked again for the pages."""
        text = forwarding.content(response)
        try:
            if sid is not None:
                self._identities.learn(sid, login_in(json.loads(text)), moment)
        except (ValueError, Unknown):
            pass  # no answer of brat's; its page will see
        return self._whole(start_response, environ, response, text)

    def _logged_in(self, start_response, environ, response, action):
        """brat has said whether the password was right."""
        text = forwarding.content(response)
        try:
            if json.loads(text).get("exception") != "invalidAuth":
                self._throttle.right(*_asking(environ, action))
        except (ValueError, AttributeError):
            pass  # no answer of brat's; its page will see
        return self._whole(start_response, environ, response, text)

    def _too_many(self, start_response, seconds):
        sentence = throttle.sentence(seconds)
        values, messages = {"exception": "tooManyLogins"}, [(sentence, "error", -1)]
        # brat's page shows the reason beside the status.
        later = [("Retry-After", str(seconds))]
        return as_brat(start_response, "login", values, messages, f"429 {sentence}", later)

    def _whole(self, start_response, environ, response, text):
        """brat's answer, whose body has been read."""
        kept = [
            (name, value)
            for name, value in self._answer_headers(response, environ)
            if name.lower() not in ("content-length", "content-encoding")
        ]
        start_response(
            status_line(response.status_code), [*kept, ("Content-Length", str(len(text)))]
        )
        return [text]

    # Our actions

    def _script(self, start_response, method):
        try:
            script = self._script_path.read_bytes()
        except OSError:
            return in_words(
                start_response, 503, "// The script of brat-iaa cannot be read.", method
            )
        headers = [
            ("Content-Type", "application/javascript; charset=utf-8"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "private, max-age=300"),
            ("Content-Length", str(len(script))),
        ]
        start_response("200 OK", headers)
        return [] if method == "HEAD" else [script]

    def _agreement(self, environ, start_response, action):
        parameters = {
            name: action.fields[name]
            for name in ("collection", "document")
            if name in action.fields
        }
        missing = "collection" not in parameters or (
            action.name == "iaaDisagreements" and "document" not in parameters
        )
        if missing:
            return as_brat(start_response, action.name, {"exception": "invalidActionArgs"})
        names = [name for name in parameters["collection"].split("/") if name]
        parameters["collection"] = "".join("/" + name for name in names) + "/"
        try:
            values = self._site.ask(environ, _API[action.name], self._user(environ), parameters)
        except SiteError as error:
            return self._unavailable(start_response, action, str(error))
        return as_brat(start_response, action.name, values)

    def _unavailable(self, start_response, action, reason):
        # What the page asks by itself must not disturb anybody.
        messages = [(reason, "error", -1)] if action.fields.get("asked") else []
        return as_brat(
            start_response, action.name, {"exception": "iaaUnavailable", "reason": reason}, messages
        )

    # Who asks

    def _user(self, environ):
        return self._identities.user(session_id(environ.get("HTTP_COOKIE", "")))

    def _whoami(self, sid):
        try:
            target = "/ajax.cgi?action=whoami&protocol=1"
            response = self._brat.send("GET", target, {"Cookie": "sid=" + sid}, times=_WHOAMI_TIMES)
            text = forwarding.content(response)
        except NoAnswer as error:
            raise Unknown(str(error)) from None
        try:
            return login_in(json.loads(text))
        except ValueError:
            raise Unknown(
                f"brat answered whoami with status {response.status_code} and no JSON."
            ) from None

    # Headers and bodies

    def _posted(self, environ):
        login = self._login_if_long(environ)
        try:
            body = forwarding.posted(environ, limits.longest(login))
        except ValueError:
            raise guard.Refused(400, "The length of the request is no number.") from None
        if body is None:
            raise guard.Refused(413, limits.too_long(login))
        return body

    def _login_if_long(self, environ):
        """Who sends a body for which one must have logged in; "" for nobody, and for all others."""
        length = environ.get("CONTENT_LENGTH") or ""
        # Without a length it may become long.
        if length.isdigit() and int(length[:19]) <= limits.LONGEST_WITHOUT_LOGIN:
            return ""
        try:
            return self._user(environ)
        except Unknown:
            return ""

    def _headers(self, environ):
        headers = forwarding.request_headers(environ)
        return forwarding.headers_for_brat(headers, environ.get("REMOTE_ADDR", ""), self._brat)

    def _answer_headers(self, response, environ):
        return forwarding.headers_for_browser(response, self._brat, environ.get("SCRIPT_NAME", ""))

    def _handed_back(self, start_response, environ, response, method):
        if method == "HEAD":
            response.close()
            body = []
        else:
            body = forwarding.body_of(response)
        start_response(status_line(response.status_code), self._answer_headers(response, environ))
        return body


def _asking(environ, action):
    """Address and login for the throttle."""
    return throttle.address(environ), action.fields.get("user", "")
