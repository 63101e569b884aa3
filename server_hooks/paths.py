"""Keep requests inside brat's data directory.

brat joins what a request names to its data directory as it is, so that
downloadFile with "../" in the name reads any file of the user who runs it.
"""

import json

# Where brat expects one name; with a slash it would be a path.
_NAMES = ("document", "docid", "extension")


def guarded(serve):
    """brat's serve(params, ...), refusing requests that lead out of the data directory."""

    def serve_inside(params, *rest):
        if _leads_out(params):
            answer = {
                "exception": "accessDenied",
                "messages": [["Access denied: a name with .. or / in it.", "error", -1]],
            }
            return None, ((("Content-Type", "application/json"),), json.dumps(answer))
        return serve(params, *rest)

    return serve_inside


def _leads_out(params):
    return any("/" in str(params.getvalue(name, "")) for name in _NAMES) or ".." in str(
        params.getvalue("collection", "")
    ).split("/")
