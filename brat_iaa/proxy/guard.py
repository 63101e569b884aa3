"""What is not let through to brat: from outside, the part of brat's weaknesses that requests show.

brat joins what a request names to its directories, hands out its own files,
changes things on any request from anywhere, and falls over values it does not
expect. All this is refused before brat sees it.
"""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote_to_bytes

from server_hooks import cross_site, limits, paths

# Actions that a link may ask for, too. All others change something, or may.
_READING = re.compile(
    r"getCollectionInformation|getDocument|getDocumentTimestamp|getConfiguration|retrieveStored"
    r"|download\w+|whoami|loadConf|search\w+|suggestSpanTypes|norm\w+|iaa\w+"
)
# brat's own files and copies of them, never for browsers; documents are for brat's actions.
_PRIVATE_FILE = re.compile(r".*(\.py[co]?|\.pickle|\.fcgi|\.cgi|\.swp|~)|.*config\.py.*")
_PRIVATE_FOLDERS = ("data", "work", "server")
_FORM = "application/x-www-form-urlencoded"


class Refused(Exception):
    """A request that brat does not get to see: status, and a sentence for who sent it."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Action:
    """One request to brat's ajax.cgi: its fields by name."""

    fields: dict

    @property
    def name(self):
        return self.fields.get("action", "")

    @property
    def document(self):
        """(collection, document) with one spelling for each document, or None."""
        name = self.fields.get("document")
        if name is None:
            return None
        return tuple(part for part in self.fields.get("collection", "").split("/") if part), name


def check_path(target):
    """The decoded path of a request target such as "/a%20b?c=d", without slashes at its beginning.

    Raises Refused for what is not one plain path, and for brat's own files.
    """
    path = target.partition("?")[0]
    decoded = unquote_to_bytes(path.encode("latin-1")).decode("utf-8", "surrogateescape")
    parts = decoded.split("/")
    if (
        "#" in target
        or not path.startswith("/")
        or "%2f" in path.lower()
        or re.search(r"[\\\x00-\x1f\x7f]", decoded)
    ):
        raise Refused(404, "There is no such address.")
    if "" in parts[1:-1] or any(part in (".", "..") for part in parts):
        raise Refused(404, "There is no such address: found // or .. in it.")
    name = parts[-1].lower()
    # Some file systems do not tell capitals from small letters.
    lower = [part.lower() for part in parts[1:]]
    if (
        lower[0] in _PRIVATE_FOLDERS
        or any(part.startswith(".") for part in lower)
        or (_PRIVATE_FILE.fullmatch(name) and decoded != "/ajax.cgi")
        or any(part.endswith((".cgi", ".fcgi")) for part in lower[:-1])
    ):
        raise Refused(403, "This file of brat's is not for browsers.")
    return decoded[1:]


def read_action(method, query, content_type, body):
    """The Action in a request to ajax.cgi. Raises Refused for what brat could understand
    differently.

    query  str, as in the address
    body   bytes
    """
    encoded = [query]
    if method == "POST":
        if content_type.partition(";")[0].strip().lower() not in ("", _FORM):
            raise Refused(415, f"brat takes forms only: found {content_type}, expected {_FORM}.")
        if limits.has_too_many_fields(body):
            raise Refused(413, limits.TOO_MANY_FIELDS)
        encoded.append(body.decode("latin-1"))
    fields = {}
    for part in encoded:
        # Older Pythons under brat would split here, too.
        if ";" in part:
            raise Refused(400, "A semicolon in a request must be written %3B.")
        for name, value in parse_qsl(part, errors="replace"):
            if name in fields:
                raise Refused(400, f"“{name}” was sent twice.")
            fields[name] = value
    return Action(fields)


def check_names(action):
    """Raise Refused when an action names something outside of brat's data directory, or would write
    other lines than its own.
    """
    why = paths.complaint(action.fields)
    note = action.fields.get("comment", "")
    if why is None and paths.on_one_line(note) != note:
        why = "the note has a line break in it. Write it on one line."
    if why is not None:
        raise Refused(403, f"Access denied: {why}")


def check_origin(environ):
    """Raise Refused when another web site may have made the browser send this POST."""
    if cross_site.from_elsewhere(environ):
        raise Refused(
            403,
            (
                "This request came from another web site. Open brat at this address and "
                "repeat it there."
            ),
        )


def check_method(action, method):
    """Raise Refused for an action that changes something and is not sent by POST."""
    # Browsers do not say where a link was.
    if method != "POST" and action.name and not _READING.fullmatch(action.name):
        raise Refused(405, f"brat's action {action.name} must be sent by POST.")
