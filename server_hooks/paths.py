"""Keep requests inside brat's data directory.

brat joins what a request names to its directories as it is, so that
downloadFile with "../" in the name reads any file of the user who runs it, and
a session "../x" is read from, and written to, a file outside of its directory.
"""

import json
import re

# Where brat expects one name; with a slash it would be a path.
_NAMES = ("document", "docid", "extension", "suffix")
# brat's session among the cookies: a SHA-224, as brat makes them.
_SESSION = re.compile(r'(?:^|[;,]) *sid="?([0-9a-f]{56})"?(?=[ ;,]|$)')


def guarded(serve):
    """brat's serve(params, ip, host, cookies), refusing requests that lead out of the data directory."""

    def serve_inside(params, ip, host, cookies):
        if _leads_out(params):
            answer = {
                "exception": "accessDenied",
                "messages": [["Access denied: a name with .. or / in it.", "error", -1]],
            }
            return None, ((("Content-Type", "application/json"),), json.dumps(answer))
        session = _SESSION.search(cookies or "")
        # Nothing but the session: other programs' cookies can make brat fall over.
        return serve(params, ip, host, "sid=" + session.group(1) if session else None)

    return serve_inside


def _leads_out(params):
    return any("/" in str(params.getvalue(name, "")) for name in _NAMES) or ".." in str(
        params.getvalue("collection", "")
    ).split("/")
