"""Replaces a file as a whole: readers find the old bytes or the new ones, never a part."""

import contextlib
import glob
import os
import shutil
import stat
import tempfile
import time

from brat_iaa.corpus.files import inside, read_stable, why_unreadable
from brat_iaa.errors import ConfigError, reason_of
from brat_iaa.store.whole_file import to_disk

# Seconds after which a temporary file belongs to a process that was killed.
_LEFT_BEHIND = 3600


def target(path, within):
    """The real path of a file, links followed.

    within  directory in which it must lie
    Raises ConfigError if it does not.
    """
    real = os.path.realpath(path)
    if not inside(real, os.path.realpath(within)):
        raise ConfigError(f"{path}: leads out of brat's data directory. It is left alone.")
    return real


def read(path, within):
    """The bytes of a file; None if there is none. Raises ConfigError if it cannot be read."""
    real = target(path, within)
    data = read_stable([real])[real]
    if data is None and os.path.lexists(path):
        raise ConfigError(f"{path}: cannot be read: {why_unreadable(real)}.")
    return data


def replace(path, data, within):
    """Give a file other bytes, or remove it.

    Permissions, owner and group stay as they are; a new file gets those of its directory. When this
    returns, the change is on the disk.
    data    bytes; None to remove the file
    within  directory in which it must lie, links followed
    Raises ConfigError if that is not possible; then the file is as it was, unless the error says
    that the disk failed afterwards.
    """
    real = target(path, within)
    folder = os.path.dirname(real)
    try:
        if data is None:
            os.unlink(real)
        else:
            _write(real, folder, data)
    except OSError as error:
        raise ConfigError(
            f"{path}: cannot be written: {reason_of(error)}. Nothing was changed."
        ) from None
    try:
        to_disk(folder)
    except OSError as error:
        raise ConfigError(
            f"{path}: was changed, but the disk reports an error: {reason_of(error)}. Check the "
            "disk, then look at the file."
        ) from None


def _write(real, folder, data):
    name = os.path.basename(real)
    _remove_left_behind(folder, name)
    descriptor, temporary = tempfile.mkstemp(".part", f".{name}.", folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            _take_over(real, temporary, file.fileno())
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, real)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _take_over(real, temporary, descriptor):
    """Give the new file what the old one has besides its bytes."""
    if not os.path.lexists(real):
        mode = stat.S_IMODE(os.stat(os.path.dirname(real)).st_mode)
        os.fchmod(descriptor, mode & 0o666)
        return
    old, new = os.stat(real), os.fstat(descriptor)
    if not stat.S_ISREG(old.st_mode):
        raise ConfigError(f"{real}: cannot be written: it is no plain file.")
    if not os.access(real, os.W_OK):
        raise ConfigError(
            f"{real}: is write-protected for the account of this server. Give it the right to "
            "write the file. Nothing was changed."
        )
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        try:
            os.fchown(descriptor, old.st_uid, old.st_gid)
        except PermissionError:
            raise ConfigError(
                f"{real}: belongs to another account (user {old.st_uid}, group {old.st_gid}), and "
                f"this server (user {new.st_uid}, group {new.st_gid}) cannot keep it so. Let this "
                "server's account own the file. Nothing was changed."
            ) from None
    shutil.copystat(real, temporary)
    os.utime(temporary)


def _remove_left_behind(folder, name):
    """Remove temporary files of processes that were killed."""
    for path in glob.glob(os.path.join(glob.escape(folder), f".{glob.escape(name)}.*.part")):
        with contextlib.suppress(OSError):
            if time.time() - os.stat(path).st_mtime > _LEFT_BEHIND:
                os.unlink(path)
