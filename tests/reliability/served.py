"""`brat-agreement serve` with a real brat, a project of site_projects, and logins."""

import http.client
import json
import os
import re
import tempfile
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from plain_server import SETTINGS
from running_brat import SETTINGS as OF_BRAT
from running_brat import folder_with
from servers import Server
from site_projects import make_project

from brat_iaa.demo.serve import brat_tree

PREFIX, PROJECT = "/iaa", "p"
LOGINS = ("", "anna", "ben", "lead")
_TIMEOUT = 60


class Installation:
    """A brat's folder with its data, and a directory for the pages' state; servers of it.

    access  settings of the project
    """

    def __init__(self, **access):
        self._folder = tempfile.TemporaryDirectory(prefix="served-")
        folder = Path(self._folder.name)
        self.brat, self.state, self._folder_of_servers = folder / "brat", folder / "state", folder
        self.data = self.brat / "data"
        paths = self.brat, self.data, self.brat / "work"
        folder_with(brat_tree(), self.brat, SETTINGS % tuple(map(str, paths)))
        (self.brat / "work").mkdir()
        self.data.mkdir()
        for name, text in OF_BRAT.items():
            (self.data / name).write_text(text, "utf-8")
        self.root = make_project(self.data / PROJECT, **access)
        self.servers = []

    def start(self):
        """A Serving of the installation; further ones share everything."""
        directory = self._folder_of_servers / f"server{len(self.servers)}"
        command = "-m", "brat_iaa", "serve", self.brat, "--port", "0", "--state-dir", self.state
        server = Server(command, directory)
        self.servers.append(server)
        server.printed("Stop with Ctrl-C")
        return Serving(server)

    def close(self):
        """End the servers and remove everything."""
        for server in self.servers:
            server.close()
        self._folder.cleanup()


class Serving:
    """A server that runs."""

    def __init__(self, server):
        self.server = server
        self.place = urlsplit(re.search(r"http://\S+", server.out + server.err).group()).netloc
        self.cookies = {login: self._logged_in(login) for login in LOGINS if login}

    def _logged_in(self, login):
        fields = {"action": "login", "protocol": 1, "user": login, "password": "pw"}
        _, headers, _ = self.request("/ajax.cgi", body=urlencode(fields))
        return headers["Set-Cookie"].partition(";")[0]

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
        status, _, text = self.request(PREFIX + path, login, **options)
        return status, text

    def items(self, login):
        """The login's own disagreements, as JSON says."""
        return json.loads(self.page(f"/{PROJECT}/-/review?format=json", login)[1])["items"]

    def decide(self, login, key, decision):
        """Status of a decision on an item, made as a browser would."""
        _, text = self.page(f"/{PROJECT}/-/review?item={key}", login)
        form = {
            name: re.search(rf'name="{name}" value="([^"]*)"', text).group(1)
            for name in ("token", "seen")
        }
        body = urlencode({**form, "item": key, "decision": decision, "comment": ""})
        return self.page(f"/{PROJECT}/-/review", login, body=body)[0]

    def memory(self):
        """Bytes of memory of all its processes, by /proc: on Linux only."""
        pages = 0
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if int(path.joinpath("stat").read_text().rpartition(")")[2].split()[2]) == (
                    self.server.process.pid
                ):
                    pages += int(path.joinpath("statm").read_text().split()[1])
            except OSError:
                pass  # it has ended meanwhile
        return pages * os.sysconf("SC_PAGE_SIZE")
