"""Writes a new file as a whole and to the disk, or not at all."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from brat_iaa.errors import ConfigError, reason_of

# Errors of file systems that do not support an operation.
_CANNOT = (
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

    When the block ends without an error, that file gets the name, and is on the disk. If the
    process is killed, it is left behind as .xxxx.NAME.part.

    Raises ConfigError if there is a file of that name already, or if it cannot be written.
    """
    path = Path(path)
    try:
        # Checked again at the end, but it is better to fail early.
        if os.path.lexists(path):
            raise FileExistsError
        descriptor, temporary = tempfile.mkstemp(f".{path.name[:60]}.part", ".", path.parent)
        os.close(descriptor)
        try:
            yield temporary
            to_disk(temporary)
            _give_name(temporary, path)
            to_disk(path.parent)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
    except FileExistsError:
        raise ConfigError(
            f"{path} exists already. Name a new file: nothing is overwritten."
        ) from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None


def _give_name(temporary, path):
    try:
        # Not rename: it would replace a file that another process has just made.
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _CANNOT:
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
        if error.errno not in _CANNOT or not os.path.isdir(path):
            raise
    finally:
        os.close(descriptor)
