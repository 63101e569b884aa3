"""Private directories that killed servers left behind, each with a socket that does not answer."""

import os
import shutil
import socket
import stat
import time

PREFIX = "brat-iaa-mount-"
SOCKET = "socket"
# Seconds; a server that is just starting does not answer yet.
_STARTING = 60


def remove(parent):
    """Remove those of this user in a directory for temporary files."""
    try:
        names = os.listdir(parent)
    except OSError:
        return
    for name in names:
        directory = os.path.join(parent, name)
        if name.startswith(PREFIX) and _is_left(directory):
            shutil.rmtree(directory, ignore_errors=True)


def _is_left(directory):
    try:
        found = os.lstat(directory)
    except OSError:
        return False
    own = (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid == os.getuid()
        and stat.S_IMODE(found.st_mode) == 0o700
    )
    return (
        own
        and time.time() - found.st_mtime > _STARTING
        and _is_dead(os.path.join(directory, SOCKET))
    )


def _is_dead(path):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.setblocking(False)
        try:
            connection.connect(path)
        except ConnectionRefusedError:
            return True
        except OSError:
            pass  # no socket, or busy
    return False
