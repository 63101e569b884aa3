"""Writes a new file as a whole and to the disk, or not at all."""

import contextlib
import errno
import fcntl
import glob
import os
import tempfile
from pathlib import Path

from brat_iaa.errors import ConfigError, reason_of

# Errors of file systems that do not support an operation.
CANNOT = (
    errno.EPERM,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.ENOSYS,
    errno.EMLINK,
    errno.EINVAL,
    errno.EACCES,
)


@contextlib.contextmanager
def whole_file(path):
    """Path of an empty temporary file beside it that only its owner may read.

    When the block ends without an error, that file gets the name, and is on the disk.

    Raises ConfigError if there is a file of that name already, or if it cannot be written.
    """
    path = Path(path)
    try:
        # Checked again at the end, but it is better to fail early.
        if os.path.lexists(path):
            raise FileExistsError
        with part_file(path.parent, path.name[:60]) as (temporary, _):
            yield temporary
            to_disk(temporary)
            give_name(temporary, path)
            to_disk(path.parent)
    except FileExistsError:
        raise ConfigError(
            f"{path} exists already. Name a new file: nothing is overwritten."
        ) from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None


@contextlib.contextmanager
def part_file(folder, name):
    """(path, descriptor) of a new file that only its owner may read, removed when the block ends.

    If the process is killed, it is left behind, as nobody's.
    """
    descriptor, temporary = _locked_file(folder, name)
    try:
        yield temporary, descriptor
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        os.close(descriptor)


def _locked_file(folder, name):
    while True:
        descriptor, temporary = tempfile.mkstemp(".part", f".{name}.", folder)
        with contextlib.suppress(OSError):  # some file systems know no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, temporary
        os.close(descriptor)  # somebody took it for left behind before it was locked


def remove_left_behind(folder, name):
    """Remove temporary files of processes that were killed: those that nobody has locked.

    name  shell pattern of the files that they were to become
    """
    for path in glob.glob(os.path.join(glob.escape(str(folder)), f".{name}.????????.part")):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(path)


def give_name(temporary, path):
    """Let a file have another name. Raises FileExistsError if there is one of that name."""
    try:
        # Not rename: it would replace a file that another process has just made.
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in CANNOT:
            raise
        # No hard links here: reserve the name first.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.replace(temporary, path)


def to_disk(path):
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems cannot sync folders.
        if error.errno not in CANNOT or not os.path.isdir(path):
            raise
    finally:
        os.close(descriptor)
