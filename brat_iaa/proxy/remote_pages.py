"""The pages in a process of their own: what they compute does not hold up brat's answers."""

import hmac
import json
import logging
import os
import signal
import socket
import sys
import threading
from functools import partial

from brat_iaa.errors import BratIaaError
from brat_iaa.http import memory
from brat_iaa.proxy.child import Child
from brat_iaa.server_hooks import saving
from brat_iaa.server_hooks.launcher import SECRET_HEADER
from brat_iaa.web.serving import PagesHandler, server_on
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import FromServer

# The environ of WSGI that goes with a request, but for what HTTP says anyway.
ENVIRON_HEADER = "X-Brat-Iaa-Environ"
_PASSED_ON = (
    "REMOTE_ADDR",
    "SERVER_NAME",
    "SERVER_PORT",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "REQUEST_SCHEME",
    "brat.user",
    "brat.root",
)
_START = "from brat_iaa.proxy import remote_pages; remote_pages.main()"


def start(data_dir, state_dir, managers, locks, **further):
    """The Child with the pages of all projects below brat's data directory.

    locks    directory of the locks of documents, see server_hooks.saving
    further  of an installed brat: settings, the path of the site's; pages_url, as for
             create_site(); way, how it is found out who asks
    """
    paths = {"data": data_dir, "state": state_dir, "locks": locks}
    told = {name: path and os.path.abspath(path) for name, path in paths.items()}
    return Child("The process of the pages", _START, {**told, **further, "managers": managers})


def passed_on(environ, secret):
    """Headers for the process, {name: value}, of a request for a page with this environ."""
    kept = {
        name[5:].replace("_", "-").title(): value
        for name, value in environ.items()
        if name.startswith("HTTP_") and name != "HTTP_CONNECTION"
    }
    if environ.get("CONTENT_TYPE"):
        kept["Content-Type"] = environ["CONTENT_TYPE"]
    told = {name: environ[name] for name in _PASSED_ON if name in environ}
    return {**kept, SECRET_HEADER: secret, ENVIRON_HEADER: json.dumps(told)}


class _Handler(PagesHandler):
    """Answers the server in front only, which has looked at every request."""

    secret = ""

    def parse_request(self):
        if not super().parse_request():
            return False
        if hmac.compare_digest(self.headers.get(SECRET_HEADER, ""), self.secret):
            return True
        self.send_error(403, "Ask the server in front")
        return False

    def make_environ(self):
        environ = super().make_environ()
        environ.update(json.loads(environ.pop(_variable(ENVIRON_HEADER))))
        del environ[_variable(SECRET_HEADER)]
        environ.pop("REQUEST_URI", None)
        environ.pop("RAW_URI", None)
        return environ


def _variable(header):
    return "HTTP_" + header.upper().replace("-", "_")


def main():
    """Serve what a line on standard input tells, until it ends."""
    # Ctrl-C reaches every process of the terminal, and systemd ends all at once; who started this
    # decides.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    told = json.loads(sys.stdin.readline())
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    memory.share()
    try:
        site = create_site(
            told["data"], "/", FromServer(told.get("way")), state_dir=told["state"],
            managers=told["managers"], pages_url=told.get("pages_url"),
            lock=partial(saving.locked, told["locks"]),
        )  # fmt: skip
    except BratIaaError as error:
        print(json.dumps({"error": str(error)}), file=answers, flush=True)
        sys.exit(1)
    site.extensions["brat_iaa_health"].settings = told.get("settings")
    handler = type("Handler", (_Handler,), {"secret": told["secret"]})
    server = server_on(socket.socket(fileno=told["socket"]), site, "127.0.0.1", handler, None, "")
    threading.Thread(target=_end_with_parent, daemon=True).start()
    print(json.dumps({}), file=answers, flush=True)
    server.serve_forever()


def _end_with_parent():
    sys.stdin.read()
    os._exit(0)
