"""Requests that arrive in time.

A client that is silent or slow is hung up on, so that it keeps no place for ever.
"""

import io
import socket
import time

from server_hooks import limits

# Bytes of request line and headers, which http.server limits in more detail.
_HEAD = 2**20


class HungUp(ConnectionError):
    """The client sent too slowly, or more than any request may have; no more is read from it."""


class _Arriving(io.RawIOBase):
    """What a socket receives, as long as the client does not let us wait for too long.

    Only waiting counts, not the time that the server takes between two pieces.
    """

    def __init__(self, raw, connection):
        self._raw = raw
        self._connection = connection
        self._patience = float(limits.SILENT)
        self._bytes = limits.LONGEST + _HEAD

    def readable(self):
        return True

    def readinto(self, buffer):
        if self._patience <= 0 or self._bytes <= 0:
            raise HungUp("the client sent too slowly or too much")
        # For answers there is another limit.
        usual = self._connection.gettimeout()
        began = time.monotonic()
        self._connection.settimeout(self._patience)
        try:
            count = self._raw.readinto(buffer)
        except socket.timeout:
            self._patience = 0
            raise HungUp("the client sent too slowly") from None
        finally:
            self._connection.settimeout(usual)
        earned = count / limits.PER_SECOND - (time.monotonic() - began)
        self._patience = min(limits.SILENT, self._patience + earned)
        self._bytes -= count
        return count

    def close(self):
        self._raw.close()
        super().close()


class InTime:
    """For request handlers of http.server, in front of their other base class."""

    def setup(self):
        super().setup()
        self.rfile = io.BufferedReader(_Arriving(self.rfile.detach(), self.connection))
