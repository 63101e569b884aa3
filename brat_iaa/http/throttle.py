"""A throttle on logins: after some wrong passwords in a minute, none is tried for the rest of it.

It counts for each address and login together, so that nobody can lock somebody else out, and
what it counts takes a fixed number of bytes.
"""

import hashlib
import io
import json
import os
import struct
import threading
import time
from contextlib import contextmanager, suppress

# Wrong passwords that are tried, and seconds after the first of them until they are forgotten.
WRONG, SECONDS = 6, 60
# Slots of the table, chosen by hash; the last that came to a slot has it.
_SLOTS = 4096
# Bytes at the beginning, so that nobody can find a login that takes the slot of another.
_SECRET = 16
# Of a slot: the rest of the hash, wrong passwords, time of the first.
_SLOT = struct.Struct("<8sQd")


def address(environ):
    """Return the address a request comes from, by its CGI or WSGI environment.

    Behind another server on this computer it is what that server added last to X-Forwarded-For;
    from elsewhere anybody could write anything there.
    """
    remote = environ.get("REMOTE_ADDR", "")
    said = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    return said if said and (remote.startswith("127.") or remote == "::1") else remote


def refusal(seconds):
    """Return the answer to a login that has to wait: (status, headers, text)."""
    sentence = "Too many wrong passwords for this login. Try again in %d seconds." % seconds
    told = {"exception": "tooManyLogins", "action": "login", "protocol": 1}
    told["messages"] = [[sentence, "error", -1]]
    headers = ("Retry-After", str(seconds)), ("Content-Type", "application/json")
    # brat's page shows the reason beside the status.
    return "429 " + sentence, headers, json.dumps(told)


class Throttle:
    """Counts wrong passwords.

    table  context manager of a binary file, locked meanwhile: in_memory()
    clock  seconds, the same for all who share the table
    """

    def __init__(self, table, clock=time.time):
        self._table = table
        self._clock = clock

    def wait(self, address, login):
        """Return the seconds that a login from an address must wait; 0: it may be tried.

        What may be tried counts as wrong until right() is called: else many that come at the same
        time would all be tried.
        """
        try:
            with self._table() as file:
                offset, key = _offset(file, address, login)
                wrong, since = self._read(file, offset, key)
                if wrong >= WRONG:
                    return max(1, round(since + SECONDS - self._clock()))
                _write(file, offset, key, wrong + 1, since)
        except OSError:
            pass  # what cannot be counted must keep nobody out
        return 0

    def right(self, address, login):
        """Forget the wrong passwords: this one was right."""
        with suppress(OSError), self._table() as file:
            _write(file, *_offset(file, address, login), 0, 0)

    def _read(self, file, offset, key):
        """Return (wrong passwords, time of the first); (0, now) when there are none any more."""
        file.seek(offset)
        kept, now = file.read(_SLOT.size), self._clock()
        if len(kept) == _SLOT.size:
            whose, wrong, since = _SLOT.unpack(kept)
            if whose == key and wrong and 0 <= now - since < SECONDS:
                return wrong, since
        return 0, now


def _offset(file, address, login):
    """Return (offset, key) of an address and a login in a table."""
    file.seek(0)
    secret = file.read(_SECRET)
    if len(secret) < _SECRET:
        secret = os.urandom(_SECRET)
        file.seek(0)
        file.write(secret)
    named = ("%s\n%s" % (address, login)).encode("utf-8", "replace")
    number = hashlib.blake2b(named, key=secret).digest()
    return _SECRET + int.from_bytes(number[:4], "big") % _SLOTS * _SLOT.size, number[4:12]


def _write(file, offset, key, wrong, since):
    file.seek(offset)
    file.write(_SLOT.pack(key, wrong, since))


def in_memory():
    """Return a table for the threads of one process."""
    file, lock = io.BytesIO(), threading.Lock()

    @contextmanager
    def table():
        with lock:
            yield file

    return table
