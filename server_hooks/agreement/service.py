"""A client of the agreement pages, for brat's process: it asks within a time brat can spare."""

import json
import os
import socket
import sys
import time
from io import BytesIO
from urllib.parse import quote, urlencode, urlsplit

# Name of the file in brat's WORK_DIR that exists while the service does not answer.
STAMP = "brat-iaa-waited"
# Seconds during which a service is not asked again after a timeout.
_PAUSE = 5
# Bytes of the longest answer that is read.
_LONGEST = 32 * 2**20
# What everybody may read; addresses and causes are for the server's log.
_DOWN = "The agreement pages do not answer. brat itself works as usual."
_SLOW = (
    "The agreement pages did not answer in time. brat itself works as usual; they are "
    "asked again in a moment."
)


class ServiceError(Exception):
    """There is no answer; the text is one sentence for the person at brat's page."""


class Service:
    """The service at an address.

    address   "http://host:port/prefix" or "unix:/path/to/socket"
    key       the secret that shows the service that brat's own process is asking
    timeout   seconds that an answer may take, all in all
    stamp     path of an empty file that exists while the service does not answer; its time is
              that of the last timeout. brat's processes live for one request only, so they
              cannot remember it
    prefix    path of the pages below the address, e.g. "/iaa"

    Why there is no answer is said on standard error, once until there is one again.

    Raises ValueError for an address that is neither.
    """

    def __init__(self, address, key="", timeout=2.0, stamp=None, prefix=""):
        self.address = address
        self._timeout = timeout
        self._stamp = stamp
        self._key = key
        if address.startswith("unix:/"):
            self._path, self._host, self._prefix = address[len("unix:") :], "localhost", prefix
        else:
            parts = urlsplit(address)
            try:
                self._address = parts.hostname, parts.port or 80
            except ValueError:
                self._address = None, 0
            if parts.scheme != "http" or not self._address[0]:
                raise ValueError(
                    (
                        "%r is no address of the pages' service: expected http://host:port "
                        "or unix:/path/to/socket."
                    )
                    % address
                )
            self._path, self._host = None, parts.netloc
            self._prefix = parts.path.rstrip("/") + prefix

    def ask(self, path, user, parameters):
        """Return the service's answer, a dict with a key "state".

        path        e.g. "api/agreement"
        user        brat's login name; "" when not logged in
        parameters  {name: text}

        Raises ServiceError when there is none within the time-out.
        """
        if self._timed_out_just_now():
            raise ServiceError(_SLOW)
        try:
            answer = self._read(self._exchange(self._request(path, user, parameters)))
        except socket.timeout:
            self._log("did not answer within %g seconds" % self._timeout, time.time())
            raise ServiceError(_SLOW) from None
        except OSError as error:
            self._log("do not answer (%s)" % (error.strerror or error))
            raise ServiceError(_DOWN) from None
        except _Unusable as error:
            self._log(str(error))
            raise ServiceError(_DOWN) from None
        self._forget()
        return answer

    def _request(self, path, user, parameters):
        lines = (
            "GET %s/%s?%s HTTP/1.1" % (self._prefix, path, urlencode(parameters, errors="replace")),
            "Host: " + self._host,
            "Accept: application/json",
            "Connection: close",
            "X-Brat-Iaa-Key: " + self._key,
            "X-Brat-Iaa-User: " + quote(user, safe="", errors="replace"),
        )
        return "".join(line + "\r\n" for line in (*lines, "")).encode("utf-8")

    def _exchange(self, request):
        """Return all bytes of the answer.

        By hand, because the time-out of http.client is for each piece: a service that sends a byte
        now and then would keep brat waiting for ever.
        """
        end = time.monotonic() + self._timeout
        with self._connect(end) as connection:
            connection.settimeout(_left(end))
            connection.sendall(request)
            received = bytearray()
            while len(received) < _LONGEST:
                connection.settimeout(_left(end))
                piece = connection.recv(2**16)
                if not piece:
                    return bytes(received)
                received += piece
        raise _Unusable("gave an answer that is longer than brat can show")

    def _connect(self, end):
        if self._path is not None:
            addresses = [(socket.AF_UNIX, socket.SOCK_STREAM, 0, None, self._path)]
        else:
            addresses = socket.getaddrinfo(*self._address, type=socket.SOCK_STREAM)
        failed = OSError("no such host")
        for family, kind, protocol, _, address in addresses:
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(_left(end))
                connection.connect(address)
                return connection
            except OSError as error:
                connection.close()
                failed = error
        raise failed

    def _read(self, answer):
        # brat's settings module has imported this before.
        from http.client import HTTPException, HTTPResponse

        try:
            response = HTTPResponse(_Received(answer))
            response.begin()
            read = json.loads(response.read().decode("utf-8"))
        except (HTTPException, ValueError, RecursionError):
            read = None
        # Also with a status that says no: then it says why.
        if isinstance(read, dict) and isinstance(read.get("state"), str):
            return read
        raise _Unusable("are something else: brat-agreement doctor shows the right address")

    def _timed_out_just_now(self):
        if self._stamp is None:
            return False
        try:
            return 0 <= time.time() - os.stat(self._stamp).st_mtime < _PAUSE
        except OSError:
            return False

    def _log(self, what, waited=None):
        """Say it on standard error, once, and keep the time of a timeout."""
        if self._stamp is None:
            self._say(what)
            return
        try:
            os.close(os.open(self._stamp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            os.utime(self._stamp, (0, 0))
        except FileExistsError:
            pass  # it was said
        except OSError:
            self._say(what)  # nothing can be kept; then everybody waits as long
            return
        else:
            self._say(what)
        if waited is not None:
            try:
                os.utime(self._stamp, (waited, waited))
            except OSError:
                pass  # somebody had an answer meanwhile

    def _say(self, what):
        print(
            "brat-agreement: the agreement pages at %s %s" % (self.address, what), file=sys.stderr
        )

    def _forget(self):
        if self._stamp is None:
            return
        try:
            os.unlink(self._stamp)
        except OSError:
            pass  # there is none


class _Unusable(Exception):
    """The answer is not one of the pages; the text is for the log."""


class _Received:
    """What HTTPResponse wants of a socket."""

    def __init__(self, received):
        self._received = received

    def makefile(self, _mode):
        return BytesIO(self._received)


def _left(end):
    """Return the seconds until a point in time; raise socket.timeout when it has passed."""
    left = end - time.monotonic()
    if left <= 0:
        raise socket.timeout
    return left
