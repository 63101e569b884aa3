"""Requests that do not reach brat, or wait for others.

brat joins what a request names to its directories, hands out its own files and what acl.conf
closes, changes things on any request from anywhere, and falls over values it does not expect. All
this is refused before. A document is saved by one at a time, brat or the pages.
"""

import os
import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote_to_bytes

from brat_iaa.corpus.acl import DocumentAcl
from brat_iaa.http import limits, origin
from brat_iaa.proxy import fields
from brat_iaa.proxy.reading import Reading
from brat_iaa.server_hooks.brat import actions
from brat_iaa.server_hooks.brat.data import DataDirectory, is_private

# Documents are for brat's actions.
_PRIVATE_FOLDERS = ("data", "work", "server")
# Hands out all that is below a collection.
_PACKED = "downloadCollection"


class Refused(Exception):
    """A request that does not reach brat, with a status and a sentence for whoever sent it."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Action:
    """One request to brat's ajax.cgi: {name: value} of its fields."""

    fields: dict

    @property
    def name(self):
        return self.fields.get("action", "")

    @property
    def place(self):
        """The (collection, document) that the request names; None for what it does not."""
        return actions.place(self.name, self.fields)


def check_path(target):
    """Return the decoded path of a request target such as "/a%20b?c=d", without its first slash.

    Raises Refused for what is not one plain path, and for brat's own files.
    """
    path = target.partition("?")[0]
    decoded = unquote_to_bytes(path.encode("latin-1")).decode("utf-8", "surrogateescape")
    names = decoded.split("/")
    if (
        "#" in target
        or not path.startswith("/")
        or "%2f" in path.lower()
        or re.search(r"[\\\x00-\x1f\x7f]", decoded)
    ):
        raise Refused(404, "There is no such address.")
    if "" in names[1:-1] or any(name in (".", "..") for name in names):
        raise Refused(404, "There is no such address: found // or .. in it.")
    private = names[1].lower() in _PRIVATE_FOLDERS or any(map(is_private, names))
    if private and decoded != "/ajax.cgi":
        raise Refused(403, "This file of brat's is not for browsers.")
    return decoded[1:]


def read_action(method, query, body, content_type=""):
    """Return the Action in a request to ajax.cgi.

    query  str, as in the address
    body   bytes, and its content_type
    Raises Refused for what brat could understand differently.
    """
    encoded = [query]
    if method == "POST":
        unreadable = limits.form_refusal(content_type, body)
        if unreadable:
            raise Refused(*unreadable)
        encoded.append(body.decode("latin-1"))
    given = {}
    for part in encoded:
        # Older Pythons under brat would split here, too.
        if ";" in part:
            raise Refused(400, "A semicolon in a request must be written %3B.")
        for name, value in parse_qsl(part, errors="replace"):
            if name in given:
                raise Refused(400, f"“{name}” was sent twice.")
            given[name] = value
    return Action(given)


def check_names(action):
    """Raise Refused when an action names what is outside of brat's data, or writes other lines."""
    why = fields.complaint(action.fields)
    note = action.fields.get("comment", "")
    if why is None and fields.on_one_line(note) != note:
        why = "the note has a line break in it. Write it on one line."
    if why is not None:
        raise Refused(403, f"Access denied: {why}")


def check_origin(environ):
    """Raise Refused when another web site may have made the browser send this POST."""
    if origin.from_elsewhere(environ):
        raise Refused(
            403,
            "This request came from another web site. Open brat at this address and try again. "
            "Behind another web server, brat-agreement is started with --behind NAME.",
        )


def check_method(action, method):
    """Raise Refused for an action that changes something and is not sent by POST."""
    # Browsers do not say where a link was.
    if method != "POST" and action.name and action.name not in actions.READING:
        raise Refused(405, f"brat's action {action.name} must be sent by POST.")


class Rules:
    """acl.conf for everything that brat hands out through the proxy.

    data_dir  brat's data directory, as this computer sees it; None: all is left to brat
    archives  whether archives are made without what is closed; else nobody gets such a one
    """

    def __init__(self, data_dir, archives=False):
        self._data = data_dir and DataDirectory(data_dir)
        self._reading = data_dir and Reading(self._data, DocumentAcl(data_dir))
        self.archives = bool(archives and data_dir)

    def directory(self, collection):
        """Return the directory of a collection, as this computer sees it; None for none."""
        return self._data and self._data.directory(collection)

    def path(self, action):
        """Return the path, without suffix, of the document that an Action names, or None."""
        collection, document = action.place
        directory = self.directory(collection) if collection and document else None
        return directory and os.path.join(directory, document)

    def closed(self, action, login):
        """Return the paths in the collection of an Action that a login may not read."""
        return list(self._reading.denied(login, self._data.directory(action.place[0])))

    def allow(self, action, identify):
        """Return whether somebody may use the place that an Action names.

        identify  function that returns the login, "" for nobody; called where the rules apply
        """
        collection, document = action.place
        if self._data is None or collection is None:
            return True
        login, directory = identify(), self._data.directory(collection)
        if directory is None:
            return False
        if not os.path.isdir(directory):
            return True  # brat says that it is not there
        if action.name == _PACKED and not self.archives and self.closed(action, login):
            return False
        return self._reading.allows(login, directory, document)
