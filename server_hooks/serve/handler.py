"""How brat's standalone server answers one request, with the applications beside it.

As brat does, but its secrets are kept, bodies have a limit, and no foreign page reads along.
"""

import io
import json
import os
import signal
import time
from http.server import SimpleHTTPRequestHandler

from ..agreement.script import PAGES, inject
from ..agreement.service import BELOW
from ..brat.sessions import session_id
from ..guard import computing, fields, limits, origin
from ..guard.door import Door
from ..guard.front import Front

# The header Status of brat's present answer, if it has one; there is a process for each request.
_status = []


def checked(serve):
    """Wrap brat's serve(params, ip, host, cookies), to answer as we do with bad requests.

    Names that lead out of the data directory are refused. brat's own server knows only status 200;
    the header "Status", which a CGI program would use, is kept for the handler.
    """

    def serve_checked(params, ip, host, cookies):
        try:
            why = fields.complaint({name: params.getvalue(name) for name in params})
        except TypeError:  # cgi's way to say that the body is no form
            why = "the request is no form."
        if why is not None:
            messages = [["Access denied: %s" % why, "error", -1]]
            answer = {"exception": "accessDenied", "messages": messages}
            return None, ((("Content-Type", "application/json"),), json.dumps(answer))
        sid = session_id(cookies)
        # Nothing but the session: other programs' cookies can make brat fall over.
        cookies, (headers, data) = serve(params, ip, host, "sid=" + sid if sid else None)
        _status[:] = [value for name, value in headers if name == "Status"]
        return cookies, ([header for header in headers if header[0] != "Status"], data)

    return serve_checked


def handler(standalone, files, mounts, user, agreement, hosts=None, front=Front()):
    """Return the class of brat's request handler, extended.

    standalone  brat's module of that name
    files       the PublicFiles of brat's folder
    mounts      the applications, each a Mount
    user        function of a Cookie header, the login name of who sends it;
                raises OSError when that cannot be told
    agreement   whether brat's pages load the agreement script
    hosts       host names by which browsers may ask; None: any
    front       the Front
    """
    pages = [os.path.join(files.tree, name) for name in PAGES]

    class Handler(Door, standalone.BratHTTPRequestHandler):
        # Not every system knows this type, and brat's pages do not show as another.
        extensions_map = {
            **SimpleHTTPRequestHandler.extensions_map,
            ".xhtml": "application/xhtml+xml",
        }
        # Seconds that a client may take for a piece of the answer.
        timeout = 60
        # Whether browsers must not keep the answer; whether they have been told how long they may.
        _fleeting = _said = False

        def __init__(self, *args, **kwargs):
            super().__init__(*args, directory=files.tree, **kwargs)

        def parse_request(self):
            if not super().parse_request():
                return False
            # From here on there is work to finish, perhaps a file half written.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            return True

        def is_for_pages(self):
            return any(mount.covers(self.path) for mount in mounts)

        def _mounted(self):
            for mount in mounts:
                if mount.covers(self.path):
                    mount.answer(self, self.login())
                    return True
            return False

        def login(self):
            try:
                return user(", ".join(self.headers.get_all("Cookie", ())))
            except OSError:
                return None

        def run_brat_direct(self):
            origin.remember(self.headers)
            os.environ[BELOW] = self.below
            computing.client = self.connection
            return super().run_brat_direct()

        def send_response(self, code, message=None):
            if _status:
                code, _, message = _status.pop().partition(" ")
                code = int(code)
            # Files may be kept; what brat says may be for one person and for now.
            self._fleeting = self.is_brat() or code not in (200, 206, 304)
            super().send_response(code, message)

        def send_header(self, keyword, value):
            if keyword.lower() == "cache-control":
                self._said = True
            if keyword.lower() == "location" and value.startswith("/"):
                # The applications know the whole path; http.server knows ours only.
                whole = value.startswith(self.below + "/")
                value = value if whole else self.below + value
            super().send_header(keyword, value)

        def allow_path(self):
            return super().allow_path() and (
                self.is_brat() or files.has(self.translate_path(self.path))
            )

        def send_head(self):
            if agreement and self.translate_path(self.path) in pages:
                return self._injected(self.translate_path(self.path))
            return super().send_head()

        def _injected(self, path):
            """Send all but the page, and return the page as a file, like send_head()."""
            try:
                with open(path, "rb") as file:
                    page = inject(file.read())
            except OSError:
                self.send_error(404)
                return None
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(len(page)))
            # With the time of the file, browsers would take a copy from before, without the tag,
            # for good.
            self.send_header("Cache-Control", "no-cache")
            self.end_headers()
            return io.BytesIO(page)

        def end_headers(self):
            # No other site's page can lay brat under its own buttons.
            self.send_header("X-Frame-Options", "SAMEORIGIN")
            if self._fleeting:
                self.send_header("Vary", "Cookie")
                if not self._said:
                    self.send_header("Cache-Control", "no-store")
            super().end_headers()
            self._finished = time.monotonic()
            signal.signal(signal.SIGTERM, self._leave)

        def _leave(self, *_):
            """End, as all is done that was asked for, if the client does not take the answer."""
            if time.monotonic() - self._finished > limits.TAKING:
                os._exit(0)

        def _answer(self):
            if self._mounted():
                return
            if self.command in ("GET", "HEAD", "POST"):
                getattr(super(), "do_" + self.command)()
            else:
                self.send_error(501)

        do_DELETE = do_GET = do_HEAD = do_OPTIONS = do_PATCH = do_POST = do_PUT = _answer

        def log_message(self, format, *args):
            pass

    Handler.hosts, Handler.front = hosts, front
    return Handler
