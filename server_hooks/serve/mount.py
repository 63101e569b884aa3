"""A WSGI application in a process of its own, to which brat's request handler hands requests on.

brat forks for every request, so whatever an application keeps in memory would be lost with the
child. Here it lives in one process beside brat and answers over a Unix socket in a directory that
only this user can enter.
"""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import stat
import sys
import tempfile
import threading
import time
from functools import partial
from socketserver import TCPServer, ThreadingMixIn
from urllib.parse import quote, unquote
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from ..agreement.service import BELOW_HEADER
from ..guard import limits, memory
from .headers import end_to_end
from .supervisor import Supervisor

# Who asks, as brat's server saw it; set here on every request, never taken from the browser.
_CLIENT = "X-Forwarded-For"
# The login name, percent-encoded; also sent by brat's actions, which use the socket directly.
_USER = "X-Brat-Iaa-User"
_OURS = {"x-forwarded-for", "x-brat-iaa-user", "x-brat-iaa-key", BELOW_HEADER.lower()}
# Bytes of the longest path to a Unix socket that every system takes (macOS: 103, Linux: 107).
_LONGEST_PATH = 103
# Names of private directories, and of the socket in each.
_PREFIX, SOCKET = "brat-iaa-mount-", "socket"
# Seconds; a server that is just starting does not answer yet.
_STARTING = 60
# Seconds to wait for what is left of a body; the process that sends it has all of it.
_LEFT = 10
_DOWN = (
    "The pages under %s/ do not answer: their process has ended, and another one is started. "
    "brat goes on working. Load this page again in a moment.\n"
)


class _Handler(WSGIRequestHandler):
    def get_environ(self):
        environ = super().get_environ()
        # Whether a server stands in front, then who it is; see _ask().
        said, _, client = self.headers.get(_CLIENT, "").rpartition(",")
        environ["REMOTE_ADDR"] = client.strip()
        environ.pop("HTTP_X_FORWARDED_FOR", None)
        if said:
            environ["HTTP_X_FORWARDED_FOR"] = said
        environ["brat.root"] = self.headers.get(BELOW_HEADER, "")
        environ["SCRIPT_NAME"] = environ["brat.root"] + environ["SCRIPT_NAME"]
        user = self.headers.get(_USER)
        if user is not None:
            environ["brat.user"] = unquote(user)
        return environ

    def log_message(self, format, *args):
        pass

    def finish(self):
        """Take what is left of a body: closing over it would destroy an answer given before."""
        super().finish()
        with contextlib.suppress(OSError):
            self.connection.settimeout(_LEFT)
            self.connection.shutdown(socket.SHUT_WR)
            while self.connection.recv(65536):
                pass


class _Server(ThreadingMixIn, WSGIServer):
    address_family = socket.AF_UNIX
    daemon_threads = True
    # A Unix socket refuses at once whoever finds no room in the queue.
    request_queue_size = limits.BACKLOG

    def __init__(self, path, prefix, app, address):
        self.public_address = address
        super().__init__(path, _Handler)
        self.base_environ["SCRIPT_NAME"] = prefix
        self.set_app(app)

    def server_bind(self):
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.public_address
        self.setup_environ()

    def get_request(self):
        connection, _ = self.socket.accept()
        # wsgiref wants a host and a port, which Unix sockets do not have.
        return connection, ("", 0)


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)


