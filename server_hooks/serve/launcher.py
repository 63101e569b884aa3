"""Start brat's own standalone server, with WSGI applications beside it on the same address.

No file of brat is touched. brat's modules are loaded once, before the first request, which makes
brat about twelve times faster than its own standalone.py.
"""

import contextlib
import errno
import importlib
import importlib.util
import os
import signal
import socket
import sys
import time
import warnings
from functools import partial
from http.server import HTTPServer
from socketserver import ForkingMixIn

from ..agreement import actions
from ..agreement.service import STAMP, Service
from ..brat import bratserver, compat, sessions, settings
from ..brat.data import missing_part
from ..brat.settings import LaunchError
from ..guard import dispatcher, limits, origin
from ..guard.front import Front
from .handler import checked, handler
from .mount import Mount
from .public_files import PublicFiles

# Seconds that requests under way get to finish when the server is stopped.
_PATIENCE = 5
# Requests at the same time, each a process.
_MOST = 40
# Seconds that each of them has to arrive when no more can be taken.
_GRACE = 1
# brat imports these when it opens a document, which would be anew in the process of each request.
_IMPORTED_LATE = ("gtbtokenize", "ssplit", "tokenise")
_OTHER_USER = "Start this as the user that brat has run as so far, or give your user access to it."


class AddressInUse(LaunchError):
    """Another program has the address."""


