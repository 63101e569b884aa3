"""The pages beside brat: requests to them, and questions from brat's page."""

import io
import logging
import threading
from contextlib import nullcontext
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from werkzeug.wsgi import FileWrapper

from brat_iaa.formats.terminal import printable
from brat_iaa.http.headers import end_to_end
from brat_iaa.proxy.answers import ExactResponse, in_words
from brat_iaa.proxy.forwarding import Brat, NoAnswer
from brat_iaa.proxy.remote_pages import passed_on
from brat_iaa.web.viewers.identity import IdentityError

_log = logging.getLogger("brat_iaa.proxy")
# In a request to the pages: who asks; absent when brat could not be asked.
USER = "brat.user"
# What the pages show to everybody, and what needs no question to brat.
_PUBLIC = ("/static/",)
# Says whether brat can be asked, whoever asks.
_HEALTH = "/healthz"
# What brat's page asks, through this server.
_API = "/api/"
# Set by the server in front, never by browsers; and addresses that are not the pages' own.
_NOT_FOR_PAGES = {USER, "REQUEST_URI", "RAW_URI"}
# In a request of brat's page that is none to the pages.
_NOT_FOR_QUESTIONS = (
    "HTTP_COOKIE CONTENT_TYPE HTTP_RANGE HTTP_IF_NONE_MATCH HTTP_IF_MODIFIED_SINCE".split()
)


# Pages that are made at once for one viewer: others' do not wait for them.
_AT_ONCE = 4
_DOWN = (
    "The agreement pages do not answer just now: their process has ended, and another one is "
    "started. brat goes on working. Load this page again in a moment."
)


class SiteError(Exception):
    """The pages did not answer a question; the text says why."""


class Remote:
    """The pages in the process of a Child, see remote_pages, as a WSGI application here, whose
    answers are whole before they go on.
    """

    def __init__(self, child):
        self._child, self._upstream = child, Brat(child.address, child)

    def __call__(self, environ, start_response):
        method, headers = environ["REQUEST_METHOD"], passed_on(environ, self._child.secret)
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        again = method in ("GET", "HEAD")
        try:
            response, file = self._upstream.answer(method, "/", headers, body, again=again)
        except NoAnswer as error:
            _log.error("%s", error)
            return in_words(_DOWN, 502)(environ, start_response)
        kept = end_to_end(response.raw.headers.items())
        kept = [pair for pair in kept if pair[0].lower() not in ("server", "date")]
        start_response(f"{response.status_code} {response.reason}", kept)
        return FileWrapper(file)


class Pages:
    """The pages, a WSGI application, under a prefix such as "/iaa"."""

    def __init__(self, app, prefix):
        self._app = app
        self.prefix = "/" + prefix.strip("/")
        self._places = WeakValueDictionary()

    def covers(self, path):
        """Return whether a decoded path without its first slash belongs to the pages."""
        return ("/" + path + "/").startswith(self.prefix + "/")

    def answer(self, environ, path, identify, check):
        """Return the WSGI application that answers a request for a page.

        path      as in covers()
        identify  function that returns the login; raises IdentityError
        check     function that raises IdentityError if brat cannot be asked
        """
        rest = ("/" + path)[len(self.prefix) :]
        if not rest:
            # Relative links on the page need the slash.
            query = environ.get("QUERY_STRING", "")
            root = environ.get("SCRIPT_NAME", "") + self.prefix
            target = root + "/" + ("?" + query if query else "")
            return ExactResponse("", 302, [("Location", target)])
        inner = self._environ(environ, rest)
        if not rest.startswith(_PUBLIC):
            try:
                if rest == _HEALTH:
                    check()
                    inner[USER] = ""
                else:
                    inner[USER] = identify()
            except IdentityError as error:
                # The pages say that they are closed; why is for the administrator.
                _log.error("who is asking? %s", printable(str(error)))
        with self._place(rest, inner):
            return ExactResponse.from_app(self._app, inner)

    def _place(self, rest, inner):
        """Return one of the few places of a viewer, as a context."""
        if rest == _HEALTH or rest.startswith((*_PUBLIC, _API)):
            return nullcontext()
        who = inner.get(USER) or inner.get("REMOTE_ADDR", "")
        return self._places.setdefault(who, threading.Semaphore(_AT_ONCE))

    def ask(self, environ, path, user, parameters):
        """Return the answer, a dict, of an address of the pages such as "/api/agreement".

        Raises SiteError.
        """
        inner = {
            name: value
            for name, value in self._environ(environ, path).items()
            if name not in _NOT_FOR_QUESTIONS
        }
        inner.update(REQUEST_METHOD="GET", QUERY_STRING=urlencode(parameters), CONTENT_LENGTH="0")
        inner.update({"wsgi.input": io.BytesIO(), USER: user})
        answer = ExactResponse.from_app(self._app, inner, buffered=True)
        values = answer.get_json(force=True, silent=True)
        if not isinstance(values, dict) or answer.status_code != 200:
            reason = values.get("reason") if isinstance(values, dict) else None
            raise SiteError(reason or f"The agreement pages answered {answer.status}.")
        return values

    def _environ(self, environ, path):
        kept = {name: value for name, value in environ.items() if name not in _NOT_FOR_PAGES}
        kept["brat.root"] = environ.get("SCRIPT_NAME", "")
        kept["SCRIPT_NAME"] = kept["brat.root"] + self.prefix
        # WSGI hands bytes as latin-1.
        kept["PATH_INFO"] = path.encode("utf-8", "surrogateescape").decode("latin-1")
        return kept
