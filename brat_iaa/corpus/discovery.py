"""Finds the annotators and documents of a project, by file names alone."""

import os
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.corpus.drafts import NOT_COMPARED, is_draft
from brat_iaa.corpus.files import leads_astray
from brat_iaa.corpus.folders_above import depth_of_annotators
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.quoting import quoted
from brat_iaa.errors import ConfigError, FoldersAbove, NothingToCompare, ProjectError

_LAYOUT_END = ["{annotator}", "{document}"]
_FOLDER = "{folder}"
# How many directories a message names.
_NAMED = 5
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

    def enters(self, name):
        """Whether an annotator's directory may be read."""
        return self.only is None or name in self.only

    def leads_out(self, entry):
        """Whether a directory entry is a link that is not followed."""
        return entry.is_symlink() and leads_astray(entry.path, self.within)


@dataclass(frozen=True)
class Listing:
    """The files of a project.

    annotators  names, in the order of the settings, else sorted
    stems       {document: {annotator: path below the project, without extension}} of documents
                with a .ann, for annotators with .ann or .txt
    with_ann    the stems that have a .ann
    problems    of file names and formats
    texts       {document: path of a .txt without extension}: it serves who has none
    """

    annotators: tuple
    stems: dict
    with_ann: frozenset
    problems: tuple
    texts: dict = field(default_factory=dict)


def list_project(root, layout: str, named=None, apart=(), bounds=Bounds()) -> Listing:
    """List the files of a project.

    root    directory
    layout  "{annotator}/{document}", with any number of "{folder}/" before it; documents may be
            in folders below the annotator
    named   names of the annotators; None: all directories with .ann files
    apart   names of directories that are no annotators
    bounds  Bounds
    Raises ConfigError (layout), ProjectError (no files).
    """
    depth = folder_depth(layout)
    root = Path(root)
    if not root.is_dir():
        raise ProjectError(
            f"{root} is no directory. A project looks like this:\n{_tree(depth, root)}"
        )
    if not os.access(root, os.R_OK | os.X_OK):
        raise ProjectError(f"{root} cannot be read: permission denied.")
    problems = []
    files_of = {}
    for folder in _folders(root, depth, bounds):
        for annotator in _subdirectories(root, folder, problems, bounds):
            if annotator in apart or not bounds.enters(annotator):
                continue
            shown = _joined(folder, annotator)
            if not bounds.drafts and is_draft(f"{root}/{shown}"):
                problems.append(Problem(shown, None, "draft", NOT_COMPARED))
                continue
            files = _files(f"{root}/{shown}", problems, shown, bounds)
            files_of.setdefault(annotator, {})[folder] = files
    if depth == 0 and bounds.only is None:
        _refuse_folders(root, files_of)
    annotators = _annotators(root, depth, files_of, named, problems)
    stems, with_ann = {}, set()
    for annotator in annotators:
        for folder, files in files_of[annotator].items():
            for stem, extensions in files.items():
                document, path = _joined(folder, stem), _joined(folder, annotator, stem)
                if path in bounds.hidden:
                    continue
                if ".ann" in extensions:
                    with_ann.add(path)
                elif extensions & {".a1", ".a2"}:
                    problems.append(_shared_task_files(path, extensions))
                if extensions & {".ann", ".txt"}:
                    stems.setdefault(document, {})[annotator] = path
    stems = {
        document: stems[document]
        for document in sorted(stems)
        if any(path in with_ann for path in stems[document].values())
    }
    problems.extend(_similar_names(stems, with_ann))
    texts = {
        document: document
        for document in stems
        if os.path.isfile(path := f"{root}/{document}.txt")
        and not leads_astray(path, bounds.within)
    }
    for directory, folders in files_of.items():
        for folder, files in folders.items():
            for stem, extensions in files.items():
                path = _joined(folder, directory, stem)
                if ".txt" in extensions and path not in bounds.hidden:
                    texts.setdefault(_joined(folder, stem), path)
    return Listing(annotators, stems, frozenset(with_ann), tuple(problems), texts)


