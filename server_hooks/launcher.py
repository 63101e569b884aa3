"""Start brat's own standalone server, with WSGI applications beside it on the same address.

No file of brat is touched. brat's modules are loaded once, before the first
request, which makes brat about twelve times faster than its own standalone.py.
"""

import errno
import importlib.util
import os
import signal
import socket
import sys
import time
import warnings
from http.server import HTTPServer, SimpleHTTPRequestHandler
from socketserver import ForkingMixIn

from server_hooks import bridges, paths, settings
from server_hooks.mount import Mount

# Seconds that requests under way get to finish when the server is stopped.
_PATIENCE = 5
# Bytes of the longest request: a long text to import, a drawing to store.
_LONGEST = 64 * 2**20


class LaunchError(Exception):
    """brat cannot be started; the text says why and what to do."""


class AddressInUse(LaunchError):
    """Another program has the address."""


def listen(host="127.0.0.1", port=8001):
    """A listening socket for run(). Port 0 takes any free one.

    Raises AddressInUse, or LaunchError when the address is not this computer's.
    """
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except (OSError, OverflowError) as error:
        listener.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise AddressInUse(
                "Port %d on %s is in use by another program. Stop that program or choose another port."
                % (port, host)
            ) from None
        raise LaunchError(
            "Cannot listen on %s, port %d: %s." % (host, port, getattr(error, "strerror", None) or error)
        ) from None
    return listener


