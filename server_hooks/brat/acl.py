"""acl.conf: who may read what below brat's data directory, in the manner of robots.txt.

For each directory the first file upwards counts. The answers are brat's, with its peculiarities:
a rule for "ann1" also holds for the login "joann12", and whoever is not logged in is "guest".
"""

import os
import re
import sys
import urllib.robotparser

FILE_NAME = "acl.conf"
# brat's rules where there is no acl.conf.
DEFAULT = """
User-agent: *
Allow: /
Disallow: /hidden/

User-agent: guest
Disallow: /confidential/
"""
# Rules for search engines. They end what belongs to a user like any other rule, but Python
# fails over some of their values, such as "3/" and very long numbers.
_FOR_ENGINES = re.compile(r"\s*(crawl-delay|request-rate)\s*:", re.IGNORECASE)
_HARMLESS = "Crawl-delay: 1"


def parsed(text):
    """Return the rules in the text of an acl.conf as a urllib.robotparser.RobotFileParser."""
    parser = urllib.robotparser.RobotFileParser()
    parser.parse([_HARMLESS if _FOR_ENGINES.match(line) else line for line in text.split("\n")])
    return parser


_CLOSED = parsed("User-agent: *\nDisallow: /\n")


class Acl:
    """The rules below one data directory, read again when they change; threads may share it.

    data_dir  brat's data directory; paths in the rules begin there
    top       directory above it, the last in which brat looks for rules; None: data_dir
    default   text of the rules where there is no acl.conf
    """

    def __init__(self, data_dir, top=None, default=DEFAULT):
        self.data_dir = os.path.abspath(data_dir)
        self._top = os.path.abspath(top or data_dir)
        self._default = parsed(default)
        self._parsed = {}  # path: (identity of the file, its rules)

    def allows(self, login, path, known=None):
        """Return whether brat lets a login read a path, as its auth.allowed_to_read() says.

        login  "" or None: not logged in
        path   of a file; of a directory with a slash at the end, or brat takes the rules above it
        known  see rules()
        """
        slash = "/" if path.endswith(os.sep) or os.path.isdir(path) else ""
        rules = self.rules(os.path.dirname(path), known)
        return rules.can_fetch(login or "guest", self.named(path) + slash)

    def allows_directory(self, login, path, known=None):
        """Return whether brat lets a login ("": not logged in) read a directory."""
        return self.allows(login, os.path.join(os.path.abspath(path), ""), known)

    def named(self, path):
        """Return a path as the rules name it, e.g. "/p/d1.ann"."""
        return os.path.join("/", os.path.relpath(path, self.data_dir))

    def rules(self, directory, known=None):
        """Return the parser of the first acl.conf from a directory upwards.

        known  {folder: its rules} of what was asked at the same moment, and of what is asked now;
               None: nothing was
        """
        folder = os.path.abspath(directory)
        if not within(folder, self.data_dir):
            return _CLOSED
        top = self._top if within(folder, self._top) else self.data_dir
        known, passed = {} if known is None else known, []
        while folder not in known:
            passed.append(folder)
            path = os.path.join(folder, FILE_NAME)
            if os.path.lexists(path):
                known[folder] = self._read(path)
            elif folder == top:
                known[folder] = self._default
            else:
                folder = os.path.dirname(folder)
        known.update(dict.fromkeys(passed, known[folder]))
        return known[folder]

    def _read(self, path):
        """Return the rules of a file; all is closed if it cannot be read: perhaps brat can."""
        now = _identity(path)
        known = self._parsed.get(path)
        if known is None or known[0] != now:
            try:
                with open(path, encoding="utf-8") as file:
                    rules = parsed(file.read())
            except (OSError, ValueError) as error:
                said = "brat-agreement: %r cannot be read, so nobody is shown what it is about: %s"
                print(said % (path, error), file=sys.stderr)
                rules = _CLOSED
            known = self._parsed[path] = now, rules
        return known[1]


def _identity(path):
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def within(path, folder):
    """Return whether an absolute path is that of a folder or of something below it."""
    return path == folder or path.startswith(os.path.join(folder, ""))
