"""All URLs into brat: a document with highlighted arcs or words, two annotators side by side.

brat has collection, document and highlights in the fragment of the URL, after "#". It decodes the
fragment before it splits it at "?", "&", "," and "~", so some names cannot be linked; their link is
None.
"""

import re
from typing import NamedTuple, Optional
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from brat_iaa.errors import ConfigError

# brat rewrites the address without encoding it again, so "%" fails when it is read again; "?" ends
# the name of the document.
_NEVER = "?%"
# These end the name of the left collection in a side-by-side link.
_NEVER_LEFT = ",~&"
_PAGES = ("index.xhtml", "index.html", "diff.xhtml")


class Links(NamedTuple):
    """URLs of one difference: what either annotator has, and both side by side; None: no URL."""

    a: Optional[str]
    b: Optional[str]
    both: Optional[str]


class BratLinks:
    """Links into one brat.

    base_url    address of brat as in a browser: http or https, with or without "index.xhtml"; a
                part after "#" names the collection. Or just its path, "/brat/", for pages on the
                same host
    collection  brat's collection with the annotators' directories, e.g. "/my/project/"; None: the
                one in base_url, else "/"

    Raises ConfigError if base_url is no such address.
    """

    def __init__(self, base_url, collection=None):
        parts = _parts(base_url)
        folder, slash, page = parts.path.rpartition("/")
        path = parts.path if page not in _PAGES else folder + slash
        self._base = urlunsplit((parts.scheme, parts.netloc, path.rstrip("/") + "/", "", ""))
        if collection is None:
            collection = unquote(parts.fragment.partition("?")[0])
        self.collection = _folder(collection)

    def file(self, path, focus=()):
        """URL of the document of an .ann; None for CoNLL-U, which brat does not open.

        path   below the project, e.g. "anna/my_city.ann"
        focus  what to highlight, e.g. ("R5", "18~27")
        """
        if not _in_brat(path):
            return None
        path = self.collection + path[: -len(".ann")]
        return self._url("index.xhtml", path, "focus=", ",".join(focus))

    def of(self, difference) -> Links:
        """The Links of a Difference, with its arcs and words highlighted: the left annotator's
        view is read-only, the right one's editable.
        """
        sides, files = [], difference.files
        for file, mark in zip(files, difference.marks):
            tokens = [difference.token, *filter(None, [mark and mark.head])]
            ids = [] if mark is None or mark.id is None else [mark.id]
            sides.append(self.file(file, ids + offsets(tokens)))
        paths = [file[: -len(".ann")] for file in filter(_in_brat, files)]
        return Links(sides[0], sides[1], self.side_by_side(*paths) if len(paths) == 2 else None)

    def side_by_side(self, left, right):
        """URL of two documents beside each other, by their paths below the project, such as
        "anna/my_city"; None for names that brat's page cannot hold.
        """
        # The name of the document is on the right side only.
        left_collection = self.collection + left.rpartition("/")[0] + "/"
        if any(sign in left_collection for sign in _NEVER_LEFT):
            return None
        return self._url("diff.xhtml", self.collection + right, "diff=", left_collection)

    def _url(self, page, path, argument, value):
        if any(sign in path + value for sign in _NEVER):
            return None
        try:
            query = "?" + argument + quote(value, safe="/,~") if value else ""
            return self._base + page + "#" + quote(path) + query
        except UnicodeEncodeError:
            return None  # a file name that is not UTF-8


def _in_brat(file):
    return file.endswith(".ann")


def offsets(tokens) -> list:
    """brat's names of the words of tokens, e.g. "18~27"; empty words have none."""
    return [f"{start}~{end}" for token in tokens for start, end in token.fragments if start < end]


def _folder(path):
    path = path.strip("/")
    return "/" + path + "/" if path else "/"


def _parts(base_url):
    try:
        parts = urlsplit(base_url.strip())
        _ = parts.port  # raises ValueError when it is no number
        why = ""
        is_path = not (parts.scheme or parts.netloc) and re.match("/(?!/)", parts.path)
        if is_path or (parts.scheme in ("http", "https") and parts.hostname):
            return parts
    except ValueError as error:
        why = f" ({error})"
    raise ConfigError(
        f"brat's address: found {base_url!r}{why}, expected one that starts with http:// or "
        'https://, such as "http://localhost:8001/". Copy it from the browser in which brat is '
        "open."
    )
