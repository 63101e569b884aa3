"""The web server in front of ours: what it says of the browser, and when that is believed.

It tells in headers what browsers do not: below which path they ask, by which name, and whether they
speak HTTPS. Anybody can send such headers, so they count only from a server on this computer, where
the administrator has said that there is one; the name counts if it is one that was given.
"""

import re

from . import origin

_PREFIX, _HOST = "X-Forwarded-Prefix", "X-Forwarded-Host"
_BELIEVED_HERE = (_PREFIX, "X-Forwarded-Proto")
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


class Front:
    """What may stand in front of a server.

    behind  names by which browsers may know it; (): there is none; None: there is one, whatever
            its name
    prefix  path below which browsers ask, from prefix(); None: as it says
    """

    def __init__(self, behind=(), prefix=None):
        self._names = None if behind is None else {name.lower() for name in behind}
        self.prefix = prefix

    def sift(self, headers, client):
        """Take away the headers of http.server that are not to be believed; client: address."""
        if self._names is None:
            believed = origin.is_local(client)
        else:
            believed = bool(self._names) and origin.is_local(client)
            # Browsers let no page set it, so here the address does not matter.
            named = ",".join(headers.get_all(_HOST, ())).rpartition(",")[2]
            if origin.name_in(named) not in self._names:
                del headers[_HOST]
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
