"""Writes files as a whole: readers find the old bytes or the new ones, never a part."""

import contextlib
import errno
import fcntl
import glob
import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path

from brat_iaa.corpus.files import inside, read_stable, why_unreadable
from brat_iaa.errors import BratIaaError, ConfigError, reason_of

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


class Conflict(BratIaaError):
    """The file is not what the change was made from. present: its bytes now, None without one."""

    def __init__(self, path, present):
        super().__init__(
            f"{path}: somebody else has changed it in the meantime. Nothing was written."
        )
        self.present = present


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


def replace(path, data, within, before):
    """Give a file other bytes, or remove it.

    Permissions, owner and group stay as they are; a new file gets those of its directory. When this
    returns, the change is on the disk.
    data    bytes; None to remove the file
    within  directory in which it must lie, links followed
    before  bytes that it holds; None: there is no file
    Raises Conflict if it holds others, also if an editor wrote them in this very moment, and
    ConfigError if it cannot be written; then the file is as it was, unless the error says that the
    disk failed afterwards.
    """
    real = target(path, within)
    folder = os.path.dirname(real)
    with contextlib.ExitStack() as stack:
        try:
            new = None if data is None else stack.enter_context(_written(real, folder, data))
            try:
                old = stack.enter_context(_taken_away(real, new, before))
            except (FileExistsError, FileNotFoundError):
                raise Conflict(path, read(path, within)) from None
        except OSError as error:
            raise ConfigError(
                f"{path}: cannot be written: {reason_of(error)}. Nothing was changed."
            ) from None
        try:
            to_disk(folder)
        except OSError as error:
            raise ConfigError(
                f"{path}: was changed, but the disk reports an error: {reason_of(error)}. Check "
                "the disk, then look at the file."
            ) from None
        # Whoever had the old file open may have written into it until now.
        if old is not None and Path(old).read_bytes() != before:
            os.replace(old, real)
            to_disk(folder)
            raise Conflict(path, read(path, within))


@contextlib.contextmanager
def _written(real, folder, data):
    """Path of a temporary file with the bytes, on the disk."""
    with part_file(folder, os.path.basename(real)) as (temporary, descriptor):
        with open(descriptor, "wb", closefd=False) as file:
            file.write(data)
            _take_over(real, temporary, descriptor)
            file.flush()
            os.fsync(descriptor)
        yield temporary


@contextlib.contextmanager
def _taken_away(real, new, before):
    """Put a new file in the place of the old one; path of the old one, until the block ends.

    new     path; None: no file takes its place
    before  bytes of the old one; None: there is none
    """
    if before is None:
        if new is not None:
            give_name(new, real)
        yield None
        return
    folder, name = os.path.split(real)
    old = os.path.join(folder, f".{name}.{secrets.token_hex(4)}.part")
    try:
        os.link(real, old)
    except OSError as error:
        if error.errno not in CANNOT:
            raise
        old = None  # no hard links here: what an editor writes in this moment goes unseen
    try:
        os.unlink(real) if new is None else os.replace(new, real)
        yield old
    finally:
        if old is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(old)


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
