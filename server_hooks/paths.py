"""Keep requests inside brat's data directory.

brat joins what a request names to its directories as it is, so that
downloadFile with "../" in the name reads any file of the user who runs it, and
a session "../x" is read from, and written to, a file outside of its directory.
"""

import json

from server_hooks.sessions import session_id

# Where brat expects one name; with a slash it would be a path.
_NAMES = ("document", "docid", "extension", "suffix")


def guarded(serve):
    """brat's serve(params, ip, host, cookies), refusing requests that lead out of the data directory."""

    def serve_inside(params, ip, host, cookies):
        if _leads_out(params):
            answer = {
                "exception": "accessDenied",
                "messages": [["Access denied: a name with .. or / in it.", "error", -1]],
            }
            return None, ((("Content-Type", "application/json"),), json.dumps(answer))
        session = session_id(cookies)
        # Nothing but the session: other programs' cookies can make brat fall over.
        return serve(params, ip, host, "sid=" + session if session else None)

    return serve_inside


def _leads_out(params):
    return any("/" in str(params.getvalue(name, "")) for name in _NAMES) or ".." in str(
        params.getvalue("collection", "")
    ).split("/")
