"""The pages beside brat: what they are told about who asks, and questions to them from brat's
page.
"""

import io
import json
import logging
from urllib.parse import urlencode

from brat_iaa.formats.terminal import printable
from brat_iaa.proxy.identity import Unknown

_log = logging.getLogger("brat_iaa.proxy")
# In a request to the pages: who asks; absent when brat could not be asked.
USER = "brat.user"
# What the pages show to everybody, and what needs no question to brat.
_PUBLIC = ("/static/", "/healthz")
# Set by whoever is in front, never by browsers; and addresses that are not the pages' own.
_NOT_FOR_PAGES = {USER, "HTTP_X_BRAT_IAA_KEY", "HTTP_X_BRAT_IAA_USER", "REQUEST_URI", "RAW_URI"}


class SiteError(Exception):
    """The pages did not answer a question; the text says why."""


class Site:
    """The pages, a WSGI application, under a prefix such as "/iaa"."""

    def __init__(self, app, prefix):
        self._app = app
        self.prefix = "/" + prefix.strip("/")

    def covers(self, path):
        """Whether a decoded path without its first slash belongs to the pages."""
        return ("/" + path + "/").startswith(self.prefix + "/")

    def serve(self, environ, start_response, path, identify):
        """Answer a page; identify() is the login, raises Unknown."""
        rest = ("/" + path)[len(self.prefix) :]
        if not rest:
            # Relative links on the page need the slash.
            query = environ.get("QUERY_STRING", "")
            target = (
                environ.get("SCRIPT_NAME", "") + self.prefix + "/" + ("?" + query if query else "")
            )
            start_response("302 Found", [("Location", target), ("Content-Length", "0")])
            return []
        inner = self._environ(environ, rest)
        if not rest.startswith(_PUBLIC):
            try:
                inner[USER] = identify()
            except Unknown as error:
                # The pages say that they are closed; why is for the administrator.
                _log.error("who is asking? %s", printable(str(error)))
        return self._app(inner, start_response)

    def ask(self, environ, path, user, parameters):
        """The answer, a dict, of an address of the pages such as "/api/agreement". Raises
        SiteError.
        """
        inner = self._environ(environ, path)
        inner.update(REQUEST_METHOD="GET", QUERY_STRING=urlencode(parameters), CONTENT_LENGTH="0")
        inner["wsgi.input"] = io.BytesIO()
        inner[USER] = user
        for name in (
            "HTTP_COOKIE",
            "CONTENT_TYPE",
            "HTTP_RANGE",
            "HTTP_IF_NONE_MATCH",
            "HTTP_IF_MODIFIED_SINCE",
        ):
            inner.pop(name, None)
        started = []
        answer = self._app(inner, lambda status, headers, error=None: started.append(status))
        try:
            body = b"".join(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        try:
            values = json.loads(body)
        except ValueError:
            values = None
        if not isinstance(values, dict) or not started[0].startswith("200"):
            said = values.get("reason") if isinstance(values, dict) else None
            raise SiteError(said or f"The agreement pages answered {started[0]}.")
        return values

    def _environ(self, environ, path):
        kept = {name: value for name, value in environ.items() if name not in _NOT_FOR_PAGES}
        kept["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + self.prefix
        # WSGI hands bytes as latin-1.
        kept["PATH_INFO"] = path.encode("utf-8", "surrogateescape").decode("latin-1")
        return kept
