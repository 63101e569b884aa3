"""Serve the pages alone, without brat."""

import io
import logging
import socket
import sys

from werkzeug.serving import DechunkedInput, WSGIRequestHandler, make_server

from brat_iaa.errors import ConfigError, NothingToCompare
from brat_iaa.formats.terminal import printable
from brat_iaa.server_hooks.guard import limits, memory
from brat_iaa.server_hooks.guard.door import Door
from brat_iaa.server_hooks.guard.front import Front
from brat_iaa.server_hooks.guard.origin import allowed_hosts, is_local
from brat_iaa.web import create_app
from brat_iaa.web.background import StillComputing, background

# Seconds in which errors of a project are said at the start, and not only on its pages.
_FIRST_LOOK = 5
# Seconds that a client may take for a piece of an answer, perhaps a large page over a slow line.
_ANSWER = 300


class PagesHandler(Door, WSGIRequestHandler):
    """Answers the requests of a WSGI application, self.server.app, that the Door lets in."""

    timeout = _ANSWER

    def make_environ(self):
        environ = super().make_environ()
        environ["SCRIPT_NAME"] = self.below
        for name in ("REQUEST_URI", "RAW_URI"):
            environ[name] = self.below + environ[name]
        return environ

    def measure(self):
        longest = limits.LONGEST_FORM if self.is_for_pages() else limits.longest(self.login())
        try:
            body = io.BufferedReader(DechunkedInput(self.rfile)).read(longest + 1)
        except OSError:
            return False
        del self.headers["Transfer-Encoding"], self.headers["Content-Length"]
        self.headers["Content-Length"] = str(len(body))
        if len(body) <= longest:
            self.rfile = io.BytesIO(body)
        return True

    def log_error(self, *_):
        pass


def check_host(host, allowed):
    """Raise ConfigError for an address that other computers reach, unless it is allowed; then
    warn.
    """
    if is_local(host):
        return
    warning = (
        f"everybody who reaches {host or 'this computer'} sees the work of every "
        f"annotator: there is no login"
    )
    if not allowed:
        raise ConfigError(f"--host {host}: {warning}. If you want that, add --open.")
    print(f"Warning: {warning}.", file=sys.stderr)


def open_server(
    study, directory, host, port, brat_url, collection, state_dir=None, behind=(), prefix=None
):
    """A server of the pages of a Study that listens already; run it with serve().

    port       0 for any free one
    state_dir  directory with the snapshots; None: the user's own
    behind     names of a server in front of this one, by which browsers may ask for it, too
    prefix     path below which browsers find the pages; None: as the server in front says

    The project is read meanwhile. Raises ConfigError when the address cannot be used or brat's is
    none, and what the Study raises at once, but NothingToCompare: the pages say what is missing,
    and show figures as soon as there are any.
    """
    app = create_app(
        directory, brat_url=brat_url, collection=collection, state_dir=state_dir, study=study
    )
    with _listen(host, port) as listener:
        try:
            background.result((study,), study.agreement, _FIRST_LOOK)
        except StillComputing:
            pass  # the pages show progress
        except NothingToCompare as error:
            print(f"Nothing to compare yet: {printable(str(error))}", file=sys.stderr)
        return server_on(listener, app, host, behind=behind, prefix=prefix)


def open_application(app, host, port, handler=PagesHandler, **asked):
    """A server of a WSGI application that listens already; run it with serve().

    asked  arguments of server_on() by name
    Raises ConfigError when the address cannot be used.
    """
    with _listen(host, port) as listener:
        return server_on(listener, app, host, handler, **asked)


def server_on(listener, app, host, handler=PagesHandler, behind=(), prefix=None):
    """A server of a WSGI application on a listening socket of a host; run it with serve().

    behind  names of a server in front of this one; None: there is one, and any name will do
    prefix  path below which browsers find the application; None: as the server in front says
    """
    # The server keeps a copy of the socket.
    port, descriptor = listener.getsockname()[1], listener.fileno()
    hosts = None if behind is None else allowed_hosts(host, behind)
    attributes = {"hosts": hosts, "front": Front(behind, prefix)}
    handler = type(handler.__name__, (handler,), attributes)
    return make_server(host, port, app, threaded=True, request_handler=handler, fd=descriptor)


def serve(server, lines=None):
    """Serve until Ctrl-C.

    lines  what to say first; default: where the pages are
    """
    memory.share()
    # Errors only: a line for each picture hides them.
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    for line in lines or [f"Pages: {address(server)}/"]:
        print(line, file=sys.stderr)
    print("Stop with Ctrl-C.", file=sys.stderr, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass  # the ordinary end
    finally:
        server.server_close()


def address(server):
    """http://host:port of a server, and the path below which it is to be found."""
    path = server.RequestHandlerClass.front.prefix or ""
    host = f"[{server.host}]" if ":" in server.host else server.host
    return f"http://{host}:{server.port}{path}"


def _listen(host, port):
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ConfigError(
            f"--host {host}: {error.strerror}. Expected an address of this computer."
        ) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(limits.BACKLOG)
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"{host}, port {port}, cannot be used: {error.strerror}. Choose another "
            f"with --port, 0 for any."
        ) from None
    return listener
