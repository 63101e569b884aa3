"""Names of files and directories, read again when a directory has changed."""

import os
import time
from typing import NamedTuple, Optional

from brat_iaa.corpus import conllu_files
from brat_iaa.corpus.files import leads_astray
from brat_iaa.corpus.problem import Problem, quoted

# Seconds after which a directory's time of change tells of every change.
_AT_REST = 2.0
_KEPT = 1000
_READ = {".txt", ".a1", ".a2", *conllu_files.EXTENSIONS}
_LEADS_OUT = (
    "This is a link that leads out of brat's data directory. It is not read; put a copy there."
)
_OF_SOMEBODY_ELSE = (
    "This is a link of one account to a file of another one. It is not read: make it yourself, or "
    "put a copy there."
)


class Bounds(NamedTuple):
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


def is_annotated(extensions, standoff) -> bool:
    """Whether a stem of these extensions has what somebody annotated.

    standoff  whether there is any .ann in the project; then files of CoNLL-U are not read
    """
    return not extensions.isdisjoint([".ann"] if standoff else conllu_files.EXTENSIONS)


def joined_path(*parts):
    """A path of the parts that are not empty."""
    return "/".join(filter(None, parts))


def stems_below(root, bounds=Bounds(), shown="", problems=None, stamps=None, above=()) -> dict:
    """{path below the project, without extension: set of extensions} of documents in a directory.

    shown     path of the directory below the project
    problems  list to which Problems of names are added
    stamps    {} to which the directories are added that were read, with the stamp() of each
    above     (device, number) of the directories above
    """
    try:
        status = os.stat(root)
    except OSError:
        return {}
    # Do not follow a symbolic link to a directory above.
    if (status.st_dev, status.st_ino) in above:
        return {}
    above += ((status.st_dev, status.st_ino),)
    if stamps is not None:
        stamps[root] = stamp(root)
    names = _names(root, shown, [] if problems is None else problems, bounds)
    files = {joined_path(shown, stem): extensions for stem, extensions in names.files.items()}
    for name in names.directories:
        if not name.endswith(".ann"):
            below = joined_path(shown, name), problems, stamps, above
            files.update(stems_below(f"{root}/{name}", bounds, *below))
    return files


def subdirectories(root, folder, problems, bounds):
    """Names of the directories in a folder of the project; "" is its root."""
    return _names(f"{root}/{folder}", folder, problems, bounds).directories


class DirectoryNames(NamedTuple):
    """What a directory holds, without hidden files, names that are not UTF-8, and links out of
    bounds.

    files        {name without extension: frozenset of its extensions} of files that may be read;
                 a directory called doc.ann is one: reading it is reported as a problem
    directories  names of the directories
    problems     ((name, code, message), ...)
    """

    files: dict
    directories: list
    problems: tuple


# {(directory, what bounds links): (its stamp, DirectoryNames)} of directories without links, whose
# names are the same as long as the directory was not changed.
_known: dict = {}


def stamp(directory):
    """What changes with the names in a directory; None where it is not there, or was changed so
    lately that a further change could leave the same.
    """
    try:
        status = os.stat(directory)
    except OSError:
        return None
    if status.st_mtime >= time.time() - _AT_REST:
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns


def _names(directory, shown, problems, bounds):
    """The DirectoryNames of a directory. shown: its path below the project"""
    key, now = (str(directory).rstrip("/"), bounds.within), stamp(directory)
    kept, names = _known.get(key, (None, None))
    if now is None or kept != now:
        names, linked = _read_names(directory, bounds)
        if len(_known) >= _KEPT:
            _known.clear()
        if not linked:
            _known[key] = now, names
    problems += [Problem(joined_path(shown, name), None, *what) for name, *what in names.problems]
    return names


def _read_names(directory, bounds):
    """(DirectoryNames, whether there is a link or what cannot be read)."""
    files: dict = {}
    directories, problems, linked = [], [], False
    try:
        with os.scandir(directory) as entries:
            entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        message = f"The directory cannot be read: {error.strerror or error}."
        return DirectoryNames({}, [], (("", "unreadable-file", message),)), True
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
            linked = True
            if leads_astray(entry.path, bounds.within):
                message = _LEADS_OUT if bounds.within else _OF_SOMEBODY_ELSE
                problems.append((name, "leads-out", message))
                continue
        try:
            # Known from the listing itself, but for links.
            is_directory = entry.is_dir()
        except OSError:  # a link that leads in circles
            is_directory = False
        stem, extension = conllu_files.split_extension(name)
        if extension == ".ann" or (extension in _READ and not is_directory):
            others = files.get(stem, frozenset())
            files[stem] = _same.setdefault(read := others | {extension}, read)
        if is_directory:
            directories.append(name)
    return DirectoryNames(files, directories, tuple(problems)), linked


# Of a few sets of extensions, one each.
_same: dict = {}
