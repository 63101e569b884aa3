"""What one request may cost, on all our servers: bytes, fields and seconds.

The connection of a silent or slow client is closed, so that none stays open for ever.
"""

import io
import socket
import time

# Connections that wait until the server takes them; the system refuses more.
BACKLOG = 256
# Seconds that a client may be silent, in all, until its request has arrived with its body.
SILENT = 10
# Bytes that must arrive for each further second; slower than a line that one can annotate over.
PER_SECOND = 32 * 2**10
# Bytes of the longest request: a long text to import, a drawing to store.
LONGEST = 64 * 2**20
# The same from somebody who has not logged in. Anybody can send many of these at once.
LONGEST_WITHOUT_LOGIN = 4 * 2**20
# Bytes of the longest form of the agreement pages: a decision with a long comment.
LONGEST_FORM = 256 * 2**10
# Bytes of request line and headers, which http.server limits in more detail.
_HEAD = 2**20
# Fields of a form; brat's largest has about twenty.
FIELDS = 1000
_FORM = "application/x-www-form-urlencoded"


def longest(login):
    """Return the bytes of the longest request to brat of a login; "" or None: nobody's."""
    return LONGEST if login else LONGEST_WITHOUT_LOGIN


def too_long(login):
    """Return the sentence for a request to brat that is longer than that."""
    if login:
        return "The request is too long: brat takes up to %d MB." % (LONGEST // 2**20)
    return (
        "The request is too long: without a login, brat takes up to %d MB. "
        "Log in, or send less at once." % (LONGEST_WITHOUT_LOGIN // 2**20)
    )


FORM_TOO_LONG = "The form is too long: the agreement pages take up to %d kB. Shorten the text." % (
    LONGEST_FORM // 2**10
)


def form_refusal(content_type, body):
    """Return (status, sentence) about a form that brat cannot read, bytes not parsed yet; None for
    one that it can.
    """
    if content_type.partition(";")[0].strip().lower() not in ("", _FORM):
        return 415, f"brat takes forms only: expected {_FORM}."
    # Older Pythons under brat split at both.
    if body.count(b"&") + body.count(b";") >= FIELDS:
        return 413, f"The form has too many fields: brat takes up to {FIELDS}."
    return None


class HungUp(ConnectionError):
    """The client sent too slowly, or more than any request may have; no more is read from it."""


class _Arriving(io.RawIOBase):
    """What a socket receives, unless the client keeps us waiting for too long.

    Only waiting counts, not the time that the server takes between two pieces.
    """

    def __init__(self, raw, connection):
        self._raw = raw
        self._connection = connection
        self._patience = float(SILENT)
        self._bytes = LONGEST + _HEAD

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
        earned = count / PER_SECOND - (time.monotonic() - began)
        self._patience = min(SILENT, self._patience + earned)
        self._bytes -= count
        return count

    def close(self):
        self._raw.close()
        super().close()


class InTime:
    """Mixin for request handlers of http.server, in front of their other base class."""

    def setup(self):
        super().setup()
        self.rfile = io.BufferedReader(_Arriving(self.rfile.detach(), self.connection))
