"""Whose documents annotators can open in brat itself, and rules for acl.conf to prevent it."""

import os
from typing import NamedTuple
from urllib.parse import quote

from brat_iaa.corpus.acl import FILE_NAME, parsed

# Characters that need no quoting in a path of acl.conf.
_PLAIN = "/!$&'()+,:=@~ "


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
    pairs = tuple(
        (name, other)
        for name in annotators
        if logins[name] not in managers
        for other in annotators
        if name != other
        and any(acl.allows_directory(logins[name], path) for path in directories[other])
    )
    own_paths = {
        name: [_named(path, data_dir) for path in sorted(directories[name])]
        for name in sorted(directories)
    }
    shared = own_paths.get(gold, [])
    every = [path for paths in own_paths.values() for path in paths]
    top = _named(root, data_dir)
    entries = {login: [] for login in managers}
    for name in annotators:
        open_paths = own_paths[name] + shared
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
    gold_closed = tuple(
        name
        for name in annotators
        if logins[name] not in managers
        and not all(acl.allows_directory(logins[name], path) for path in directories.get(gold, ()))
    )
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
