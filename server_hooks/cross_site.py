"""Requests that another site's page made a browser send.

A browser sends brat's login along with them, so a page anywhere could change
annotations in the name of whoever looks at it.
"""

import os
from urllib.parse import urlsplit

_HEADERS = ("Host", "Origin", "Sec-Fetch-Site", "X-Forwarded-For", "X-Forwarded-Host")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def remember(headers):
    """Put what http.server's headers tell of a request's origin where a CGI program has it."""
    for name in _HEADERS:
        values = headers.get_all(name)
        if values:
            os.environ[_variable(name)] = ", ".join(values)
        else:
            os.environ.pop(_variable(name), None)


def from_elsewhere(environ):
    """Whether a request comes from a page of another origin; environ is a CGI or WSGI environment.

    Browsers tell with Sec-Fetch-Site, but only over https or on localhost;
    else with Origin, in all requests but GET and HEAD. Programs tell nothing.
    """
    site = environ.get(_variable("Sec-Fetch-Site"))
    if site is not None:
        return site not in ("same-origin", "none")
    origin = environ.get(_variable("Origin"))
    if origin is None:
        return False
    scheme, _, host = origin.partition("://")
    # A proxy in front may have put its own name for brat into Host.
    hosts = "%s,%s" % (
        environ.get(_variable("Host"), ""),
        environ.get(_variable("X-Forwarded-Host"), ""),
    )
    own = {_place(scheme, name.strip()) for name in hosts.split(",")}
    return _place(scheme, host) not in own - {None}


def _variable(header):
    return "HTTP_" + header.upper().replace("-", "_")


def _place(scheme, host):
    """(name, port) of a host as browsers write it; None for what is none."""
    try:
        parts = urlsplit("//" + host)
        return (
            (parts.hostname, parts.port or _DEFAULT_PORTS.get(scheme)) if parts.hostname else None
        )
    except ValueError:
        return None
