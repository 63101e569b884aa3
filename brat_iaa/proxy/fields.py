"""What the fields of a request to brat may hold.

brat joins what a request names to its directories as it is: downloadFile with "../" in the name
reads any file of the user who runs it.
"""

import os
import re

from brat_iaa.server_hooks.brat.actions import NO_DOCUMENT
from brat_iaa.server_hooks.brat.data import ANNOTATIONS, TEXT

# Where brat expects one name; with a slash it would be a path.
_NAMES = ("document", "docid", "extension", "suffix", "database")
_ENDINGS = (TEXT, *ANNOTATIONS)
_CONTROL = re.compile("[\0-\x1f\x7f]")
# What brat writes into a line of a document, or understands as JSON and then writes.
_WRITTEN = "type id origin target old_type old_target attributes normalizations args token".split()
# Where brat sees the end of a line: as itself, and as JSON can write it.
_BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BREAK_IN_JSON = re.compile(
    r"(?<!\\)(?:\\\\)*\\(?:[nrf]|u00(?:0[a-d]|1[c-e]|85)|u202[89])", re.IGNORECASE
)


def complaint(values):
    """Return what is wrong with the fields of a request, {name: value}; None if nothing is."""
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
    ending = os.path.splitext(values.get("docid") or "")[1][1:]
    if action == "importDocument" and ending in _ENDINGS:
        endings = ", ".join("." + ending for ending in _ENDINGS)
        return "the name of a document must not end in %s." % endings
    if action == "downloadFile" and values.get("extension") not in (None, *_ENDINGS):
        return "only texts and annotations can be downloaded."
    return None


def on_one_line(note):
    """Return a note without line breaks, after which brat would see the next annotation."""
    # brat's own page sends none but pasted ones.
    return _BREAK.sub(" ", note)
