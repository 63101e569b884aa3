"""Keep requests inside brat's data directory.

brat joins what a request names to its directories as it is, so that
downloadFile with "../" in the name reads any file of the user who runs it, and
a session "../x" is read from, and written to, a file outside of its directory.
"""

import json
import os
import re

from server_hooks.sessions import session_id

# Where brat expects one name; with a slash it would be a path.
_NAMES = ("document", "docid", "extension", "suffix", "database")
# What brat's page sends as the document of a search when none is open.
NO_DOCUMENT = "/NO-DOCUMENT/"
# What brat keeps about a document, and what it takes for the same document's name with something at
# its end.
ANNOTATIONS = ("ann", "a1", "a2", "co", "rel")
_TEXT = "txt"
_CONTROL = re.compile("[\0-\x1f\x7f]")
# What brat writes into a line of a document, or understands as JSON and then writes.
_WRITTEN = (
    "type",
    "id",
    "origin",
    "target",
    "old_type",
    "old_target",
    "attributes",
    "normalizations",
    "args",
    "token",
)
# Where brat sees the end of a line: as itself, and as JSON can write it.
_BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BREAK_IN_JSON = re.compile(
    r"(?<!\\)(?:\\\\)*\\(?:[nrf]|u00(?:0[a-d]|1[c-e]|85)|u202[89])", re.IGNORECASE
)


def guarded(serve):
    """brat's serve(params, ip, host, cookies), refusing requests that lead out of the data
    directory.
    """

    def serve_inside(params, ip, host, cookies):
        try:
            why = complaint({name: params.getvalue(name) for name in params})
        except TypeError:  # cgi's way to say that the body is no form
            why = "the request is no form."
        if why is not None:
            answer = {
                "exception": "accessDenied",
                "messages": [["Access denied: %s" % why, "error", -1]],
            }
            return None, ((("Content-Type", "application/json"),), json.dumps(answer))
        session = session_id(cookies)
        # Nothing but the session: other programs' cookies can make brat fall over.
        return serve(params, ip, host, "sid=" + session if session else None)

    return serve_inside


def complaint(values):
    """What is wrong with the fields of a request, {name: value}, whatever the action; None if
    nothing is.
    """
    for name, value in values.items():
        if value is not None and not isinstance(value, str):
            return "%s was sent several times, or as a file." % name
    action = values.get("action") or ""
    for name in _NAMES:
        value = values.get(name) or ""
        if value == NO_DOCUMENT and action.startswith("search"):
            continue
        if "/" in value or value in (".", ".."):
            return "%s is a name with .. or / in it." % name
        if value.startswith(".") and name in ("document", "docid"):
            return "%s is the name of a hidden file." % name
    if ".." in (values.get("collection") or "").split("/"):
        return "collection is a name with .. in it."
    # They would end up in headers, in brat's logs, or crash it.
    for name in (*_NAMES, "collection", "action", "log", "id", "type"):
        if _CONTROL.search(values.get(name) or ""):
            return "%s has control characters in it." % name
    for name in _WRITTEN:
        value = values.get(name) or ""
        if _BREAK.search(value) or _BREAK_IN_JSON.search(value):
            return "%s has a line break in it." % name
    if action == "importDocument" and _known_suffix(values.get("docid") or ""):
        return "the name of a document must not end in %s." % ", ".join(
            "." + end for end in (_TEXT, *ANNOTATIONS)
        )
    if action == "downloadFile" and values.get("extension") not in (None, _TEXT, *ANNOTATIONS):
        return "only texts and annotations can be downloaded."
    return None


def on_one_line(note):
    """A note without line breaks, which brat would take for the next annotation; its own page sends
    none but pasted ones.
    """
    return _BREAK.sub(" ", note)


def _known_suffix(name):
    return os.path.splitext(name)[1][1:] in (_TEXT, *ANNOTATIONS)


class Inside:
    """The paths of a data directory."""

    def __init__(self, data_dir):
        self.data_dir = os.path.abspath(data_dir)
        self._real = _closed(os.path.realpath(data_dir))

    def holds(self, path):
        """Whether a path, links followed, is in the data directory or is that directory."""
        return _closed(os.path.realpath(path)).startswith(self._real)

    def directory(self, collection):
        """The directory of a collection "/a/b/", with a slash at its end; None when it leads
        out.
        """
        if not collection.startswith("/"):
            return None
        parts = [part for part in collection.split("/") if part not in ("", ".")]
        path = os.path.join(self.data_dir, *parts, "")
        # brat takes "//x/" for the directory /x of the computer.
        asked = os.path.join(self.data_dir, collection[1:])
        return path if self.holds(path) and self.holds(asked) else None

    def files(self, directory, document):
        """The existing files of a document; None when one of them leads out."""
        base = os.path.join(directory, document)
        found = [
            path
            for path in (base + "." + end for end in (_TEXT, *ANNOTATIONS))
            if os.path.lexists(path)
        ]
        return found if all(map(self.holds, found)) else None


def _closed(path):
    return path.rstrip(os.sep) + os.sep
