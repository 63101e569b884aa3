"""Serve the pages alone, without brat."""

import io
import logging
import signal
import socket
import sys

from werkzeug.serving import DechunkedInput, WSGIRequestHandler, make_server

from brat_iaa.errors import ConfigError, NothingToCompare
from brat_iaa.formats.terminal import printable
from brat_iaa.http import limits, memory
from brat_iaa.http.origin import allowed_hosts, is_local
from brat_iaa.http.request_limits import RequestLimits
from brat_iaa.http.reverse_proxy import ReverseProxy
from brat_iaa.web import create_app
from brat_iaa.web.background import StillComputing, background

# Seconds in which errors of a project are said at the start, and not only on its pages.
_FIRST_LOOK = 5
# Seconds that a client may take for a piece of an answer, perhaps a large page over a slow line.
_ANSWER = 300


class PagesHandler(RequestLimits, WSGIRequestHandler):
    """Answers the requests of a WSGI application, self.server.app, within the RequestLimits."""

    timeout = _ANSWER

    def make_environ(self):
        environ = super().make_environ()
        environ["SCRIPT_NAME"] = self.script_name
        for name in ("REQUEST_URI", "RAW_URI"):
            environ[name] = self.script_name + environ[name]
        return environ

    def measure(self):
        longest = limits.LONGEST_FORM if self.is_for_pages() else limits.longest(self.login())
        try:
            body = io.BufferedReader(DechunkedInput(self.rfile)).read(longest + 1)
        except (OSError, ValueError):  # no chunks, or too few
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
    study,
    directory,
    host,
    port,
    brat_url,
    collection,
    state_dir=None,
    trusted_proxies=(),
    prefix=None,
):
    """A server of the pages of a Study that listens already; run it with serve().

    port       0 for any free one
    state_dir  directory with the snapshots; None: the user's own
    trusted_proxies  names of a server in front of this one, by which browsers may ask for it, too
    prefix     path below which browsers find the pages; None: as the server in front says

    The project is read meanwhile. Raises ConfigError when the address cannot be used or brat's is
    none, and what the Study raises at once, but NothingToCompare: the pages say what is missing,
    and show figures as soon as there are any.
    """
    app = create_app(
        directory, brat_url=brat_url, collection=collection, state_dir=state_dir, study=study
    )
    with listen(host, port) as listener:
        try:
            background.result((study,), study.agreement, _FIRST_LOOK)
        except StillComputing:
            pass  # the pages show progress
        except NothingToCompare as error:
            print(f"Nothing to compare yet: {printable(str(error))}", file=sys.stderr)
        return server_on(listener, app, host, PagesHandler, trusted_proxies, prefix)


def server_on(listener, app, host, handler=PagesHandler, trusted_proxies=(), prefix=None):
    """A server of a WSGI application on a listening socket of a host; run it with serve().

    trusted_proxies  names of a server in front of this one; None: there is one, of any name
    prefix           path below which browsers ask; None: as the server in front says
    """
    # The server keeps a copy of the socket.
    port, descriptor = listener.getsockname()[1], listener.fileno()
    hosts = None if trusted_proxies is None else allowed_hosts(host, trusted_proxies)
    attributes = {"hosts": hosts, "reverse_proxy": ReverseProxy(trusted_proxies, prefix)}
    handler = type(handler.__name__, (handler,), attributes)
    return make_server(host, port, app, threaded=True, request_handler=handler, fd=descriptor)


def serve(server, lines=None):
    """Serve until Ctrl-C or SIGTERM.

    lines  what to say first; default: where the pages are
    """
    memory.share()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
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
        signal.signal(signal.SIGTERM, before)
        server.server_close()


def address(server):
    """http://host:port of a server, and the path below which it is to be found."""
    path = server.RequestHandlerClass.reverse_proxy.prefix or ""
    host = f"[{server.host}]" if ":" in server.host else server.host
    return f"http://{host}:{server.port}{path}"


def listen(host, port):
    """A listening socket; port: 0 for any free one. Raises ConfigError if it cannot be had."""
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
