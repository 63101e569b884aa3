"""brat's folder and data directory: where documents are, and what leads out of it."""

import os

TEXT = "txt"
# Endings of what brat keeps about a document, and of what it takes for the document itself.
ANNOTATIONS = ("ann", "a1", "a2", "co", "rel")
_PRIVATE_ENDINGS = (".py", ".pyc", ".pyo", ".cgi", ".fcgi", ".pickle", ".swp", "~")


def missing_part(brat_dir, starts_with):
    """Return a sentence when a folder is not brat's; None when it is.

    starts_with  name of the program that is to run: ajax.cgi, standalone.py
    """
    for part in (starts_with, "index.xhtml", os.path.join("server", "src", "dispatch.py")):
        if not os.path.isfile(os.path.join(brat_dir, part)):
            return (
                "%s is not brat's folder: it has no %s. Give the folder that brat was unpacked to."
                % (brat_dir, part)
            )
    return None


def is_private(name):
    """Return whether a file or folder of brat's, by its name, is never for browsers.

    Programs, sessions and settings, and the copies that editors and people make of them. Some file
    systems do not tell capitals from small letters.
    """
    name = name.lower()
    return (
        name.startswith(".")
        or name.endswith(_PRIVATE_ENDINGS)
        or name == "__pycache__"
        or "config.py" in name
    )


class DataDirectory:
    """brat's data directory; paths below it are spelled as it is.

    path  brat's DATA_DIR
    """

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self._real = _closed(os.path.realpath(path))

    def holds(self, path):
        """Return whether a path, links followed, is this directory or below it."""
        return _closed(os.path.realpath(path)).startswith(self._real)

    def directory(self, collection):
        """Return the directory of a collection "/a/b/", with a slash; None when it leads out."""
        if not collection.startswith("/"):
            return None
        path = os.path.join(self.path, *parts(collection), "")
        # brat takes "//x/" for the directory /x of the computer.
        asked = os.path.join(self.path, collection[1:])
        return path if self.holds(path) and self.holds(asked) else None

    def files(self, directory, document):
        """Return the paths of a document's existing files; None when one of them leads out."""
        base = os.path.join(directory, document)
        found = [
            path
            for path in (base + "." + ending for ending in (TEXT, *ANNOTATIONS))
            if os.path.lexists(path)
        ]
        return found if all(map(self.holds, found)) else None


def parts(collection):
    """Return the names in a collection: ["a", "b"] for "/a/b/" and for "/a//./b"."""
    return [part for part in collection.split("/") if part not in ("", ".")]


def _closed(path):
    return path.rstrip(os.sep) + os.sep
