"""brat under the launcher with the small application of echo_in_brat.py, on a small project."""

import http.client
import json
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from checkout import SUPPORT
from servers import Server
from waiting import PATIENCE

TEXT = "Änna sees Ben.\nBen runs.\n"
ANN = "T1\tTok 0 4\tÄnna\nT2\tTok 5 9\tsees\nR1\tsubj Arg1:T2 Arg2:T1\t\n"
SETTINGS = {
    "annotation.conf": "[entities]\nTok\n[relations]\nsubj Arg1:Tok, Arg2:Tok\n[events]\n[attributes]\n",
    "visual.conf": "[labels]\nTok | Token\n[drawing]\n",
    "tools.conf": "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n",
}


def collections(data):
    """Make a data directory with one document."""
    (data / "p" / "anna").mkdir(parents=True)
    for name, text in SETTINGS.items():
        (data / name).write_text(text, "utf-8")
    (data / "p" / "anna" / "d1.txt").write_text(TEXT, "utf-8")
    (data / "p" / "anna" / "d1.ann").write_text(ANN, "utf-8")


def folder_with(brat_folder, directory, settings):
    """A brat's folder with this config.py: brat's own files by links, its data and work in it."""
    directory.mkdir(parents=True)
    for path in brat_folder.iterdir():
        (directory / path.name).symlink_to(path)
    (directory / "config.py").write_text(settings, "utf-8")
    compiled_once(brat_folder, directory)
    return directory


def compiled_once(brat_folder, directory):
    """What Python compiles of brat in a directory like brat's folder is kept with what it compiles
    in that, if not beside the files: else each server would compile brat anew.
    """
    if sys.pycache_prefix is None:
        return
    once, again = (
        Path(sys.pycache_prefix + str(Path(path).absolute()), "server")
        for path in (brat_folder, directory)
    )
    once.mkdir(parents=True, exist_ok=True)
    again.parent.mkdir(parents=True, exist_ok=True)
    if not again.exists():
        again.symlink_to(once)


class Brat:
    """brat with the echo application, on a small project.

    directory  gets the data, brat's files and the output
    arguments  of echo_in_brat.py; None is the folder, data directory and work directory
    options    arguments of launcher.run() by name
    """

    def __init__(
        self, folder, directory, python=sys.executable, arguments=None, data=None, **options
    ):
        self.data = data or directory / "my data"
        self.work = directory / "work"
        directory.mkdir(exist_ok=True)
        if not self.data.exists():
            collections(self.data)
        self.ann = self.data / "p" / "anna" / "d1.ann"
        program = SUPPORT / "echo_in_brat.py"
        arguments = arguments or [folder, self.data, self.work]
        self.server = Server(
            [program, *arguments, json.dumps(options)], directory / "server", python
        )
        self.server.printed("ready")
        self.address = urlsplit(re.search(r"http://\S+", self.server.out).group())
        self.cookie = None

    def request(self, path, method="GET", body=None, headers=()):
        """(status, headers, text) of one request."""
        connection = http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode("utf-8")
        finally:
            connection.close()

    def ask(self, action, method="POST", **values):
        """brat's answer to one of its actions, in the session of the last login."""
        fields = urlencode({"action": action, "protocol": 1, **values})
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            _, got, text = self.request("/ajax.cgi", method, fields, headers)
        else:
            _, got, text = self.request("/ajax.cgi?" + fields, headers=headers)
        if action == "login" and "Set-Cookie" in got:
            self.cookie = got["Set-Cookie"].partition(";")[0]
        return json.loads(text)


@contextmanager
def running(*args, **options):
    """A Brat that is ended afterwards."""
    brat = Brat(*args, **options)
    try:
        yield brat
    finally:
        brat.server.close()