def run(
    brat_tree,
    data_dir,
    work_dir,
    host="127.0.0.1",
    port=8001,
    users=None,
    mounts=None,
    ready=None,
    listener=None,
):
    """Serve brat until Ctrl-C or SIGTERM, then clean up and return.

    brat_tree  brat's folder, the one with standalone.py in it
    data_dir   directory with brat's collections
    work_dir   directory for brat's sessions and its log; made when absent
    port       0 takes any free port
    users      {name: password} of those who may edit; everybody may look
    mounts     {prefix: WSGI application}, e.g. {"/iaa": app}; each application
               runs in one process of its own, forked from this one
    ready      called with (host, port) as soon as requests are answered
    listener   a socket from listen(), instead of host and port

    Must be called in the main thread. The process is brat's from then on:
    brat's modules, its settings and the current directory are process-wide.
    Raises LaunchError when brat cannot be started.
    """
    brat_tree, data_dir, work_dir = (
        os.path.abspath(os.fspath(path)) for path in (brat_tree, data_dir, work_dir)
    )
    _check(brat_tree, data_dir)
    stopping = []
    before = {
        number: signal.signal(number, lambda *_: stopping.append(True))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    started_in = os.getcwd()
    running = []
    server = None
    try:
        if listener is None:
            listener = listen(host, port)
        address = listener.getsockname()[:2]
        for prefix, app in (mounts or {}).items():
            running.append(Mount(prefix.rstrip("/"), app, address, close=[listener.fileno()]))
        os.makedirs(work_dir, mode=0o700, exist_ok=True)
        # brat looks for default settings files in the current directory.
        os.chdir(brat_tree)
        standalone = _load(brat_tree, data_dir, work_dir, users or {})
        server = _Server(listener, _handler(standalone, brat_tree, running))
        if ready is not None:
            ready(*address)
        while not stopping:
            server.handle_request()
            server.service_actions()
    finally:
        if listener is not None:
            listener.close()
        if server is not None:
            server.end_requests()
        for mount in running:
            mount.stop()
        os.chdir(started_in)
        for number, handler in before.items():
            signal.signal(number, handler)


def _check(brat_tree, data_dir):
    for part in ("standalone.py", "index.xhtml", os.path.join("server", "src", "dispatch.py")):
        if not os.path.isfile(os.path.join(brat_tree, part)):
            raise LaunchError(
                "%s is not brat's folder: it has no %s. Give the folder that brat was unpacked to."
                % (brat_tree, part)
            )
    if not os.path.isdir(data_dir):
        raise LaunchError(
            "The data directory %s does not exist. Give the directory that holds brat's collections."
            % data_dir
        )


def _load(brat_tree, data_dir, work_dir, users):
    """Import brat and return its module `standalone`."""
    bridges.build()
    settings.give(brat_tree, data_dir, work_dir, users)
    # In front, because brat's modules have names like "common" and "message".
    sys.path.insert(0, os.path.join(brat_tree, "server", "src"))
    path = os.path.join(brat_tree, "standalone.py")
    spec = importlib.util.spec_from_file_location("standalone", path)
    standalone = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        # Old spellings in brat's code; nothing its users could mend.
        warnings.simplefilter("ignore")
        spec.loader.exec_module(standalone)
        import dispatch  # noqa: F401  imports everything that requests need
    settings.let_data_live_elsewhere(brat_tree, data_dir)
    standalone.serve = paths.guarded(standalone.serve)
    return standalone


def _handler(standalone, brat_tree, mounts):
    """brat's request handler, with the mounts, and with brat's sessions kept private."""
    private = ["Disallow: /work", "Disallow: *.pickle"]

    class Handler(standalone.BratHTTPRequestHandler):
        permissions = standalone.PathPermissions().parse(
            private + standalone._PERMISSIONS.split("\n")
        )
        # Not every system knows this type, and brat's pages do not show as another.
        extensions_map = {
            **SimpleHTTPRequestHandler.extensions_map,
            ".xhtml": "application/xhtml+xml",
        }
        # Browsers open connections in advance; seconds until an unused one is closed.
        timeout = 60

        def __init__(self, *args, **kwargs):
            super().__init__(*args, directory=brat_tree, **kwargs)

        def parse_request(self):
            # From here on there is work to finish, perhaps a file half written.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            return super().parse_request() and self._length_fits()

        def _length_fits(self):
            """Whether the body can be read; answers if not. Without this, brat would wait or fall over."""
            length = self.headers.get("Content-Length", "0")
            if not (length.isascii() and length.isdigit()):
                self.send_error(400, "Bad Content-Length")
            elif len(length) > 18 or int(length) > _LONGEST:
                self.send_error(413)
            else:
                return True
            return False

        def _mounted(self):
            for mount in mounts:
                if mount.covers(self.path):
                    mount.answer(self)
                    return True
            return False

        def do_GET(self):
            if not self._mounted():
                super().do_GET()

        def do_HEAD(self):
            if not self._mounted():
                super().do_HEAD()

        def do_POST(self):
            if not self._mounted():
                super().do_POST()

        def _mounted_only(self):
            if not self._mounted():
                self.send_error(501)

        do_DELETE = do_OPTIONS = do_PATCH = do_PUT = _mounted_only

        def log_message(self, format, *args):
            pass

    return Handler


class _Server(ForkingMixIn, HTTPServer):
    # Seconds between two looks at whether to stop.
    timeout = 0.2

    def __init__(self, listener, handler):
        super().__init__(listener.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener

    def finish_request(self, request, client_address):
        # In the child. Ctrl-C reaches it too, but the parent decides.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # Else the address would stay taken while this request lasts.
        self.socket.close()
        super().finish_request(request, client_address)

    def collect_children(self, *, blocking=False):
        if len(self.active_children or ()) >= self.max_children:
            # Else connections that nobody uses would keep everybody waiting; busy children ignore this.
            for child in self.active_children:
                os.kill(child, signal.SIGTERM)
        super().collect_children(blocking=blocking)

    def handle_error(self, request, client_address):
        # A browser that has gone away is no error.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def end_requests(self):
        """End the children: idle ones at once, busy ones when done or after _PATIENCE seconds."""
        for number, wait in ((signal.SIGTERM, _PATIENCE), (signal.SIGKILL, 1)):
            until = time.monotonic() + wait
            while self.active_children and time.monotonic() < until:
                for child in self.active_children:
                    # Again and again: a child just born may not yet know what to do with it.
                    os.kill(child, number)
                time.sleep(0.01)
                self.collect_children()
