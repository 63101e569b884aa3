"""Which web page a request comes from, and the names by which a server may be asked for.

A browser sends brat's login along with any page's requests, so a page anywhere could change
annotations in the name of whoever looks at it. And it could point its own name at this computer:
then the browser lets it read what the server answers, as if it came from there.
"""

import ipaddress
from urllib.parse import urlsplit

_LOCAL = ("127.0.0.1", "localhost", "[::1]")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def from_elsewhere(environ):
    """Return whether a page of another origin sent a request, by its CGI or WSGI environment.

    Browsers say so in Sec-Fetch-Site, but only over https or on localhost; else in Origin, in all
    requests but GET and HEAD. Programs say nothing.
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
    own = {_host_and_port(scheme, name.strip()) for name in hosts.split(",")}
    return _host_and_port(scheme, host) not in own - {None}


def is_encrypted(environ):
    """Return whether a browser speaks HTTPS with this server or the one in front of it, by its CGI
    or WSGI environment.

    The web server that runs a CGI program says so, one in front of ours in X-Forwarded-Proto, which
    the ReverseProxy has taken away if it is not to be believed; and browsers in Origin, with all
    requests but GET and HEAD.
    """
    said = environ.get(_variable("X-Forwarded-Proto"), "").rpartition(",")[2].strip().lower()
    return (
        environ.get("REQUEST_SCHEME") == "https"
        or environ.get("HTTPS") == "on"
        or (said == "https" and is_local(environ.get("REMOTE_ADDR") or "localhost"))
        or environ.get(_variable("Origin"), "").startswith("https://")
    )


def _variable(header):
    return "HTTP_" + header.upper().replace("-", "_")


def _host_and_port(scheme, host):
    """Return (name, port) of a host as browsers write it; None for what is none."""
    try:
        parts = urlsplit("//" + host)
        port = parts.port or _DEFAULT_PORTS.get(scheme)
        return (parts.hostname, port) if parts.hostname else None
    except ValueError:
        return None


def allowed_hosts(address, trusted_proxies=()):
    """Return the host names by which browsers may ask for a server that listens at an address.

    trusted_proxies  names of a server in front of this one
    Returns None, any name, if other computers reach the address.
    """
    if not is_local(address):
        return None
    literal = "[%s]" % address if ":" in address else address
    return (*_LOCAL, literal, *(name.lower() for name in trusted_proxies))


def is_local(address):
    """Return whether nobody but this computer reaches an address."""
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def name_in(host):
    """Return the name in a Host header, without the port."""
    name, _, port = host.strip().rpartition(":")
    return (name if name and port.isdigit() else host.strip()).lower()


def refusal(name, names):
    """Return what to say to who asks by another name."""
    return (
        "Asked for as “%s”; this server answers to %s. If another server is in front of it: "
        "--behind NAME."
    ) % (name, ", ".join(dict.fromkeys(names)))
