"""The WSGI application in front of brat: its pages, its actions, and everything else handed on."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

from werkzeug.wrappers import Request

from brat_iaa.http import limits, origin, throttle
from brat_iaa.proxy import archive, forwarding, guard, searches
from brat_iaa.proxy.answers import ExactResponse, as_brat, from_file, in_words, not_kept
from brat_iaa.proxy.forwarding import Brat, NoAnswer
from brat_iaa.proxy.site import Pages, SiteError
from brat_iaa.server_hooks import saving, script
from brat_iaa.server_hooks.brat import actions, sessions
from brat_iaa.server_hooks.brat.data import parts
from brat_iaa.web.viewers.identity import IdentityError, Logins, answered_login
from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout

_AJAX = "ajax.cgi"
_API = {"iaaAgreement": "/api/agreement", "iaaDisagreements": "/api/disagreements"}
# Seconds that a request waits for others of its session, of its document.
_TIMEOUT = 30
# Seconds that a page waits for a login under way.
_LOGIN_TIMEOUT = 15
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


class Proxy:
    """The WSGI application in front of a brat.

    brat         Brat, or its address, e.g. "http://example.org/brat/"
    site         WSGI application of the pages; is told who asks in environ["brat.user"]
    script_path  file with the script that brat's page loads
    pages        prefix of the pages
    data_dir     brat's data directory as this computer sees it, for brat's acl.conf; None: brat
                 alone applies it
    logins       who says whose a session is; None: brat is asked
    locks        directory with the locks of documents, for a brat that does not hold them itself;
                 None: it does
    archives     whether archives of collections are made here where documents are closed to who
                 asks; else nobody gets such a one
    seconds      how long brat's answer to who is logged in is believed

    Raises ConfigError for an address that cannot be brat's.
    """

    def __init__(
        self, brat, site, script_path, pages="/iaa", data_dir=None, logins=None, locks=None,
        archives=False, seconds=60,
    ):  # fmt: skip
        self._brat = Brat(brat) if isinstance(brat, str) else brat
        self._site = Pages(site, pages)
        self._script_path = Path(script_path)
        self._rules = guard.Rules(data_dir, archives)
        # For those who come through here: whoever reaches brat otherwise does not wait.
        self._sessions = KeyedLocks()
        self._searches = searches.Searches()
        self._locks = locks
        self._throttle = throttle.Throttle()
        self._logins = logins or Logins(self._whoami, seconds)
        # brat makes a session of any id, and keeps it for good: one for all who have none.
        self._nobody = os.urandom(28).hex()

    def __call__(self, environ, start_response):
        request = Request(environ, populate_request=False)
        try:
            answer = self._answer(request)
        except guard.Refused as refused:
            answer = in_words(str(refused), refused.status)
        except NoAnswer as error:
            self._logins.forget_all()
            answer = in_words(f"{error} {_STOPPED.format(pages=self._site.prefix)}", 502)
        answer.headers.setdefault("Via", "1.1 brat-agreement")
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

    def _check(self):
        """Raise IdentityError unless brat can say who somebody is."""
        if self._brat.child is not None and not self._brat.child.wait(0):
            raise IdentityError("brat does not run")
        self._logins.check()

    def _answer(self, request):
        """Return an ExactResponse."""
        target = forwarding.request_target(request.environ)
        path = guard.check_path(target)
        if self._site.covers(path):
            return self._site.answer(
                request.environ, path, lambda: self._user(request), self._check
            )
        if request.method not in ("GET", "HEAD", "POST") or (
            request.method == "POST" and path != _AJAX
        ):
            raise guard.Refused(405, f"brat takes no {request.method} here.")
        if path == _AJAX:
            try:
                return not_kept(self._action(request, target))
            except guard.Refused as refused:
                # brat's page shows the message, and nothing of an answer with another status.
                return as_brat("", {"exception": "accessDenied"}, [(str(refused), "error", -1)])
        return self._file(request, target, path)

    # brat's files

    def _file(self, request, target, path):
        headers = self._headers(request, self._session_id(request))
        if path not in ("", *script.PAGES):
            answer = self._brat.answer(request.method, target, headers, again=True)
            return self._handed_back(request, *answer)
        # Not brat's page as it is: no part of it, not an earlier one, nothing packed.
        for name in _CONDITIONS:
            headers.pop(name, None)
        headers["Accept-Encoding"] = "identity"
        response, file = self._brat.answer("GET", target, headers, again=True, unpacked=True)
        if response.status_code != 200 or "html" not in response.headers.get("Content-Type", ""):
            return self._handed_back(request, response, file)
        with file:
            html = file.read()
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
            longest = limits.longest(self.login(request.headers.get("Cookie")))
            if (request.content_length or 0) > longest:
                raise guard.Refused(413, limits.too_long(longest == limits.LONGEST))
            body = request.get_data()
        query, kind = target.partition("?")[2], request.headers.get("Content-Type", "")
        action = guard.read_action(request.method, query, body, kind)
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
            if action.name == "downloadCollection" and self._rules.archives:
                closed = self._rules.closed(action, self._user(request))
                if closed:
                    return archive.of(self._rules.directory(action.place[0]), closed, action.fields)
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
        except (LockTimeout, saving.Busy):
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
        sid = self._session_id(request)
        of_session, read = action.name in actions.SESSION, action.name in ("login", "whoami")
        sent = sid or (None if of_session else self._nobody)
        if action.name == "login":
            # brat takes any id. Its own can be guessed, and others may know the one that came.
            sent = os.urandom(28).hex()
        headers = self._headers(request, sent)
        if read:
            headers["Accept-Encoding"] = "identity"
        with ExitStack() as held:
            if sid is not None:
                hold = self._sessions.exclusive if of_session else self._sessions.shared
                held.enter_context(hold(sid, _TIMEOUT))
            path = self._locks and action.name in actions.SAVING and self._rules.path(action)
            if path:
                held.enter_context(saving.locked(self._locks, path, _TIMEOUT))
            moment = self._logins.moment()
            if of_session:
                self._logins.change(sid)
            try:
                # When brat begins its answer, it has stored the document and the session.
                response, file = self._brat.answer(
                    request.method,
                    target,
                    headers,
                    body,
                    again=action.name in actions.READING,
                    unpacked=read,
                )
            finally:
                if of_session:
                    self._logins.change(sid)
        if action.name not in (actions.LOGIN if sid else actions.SESSION):
            # Else it would take the browser back to the session from before a login meanwhile.
            response.raw.headers.discard("Set-Cookie")
        given = sessions.session_id(response.headers.get("Set-Cookie"))
        if of_session and given:
            self._logins.change(given)
        if not read:
            return self._handed_back(request, response, file)
        with file:
            text = file.read()
        try:
            said = json.loads(text)
            if action.name == "login" and said.get("exception") != "invalidAuth":
                self._throttle.right(*_asking(request, action))
            if action.name == "whoami" and sid is not None and response.status_code == 200:
                # brat need not be asked again for the pages.
                self._logins.learn(sid, sessions.login_in(said), moment)
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
        return self._logins.user(self._session_id(request))

    def _whoami(self, sid):
        target = "/ajax.cgi?action=whoami&protocol=1"
        try:
            with self._sessions.shared(sid, _LOGIN_TIMEOUT):
                response = self._brat.send(
                    "GET", target, {"Cookie": "sid=" + sid}, times=_WHOAMI_TIMES
                )
                return answered_login(response, _WHOAMI_TIMES[1])
        except LockTimeout:
            raise IdentityError("brat is busy with a login of this session") from None
        except NoAnswer as error:
            raise IdentityError(str(error)) from None

    # Headers and bodies

    def _session_id(self, request):
        """Return the id of a session that brat knows, or None."""
        sid = sessions.session_id(request.headers.get("Cookie"))
        return sid if sid and self._logins.knows(sid) else None

    def _headers(self, request, sid):
        client = request.environ.get("REMOTE_ADDR", "")
        return forwarding.headers_for_brat(dict(request.headers), client, self._brat, sid)

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

    def _handed_back(self, request, response, file):
        """Return brat's answer with its body as brat sent it."""
        headers = self._answer_headers(request, response)
        if request.method == "HEAD":
            file.close()
            return ExactResponse((), response.status_code, headers)
        return from_file(file, response.status_code, headers)


def _asking(request, action):
    return throttle.address(request.environ), action.fields.get("user", "")


def _failed(action, exception, *messages):
    return as_brat(action.name, {"exception": exception}, messages)


def _unavailable(action, reason):
    # What the page asks by itself must not disturb anybody.
    messages = [(reason, "error", -1)] if action.fields.get("asked") else []
    return as_brat(action.name, {"exception": "iaaUnavailable", "reason": reason}, messages)
