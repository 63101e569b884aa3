"""brat's own dispatcher with the actions added, in a process of its own for each brat."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cgi_server import CONFIG, unpack
from checkout import CHECKOUT
from stand_in_service import StandIn

# Serve requests as brat's ajax.cgi does, several in a row; a line of JSON in, a line of JSON out.
PROGRAM = """
import json, sys, threading
root, address, script, timeout = sys.argv[1:]
from brat_iaa.server_hooks.brat import compat
compat.restore()
sys.path.insert(0, root + "/server/src")
import server
server._config_check()
import config, dispatch, session
from brat_iaa.server_hooks.agreement import actions
from brat_iaa.server_hooks.agreement.service import Service
actions.add(dispatch, Service(address, "key", float(timeout)), script)
class Fields(dict):
    getvalue = dict.get
def answer(asked):
    session.CURRENT_SESSION = None
    headers, (more, text) = server.serve(Fields(asked["fields"]), "ip", None, asked["cookie"])
    if isinstance(text, bytes):
        text = json.dumps(text.decode())
    told = [["%s" % part for part in header] for header in (*(headers or ()), *more)]
    print(json.dumps({"headers": told, "answer": json.loads(text)}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("flup"):
        sys.modules["flup"] = sys
    if asked.get("thread"):
        thread = threading.Thread(target=answer, args=(asked,))
        thread.start()
        thread.join()
    else:
        answer(asked)
"""


class Dispatcher:
    def __init__(self, root, address, script, timeout=5):
        self.root = root
        self.cookie = None
        self.headers = []
        more = {"PYTHONPATH": str(CHECKOUT), "PYTHONWARNINGS": "ignore"}
        with (root / "stderr").open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(root), address, str(script), str(timeout)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                env={**os.environ, **more},
            )

    def ask(self, action, way=None, **fields):
        asked = {
            "fields": {"action": action, "protocol": "1", **fields},
            "cookie": self.cookie,
            way: True,
        }
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline() or self.err)
        self.headers = told["headers"]
        if action == "login":
            self.cookie = dict(self.headers)["Set-Cookie"].partition(";")[0]
        return told["answer"]

    @property
    def err(self):
        return (self.root / "stderr").read_text("utf-8")

    def close(self):
        self._process.communicate()


@pytest.fixture
def stand_in():
    stand_in = StandIn()
    yield stand_in
    stand_in.close()


@pytest.fixture
def start(brat_folder, tmp_path, stand_in):
    """A function that starts the dispatcher with a config.py and a service's address."""
    started = []

    def start_with(config=CONFIG, address=stand_in.address, script=__file__, **options):
        root = (
            tmp_path / "brat"
            if (tmp_path / "brat").exists()
            else unpack(brat_folder, tmp_path / "brat")
        )
        (root / "config.py").write_text(config, "utf-8")
        started.append(Dispatcher(root, address, script, **options))
        return started[-1]

    yield start_with
    for dispatcher in started:
        dispatcher.close()


def test_who_asks_and_for_what(start, stand_in):
    brat = start()
    assert brat.ask("iaaAgreement", collection="/") == {
        "state": "open",
        "action": "iaaAgreement",
        "protocol": 1,
        "messages": [],
    }
    brat.ask("login", user="ann1", password="pw")
    brat.ask("iaaAgreement", collection="/p//./anna", document="d1", asked="1")
    brat.ask("iaaDisagreements", collection="/p/anna/", document="d1")
    assert [path for path, _ in stand_in.asked] == [
        "/api/agreement?collection=%2F",
        "/api/agreement?collection=%2Fp%2Fanna%2F&document=d1",
        "/api/disagreements?collection=%2Fp%2Fanna%2F&document=d1",
    ]
    assert [headers["X-Brat-Iaa-User"] for _, headers in stand_in.asked] == ["", "ann1", "ann1"]
    assert brat.ask("iaaDisagreements", collection="/p/anna/")["exception"] == ["invalidActionArgs"]
    assert brat.err == ""


def test_without_passwords_everybody_is_a_guest(start, stand_in):
    brat = start()
    brat.ask("login", user="ann1", password="pw")
    cookie = brat.cookie
    brat = start(CONFIG + "USER_PASSWORD = False\n")
    brat.cookie = cookie
    assert brat.ask("iaaAgreement", collection="/p/anna/")["state"] == "open"
    assert stand_in.asked[-1][1]["X-Brat-Iaa-User"] == ""


def test_what_brat_hides_and_what_leads_out(start, stand_in):
    brat = start()
    for fields in (
        {"collection": "/p/hidden/"},
        {"collection": "/p/hidden", "document": "d1"},
        {"collection": "/p/anna/", "document": "../hidden/d1"},
        {"collection": "/p/anna/", "document": ["d1", "d2"]},
        {"collection": "/p/anna\0/"},
    ):
        assert brat.ask("iaaAgreement", **fields)["exception"] == "accessDenied", fields
    assert stand_in.asked == []


def test_a_service_that_is_away(start, stand_in):
    stand_in.close()
    brat = start()
    quiet = brat.ask("iaaAgreement", collection="/p/anna/")
    assert quiet["exception"] == "iaaUnavailable"
    assert quiet["reason"] == "The agreement pages do not answer. brat itself works as usual."
    assert quiet["messages"] == []
    aloud = brat.ask("iaaAgreement", collection="/p/anna/", asked="1")
    assert aloud["messages"] == [[quiet["reason"], "error", -1]]


def test_an_error_of_ours_is_no_crash_of_brat(start):
    brat = start(address="http://%s/" % ("x" * 70))  # too long for the name of a host
    answer = brat.ask("iaaAgreement", collection="/p/anna/")
    assert answer["exception"] == "iaaUnavailable"
    assert answer["reason"].startswith("The agreement extension failed")
    assert "codec" in brat.err


def test_login_is_not_undone_by_a_question_that_takes_long(start, stand_in):
    """brat would write back at the end what it read at the beginning."""
    brat = start()
    brat.ask("login", user="ann1", password="pw")
    (session,) = (brat.root / "work" / "sessions").iterdir()
    before = session.stat().st_mtime_ns
    for action in ("iaaScript", "iaaAgreement"):
        brat.ask(action, collection="/p/anna/")
        assert session.stat().st_mtime_ns == before
        assert "Set-Cookie" not in dict(brat.headers)
    brat.cookie = None
    brat.ask("iaaAgreement", collection="/p/anna/")
    assert len(list((brat.root / "work" / "sessions").iterdir())) == 1
    brat.ask("whoami")
    assert len(list((brat.root / "work" / "sessions").iterdir())) == 2


@pytest.mark.parametrize("way", ["flup", "thread"])
def test_fastcgi_mixes_up_users_so_nobody_is_told_anything(way, start, stand_in):
    brat = start()
    for action in ("iaaAgreement", "iaaDisagreements"):
        answer = brat.ask(action, way, collection="/p/anna/", document="d1")
        assert answer["state"] == "closed"
        assert "FastCGI" in answer["reason"]
    assert stand_in.asked == []
    assert "def test_" in brat.ask("iaaScript", way)


def test_the_script(start, tmp_path):
    brat = start()
    assert brat.ask("iaaScript") == Path(__file__).read_text("utf-8")
    assert brat.headers == [
        ["Content-Type", "application/javascript; charset=utf-8"],
        ["X-Content-Type-Options", "nosniff"],
        ["Cache-Control", "private, max-age=300"],
    ]


def test_a_script_that_is_gone(start, tmp_path):
    brat = start(script=tmp_path / "none.js")
    assert brat.ask("iaaScript").startswith("// The script of brat-agreement cannot be read")
    assert brat.err == "brat-agreement: cannot read %s: No such file or directory\n" % (
        tmp_path / "none.js"
    )
