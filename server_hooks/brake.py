"""A brake on wrong passwords: after some in a minute, no more are tried for the rest of it.

It counts for each address and login together, so that nobody can keep
somebody else out, and what it counts takes a fixed number of bytes.
"""

import fcntl
import hashlib
import io
import os
import struct
import threading
import time
from contextlib import contextmanager, suppress

# Wrong passwords that are tried, and seconds after the first of them until they are forgotten.
WRONG, SECONDS = 6, 60
# Name of the file in brat's WORK_DIR.
FILE = "brat-iaa-wrong-passwords"
# Where: a place for each remainder of the key's number; the last that came there has it.
_PLACES = 4096
# Bytes at the beginning, so that nobody can name a login that takes the place of another.
_SECRET = 16
# Of a key: the rest of its number, wrong passwords, time of the first.
_PLACE = struct.Struct("<8sQd")


def address(environ):
    """Where a request comes from, as a CGI or WSGI environment tells.

    Behind another server on this computer that is what this server says last;
    from elsewhere anybody could say anything.
    """
    remote = environ.get("REMOTE_ADDR", "")
    said = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    return said if said and (remote.startswith("127.") or remote == "::1") else remote


def sentence(seconds):
    """What somebody reads who has to wait."""
    return "Too many wrong passwords for this login. Try again in %d seconds." % seconds


class Brake:
    """Counts wrong passwords.

    table  function that gives, with "with", a binary file for us alone: in_memory() or in_file()
    clock  seconds, the same for all who share the table
    """

    def __init__(self, table, clock=time.time):
        self._table = table
        self._clock = clock

    def wait(self, address, login):
        """Seconds that a login from an address must wait; 0: it may be tried.

        What may be tried counts as wrong until right() says that it was not:
        else many that come at the same time would all be tried.
        """
        try:
            with self._table() as file:
                place, key = _place(file, address, login)
                wrong, since = self._read(file, place, key)
                if wrong >= WRONG:
                    return max(1, round(since + SECONDS - self._clock()))
                _write(file, place, key, wrong + 1, since)
        except OSError:
            pass  # what cannot be counted must keep nobody out
        return 0

    def right(self, address, login):
        """The password was right: the wrong ones before are forgotten."""
        with suppress(OSError), self._table() as file:
            _write(file, *_place(file, address, login), 0, 0)

    def _read(self, file, place, key):
        """(wrong passwords, time of the first); (0, now) when there are none any more."""
        file.seek(place)
        kept, now = file.read(_PLACE.size), self._clock()
        if len(kept) == _PLACE.size:
            whose, wrong, since = _PLACE.unpack(kept)
            if whose == key and wrong and 0 <= now - since < SECONDS:
                return wrong, since
        return 0, now


def _place(file, address, login):
    """(place, key) of an address and a login in a table."""
    file.seek(0)
    secret = file.read(_SECRET)
    if len(secret) < _SECRET:
        secret = os.urandom(_SECRET)
        file.seek(0)
        file.write(secret)
    named = ("%s\n%s" % (address, login)).encode("utf-8", "replace")
    number = hashlib.blake2b(named, key=secret).digest()
    return _SECRET + int.from_bytes(number[:4], "big") % _PLACES * _PLACE.size, number[4:12]


def _write(file, place, key, wrong, since):
    file.seek(place)
    file.write(_PLACE.pack(key, wrong, since))


def in_memory():
    """A table for the threads of one process."""
    file, lock = io.BytesIO(), threading.Lock()

    @contextmanager
    def table():
        with lock:
            yield file

    return table


def in_file(work_dir):
    """A table for all processes of one brat; work_dir is its WORK_DIR."""
    path = os.path.join(work_dir, FILE)

    @contextmanager
    def table():
        # Open to whoever else may run this brat. Anew each time: who inherits an open file
        # from a parent shares its lock with it.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        with open(descriptor, "r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file

    return table
