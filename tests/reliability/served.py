"""The three ways into a real brat, each with a project of site_projects and logins: `serve`,
`proxy`, and the installation under a web server with `service`.
"""

import http.client
import json
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import cgi_server
from brat_iaa.server_hooks import install
from brat_iaa.server_hooks.brat.bratserver import tree
from checkout import SUPPORT
from plain_server import SETTINGS
from ports import free_port
from running_brat import SETTINGS as OF_BRAT
from running_brat import folder_with
from servers import Server
from site_projects import LABELS, login_in_header, make_project

from brat_iaa.web.site import create_site

PROJECT = "p"
LOGINS = ("", "anna", "ben", "lead")
_TIMEOUT = 60
# So that brat draws the arcs of site_projects, and others.
_TYPES = ("root", "subj", "obj", "mod", *LABELS.values())
_ANNOTATION = """[entities]
W
ROOT
[relations]
%s
[events]
[attributes]
""" % "\n".join(f"{label} Arg1:W|ROOT, Arg2:W|ROOT" for label in _TYPES)


def asked_by_brat(environ):
    """login_in_header for pages that know where brat takes a login, and so offer its form."""
    return login_in_header(environ)


asked_by_brat.ajax = lambda environ: "http://127.0.0.1/ajax.cgi"


class Installation:
    """A brat's folder with its data, and a directory for the pages' state; servers of it.

    access  settings of the project
    """

    name, prefix = "serve", "/iaa"

    def __init__(self, **access):
        self._folder = tempfile.TemporaryDirectory(prefix="served-")
        self.folder = Path(self._folder.name)
        self.servers = []
        self.brat, self.state = self.folder / "www" / "brat", self.folder / "state"
        self.data = self.brat / "data"
        self.unpack()
        for name, text in {**OF_BRAT, "annotation.conf": _ANNOTATION}.items():
            (self.data / name).write_text(text, "utf-8")
        self.root = make_project(self.data / PROJECT, **access)

    def unpack(self):
        """Make brat's folder, with settings, an empty data directory and an empty work directory."""
        paths = self.brat, self.data, self.brat / "work"
        folder_with(Path(tree()), self.brat, SETTINGS % tuple(map(str, paths)))
        (self.brat / "work").mkdir()
        self.data.mkdir()

    def server(self, *command):
        """A Server of its own directory that ends with the installation."""
        server = Server(command, self.folder / f"server{len(self.servers)}")
        self.servers.append(server)
        return server

    def start(self):
        """A Serving of the installation; further ones share everything."""
        server = self.server(
            "-m", "brat_iaa", "serve", self.brat, "--port", "0", "--state-dir", self.state
        )
        server.printed("Stop with Ctrl-C")
        return Serving(server, _address(server))

    def pages(self, data, state):
        """The same pages of other data, as a WSGI application that login_in_header tells who
        asks.
        """
        pages_url = f"{self.prefix}/"
        return create_site(data, "/", asked_by_brat, state_dir=state, pages_url=pages_url)

    def close(self):
        """End the servers and remove everything."""
        for server in self.servers:
            server.close()
        self._folder.cleanup()


class InFront(Installation):
    """brat's own server as it is, and `proxy` in front of it."""

    name = "proxy"

    def start(self):
        brat = self.server(SUPPORT / "plain_brat.py", self.brat)
        brat.printed("brat: http")
        server = self.server(
            "-m", "brat_iaa", "proxy", _address(brat), "--data", self.data, "--port", "0",
            "--state-dir", self.state,
        )  # fmt: skip
        server.printed("Stop with Ctrl-C")
        return Serving(server, _address(server))

    def pages(self, data, state):
        return create_site(data, "/", asked_by_brat, state_dir=state)