def directories(root, layout, bounds=Bounds()):
    """Set of the names of all directories in which annotators could have their files."""
    root = Path(root)
    folders = _folders(root, folder_depth(layout), bounds)
    return {name for folder in folders for name in _subdirectories(root, folder, [], bounds)}


def no_directory(name, known):
    """The Problem that settings name a directory that is not there; known: names of those there"""
    message = (
        "The settings name this directory, but it is not there, or marked as a draft. So nothing "
        f"is compared with it. Directories: {', '.join(sorted(known))}. Correct the settings, or "
        "create it."
    )
    return Problem(name, None, "no-directory", message)


def _refuse_folders(root, files_of):
    """Raise FoldersAbove if the first directories are folders above those of annotators."""
    stems = [
        _joined(directory, stem)
        for directory, folders in files_of.items()
        for stem, extensions in folders[""].items()
        if ".ann" in extensions
    ]
    if all(stem.count("/") < 2 for stem in stems):
        return  # nothing lies further down
    depth = depth_of_annotators(root, stems)
    if not depth:
        return
    layout = layout_of(depth)
    names = sorted({stem.split("/")[depth] for stem in stems if stem.count("/") > depth})
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    *first, last = names[:_NAMED] + more
    shown = f"{', '.join(first)} and {last}"
    above = "one folder" if depth == 1 else f"{depth} folders"
    raise FoldersAbove(
        f"The directories in {root} seem to be no annotators: {shown} have the same texts, and lie "
        f"{above} further down. Write this under [project] of iaa.conf, or let brat-agreement init "
        f"write it:\nlayout = {layout}",
        layout,
    )


def layout_of(depth: int) -> str:
    """The setting layout with a number of folders above the annotators."""
    return "/".join([_FOLDER] * depth + _LAYOUT_END)


def _joined(*parts):
    """A path of the parts that are not empty."""
    return "/".join(filter(None, parts))


def folder_depth(layout: str) -> int:
    """Number of folders above the annotators. Raises ConfigError."""
    parts = layout.split("/")
    if parts[-2:] != _LAYOUT_END or any(part != _FOLDER for part in parts[:-2]):
        raise ConfigError(
            f'layout = {layout} cannot be read. Allowed are "{{annotator}}/{{document}}" and, with '
            'folders above the annotators, "{folder}/{annotator}/{document}", '
            '"{folder}/{folder}/{annotator}/{document}" and so on.'
        )
    return len(parts) - 2


def _annotators(root, depth, files_of, named, problems):
    holding = sorted(
        annotator
        for annotator, folders in files_of.items()
        if any(".ann" in extensions for files in folders.values() for extensions in files.values())
    )
    if named is not None:
        there = f"Directories with .ann files: {', '.join(holding) or 'none'}."
        found = tuple(name for name in named if name in files_of)
        if set(found) & set(holding):
            problems.extend(no_directory(name, holding) for name in named if name not in found)
            return found
        for annotator in named:
            if annotator not in files_of:
                raise ProjectError(
                    f"There is no directory for the annotator {quoted(annotator)} in {root}. "
                    f"{there} Correct the setting annotators."
                )
        if holding:
            raise ProjectError(
                f"None of the annotators {', '.join(named)} has an .ann file in {root}. {there} "
                "Correct the setting annotators."
            )
    elif holding:
        return tuple(holding)
    loose = any(entry.name.endswith(".ann") for entry in _entries(root, "", [], Bounds()))
    why = (
        "they are in the directory itself, not in a directory for each annotator"
        if loose
        else "looked into every directory and the directories below"
    )
    raise NothingToCompare(
        f"No .ann files were found in {root}: {why}. A project looks like this:\n"
        f"{_tree(depth, root)}\nGive each annotator a directory of their own, or set layout if "
        "there are folders above them."
    )


def _tree(depth, root):
    lines = [f"{root.name or root}/"]
    lines += ["    " * level + "folder/" for level in range(1, depth + 1)]
    for line in ("anna/", "    doc1.ann", "    doc1.txt", "ben/", "    doc1.ann", "    doc1.txt"):
        lines.append("    " * (depth + 1) + line)
    return "\n".join(lines)


