"""Writes files and directories as a whole: readers find the old or the new, never a part."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from brat_iaa.corpus.files import inside, read_stable, why_unreadable
from brat_iaa.errors import BratIaaError, ConfigError, reason_of
from brat_iaa.server_hooks import saving

# Errors of file systems that do not support an operation.
CANNOT = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EACCES)


@contextlib.contextmanager
def whole_file(path):
    """Path of an empty temporary file beside it that only its owner may read.

    When the block ends without an error, that file gets the name, and is on the disk.

    Raises ConfigError if there is a file of that name already, or if it cannot be written.
    """
    path = Path(path)
    try:
        _refuse_existing(path)
        # One that a killed process has left behind is replaced by the next.
        temporary = path.with_name(f".{path.name[:60]}.part")
        temporary.unlink(missing_ok=True)
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            yield temporary
            to_disk(temporary)
            _refuse_existing(path)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        to_disk(path.parent)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None


def _refuse_existing(path):
    if os.path.lexists(path):
        raise ConfigError(f"{path} exists already. Name a new file: nothing is overwritten.")


@contextlib.contextmanager
def new_directory(path):
    """A directory to write to, which becomes a new one, or fills an empty one, at the end of the
    block; nothing is left behind if anything fails.

    Raises ConfigError if it cannot be written, or if somebody else has made it meanwhile.
    """
    path = Path(path).absolute()
    # A name that begins with a dot is nobody's. What is there may be a link, or somebody's current
    # directory: only its contents are replaced.
    beside = path if path.exists() else path.parent
    try:
        beside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=beside) as aside:
            new = Path(aside) / "new"
            new.mkdir()  # with the rights of any new directory, unlike the one around it
            yield new
            if not path.exists():
                new.rename(path)
            elif [entry for entry in os.listdir(path) if entry != os.path.basename(aside)]:
                raise FileExistsError(errno.EEXIST, "it is not empty any more")
            else:
                for entry in new.iterdir():
                    entry.rename(path / entry.name)
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be written: {error.strerror}. Nothing was left behind."
        ) from None


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


class Conflict(BratIaaError):
    """The file is not what the change was made from. present: its bytes now, None without one."""

    def __init__(self, path, present):
        super().__init__(
            f"{path}: somebody else has changed it in the meantime. Nothing was written."
        )
        self.present = present


def read(path, within):
    """The bytes of a file; None if there is none.

    within  directory in which it must lie, links followed
    Raises ConfigError if it does not, or cannot be read.
    """
    real = os.path.realpath(path)
    if not inside(real, os.path.realpath(within)):
        raise ConfigError(f"{path}: leads out of brat's data directory. It is left alone.")
    data = read_stable([real])[real]
    if data is None and os.path.lexists(path):
        raise ConfigError(f"{path}: cannot be read: {why_unreadable(real)}.")
    return data


def replace(path, data, within, before):
    """Give a file other bytes, or remove it; when this returns, the change is on the disk.

    data    bytes; None to remove the file
    within  directory in which it must lie, links followed
    before  bytes that it holds; None: there is no file
    Raises Conflict if it holds others, and ConfigError if it cannot be written.
    """
    real = os.path.realpath(path)

    def unchanged():
        present = read(path, within)
        if present != before:
            raise Conflict(path, present)

    try:
        unchanged()
        if before is not None and not os.access(real, os.W_OK):
            raise ConfigError(
                f"{real}: is write-protected for the account of this server. Give it the right to "
                "write the file. Nothing was changed."
            )
        if data is not None:
            saving.replace(real, data, unchanged)
        elif before is not None:
            os.unlink(real)
            to_disk(os.path.dirname(real))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {reason_of(error)}.") from None
