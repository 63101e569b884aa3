"""Requests handed on to brat and to the pages, and their answers, whole before they go back.

Whoever has begun to make an answer is done with it as fast as it can, however slowly the browser
takes it; and an answer that ends early is noticed before the browser has a word of it.
"""

import os
import re
import tempfile
from urllib.parse import quote, urlsplit

import requests
import urllib3

from brat_iaa.errors import ConfigError
from brat_iaa.http.headers import end_to_end
from brat_iaa.server_hooks.launcher import SECRET_HEADER
from brat_iaa.web.viewers.brat_answers import HeadInTime

# Set anew on the way, or not for brat: "Proxy" would become a setting of brat's CGI.
_NOT_FORWARDED = {
    "host",
    "cookie",
    "content-length",
    "expect",
    "proxy",
    "referer",
    "x-forwarded-for",
}
# Of brat's answer: the server in front says these itself, the last one for brat.
_NOT_HANDED_BACK = {"server", "date", "x-frame-options"}
# Seconds to reach brat, and for the status and headers of its answer: archives of large
# collections take long.
TIMES = (5, 300)
_CHUNK = 64 * 2**10
# Bytes of an answer that are held in memory; of a longer one none are.
_IN_MEMORY = 2**20
# Seconds that a request waits for a program of ours that has ended and starts again.
_STARTING = 15
_STOPPED = "The answer stopped in the middle."
# Characters that may stand in a request target as they are; "%" was checked before.
_PLAIN = "".join(map(chr, range(0x21, 0x7F)))


class NoAnswer(Exception):
    """brat did not answer; the text says what was found."""


