"""A real brat as CGI under lighttpd: a copy of its folder, set up as an administrator would."""

import http.client
import json
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode

import running_brat
from ports import free_port
from running_brat import ANN, TEXT
from waiting import PATIENCE, wait_until

LIGHTTPD = shutil.which("lighttpd") or shutil.which("lighttpd", path="/usr/sbin:/usr/local/sbin")

SETTINGS = {
    **running_brat.SETTINGS, "acl.conf": "User-agent: guest\nDisallow: /p/hidden\n\nUser-agent: *\nDisallow:\n",
}  # fmt: skip
CONFIG = """from os.path import dirname, join
ADMIN_CONTACT_EMAIL = 'admin@example.com'
BASE_DIR = dirname(__file__)
DATA_DIR = join(BASE_DIR, 'data')
WORK_DIR = join(BASE_DIR, 'work')
USER_PASSWORD = {'ann1': 'pw', 'anna': 'pw', 'ben': 'pw'}
MAX_SEARCH_RESULT_NUMBER = 1000
DEBUG = False
TUTORIALS = False
LL_DEBUG, LL_INFO, LL_WARNING, LL_ERROR, LL_CRITICAL = list(range(5))
LOG_LEVEL = LL_WARNING
SIMSTRING_DEFAULT_UNICODE = True
"""
_CONF = """
server.modules = ("mod_cgi", "mod_setenv", "mod_access")
server.document-root = "%(root)s"
server.bind = "127.0.0.1"
server.port = %(port)d
server.errorlog = "%(log)s"
server.upload-dirs = ("%(directory)s")
setenv.set-environment = (%(environment)s)
url.access-deny = ("config.py")
static-file.exclude-extensions = (".cgi", ".py")
cgi.assign = (".cgi" => "%(python)s")
mimetype.assign = (".xhtml" => "application/xhtml+xml", ".js" => "text/javascript", ".css" => "text/css")
"""


def unpack(brat_folder, target):
    """A fresh brat in the folder target, set up and with a small project; what is large and never
    changed is linked.
    """
    target.mkdir()
    for path in Path(brat_folder).iterdir():
        if path.name in ("client", "configurations", "res", "static", "tools"):
            (target / path.name).symlink_to(path)
        elif path.name == "server":
            shutil.copytree(path, target / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.is_file():
            shutil.copy2(path, target)
    running_brat.compiled_once(brat_folder, target)
    (target / "config.py").write_text(CONFIG, "utf-8")
    (target / "work").mkdir()
    data = target / "data"
    for name in ("anna", "hidden"):
        (data / "p" / name).mkdir(parents=True)
        (data / "p" / name / "d1.txt").write_text(TEXT, "utf-8")
        (data / "p" / name / "d1.ann").write_text(ANN, "utf-8")
    for name, text in SETTINGS.items():
        (data / name).write_text(text, "utf-8")
    return target


# The web server for browsers, at another port: all goes to what stands in front of brat.
IN_FRONT = """
server.modules += ("mod_proxy")
$SERVER["socket"] == "127.0.0.1:%d" {
    proxy.server = ("" => (("host" => "127.0.0.1", "port" => %d)))
}
"""


class CgiServer:
    """lighttpd on a brat folder; each request of brat is a new process of the given Python.

    python_path is a folder that this Python looks for modules in; more is added to
    the web server's settings. What brat's processes say on standard error is `log`.
    """

    def __init__(self, root, directory, python, python_path=None, more=""):
        directory.mkdir()
        self.log_file, self.said_file = directory / "error.log", directory / "out"
        self.cookie = None
        # Old spellings in brat's code would be warned of on every request.
        environment = {"PATH": os.environ["PATH"], "PYTHONWARNINGS": "ignore"}
        environment["PYTHONPYCACHEPREFIX"] = os.environ["PYTHONPYCACHEPREFIX"]
        if python_path is not None:
            environment["PYTHONPATH"] = str(python_path)
        for _ in range(5):
            self.port = free_port()
            conf = directory / "lighttpd.conf"
            conf.write_text(
                _CONF
                % {
                    "root": root, "port": self.port, "log": self.log_file, "directory": directory, "python": python,
                    "environment": ", ".join('"%s" => "%s"' % item for item in environment.items()),
                }
                + more,
                "utf-8",
            )  # fmt: skip
            with self.said_file.open("wb") as out:
                command = [LIGHTTPD, "-D", "-f", str(conf)]
                self._process = subprocess.Popen(command, stdout=out, stderr=out, env={})
            wait_until(lambda: self._process.poll() is not None or self._started(), what="lighttpd")
            if self._process.poll() is None:
                return
        raise AssertionError(self.said_file.read_text("utf-8"))

    def _started(self):
        """It says so once it listens. That somebody listens would not tell who it is."""
        return self.log_file.exists() and "server started" in self.log_file.read_text("utf-8")

    @property
    def log(self):
        """Lines that brat's processes said."""
        return self.said_file.read_text("utf-8", "replace").splitlines()

    def request(self, path, method="GET", body=None, headers=()):
        """(status, headers, bytes) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def ask(self, action, **values):
        """brat's answer to one of its actions, in the session of the last login."""
        fields = urlencode({"action": action, "protocol": 1, **values})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        _, got, text = self.request("/ajax.cgi", "POST", fields, headers)
        if action == "login" and "Set-Cookie" in got:
            self.cookie = got["Set-Cookie"].partition(";")[0]
        return json.loads(text)

    def close(self):
        self._process.terminate()
        self._process.wait(PATIENCE)
