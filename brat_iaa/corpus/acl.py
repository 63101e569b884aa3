"""brat's acl.conf: which documents it opens to a login, and rules that separate logins."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from brat_iaa.server_hooks.brat import acl
from brat_iaa.server_hooks.brat.acl import FILE_NAME, parsed

# Number of cached answers, one for each login and directory.
_CACHED = 5000
# brat's own folder has one of these files.
_OF_BRAT = ("ajax.cgi", "standalone.py")
# Characters that need no quoting in a path of acl.conf.
_PLAIN = "/!$&'()+,:=@~ "


class DocumentAcl(acl.Acl):
    """The rules below one data directory, with the documents that each login may see.

    data_dir  brat's data directory
    brat_dir  brat's own folder; None: found if it is above data_dir
    """

    def __init__(self, data_dir, brat_dir=None):
        super().__init__(data_dir, brat_dir or brat_folder(data_dir))
        self._answers = {}

    def allowed(self, login, directory, names, asked=None):
        """Return the set of those names of documents in a directory that a login may see.

        asked  see rules()
        """
        directory, user = os.path.abspath(directory), login or "guest"
        rules, names = self.rules(directory, asked), frozenset(names)
        cached = self._answers.get((user, directory))
        if cached is None or cached[0] is not rules or cached[1] != names:
            if len(self._answers) >= _CACHED:
                self._answers = {}
            listed = self._listed(rules, user, directory, names)
            cached = self._answers[user, directory] = rules, names, listed
        return cached[2]

    def _listed(self, rules, user, directory, names):
        here = self.named(directory)
        if not rules.can_fetch(user, here + "/"):
            return set()
        if not rules.entries and rules.default_entry is None:
            return set(names)
        return {
            name
            for name in names
            if all(
                rules.can_fetch(user, os.path.join(here, name + ending))
                for ending in ("", ".ann", ".txt")
            )
        }


def brat_folder(data_dir):
    """Return the folder of the brat that a data directory lies in, or None."""
    folder = Path(os.path.abspath(data_dir))
    for above in folder.parents:
        if any((above / name).is_file() for name in _OF_BRAT):
            return str(above)
    return None


class Openness(NamedTuple):
    """Who can open which directories in brat.

    pairs  (annotator, another annotator whose directory is open to the first), sorted, without
           managers
    place  path of the file for the rules below the data directory, e.g. "/corpus/pilot/acl.conf"
    rules  its text, so that only managers can open the directories of others; "" if no rules do.
           A gold that annotators may see stays open to them
    gold_closed  annotators who may see the gold, but cannot open it, sorted
    """

    pairs: tuple[tuple[str, str], ...]
    place: str
    rules: str
    gold_closed: tuple[str, ...] = ()


def openness(acl, root, data_dir, directories, logins, references=(), managers=(), gold=None):
    """The Openness of a project.

    acl          DocumentAcl of the data directory
    root         the project's directory, in data_dir
    directories  {annotator, gold or anchor: its directories, absolute paths}
    logins       ((brat login, annotator), ...) if the two differ
    references   names of gold and anchors
    managers     brat logins
    gold         name of a gold that annotators may see now, else None
    """
    annotators = [name for name in sorted(directories) if name not in references]
    logins = {**{name: name for name in annotators}, **{name: login for login, name in logins}}
    people = [name for name in annotators if logins[name] not in managers]

    def opened(name, other):
        return [acl.allows_directory(logins[name], path) for path in directories.get(other, ())]

    pairs = tuple(
        (name, other)
        for name in people
        for other in annotators
        if name != other and any(opened(name, other))
    )
    paths = {
        name: [_named(path, data_dir) for path in sorted(directories[name])]
        for name in sorted(directories)
    }
    every = [path for of_name in paths.values() for path in of_name]
    top = _named(root, data_dir)
    entries = {login: [] for login in managers}
    for name in annotators:
        open_paths = paths[name] + paths.get(gold, [])
        entries.setdefault(logins[name], [path for path in every if path not in open_paths])
    # A rule for "ben" also applies to "ruben", and the first that applies counts.
    lines = [
        _entry(login, entries[login])
        for login in sorted(entries, key=lambda login: (-len(login), login))
    ]
    rules = "\n".join([*lines, _entry("*", [top])])
    read = parsed(rules).can_fetch
    good = all(
        read(login, path) == (path not in closed)
        for login, closed in entries.items()
        for path in every
    ) and not any(read("guest", path) for path in every)
    gold_closed = tuple(name for name in people if not all(opened(name, gold)))
    return Openness(pairs, os.path.join(top, FILE_NAME), rules if good else "", gold_closed)


def _named(path, data_dir):
    """The path of a directory in brat's rules."""
    below = os.path.relpath(path, data_dir)
    return "/" if below == "." else f"/{below}/"


def _entry(login, closed):
    lines = [f"Disallow: {_written(path)}" for path in closed] or ["Disallow:"]
    return "\n".join([f"User-agent: {login}", *lines, ""])


def _written(path):
    return "".join(
        char if char.isalnum() or char in _PLAIN else quote(os.fsencode(char)) for char in path
    )
