"""brat's own access rules: acl.conf, in the manner of robots.txt, for each directory the first
found upwards.

The answers are brat's, its peculiarities included: a rule for "ann1" also holds for the login
"joann12", whoever is not logged in is the user "guest", and without acl.conf brat has rules of its
own.
"""

import os
from pathlib import Path

from brat_iaa.corpus.files import identity
from server_hooks.acl_conf import parsed

FILE_NAME = "acl.conf"
# Directories and logins of which the last answers are kept.
_KEPT = 5000
# What brat goes by where there is no acl.conf.
_DEFAULT = (
    "User-agent: *\nAllow: /\nDisallow: /hidden/\n\nUser-agent: guest\nDisallow: /confidential/\n"
)
# Files of which brat's own folder has one or the other.
_OF_BRAT = ("ajax.cgi", "standalone.py")


class Acl:
    """The rules below one data directory. They are read again when they change; any number of
    threads may ask.

    data_dir  brat's data directory; paths in the rules begin there
    brat_dir  brat's own folder, up to which brat looks for rules; None: found if it is above
              data_dir
    """

    def __init__(self, data_dir, brat_dir=None):
        self._data_dir = os.path.abspath(data_dir)
        top = brat_dir or brat_folder(data_dir) or self._data_dir
        self._top = os.path.abspath(top)
        self._parsed = {_DEFAULT: (None, parsed(_DEFAULT))}
        self._answers = {}

    def allows_directory(self, login, path):
        """Whether brat lets a login ("": not logged in) read a directory."""
        path = os.path.abspath(path)
        return self._rules(path).can_fetch(login or "guest", self._named(path) + "/")

    def allowed(self, login, directory, names):
        """Those of the names of documents in a directory that brat lists for the login, as a set;
        none if it is closed.
        """
        directory, user = os.path.abspath(directory), login or "guest"
        rules, names = self._rules(directory), frozenset(names)
        known = self._answers.get((user, directory))
        if known is None or known[0] is not rules or known[1] != names:
            if len(self._answers) >= _KEPT:
                self._answers = {}
            known = self._answers[user, directory] = (
                rules,
                names,
                self._listed(rules, user, directory, names),
            )
        return known[2]

    def _listed(self, rules, user, directory, names):
        here = self._named(directory)
        if not rules.can_fetch(user, here + "/"):
            return set()
        return {
            name
            for name in names
            if all(
                rules.can_fetch(user, os.path.join(here, name + ending))
                for ending in ("", ".ann", ".txt")
            )
        }

    def _named(self, path):
        return os.path.join("/", os.path.relpath(path, self._data_dir))

    def _rules(self, directory):
        """The parser of the first acl.conf upwards."""
        if not _within(directory, self._data_dir):
            return _CLOSED
        top = self._top if _within(directory, self._top) else self._data_dir
        folder, last = directory, False
        while not last:
            path, last = os.path.join(folder, FILE_NAME), folder == top
            folder = os.path.dirname(folder)
            now = identity(path)
            if now is None and not os.path.lexists(path):
                continue
            known = self._parsed.get(path)
            if known is None or known[0] != now:
                known = self._parsed[path] = now, _read(path)
            return known[1]
        return self._parsed[_DEFAULT][1]


def _within(path, folder):
    """Whether an absolute path is that of a folder or of something below it."""
    return path == folder or path.startswith(os.path.join(folder, ""))


def brat_folder(data_dir):
    """The folder of the brat that a data directory lies in, or None."""
    folder = Path(os.path.abspath(data_dir))
    for above in folder.parents:
        if any((above / name).is_file() for name in _OF_BRAT):
            return str(above)
    return None


def allows(text, login, path):
    """Whether rules, the text of an acl.conf, let a login ("guest": not logged in) read a path
    below the data directory.
    """
    return parsed(text).can_fetch(login, path)


def _read(path):
    """The rules of a file; all closed where it cannot be read: brat may be able to."""
    try:
        with open(path, "rb") as file:
            return parsed(file.read().decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        return _CLOSED


_CLOSED = parsed("User-agent: *\nDisallow: /\n")
