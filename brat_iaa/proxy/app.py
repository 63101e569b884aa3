"""The WSGI application in front of brat: its pages, its actions, and everything else handed on."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

from werkzeug.wrappers import Request

from brat_iaa.proxy import forwarding, guard, searches
from brat_iaa.proxy.answers import ExactResponse, as_brat, in_words, not_kept
from brat_iaa.proxy.forwarding import Brat, NoAnswer
from brat_iaa.proxy.site import Pages, SiteError
from brat_iaa.server_hooks.agreement import script
from brat_iaa.server_hooks.brat import actions, sessions
from brat_iaa.server_hooks.brat.data import parts
from brat_iaa.server_hooks.guard import origin, throttle
from brat_iaa.web.viewers.identity import IdentityError, Logins, answered_login
from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout

_AJAX = "ajax.cgi"
_API = {"iaaAgreement": "/api/agreement", "iaaDisagreements": "/api/disagreements"}
# Seconds that a request waits for others of its session, of its document.
_PATIENCE = 30
# Seconds that a page waits for a login under way.
_LOGIN_PATIENCE = 15
# Seconds to reach brat and to get its answer to whoami: a page waits for it.
_WHOAMI_TIMES = (3, 10)
# Headers with which a browser asks for a part of a file, or for a newer one.
_CONDITIONS = "Range If-Range If-None-Match If-Modified-Since If-Match If-Unmodified-Since".split()
# Headers that belong to a body as brat sent it, and to a page as brat has it.
_OF_BODY = ("content-length", "content-encoding")
_OF_PAGE = (
    *_OF_BODY,
    *"etag last-modified accept-ranges content-md5 cache-control expires".split(),
)
_DENIED = ("Access Denied", "error", 3)
_NOBODY_KNOWS = "brat does not say who is asking. Try again in a moment."
_BUSY = (
    "brat is still busy with an earlier request about the same document or login. Try again in a "
    "moment."
)
_STOPPED = (
    "Nothing was lost that brat had said was saved. Start brat again, or tell its administrator; "
    "then load this page again. The agreement pages are at {pages}/ and open when brat is back."
)


def create_proxy(url, site, script_path, pages="/iaa", data_dir=None, seconds=60, documents=None):
    """Return the WSGI application in front of the brat at url, behind the ProxyHandler.

    url          address of brat, e.g. "http://example.org/brat/"
    site         WSGI application of the pages; is told who asks in environ["brat.user"]
    script_path  file with the script that brat's page loads
    pages        prefix of the pages
    data_dir     brat's data directory as this computer sees it, for brat's acl.conf; None: brat
                 alone applies it
    seconds      how long brat's answer to who is logged in is believed
    documents    DocumentLocks that the pages hold while they write; None: they write nothing

    Raises ConfigError for an address that cannot be brat's.
    """
    parts = Brat(url), Pages(site, pages), Path(script_path), guard.Rules(data_dir)
    return _Proxy(*parts, seconds, documents or guard.DocumentLocks(data_dir or "/"))


class _Proxy:
    def __init__(self, brat, site, script_path, rules, seconds, documents):
        self._brat = brat
        self._site = site
        self._script_path = script_path
        self._rules = rules
        # For those who come through here: whoever reaches brat otherwise does not wait.
        self._sessions = KeyedLocks()
        self._searches = searches.Searches()
        self._documents = documents
        self._throttle = throttle.Throttle(throttle.in_memory())
        self._logins = Logins(self._whoami, seconds)

    def __call__(self, environ, start_response):
        request = Request(environ, populate_request=False)
        try:
            answer = self._answer(request)
        except guard.Refused as refused:
            answer = in_words(str(refused), refused.status)
        except NoAnswer as error:
            self._logins.forget_all()
            answer = in_words(f"{error} {_STOPPED.format(pages=self._site.prefix)}", 502)
        return answer(environ, start_response)

    def covers(self, target):
        """Return whether a request target is of the pages."""
        return self._site.covers(target.partition("?")[0].lstrip("/"))

    def login(self, cookies):
        """Return the login of a Cookie header; "" also where brat does not say."""
        try:
            return self._logins.user(sessions.session_id(cookies))
        except IdentityError:
            return ""

    def _answer(self, request):
        """Return a WSGI application that answers the request: mostly an ExactResponse."""
        target = forwarding.request_target(request.environ)
        path = guard.check_path(target)
        if self._site.covers(path):
            return self._site.answer(
                request.environ, path, lambda: self._user(request), self._logins.check
            )
        if request.method not in ("GET", "HEAD", "POST") or (
            request.method == "POST" and path != _AJAX
        ):
            raise guard.Refused(405, f"brat takes no {request.method} here.")
        if path == _AJAX:
            return not_kept(self._action(request, target))
        return self._file(request, target, path)

    # brat's files

    def _file(self, request, target, path):
        headers = self._headers(request)
        if path not in ("", *script.PAGES):
            return self._handed_back(request, self._brat.send(request.method, target, headers))
        # Not brat's page as it is: no part of it, not an earlier one, nothing packed.
        for name in _CONDITIONS:
            headers.pop(name, None)
        headers["Accept-Encoding"] = "identity"
        response = self._brat.send("GET", target, headers)
        if response.status_code != 200 or "html" not in response.headers.get("Content-Type", ""):
            return self._handed_back(request, response)
        html = forwarding.content(response)
        if b"ajax.js" in html:
            html = script.inject(html)
        answer = self._whole(request, response, html, _OF_PAGE)
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    # brat's actions

    def _action(self, request, target):
        body = b""
        if request.method == "POST":
            guard.check_origin(request.environ)
            body = request.get_data()
        action = guard.read_action(request.method, target.partition("?")[2], body)
        guard.check_method(action, request.method)
        try:
            guard.check_names(action)
        except guard.Refused as refused:
            return _failed(action, "accessDenied", (str(refused), "error", -1))
        if action.name == "iaaScript":
            try:
                return ExactResponse(self._script_path.read_bytes(), 200, script.HEADERS)
            except OSError:
                return in_words("// The script of brat-agreement cannot be read.", 503)
        try:
            if not self._rules.allow(action, lambda: self._user(request)):
                return _failed(action, "accessDenied", _DENIED)
            if action.name in _API:
                return self._agreement(request, action)
            if action.name == "login":
                seconds = self._throttle.wait(*_asking(request, action))
                if seconds:
                    status, headers, text = throttle.refusal(seconds)
                    return ExactResponse(text, status, headers)
            if action.name.startswith("search"):
                return self._searched(request, target, body, action)
            return self._forwarded(request, target, body, action)
        except searches.NotSearched as refused:
            return _failed(action, "searchTooLong", (str(refused), "error", -1))
        except NoAnswer as error:
            self._logins.forget_all()
            sentence = (
                f"{error} What you did last may not be saved. Reload the page when brat is back."
            )
        except LockTimeout:
            sentence = _BUSY
        except IdentityError as error:
            if action.name in _API:
                return _unavailable(action, _NOBODY_KNOWS)
            sentence = f"{_NOBODY_KNOWS} ({error})"
        # With this exception, brat's page shows the message and goes on.
        return _failed(action, True, (sentence, "error", -1))

    def _searched(self, request, target, body, action):
        who = self._user(request) or throttle.address(request.environ)
        with self._searches.one_of_few(who):
            collection, document = action.place
            directory = collection and self._rules.directory(collection)
            if directory and os.path.isdir(directory):
                searches.try_out(action.fields, directory, document)
            return self._forwarded(request, target, body, action)

    def _forwarded(self, request, target, body, action):
        sid = _session_id(request)
        of_session = action.name in actions.SESSION
        headers = self._headers(request)
        if action.name == "login":
            # brat takes any id. Its own can be guessed, and others may know the one that came.
            headers["Cookie"] = f"sid={os.urandom(28).hex()}"
        with ExitStack() as locks:
            if sid is not None:
                hold = self._sessions.exclusive if of_session else self._sessions.shared
                locks.enter_context(hold(sid, _PATIENCE))
            if action.name in actions.SAVING and action.document:
                locks.enter_context(self._documents.exclusive(action.document, _PATIENCE))
            moment = self._logins.moment()
            if of_session:
                self._logins.change(sid)
            try:
                # When brat begins its answer, it has stored the document and the session.
                response = self._brat.send(request.method, target, headers, body)
            finally:
                if of_session:
                    self._logins.change(sid)
        if sid is not None and action.name not in actions.LOGIN:
            # Else it would take the browser back to the session from before a login meanwhile.
            response.raw.headers.discard("Set-Cookie")
        given = sessions.session_id(response.headers.get("Set-Cookie"))
        if of_session and given:
            self._logins.change(given)
        if action.name == "login":
            return self._logged_in(request, response, action)
        if action.name == "whoami" and request.method != "HEAD" and response.status_code == 200:
            return self._learned(request, response, sid, moment)
        return self._handed_back(request, response)

    def _learned(self, request, response, sid, moment):
        """Hand back an answer to whoami: brat need not be asked again for the pages."""
        text = forwarding.content(response)
        try:
            if sid is not None:
                self._logins.learn(sid, sessions.login_in(json.loads(text)), moment)
        except ValueError:
            pass  # no answer of brat's; its page will see
        return self._whole(request, response, text)

    def _logged_in(self, request, response, action):
        """Hand back an answer to login: brat has said whether the password was right."""
        text = forwarding.content(response)
        try:
            if json.loads(text).get("exception") != "invalidAuth":
                self._throttle.right(*_asking(request, action))
        except (ValueError, AttributeError):
            pass  # no answer of brat's; its page will see
        return self._whole(request, response, text)

    # Our actions

    def _agreement(self, request, action):
        collection, document = action.place
        if collection is None or (action.name == "iaaDisagreements" and document is None):
            return _failed(action, "invalidActionArgs")
        parameters = {"collection": "".join("/" + name for name in parts(collection)) + "/"}
        if document is not None:
            parameters["document"] = document
        user = self._user(request)
        try:
            values = self._site.ask(request.environ, _API[action.name], user, parameters)
        except SiteError as error:
            return _unavailable(action, str(error))
        return as_brat(action.name, values)

    # Who asks

    def _user(self, request):
        return self._logins.user(_session_id(request))

    def _whoami(self, sid):
        target = "/ajax.cgi?action=whoami&protocol=1"
        try:
            with self._sessions.shared(sid, _LOGIN_PATIENCE):
                response = self._brat.send(
                    "GET", target, {"Cookie": "sid=" + sid}, times=_WHOAMI_TIMES
                )
                return answered_login(response, _WHOAMI_TIMES[1])
        except LockTimeout:
            raise IdentityError("brat is busy with a login of this session") from None
        except NoAnswer as error:
            raise IdentityError(str(error)) from None

    # Headers and bodies

    def _headers(self, request):
        client = request.environ.get("REMOTE_ADDR", "")
        return forwarding.headers_for_brat(dict(request.headers), client, self._brat)

    def _answer_headers(self, request, response):
        return forwarding.headers_for_browser(
            response,
            self._brat,
            request.environ.get("SCRIPT_NAME", ""),
            origin.is_encrypted(request.environ),
        )

    def _whole(self, request, response, text, left_out=_OF_BODY):
        kept = [
            (name, value)
            for name, value in self._answer_headers(request, response)
            if name.lower() not in left_out
        ]
        return ExactResponse(text, response.status_code, kept)

    def _handed_back(self, request, response):
        """Return brat's answer with its body as it comes."""
        headers = self._answer_headers(request, response)
        if request.method == "HEAD":
            response.close()
            return ExactResponse((), response.status_code, headers)
        answer = ExactResponse(forwarding.body_of(response), response.status_code, headers)
        answer.call_on_close(response.close)  # also when nobody reads the body
        return answer


def _session_id(request):
    return sessions.session_id(request.headers.get("Cookie"))


def _asking(request, action):
    return throttle.address(request.environ), action.fields.get("user", "")


def _failed(action, exception, *messages):
    return as_brat(action.name, {"exception": exception}, messages)


def _unavailable(action, reason):
    # What the page asks by itself must not disturb anybody.
    messages = [(reason, "error", -1)] if action.fields.get("asked") else []
    return as_brat(action.name, {"exception": "iaaUnavailable", "reason": reason}, messages)