class Mount:
    """One application under one prefix, started by fork: the process is as the caller left it.

    A second process, forked at the same time, starts it again when it dies.

    prefix   path without a slash at the end, e.g. "/iaa"
    app      WSGI application; its SCRIPT_NAME is the prefix
    address  (host, port) that browsers use
    close    file descriptors of the caller that the process must not keep

    The process answers at the Unix socket `socket` in `directory`, which is
    removed at the end. Whoever can reach it may say who is asking.
    """

    def __init__(self, prefix, app, address, close=()):
        self.prefix = prefix
        self.directory, self.socket = _private_socket()
        self._new_server = partial(_Server, self.socket, prefix, app, address)
        # Now, so that requests that come from now on wait for the process.
        self._server = self._new_server()
        # The processes read this pipe; they see the end of it when the parent
        # is gone, however the parent went.
        self._ended, self._alive = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                for descriptor in (self._alive, *close):
                    os.close(descriptor)
                name = f"the process of the pages under {prefix}/"
                Supervisor(self._serve, self._close, name, self._ended).run()
                shutil.rmtree(self.directory, ignore_errors=True)
            finally:
                os._exit(0)
        os.close(self._ended)
        # Without this, requests would wait for ever once the process has died.
        self._server.socket.close()

    def _serve(self):
        memory.share()
        threading.Thread(target=self._leave_with_parent, daemon=True).start()
        (self._server or self._new_server()).serve_forever()

    def _leave_with_parent(self):
        os.read(self._ended, 1)
        os._exit(0)

    def _close(self):
        """Close the socket of a process that has died, so that nobody waits at it."""
        if self._server is not None:
            self._server.socket.close()
            self._server = None
        os.unlink(self.socket)

    def stop(self):
        """End the processes and remove their socket."""
        os.close(self._alive)
        try:
            os.kill(self._pid, signal.SIGTERM)
            os.waitpid(self._pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # it ended before
        shutil.rmtree(self.directory, ignore_errors=True)

    def covers(self, path):
        """Return whether a request for this path, query and all, is for the application."""
        path = path.partition("?")[0]
        return path == self.prefix or path.startswith(self.prefix + "/")

    def answer(self, handler, user=None):
        """Answer the request that an http.server handler has just read.

        user is the login name of who asks, "" when not logged in, None when
        that could not be found out.
        """
        if handler.path.partition("?")[0] == self.prefix:
            # Relative links on the page need the slash.
            handler.send_response(302)
            handler.send_header("Location", handler.path.replace(self.prefix, self.prefix + "/", 1))
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        connection = _UnixConnection(self.socket)
        try:
            try:
                response = self._ask(connection, handler, body, user)
            except (OSError, http.client.HTTPException):
                _send_sentence(handler, 502, _DOWN % self.prefix)
                return
            handler.send_response_only(response.status, response.reason)
            for name, value in end_to_end(response.headers.items()):
                own = name.lower() == "server"
                handler.send_header(name, handler.version_string() if own else value)
            handler.end_headers()
            shutil.copyfileobj(response, handler.wfile)
        finally:
            connection.close()

    def _ask(self, connection, handler, body, user):
        connection.putrequest(
            handler.command,
            handler.path[len(self.prefix) :],
            skip_host=True,
            skip_accept_encoding=True,
        )
        for name, value in end_to_end(handler.headers.items()):
            # In an environ of WSGI, "_" and "-" are the same.
            if name.lower().replace("_", "-") not in _OURS:
                connection.putheader(name, value)
        # What a browser says of itself is not handed on, only that something was said.
        told = ("unknown",) if handler.headers.get(_CLIENT) is not None else ()
        connection.putheader(_CLIENT, ", ".join((*told, handler.client_address[0])))
        connection.putheader(BELOW_HEADER, handler.below)
        if user is not None:
            connection.putheader(_USER, quote(user, safe="", errors="replace"))
        connection.endheaders(body)
        return connection.getresponse()


def _private_socket():
    """Return a new directory that only this user can enter, and the path of a socket in it."""
    for parent in (None, "/tmp"):
        directory = tempfile.mkdtemp(prefix=_PREFIX, dir=parent)  # mode 0700
        remove_leftovers(os.path.dirname(directory))
        path = os.path.join(directory, SOCKET)
        if len(os.fsencode(path)) <= _LONGEST_PATH:
            break
        os.rmdir(directory)
    return directory, path


def remove_leftovers(parent):
    """Remove this user's private directories that killed servers left in a temporary directory."""
    try:
        names = os.listdir(parent)
    except OSError:
        return
    for name in names:
        directory = os.path.join(parent, name)
        if name.startswith(_PREFIX) and _is_left(directory):
            shutil.rmtree(directory, ignore_errors=True)


def _is_left(directory):
    try:
        status = os.lstat(directory)
    except OSError:
        return False
    ours = (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.getuid()
        and stat.S_IMODE(status.st_mode) == 0o700
    )
    return (
        ours
        and time.time() - status.st_mtime > _STARTING
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


def _send_sentence(handler, status, sentence):
    text = sentence.encode("utf-8")
    handler.send_response(status)
    handler.send_header("Content-Type", "text/plain; charset=utf-8")
    handler.send_header("Content-Length", str(len(text)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(text)
