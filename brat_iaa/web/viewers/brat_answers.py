"""Reads brat's answers within one time: the head of each, and the body of short ones.

The timeout of a request is for each piece that arrives: headers that come byte by byte would hold a
request for hours.
"""

import io
import socket
import time
from http.client import HTTPResponse

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection


class HeadInTime(HTTPAdapter):
    """An adapter of requests: the timeout for an answer is the time for its whole head, too.

    Raises requests.Timeout if it takes longer. Bodies are as with any other adapter.
    """

    def init_poolmanager(self, *args, **options):
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _TlsPool}


def session_in_time():
    """A requests.Session whose answers come with their whole heads within the timeout."""
    session = requests.Session()
    for scheme in ("http://", "https://"):
        session.mount(scheme, HeadInTime())
    return session


class _Response(HTTPResponse):
    def __init__(self, sock, *args, **options):
        super().__init__(sock, *args, **options)
        self._arriving = _Arriving(self.fp.detach(), sock)
        self.fp = io.BufferedReader(self._arriving)

    def begin(self):
        self._arriving.begin()
        try:
            super().begin()
        finally:
            self._arriving.end()


class _Arriving(io.RawIOBase):
    """What a socket receives; from begin() to end() the socket's timeout is for all of it."""

    def __init__(self, raw, connection):
        self._raw, self._connection = raw, connection
        self._until = self._usual = None

    def begin(self):
        self._usual = self._connection.gettimeout()
        if self._usual is not None:
            self._until = time.monotonic() + self._usual

    def end(self):
        if self._until is not None:
            self._until = None
            self._connection.settimeout(self._usual)

    def readable(self):
        return True

    def readinto(self, buffer):
        if self._until is not None:
            left = self._until - time.monotonic()
            if left <= 0:
                raise socket.timeout("the head of the answer takes too long")
            self._connection.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self):
        self._raw.close()
        super().close()


class _Connection(HTTPConnection):
    response_class = _Response


class _TlsConnection(HTTPSConnection):
    response_class = _Response


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


# Bytes of the longest answer to whoami, by far.
LONGEST = 64 * 1024


def short_answer(response, seconds, clock=time.monotonic):
    """Bytes of the body of a requests.Response that was asked for with stream=True.

    seconds  for the whole body; the timeout of a request is for each piece of it
    Raises requests.RequestException if it takes longer, is longer than LONGEST, or has another
    status than 200: then it is not the answer to the question.
    """
    until, body = clock() + seconds, bytearray()
    with response:
        if response.status_code != 200:
            raise requests.RequestException(f"the answer has the status {response.status_code}")
        # Byte by byte: a larger piece would be waited for until it is full.
        for byte in response.iter_content(1):
            body += byte
            if len(body) > LONGEST:
                raise requests.RequestException(f"the answer is longer than {LONGEST} bytes")
            if clock() > until:
                raise requests.Timeout(f"the answer takes longer than {seconds} seconds")
    return bytes(body)
