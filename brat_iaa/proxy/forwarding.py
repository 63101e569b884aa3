"""Requests handed on to brat, and its answers handed back as they come."""

import os
import re
from urllib.parse import quote, urlsplit

import requests
import urllib3

from brat_iaa.errors import ConfigError
from brat_iaa.server_hooks.brat.sessions import session_id
from brat_iaa.server_hooks.serve.headers import end_to_end
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
_STOPPED = "brat stopped in the middle of its answer."
# Characters that may stand in a request target as they are; "%" was checked before.
_PLAIN = "".join(map(chr, range(0x21, 0x7F)))


class NoAnswer(Exception):
    """brat did not answer; the text says what was found."""


class Brat:
    """The brat at an address such as "http://example.org/brat/".

    Raises ConfigError for an address that cannot be one.
    """

    def __init__(self, url):
        self.url = _checked(url)
        parts = urlsplit(self.url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
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
        request = requests.Request(method, self.url, headers=headers, data=body).prepare()
        # After prepare(), which would spell the address anew.
        # In characters that may be sent; what is escaped stays as it is.
        target = re.sub("%(?![0-9A-Fa-f]{2})", "%25", target).encode("latin-1")
        request.url = self.origin + self._prefix + quote(target, safe=_PLAIN)
        try:
            return self._adapter.send(request, stream=True, timeout=times, verify=self._verify)
        except requests.Timeout:
            raise NoAnswer(f"brat at {self.url} takes too long to answer.") from None
        except requests.exceptions.SSLError as error:
            raise NoAnswer(
                f"The certificate of {self.url} cannot be trusted: {_innermost(error)}."
            ) from None
        except requests.RequestException:
            raise NoAnswer(f"brat at {self.url} does not answer.") from None

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


def headers_for_brat(headers, client, brat):
    """Return what brat gets of {name: value}: of the cookies, for instance, its session only.

    client  address from which the request came
    """
    kept = {
        name: value
        for name, value in end_to_end(headers.items())
        if name.lower() not in _NOT_FORWARDED and not name.lower().startswith("x-brat-iaa-")
    }
    # Other programs' cookies can make brat fall over.
    sid = session_id(headers.get("Cookie"))
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


def body_of(response):
    """Return the body in portions, as brat sent it; the caller closes the response.

    Raises NoAnswer when it ends before it begins.
    """
    portions = response.raw.stream(_CHUNK, decode_content=False)
    try:
        first = next(portions, b"")
    except urllib3.exceptions.HTTPError:
        response.close()
        raise NoAnswer(_STOPPED) from None
    return _rest(first, portions)


def _rest(first, portions):
    try:
        yield first
        yield from portions
    except urllib3.exceptions.HTTPError as error:
        # Too late for words: the browser sees that the rest is missing.
        raise ConnectionError(str(error)) from None


def content(response):
    """Return the whole body, unpacked. Raises NoAnswer when it ends early."""
    try:
        return response.content
    except requests.RequestException:
        raise NoAnswer(_STOPPED) from None
