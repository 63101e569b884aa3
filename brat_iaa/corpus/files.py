"""Reads files while brat may be writing them.

brat saves an .ann file in place: it empties the file and writes it again, without a lock. A reader
may see an empty or a truncated file, even with the old modification time. So a file is accepted if
its size is that of the data and it either ends in a newline and has not changed for a moment, or
reads the same twice with a pause in between. What is empty, or cut off in a line, must have stayed
so for longer: on a busy computer brat may wait in the middle of its saving. All doubtful files of a
call share their pauses.
"""

import os
import stat
import time
from typing import NamedTuple, Optional

from brat_iaa.errors import reason_of

_QUIET = 0.2  # seconds without a change after which a complete file is accepted at once
_PAUSE = 0.15  # seconds between two readings of a doubtful file; brat writes 1 MB in 0.006
_STAYED = 1.0  # seconds for which an empty or cut-off file must not have changed
_PATIENCE = 2.0  # seconds until a file that keeps changing is given up


def read_stable(paths) -> dict:
    """Read files in a complete state.

    paths   of any files; brat writes only those that end in ".ann"
    returns {path: bytes, or None if the file is missing, cannot be read, is no regular file, or
            kept changing for 2 seconds}
    """
    readings = {path: _read(path) for path in paths}
    since = {
        path: time.monotonic()
        for path, reading in readings.items()
        if reading is not None and not reading.at_rest
    }
    end = time.monotonic() + _PATIENCE
    while since and time.monotonic() < end:
        time.sleep(_PAUSE)
        for path in list(since):
            before, now = readings[path], time.monotonic()
            readings[path] = reading = _read(path)
            if reading is not None and reading[:2] != before[:2]:
                since[path] = now
                same = stayed = False
            elif reading is not None:
                # By our clock, too: that of another computer's disk may be ahead.
                same, stayed = reading.whole, now - since[path] >= _STAYED
                stayed |= reading.ended or reading.age > _STAYED
            if reading is None or reading.at_rest or (same and stayed):
                del since[path]
    return {
        path: None if reading is None or path in since else reading.data
        for path, reading in readings.items()
    }


def identity(path) -> Optional[tuple]:
    """(mtime and ctime in nanoseconds, size in bytes, inode) of a regular file, else None.

    The ctime also reveals a copy that kept its old date (cp -p, rsync -t).
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return _identity(status) if stat.S_ISREG(status.st_mode) else None


def leads_astray(path, within=None) -> bool:
    """Whether a path is a link that is not followed.

    within  real path of a directory: links out of it are not followed. None, as for commands: links
            that anybody but this account or root has made to files of somebody else; else whoever
            can make a link reads with the rights of this account
    """
    if not os.path.islink(path):
        return False
    if within is not None:
        return not inside(os.path.realpath(path), within)
    try:
        made_by, target = os.lstat(path).st_uid, os.stat(path).st_uid
    except OSError:
        return False  # it leads nowhere
    return made_by not in (os.geteuid(), 0, target)


def inside(path: str, directory: str) -> bool:
    """Whether a real path is a directory or lies below it."""
    return path == directory or path.startswith(directory.rstrip(os.sep) + os.sep)


def why_unreadable(path) -> str:
    """Why read_stable returned None for the path, in words."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return "it is no plain file"
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    except OSError as error:
        return reason_of(error)
    return "it kept changing while it was read"


class _Reading(NamedTuple):
    """whole: the size did not change; ended: it is not empty, nor cut off in a line; age: seconds
    since it was written, by the clock of its disk; at_rest: can be accepted at once.
    """

    data: bytes
    identity: tuple
    whole: bool
    ended: bool
    age: float
    at_rest: bool


def _read(path):
    try:
        # O_NONBLOCK: opening a named pipe would wait for a writer.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                return None
            data = file.read(before.st_size + 1) or b""
            while len(data) < before.st_size and (more := file.read(before.st_size)):
                data += more
            after = os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
    whole = _identity(before) == _identity(after) and len(data) == after.st_size
    ended, age = data.endswith(b"\n"), time.time() - after.st_mtime
    at_rest = whole and (not os.fspath(path).endswith(".ann") or (ended and age > _QUIET))
    return _Reading(data, _identity(after), whole, ended, age, at_rest)


def _identity(status):
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
