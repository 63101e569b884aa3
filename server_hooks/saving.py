"""brat's annotation files are replaced in one step, so that nobody ever reads half of one.

brat writes into the file itself: who reads in that moment finds it empty or
short, and a brat that reads so will save so.
"""

import errno
import os
import shutil

# Names of files that are not yet what they will be, as a shell pattern.
PATTERN = ".*.saving"

# The folder takes no new file, or none with so long a name: then brat's own way is better than no
# way.
_NO_ROOM = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG)


def add(data_dir):
    """Let brat's saving, which calls shutil.copyfile(new, target), replace every target below
    data_dir.
    """
    plain = shutil.copyfile
    inside = os.path.realpath(data_dir).rstrip(os.sep) + os.sep

    def copyfile(source, target, **options):
        # A link stays a link; the file that it leads to is replaced.
        real = os.path.realpath(os.fspath(target))
        if not real.startswith(inside) or not _replaced(source, real):
            return plain(source, target, **options)
        return target

    shutil.copyfile = copyfile


def temporary(path):
    """The file that becomes path: in its folder, hidden, and no .ann.

    One per file: what a killed process leaves behind goes with the next save.
    """
    folder, name = os.path.split(path)
    return os.path.join(folder, PATTERN.replace("*", name))


def _replaced(source, target):
    """Whether target has the content of source now; False if its folder takes no new file."""
    new = temporary(target)
    try:
        _remove(new)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno in _NO_ROOM:
            return False
        raise
    try:
        with open(source, "rb") as read, os.fdopen(descriptor, "wb") as written:
            shutil.copyfileobj(read, written)
            written.flush()
            _as_before(target, new)
            # Else a power cut just after could leave the new name with nothing in it,
            # on some file systems: what was there before would be gone, too.
            os.fsync(written.fileno())
        os.replace(new, target)
    except BaseException:
        _remove(new)
        raise
    return True


def _as_before(old, new):
    """Give the new file the group, rights and extended attributes of the old one, if there is
    one.
    """
    try:
        group = os.stat(old).st_gid
    except FileNotFoundError:
        os.chmod(new, 0o666 & ~_umask())
        return
    if os.stat(new).st_gid != group:
        try:
            os.chown(new, -1, group)
        except PermissionError:
            pass  # a group that brat's user is not in
    shutil.copystat(old, new)
    os.utime(new)  # now; brat's page asks for the time to see whether something is new


def _umask():
    umask = os.umask(0)
    os.umask(umask)
    return umask


def _remove(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