def listen(host="127.0.0.1", port=8001):
    """Return a listening socket for run().

    host  who may reach it: 127.0.0.1 this computer only, 0.0.0.0 everybody
    port  0 takes any free port

    Raises AddressInUse, or LaunchError when the address is not this computer's.
    """
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(limits.BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise AddressInUse(
                f"Port {port} on {host} is in use by another program. Stop that program or choose "
                "another port."
            ) from None
        why = getattr(error, "strerror", None) or error
        raise LaunchError(f"Cannot listen on {host}, port {port}: {why}.") from None
    return listener


def run(
    brat_tree,
    config=None,
    listener=None,
    mounts=None,
    agreement=None,
    guard=True,
    behind=(),
    prefix=None,
    ready=None,
):
    """Serve brat until Ctrl-C or SIGTERM, then clean up and return.

    brat_tree  brat's folder, the one with standalone.py in it
    config     brat's settings as a module, from settings.of(), settings.made() or
               bratserver.of_environment(); None: those in brat's config.py
    listener   a socket from listen(); None: on its usual address. It is closed at the end.
    mounts     {path: WSGI application}, e.g. {"/iaa": app}; each application
               runs in one process of its own, forked from this one
    agreement  (path of the mount that brat's pages ask about agreement, path of the script that
               they load); None: they do neither
    guard      whether to keep brat from losing edits
    behind     names of a server in front of this one, by which browsers may ask for it, too
    prefix     path below which browsers find all this, from front.prefix(); None: as the server in
               front says
    ready      called with (host, port) as soon as requests are answered

    An application learns who is asking: environ["brat.user"] is the login, "" when not logged in;
    absent when that could not be found out.

    Must be called in the main thread. The process is brat's from then on: brat's modules, its
    settings and the current directory are process-wide. Raises LaunchError when brat cannot be
    started.
    """
    brat_tree = os.path.abspath(os.fspath(brat_tree))
    wrong = missing_part(brat_tree, "standalone.py")
    if wrong:
        raise LaunchError(wrong)
    if config is None:
        config = settings.of(brat_tree)
    _check_directories(config)
    mounts = {path.rstrip("/"): app for path, app in (mounts or {}).items()}
    if agreement is not None and agreement[0] not in mounts:
        raise ValueError(f"agreement must be one of the mounts, found {agreement[0]!r}")
    stopping = []
    before = {
        number: signal.signal(number, lambda *_: stopping.append(True))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    started_in = os.getcwd()
    running = {}
    server = None
    try:
        if listener is None:
            listener = listen()
        address = listener.getsockname()[:2]
        for path, app in mounts.items():
            running[path] = Mount(path, app, address, close=[listener.fileno()])
        # brat looks for default settings files in the current directory.
        os.chdir(brat_tree)
        standalone = _load(brat_tree, config)
        if guard:
            dispatcher.add(config.DATA_DIR, config.WORK_DIR)
        if agreement is not None:
            path, script = agreement
            _add_actions(running[path], script, config)
        files = PublicFiles(brat_tree, _private(brat_tree, config))
        server = _Server(
            listener,
            handler(
                standalone,
                files,
                running.values(),
                _who(config),
                agreement is not None,
                origin.allowed_hosts(address[0], behind),
                Front(behind, prefix),
            ),
        )
        if ready is not None:
            ready(*address)
        while not stopping:
            if server.has_room():
                server.handle_request()
            server.service_actions()
    finally:
        if listener is not None:
            listener.close()
        if server is not None:
            server.end_requests()
        for mount in running.values():
            mount.stop()
        os.chdir(started_in)
        for number, handle in before.items():
            signal.signal(number, handle)


def _check_directories(config):
    if not os.path.isdir(config.DATA_DIR):
        raise LaunchError(
            f"The data directory {config.DATA_DIR} does not exist. Give the directory that holds "
            "brat's collections."
        )
    if not os.access(config.DATA_DIR, os.R_OK | os.X_OK):
        raise LaunchError(f"You may not read the data directory {config.DATA_DIR}. {_OTHER_USER}")
    try:
        os.makedirs(config.WORK_DIR, mode=0o700, exist_ok=True)
    except OSError as error:
        raise LaunchError(
            f"The work directory {config.WORK_DIR} cannot be made: {error.strerror}."
        ) from None
    for name in ("", "server.log", "sessions", "tmp"):
        path = os.path.join(config.WORK_DIR, name)
        if os.path.exists(path) and not os.access(path, os.R_OK | os.W_OK):
            raise LaunchError(f"You may not write to {path.rstrip(os.sep)}. {_OTHER_USER}")


def _load(brat_tree, config):
    """Import brat and return its module `standalone`."""
    compat.restore()
    settings.give(config)
    # In front, because brat's modules have names like "common" and "message".
    sys.path.insert(0, os.path.join(brat_tree, "server", "src"))
    path = os.path.join(brat_tree, "standalone.py")
    spec = importlib.util.spec_from_file_location("standalone", path)
    standalone = importlib.util.module_from_spec(spec)
    try:
        with warnings.catch_warnings():
            # Old spellings in brat's code; nothing its users could fix.
            warnings.simplefilter("ignore")
            spec.loader.exec_module(standalone)
            import dispatch  # imports nearly everything that requests need

            for name in _IMPORTED_LATE:
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
    except (ImportError, SyntaxError) as error:
        raise LaunchError(
            f"brat in {brat_tree} cannot run in this Python ({error}). brat 1.3 and older need "
            "Python 2: start it as before and put the pages in front of it with: brat-agreement "
            "proxy URL"
        ) from None
    settings.let_data_live_elsewhere(brat_tree, config)
    if not getattr(config, "DOWNLOADS", True):
        bratserver.refuse_downloads(dispatch)
    standalone.serve = checked(standalone.serve)
    return standalone


def _add_actions(mount, script, config):
    import dispatch

    # In a directory that is removed with the mount, and that nobody else can write to.
    stamp = os.path.join(mount.directory, STAMP)
    service = Service("unix:" + mount.socket, stamp=stamp)
    actions.add(dispatch, service, os.path.abspath(os.fspath(script)), config.DATA_DIR)


def _private(brat_tree, config):
    """Return the directories of which nothing is handed out as a file."""
    usual = [os.path.join(brat_tree, name) for name in ("data", "work")]
    backup = [config.BACKUP_DIR] if getattr(config, "BACKUP_DIR", None) else []
    return [config.DATA_DIR, config.WORK_DIR, *usual, *backup]


def _who(config):
    """Return a function of a Cookie header: the login of whoever sends it."""
    if config.USER_PASSWORD is False:
        return lambda cookies: ""
    return partial(sessions.user, config.WORK_DIR)


class _Server(ForkingMixIn, HTTPServer):
    # Seconds between two looks at whether to stop.
    timeout = 0.2
    # Else the base class would wait for a child and for nothing else; has_room() limits them.
    max_children = sys.maxsize

    def __init__(self, listener, handler):
        self._full_since = None
        super().__init__(listener.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener

    def finish_request(self, request, client_address):
        # In the child. Ctrl-C reaches it, too, but the parent decides.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # Else the address would stay taken while this request lasts.
        self.socket.close()
        super().finish_request(request, client_address)

    def has_room(self):
        """Return whether one more request can be taken; does not wait for long.

        While there is no room, connections are closed of clients that have not sent their whole
        request yet, or do not take their answer, so that they keep nobody out. They have a second:
        a request that has just come in is soon read; for an answer some more, see limits.
        """
        self.collect_children()
        if len(self.active_children or ()) < _MOST:
            self._full_since = None
            return True
        now = time.monotonic()
        if self._full_since is None:
            self._full_since = now
        if now - self._full_since > _GRACE:
            for child in self.active_children:
                # Those that are at work ignore it.
                os.kill(child, signal.SIGTERM)
        time.sleep(0.01)
        return False

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