class UnderLighttpd(Installation):
    """brat as CGI under lighttpd, installed into, and `service` in front of it."""

    name, prefix = "service behind lighttpd", "/brat/iaa"

    def unpack(self):
        (self.folder / "www").mkdir()
        cgi_server.unpack(Path(tree()), self.brat)
        shutil.rmtree(self.data)
        self.data.mkdir()
        paths = self.brat, self.data, self.brat / "work"
        (self.brat / "config.py").write_text(SETTINGS % tuple(map(str, paths)), "utf-8")
        shebang, program = f"#!{sys.executable}\n", self.brat / "ajax.cgi"
        program.write_text(shebang + program.read_text("utf-8"), "utf-8")
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(self.folder / "bytecode"))

    def start(self):
        port, public = free_port(), free_port()
        lighttpd = cgi_server.CgiServer(
            self.folder / "www", self.folder / "lighttpd", sys.executable,
            more=cgi_server.IN_FRONT % (public, port),
        )  # fmt: skip
        self.servers.append(lighttpd)
        install.install(
            self.brat, f"{self.prefix}/", f"http://127.0.0.1:{port}/", self.state,
            brat_url="/brat/", direct=f"http://127.0.0.1:{lighttpd.port}/brat/",
        )  # fmt: skip
        server = self.server(
            "-m", "brat_iaa", "service", self.state / "site.json", "--port", str(port)
        )
        server.printed("Stop with Ctrl-C")
        return Serving(server, f"http://127.0.0.1:{public}/brat/", self.prefix, "/brat")

    def pages(self, data, state):
        return create_site(
            data, "/brat/", asked_by_brat, state_dir=state, pages_url=f"{self.prefix}/"
        )


WAYS_IN = (Installation, InFront, UnderLighttpd)


def _address(server):
    return re.search(r"http://\S+", server.out + server.err).group()


class Serving:
    """A way in that is open.

    server   the Server whose memory counts
    address  of brat
    prefix   path of the pages
    brat     path of brat
    """

    def __init__(self, server, address, prefix="/iaa", brat=""):
        self.server, self.prefix, self.brat = server, prefix, brat
        self.place = urlsplit(address).netloc
        self.cookies = {login: self._logged_in(login) for login in LOGINS if login}

    def _logged_in(self, login):
        _, headers, _ = self._asked("", action="login", user=login, password="pw")
        return headers["Set-Cookie"].partition(";")[0]

    def _asked(self, login, **values):
        body = urlencode({"protocol": 1, **values})
        return self.request(f"{self.brat}/ajax.cgi", login, body=body)

    def ask(self, login, **values):
        """brat's answer to an action, a dict."""
        return json.loads(self._asked(login, **values)[2])

    def request(self, path, login="", body=None, timeout=_TIMEOUT):
        """(status, headers, text)"""
        headers = {"Sec-Fetch-Site": "same-origin"}
        if login:
            headers["Cookie"] = self.cookies[login]
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        host, _, port = self.place.rpartition(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=timeout)
        try:
            connection.request("GET" if body is None else "POST", path, body, headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def page(self, path, login="", **options):
        """(status, text) of a page; path: below the prefix"""
        status, _, text = self.request(self.prefix + path, login, **options)
        return status, text

    def computed(self, path, login):
        """Text of a page once its figures are there."""
        end = time.monotonic() + _TIMEOUT
        status, text = self.page(path, login)
        while status == 202 and time.monotonic() < end:
            time.sleep(0.1)
            status, text = self.page(path, login)
        return text

    def items(self, login):
        """The login's own disagreements, as JSON says."""
        return json.loads(self.computed(f"/{PROJECT}/-/disagreements/mine?format=json", login))[
            "places"
        ]

    def decide(self, login, key, decision):
        """Status of a decision on an item, made as a browser would."""
        text = self.computed(f"/{PROJECT}/-/disagreements/mine?item={key}", login)
        form = {
            name: re.search(rf'name="{name}" value="([^"]*)"', text).group(1)
            for name in ("token", "seen")
        }
        body = urlencode({**form, "item": key, "decision": decision, "comment": ""})
        return self.page(f"/{PROJECT}/-/disagreements/mine", login, body=body)[0]

    def memory(self):
        """(bytes of memory of all its processes, what they share counted once; bytes that the
        largest of them has alone); on Linux only. The others of `serve` are one for each request.
        """
        together, largest = 0, 0
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if int(path.joinpath("stat").read_text().rpartition(")")[2].split()[2]) == (
                    self.server.process.pid
                ):
                    text = path.joinpath("smaps_rollup").read_text()
                    together += _of(text, "Pss")
                    own = _of(text, "Private_Clean") + _of(text, "Private_Dirty")
                    largest = max(largest, own)
            except (OSError, AttributeError):
                pass  # it has ended meanwhile
        return together, largest


def _of(text, name):
    return int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M).group(1)) << 10
