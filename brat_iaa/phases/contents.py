"""The files of a project at one moment: read while brat may be writing them, written, compared."""

import os
import stat
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from brat_iaa.agreement import Agreement
from brat_iaa.corpus import conllu_files, drafts
from brat_iaa.corpus.files import identity, leads_astray, read_stable, why_unreadable
from brat_iaa.errors import BratIaaError, ProjectError
from brat_iaa.store.whole_files import new_directory
from brat_iaa.study import Study

# Annotations and texts, and settings and tables that say how to read them.
_EXTENSIONS = (".ann", ".txt", ".conf", ".csv", ".tsv", ".a1", ".a2", *conllu_files.EXTENSIONS)
# Files with an old date are read at once; new ones might still be written.
_LONG_AGO = 1_000_000_000
# Seconds to wait until no file changes; after that each is kept as it was when it was read.
_PATIENCE = 3.0
# Seconds after which to give up if files are added and removed all the time.
_LONGEST = 60.0


class NoRoom(ProjectError):
    """The temporary directory does not take a copy of the files."""


class Contents(NamedTuple):
    """The files of a project.

    files     {path below the project, "/" between folders: bytes}, sorted by path
    moved     paths of files that were written while others were read: each is consistent, but
              perhaps not of the same moment
    left_out  paths, as they can be shown, of files and folders that cannot be kept: a name is not
              UTF-8, or a link is not followed
    """

    files: dict
    moved: tuple
    left_out: tuple = ()


def read_contents(root, within=None) -> Contents:
    """Contents of a project's directory: annotations, texts, settings and tables.

    root    the project's directory
    within  directory outside of which nothing is read, links included; None: anywhere, but see
            files.leads_astray

    Raises ProjectError with the file's name if one cannot be read or keeps changing.
    """
    root, within = Path(root), None if within is None else os.path.realpath(within)
    if not root.is_dir():
        raise ProjectError(f"{root} is no directory.")
    begun = time.monotonic()
    files, read_at = {}, {}
    while True:
        left_out = []
        before = _identities(root, within, left_out)
        changed = [path for path in before if read_at.get(path) != before[path]]
        read = read_stable([root / path for path in changed])
        for path in changed:
            data = read[root / path]
            if data is not None:
                files[path], read_at[path] = data, before[path]
            elif identity(root / path) is not None:  # else it was removed meanwhile
                raise ProjectError(
                    f"{root / path}: {why_unreadable(root / path)}. Nothing was kept. Try again."
                )
        after = _identities(root, within, [])
        moved = tuple(
            path for path in sorted(set(before) | set(after)) if before.get(path) != after.get(path)
        )
        taken = time.monotonic() - begun
        if not moved or (taken > _PATIENCE and set(before) == set(after) <= set(files)):
            return Contents({path: files[path] for path in sorted(after)}, moved, tuple(left_out))
        if taken > _LONGEST:
            raise ProjectError(
                f"{root / moved[0]}: files are added and removed all the time. Nothing was kept. "
                "Try again later."
            )


def _identities(root, within, left_out):
    """{path below the project: identity} of all files to keep; adds others to left_out."""
    return {
        path: of_file
        for path in _walk(root, "", within, (), left_out)
        if (of_file := identity(root / path)) is not None
    }


def _walk(root, folder, within, above, left_out):
    """Paths of the files to keep; follows links, but not in circles."""
    directory = root / folder
    try:
        status = os.stat(directory)
        if (status.st_dev, status.st_ino) in above:
            return
        above += ((status.st_dev, status.st_ino),)
        entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    except FileNotFoundError:
        return  # gone since it was listed
    except OSError as error:
        raise ProjectError(
            f"{directory} cannot be read: {error.strerror}. Nothing was kept."
        ) from None
    for entry in entries:
        is_folder = _is(stat.S_ISDIR, entry)
        kept = is_folder or entry.name.endswith(_EXTENSIONS)
        if entry.name != drafts.MARK and (entry.name.startswith(".") or not kept):
            continue
        path = f"{folder}/{entry.name}" if folder else entry.name
        leads_out = entry.is_symlink() and leads_astray(directory / entry.name, within)
        if leads_out or entry.name.encode("utf-8", "replace").decode() != entry.name:
            left_out.append(os.fsencode(path).decode("utf-8", "backslashreplace"))
        elif is_folder:
            yield from _walk(root, path, within, above, left_out)
        elif _is(stat.S_ISREG, entry):
            yield path


def _is(kind, entry):
    try:
        return kind(entry.stat().st_mode)
    except OSError:
        return False  # gone, or a link to nothing or in a circle


def write_contents(files, directory):
    """Write files into a new directory, byte for byte.

    files      {path: bytes}
    directory  must not exist, or be empty

    Raises ProjectError if it is there, and ConfigError if it cannot be written, or the disk is
    full; nothing is left behind then.
    """
    directory = Path(directory)
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise ProjectError(
            f"{directory} exists already. Name a new directory: nothing is overwritten."
        )
    with new_directory(directory) as folder:
        _write(files, folder)


@contextmanager
def temporary_copy(files, name):
    """Path of a directory of this name with some files, {path: bytes}, in the temporary directory,
    until the block ends. Raises NoRoom if they cannot be written there.
    """
    with ExitStack() as stack:
        try:
            around = stack.enter_context(tempfile.TemporaryDirectory(prefix="brat-iaa-"))
            root = Path(around) / name
            root.mkdir()
            _write(files, root)
            for path in files:
                os.utime(root / path, (_LONG_AGO, _LONG_AGO))
        except OSError as error:
            raise NoRoom(
                "Figures are computed from a copy of the files, and the temporary directory does "
                f"not take it: {error.strerror}. Nothing was kept. Make room there, or name "
                "another one in TMPDIR."
            ) from None
        yield root


def agreement_of_files(files, name, overrides=None, **study) -> Agreement:
    """The Agreement of files that are not on the disk.

    files      {path below the project: bytes}
    name       of the project
    overrides, study  as of a Study
    """
    with temporary_copy(files, name) as root:
        try:
            return Study(root, overrides, **study).agreement()
        except BratIaaError as error:
            # The message must not name the copy, which is gone by now.
            raise type(error)(str(error).replace(str(root), name)) from None


def _write(files, folder):
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