def _folders(root, depth, bounds):
    """Paths of the folders whose directories are annotators; "" for the root."""
    folders = [""]
    for _ in range(depth):
        folders = [
            _joined(folder, name)
            for folder in folders
            for name in _subdirectories(root, folder, [], bounds)
        ]
    return folders


def _subdirectories(root, folder, problems, bounds):
    """Names of the directories in a folder of the project; "" is its root."""
    entries = _entries(f"{root}/{folder}", folder, problems, bounds)
    return [entry.name for entry in entries if _is_directory(entry)]


def _entries(directory, prefix, problems, bounds):
    """os.DirEntry of each name, sorted; without hidden files, names that are not UTF-8, and links
    out of bounds.
    """
    try:
        with os.scandir(directory) as entries:
            entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        message = f"The directory cannot be read: {error.strerror or error}."
        problems.append(Problem(prefix, None, "unreadable-file", message))
        return []
    found = []
    for entry in entries:
        if entry.name.startswith("."):
            continue
        try:
            entry.name.encode("utf-8")
        except UnicodeEncodeError:
            name = quoted(os.fsencode(entry.name).decode("utf-8", "backslashreplace"))
            message = f"The name of {name} is not UTF-8; it is left out. Rename it."
            problems.append(Problem(prefix, None, "name-not-utf8", message))
            continue
        if bounds.leads_out(entry):
            message = _LEADS_OUT if bounds.within else _OF_SOMEBODY_ELSE
            problems.append(Problem(_joined(prefix, entry.name), None, "leads-out", message))
            continue
        found.append(entry)
    return found


def _is_directory(entry):
    try:
        # Known from the listing itself, but for links.
        return entry.is_dir()
    except OSError:  # a link that leads in circles
        return False


def _files(directory, problems, shown, bounds, prefix="", above=()):
    """{path below the directory, without extension: set of extensions}."""
    try:
        status = os.stat(directory)
    except OSError:
        return {}
    # Do not follow a symbolic link to a directory above.
    if (status.st_dev, status.st_ino) in above:
        return {}
    above += ((status.st_dev, status.st_ino),)
    files = {}
    for entry in _entries(directory, shown, problems, bounds):
        name = entry.name
        stem, extension = os.path.splitext(name)
        # Keep a directory called doc.ann: reading it is reported as a problem.
        if extension == ".ann" or (
            extension in (".txt", ".a1", ".a2") and not _is_directory(entry)
        ):
            files.setdefault(prefix + stem, set()).add(extension)
        elif _is_directory(entry):
            files.update(
                _files(entry.path, problems, f"{shown}/{name}", bounds, f"{prefix}{name}/", above)
            )
    return files


def _shared_task_files(path, extensions):
    there = sorted(extensions & {".a1", ".a2"})
    message = (
        f"There is {' and '.join(there)} but no .ann: brat keeps annotations in .ann files, others "
        "are not read."
    )
    return Problem(path + there[0], None, "no-ann-file", message)


def _similar_names(stems, with_ann):
    alike = {}
    for document in stems:
        key = unicodedata.normalize("NFC", document).casefold()
        alike.setdefault(key, []).append(document)
    for documents in alike.values():
        owners = [
            {annotator for annotator, path in stems[document].items() if path in with_ann}
            for document in documents
        ]
        if any(owner != owners[0] for owner in owners):
            path = next(path for path in stems[documents[-1]].values() if path in with_ann)
            names = " and ".join(_codes(document, documents) for document in documents)
            message = (
                f"The names of the documents {names} differ only in capitals or in the encoding of "
                "accents. They count as different documents; rename one if they are the same."
            )
            yield Problem(path + ".ann", None, "similar-names", message)


def _codes(document, documents):
    """The name, with codes of its characters above ASCII if the names look the same."""
    composed = unicodedata.normalize("NFC", document)
    alike = [other for other in documents if unicodedata.normalize("NFC", other) == composed]
    code = f" ({ascii(document)[1:-1]})" if len(alike) > 1 else ""
    return quoted(document) + code
