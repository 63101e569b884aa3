"""The web server in front of ours: what it says of the browser, and when that is believed.

It tells in headers what browsers do not: below which path they ask, by which name, and whether they
speak HTTPS. Anybody can send such headers, so they count only from a server on this computer, where
the administrator has said that there is one; the name counts if it is one that was given.
"""

import re

from brat_iaa.http import origin

_PREFIX, _HOST = "X-Forwarded-Prefix", "X-Forwarded-Host"
_BELIEVED_HERE = (_PREFIX, "X-Forwarded-Proto", "X-Forwarded-For")
# No "//" in it: browsers would take what follows for another host.
_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")


def prefix(text):
    """Return a path such as "/team", "team" or "/team/" as "/team"; "" for the top of a server.

    Raises ValueError for what is none.
    """
    path = "/" + text.strip().strip("/")
    if path == "/":
        return ""
    if not _PATH.fullmatch(path):
        raise ValueError(
            "found “%s”, expected a path such as /team, of letters, digits and the signs - . _ ~"
            % text
        )
    return path


class ReverseProxy:
    """What may stand in front of a server.

    trusted  names by which browsers may know it; (): there is none; None: there is one, whatever
             its name
    prefix   path below which browsers ask, from prefix(); None: as it says
    """

    def __init__(self, trusted=(), prefix=None):
        self._names = None if trusted is None else {name.lower() for name in trusted}
        self.prefix = prefix

    def sift(self, headers, client):
        """Take away the headers of http.server that are not to be believed; client: address."""
        # The last is what the nearest server says.
        named = ",".join(headers.get_all(_HOST, ())).rpartition(",")[2].strip()
        del headers[_HOST]
        believed = self._names != set() and origin.is_local(client)
        # Browsers let no page set it, so of a name that was given the address does not matter.
        if believed if self._names is None else origin.name_in(named) in self._names:
            headers[_HOST] = named
        if not believed:
            for name in _BELIEVED_HERE:
                del headers[name]

    def path(self, headers):
        """Return the path below which a browser has asked, by headers that are sifted."""
        if self.prefix is not None:
            return self.prefix
        try:
            # The last is what the nearest server says.
            return prefix(",".join(headers.get_all(_PREFIX, ())).rpartition(",")[2])
        except ValueError:
            return ""
