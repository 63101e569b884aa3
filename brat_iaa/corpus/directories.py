"""Names of files and directories, read again when a directory has changed."""

import os
import time
from dataclasses import dataclass, replace
from typing import NamedTuple, Optional

from brat_iaa.corpus import conllu_files
from brat_iaa.corpus.files import leads_astray
from brat_iaa.corpus.problem import Problem, quoted

# Seconds after which a directory's time of change tells of every change.
_AT_REST = 2.0
_KEPT = 1000
_OF_BRAT = (".ann", ".a1", ".a2")
_READ = {".txt", *_OF_BRAT, *conllu_files.EXTENSIONS}
_LEADS_OUT = (
    "This is a link that leads out of brat's data directory. It is not read; put a copy there."
)
_OF_SOMEBODY_ELSE = (
    "This is a link of one account to a file of another one. It is not read: make it yourself, or "
    "put a copy there."
)


@dataclass(frozen=True)
class Bounds:
    """The part of a project that may be read; by default all of it.

    within  real path of a directory; links out of it are not followed. None: see
            files.leads_astray
    only    names of the annotators' directories to read; None: all
    hidden  paths of documents to ignore, below the project, without extension
    drafts  whether directories with the mark of drafts are read, too
    """

    within: Optional[str] = None
    only: Optional[frozenset] = None
    hidden: frozenset = frozenset()
    drafts: bool = False

    _replace = replace


def annotated_files(extensions, standoff) -> tuple:
    """Those of the extensions of a stem with what somebody annotated, empty if nobody did. brat
    reads .a1 and .a2 one behind the other where there is no .ann.

    standoff  whether there is any file of brat in the project; then those of CoNLL-U are not read
    """
    if not standoff:
        return tuple(sorted(extensions.intersection(conllu_files.EXTENSIONS)))[:1]
    return (".ann",) if ".ann" in extensions else tuple(sorted(extensions & {".a1", ".a2"}))


def any_standoff(stems) -> bool:
    """Whether any of some sets of extensions is of files of brat."""
    return any(not extensions.isdisjoint(_OF_BRAT) for extensions in stems)


class Files(NamedTuple):
    """What lies in a directory and below, without hidden files and what must not be read.

    stems        {path without extension: frozenset of its extensions} of documents; a directory
                 called doc.ann is one: reading it is reported as a problem
    directories  {path: its stamp()}, "" for the directory itself
    problems     list of Problem, of names
    """

    stems: dict
    directories: dict
    problems: list


def files_below(root, within=None) -> Files:
    """The Files of a project's directory; within: as in Bounds."""
    found = Files({}, {}, [])
    left: list = [("", ())]
    while left:
        shown, above = left.pop()
        directory = f"{root}/{shown}" if shown else str(root)
        try:
            status = os.stat(directory)
        except OSError:
            continue
        here = status.st_dev, status.st_ino
        # A link to a directory above leads in circles.
        if here in above:
            continue
        found.directories[shown] = at_rest = stamp(status)
        before = f"{shown}/" if shown else ""
        files, directories, problems = _names(directory, within, at_rest)
        found.stems.update((before + stem, extensions) for stem, extensions in files.items())
        found.problems.extend(
            Problem((before + name).rstrip("/"), None, *what) for name, *what in problems
        )
        left += [
            (before + name, (*above, here))
            for name in reversed(directories)
            if not name.endswith(".ann")
        ]
    return found


def stamp(status):
    """What changes with the names in a directory, of its os.stat(); None where it was changed so
    lately that a further change could leave the same.
    """
    if status.st_mtime >= time.time() - _AT_REST:
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns


# {(directory, within): (its stamp, what it holds)} of directories without links, whose names are
# the same as long as the directory was not changed.
_known: dict = {}


def _names(directory, within, at_rest):
    """({stem: extensions}, names of directories, [(name, code, message)]) of a directory."""
    kept, names = _known.get((directory, within), (None, None))
    if at_rest is None or kept != at_rest:
        *names, certain = _read_names(directory, within)
        if len(_known) >= _KEPT:
            _known.clear()
        if certain:
            _known[directory, within] = at_rest, names
    return names


def _read_names(directory, within):
    """What _names() returns, and whether a stamp tells of every change: there is no link, and all
    could be read.
    """
    files: dict = {}
    directories, problems, certain = [], [], True
    try:
        with os.scandir(directory) as entries:
            entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        message = f"The directory cannot be read: {error.strerror or error}."
        return {}, [], [("", "unreadable-file", message)], False
    for entry in entries:
        name = entry.name
        if name.startswith("."):
            continue
        try:
            name.encode("utf-8")
        except UnicodeEncodeError:
            shown = quoted(os.fsencode(name).decode("utf-8", "backslashreplace"))
            message = f"The name of {shown} is not UTF-8; it is excluded. Rename it."
            problems.append(("", "name-not-utf8", message))
            continue
        if entry.is_symlink():
            certain = False
            if leads_astray(entry.path, within):
                problems.append((name, "leads-out", _LEADS_OUT if within else _OF_SOMEBODY_ELSE))
                continue
        try:
            # Known from the listing itself, but for links.
            is_directory = entry.is_dir()
        except OSError:  # a link that leads in circles
            is_directory = False
        stem, extension = conllu_files.split_extension(name)
        if extension == ".ann" or (extension in _READ and not is_directory):
            files[stem] = files.get(stem, frozenset()) | {extension}
        if is_directory:
            directories.append(name)
    return files, directories, problems, certain