class Brat:
    """The brat at an address such as "http://example.org/brat/", or a program of ours.

    child  the Child that serves at the address; None: somebody else does

    Raises ConfigError for an address that cannot be one.
    """

    def __init__(self, url, child=None):
        self.url = _checked(url)
        parts = urlsplit(self.url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.child = child
        self._prefix = parts.path.rstrip("/")
        # Not a session of requests: that would keep one user's cookies and send them for the next.
        self._adapter = HeadInTime(pool_connections=1, pool_maxsize=32)
        # The only setting of the environment that a server should heed: certificates.
        self._verify = os.environ.get("REQUESTS_CA_BUNDLE") or True

    def send(self, method, target, headers, body=b"", times=TIMES):
        """Return brat's answer, a requests.Response whose body is yet to be read.

        target   path and query as they came, with a slash at the beginning
        headers  {name: value}
        body     bytes
        Raises NoAnswer.
        """
        if self.child is not None:
            headers = {**headers, SECRET_HEADER: self.child.secret}
            if not self.child.wait(_STARTING):
                raise NoAnswer(f"{self} does not start.")
        request = requests.Request(method, self.url, headers=headers, data=body).prepare()
        # After prepare(), which would spell the address anew.
        # In characters that may be sent; what is escaped stays as it is.
        target = re.sub("%(?![0-9A-Fa-f]{2})", "%25", target).encode("latin-1")
        request.url = self.origin + self._prefix + quote(target, safe=_PLAIN)
        try:
            return self._adapter.send(request, stream=True, timeout=times, verify=self._verify)
        except requests.Timeout:
            raise NoAnswer(f"{self} takes too long to answer.") from None
        except requests.exceptions.SSLError as error:
            raise NoAnswer(
                f"The certificate of {self.url} cannot be trusted: {_innermost(error)}."
            ) from None
        except requests.RequestException:
            raise NoAnswer(f"{self} does not answer.") from None

    def answer(self, *request, again=False, unpacked=False, **options):
        """Return (requests.Response, its whole body as a file at the beginning); as send().

        again     whether the request may be sent again to a program of ours that ended meanwhile
        unpacked  whether a body that is packed is to be unpacked
        """
        try:
            response = self.send(*request, **options)
            return response, received(response, unpacked)
        except NoAnswer:
            if not again or self.child is None:
                raise
            return self.answer(*request, unpacked=unpacked, **options)

    def __str__(self):
        return f"brat at {self.url}" if self.child is None else str(self.child)

    def location(self, value, root):
        """Return a Location header of brat's as an address below root, the proxy's own path."""
        for start in (self.origin + self._prefix, self._prefix):
            rest = value[len(start) :]
            if value.startswith(start) and rest[:1] in ("", "/", "?") and not rest.startswith("//"):
                return root + (rest if rest.startswith("/") else "/" + rest)
        return value


def _checked(url):
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError(
            f"{url} is no address of a brat. Expected one such as http://example.org/brat/."
        )
    if parts.username is not None:
        raise ConfigError(
            f"A password in the address of brat, {parts.hostname}, would be seen by others. Leave "
            f"it out."
        )
    path = re.sub(r"[^/]*\.x?html$", "", parts.path)
    return f"{parts.scheme}://{parts.netloc}{path.rstrip('/')}/"


def _innermost(error):
    while getattr(error, "args", None) and isinstance(
        getattr(error.args[0], "reason", None), Exception
    ):
        error = error.args[0].reason
    return str(error)


def request_target(environ):
    """Return path and query of a request as sent, without the prefix of this application."""
    raw = environ.get("REQUEST_URI") or environ.get("RAW_URI")
    if raw is None:
        raw = quote(
            (environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")).encode("latin-1")
        )
        if environ.get("QUERY_STRING"):
            raw += "?" + environ["QUERY_STRING"]
    elif not raw.startswith("/"):
        # The whole address, as one asks a proxy.
        parts = urlsplit(raw)
        raw = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    root = quote(environ.get("SCRIPT_NAME", "").encode("latin-1"))
    if root and (raw + "/").startswith(root + "/"):
        raw = raw[len(root) :]
    return raw if raw.startswith("/") else "/" + raw


def headers_for_brat(headers, client, brat, sid=None):
    """Return what brat gets of {name: value}: of the cookies, for instance, its session only.

    client  address from which the request came
    sid     id of the session that brat is to take it for; None: none
    """
    kept = {
        name: value
        for name, value in end_to_end(headers.items())
        if name.lower() not in _NOT_FORWARDED and not name.lower().startswith("x-brat-iaa-")
    }
    # Other programs' cookies can make brat fall over.
    if sid:
        kept["Cookie"] = "sid=" + sid
    if "Origin" in kept:
        # The guard has looked at it; a brat that checks, too, expects its own.
        kept["Origin"] = brat.origin
    kept["X-Forwarded-For"] = ", ".join(filter(None, (headers.get("X-Forwarded-For"), client)))
    return kept


def headers_for_browser(response, brat, root, encrypted=False):
    """Return the (name, value) pairs of brat's answer that go to the browser.

    encrypted  whether it speaks HTTPS, see origin.is_encrypted()
    """
    kept = [
        (name, _changed(name.lower(), value, brat, root, encrypted))
        for name, value in end_to_end(response.raw.headers.items())
        if name.lower() not in _NOT_HANDED_BACK
    ]
    # No other site's page can lay brat under its own buttons.
    return [*kept, ("X-Frame-Options", "SAMEORIGIN")]


def _changed(name, value, brat, root, encrypted):
    if name in ("location", "content-location"):
        return brat.location(value, root)
    if name == "set-cookie" and value.startswith("sid="):
        attributes = value.lower()
        value += "" if "samesite" in attributes else "; SameSite=Lax"
        value += "; Secure" if encrypted and "secure" not in attributes else ""
    return value


def received(response, unpacked=False):
    """Return the whole body as brat sent it, or unpacked, a file at its beginning.

    Raises NoAnswer when it ends early.
    """
    with response:
        packed = unpacked and "Content-Encoding" in response.headers
        length = None if packed else _length(response)
        file = tempfile.SpooledTemporaryFile(_IN_MEMORY)
        try:
            for portion in response.raw.stream(_CHUNK, decode_content=unpacked):
                file.write(portion)
            if length not in (None, file.tell()):
                raise NoAnswer(_STOPPED)
        except (urllib3.exceptions.HTTPError, OSError, NoAnswer) as error:
            file.close()
            raise NoAnswer(_STOPPED) from error
        file.seek(0)
        return file


def _length(response):
    said = response.headers.get("Content-Length", "")
    return int(said) if said.isdigit() and response.request.method != "HEAD" else None
