"""The pages beside brat: requests to them, and questions from brat's page."""

import io
import logging
from urllib.parse import urlencode

from brat_iaa.formats.terminal import printable
from brat_iaa.proxy.answers import ExactResponse
from brat_iaa.web.viewers.identity import IdentityError

_log = logging.getLogger("brat_iaa.proxy")
# In a request to the pages: who asks; absent when brat could not be asked.
USER = "brat.user"
# What the pages show to everybody, and what needs no question to brat.
_PUBLIC = ("/static/",)
# Says whether brat can be asked, whoever asks.
_HEALTH = "/healthz"
# Set by the server in front, never by browsers; and addresses that are not the pages' own.
_NOT_FOR_PAGES = {USER, "HTTP_X_BRAT_IAA_KEY", "HTTP_X_BRAT_IAA_USER", "REQUEST_URI", "RAW_URI"}
# In a request of brat's page that is none to the pages.
_NOT_FOR_QUESTIONS = (
    "HTTP_COOKIE CONTENT_TYPE HTTP_RANGE HTTP_IF_NONE_MATCH HTTP_IF_MODIFIED_SINCE".split()
)


class SiteError(Exception):
    """The pages did not answer a question; the text says why."""


class Pages:
    """The pages, a WSGI application, under a prefix such as "/iaa"."""

    def __init__(self, app, prefix):
        self._app = app
        self.prefix = "/" + prefix.strip("/")

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
        return lambda _, start_response: self._app(inner, start_response)

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
