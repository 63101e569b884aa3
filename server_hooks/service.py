"""Ask the agreement pages' service something, from brat's process, within a time that brat can spare."""

import json
import os
import socket
import time
from io import BytesIO
from urllib.parse import quote, urlencode, urlsplit

# Name of the file in brat's WORK_DIR that is there after the service let somebody wait.
STAMP = "brat-iaa-waited"
# Seconds during which a service that let somebody wait in vain is not asked again.
_PAUSE = 5
# Bytes of the longest answer that is read.
_LONGEST = 32 * 2**20


class ServiceError(Exception):
    """There is no answer; the text is one sentence for the person at brat's page."""


class Service:
    """The service at an address.

    address   "http://host:port/prefix" or "unix:/path/to/socket"
    key       the secret that shows the service that brat's own process is asking
    timeout   seconds that an answer may take, all in all
    stamp     path of an empty file that is there after the service let somebody wait;
              brat's processes live for one request only, so they cannot remember it

    Raises ValueError for an address that is neither.
    """

    def __init__(self, address, key="", timeout=2.0, stamp=None):
        self.address = address
        self._timeout = timeout
        self._stamp = stamp
        self._key = key
        if address.startswith("unix:/"):
            self._path, self._host, self._prefix = address[len("unix:") :], "localhost", ""
        else:
            parts = urlsplit(address)
            try:
                self._place = parts.hostname, parts.port or 80
            except ValueError:
                self._place = None, 0
            if parts.scheme != "http" or not self._place[0]:
                raise ValueError(
                    "%r is no address of the pages' service: expected http://host:port or unix:/path/to/socket."
                    % address
                )
            self._path, self._host, self._prefix = None, parts.netloc, parts.path.rstrip("/")

    def ask(self, path, user, parameters):
        """The service's answer, a dict with a key "state".

        path        e.g. "api/agreement"
        user        brat's login name; "" when not logged in
        parameters  {name: text}

        Raises ServiceError when there is none within the time-out.
        """
        if self._let_somebody_wait():
            raise self._silent()
        try:
            answer = self._exchange(self._request(path, user, parameters))
        except socket.timeout:
            self._remember()
            raise self._silent() from None
        except OSError as error:
            raise ServiceError(
                "The agreement pages do not answer at %s (%s). brat itself works as usual."
                % (self.address, error.strerror or error)
            ) from None
        return self._read(answer)

    def _silent(self):
        return ServiceError(
            "The agreement pages at %s did not answer within %g seconds. brat itself works as usual; "
            "they are asked again in a moment." % (self.address, self._timeout)
        )

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
        """All bytes of the answer.

        By hand, because a client's time-out is about each piece: a service
        that sends a byte now and then would keep brat waiting for ever.
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
        raise ServiceError("The answer of the agreement pages is longer than brat can show.")

    def _connect(self, end):
        if self._path is not None:
            places = [(socket.AF_UNIX, socket.SOCK_STREAM, 0, None, self._path)]
        else:
            places = socket.getaddrinfo(*self._place, type=socket.SOCK_STREAM)
        failed = OSError("no such host")
        for family, kind, protocol, _, place in places:
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(_left(end))
                connection.connect(place)
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
        raise ServiceError(
            "What answers at %s are not the agreement pages. The person who looks after this brat "
            "can see the right address with: brat-iaa status." % self.address
        )

    def _let_somebody_wait(self):
        if self._stamp is None:
            return False
        try:
            return 0 <= time.time() - os.stat(self._stamp).st_mtime < _PAUSE
        except OSError:
            return False

    def _remember(self):
        if self._stamp is None:
            return
        try:
            with open(self._stamp, "wb"):
                os.utime(self._stamp)
        except OSError:
            pass  # then the next one waits as long


class _Received:
    """What HTTPResponse wants of a socket."""

    def __init__(self, received):
        self._received = received

    def makefile(self, _mode):
        return BytesIO(self._received)


def _left(end):
    """Seconds until a point in time; raises the error of sockets when it has passed."""
    left = end - time.monotonic()
    if left <= 0:
        raise socket.timeout
    return left
