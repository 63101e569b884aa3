"""brat as the program of a server in front, on every Python of this computer, asked over HTTP."""

import json
import re
import subprocess

import brat_checks
import pytest
from brat_server import SECRET
from checkout import CHECKOUT, SUPPORT
from pythons import VERSIONS, interpreter
from servers import Server

PROGRAM = SUPPORT / "brat_server.py"
TELL = """
import codecs, importlib.util, inspect, json, sys
from brat_iaa.server_hooks.brat import compat

before = inspect.__dict__.get("getargspec"), codecs.open, importlib.util.find_spec("cgi")
compat.restore()
import cgi

print(json.dumps({
    "getargspec": inspect.getargspec is not before[0],
    "codecs.open": codecs.open is not before[1],
    "cgi": cgi.FieldStorage is compat.FieldStorage,
    "cgi needed": before[2] is None,
}))
"""


@pytest.fixture(autouse=True)
def in_front(monkeypatch):
    """All ask as the server in front does."""
    monkeypatch.setattr(brat_checks.Client, "further", {"X-Brat-Iaa-Front": SECRET})


def _python(version):
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    return python


def _run_checks(brat_folder, directory, python):
    brat_checks.make_project(directory / "data")
    arguments = [PROGRAM, brat_folder, directory / "data", directory / "work"]
    server = Server(arguments, directory / "server", python)
    try:
        server.printed("ready")
        brat = brat_checks.Client(re.search(r"http://\S+", server.out).group() + "/")
        brat.log_in()
        for check in brat_checks.CHECKS:
            check(brat)
        assert server.stop() == 0
        assert server.err == ""
    finally:
        server.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_brat_does_all_it_can_on_python(version, brat_folder, tmp_path):
    _run_checks(brat_folder, tmp_path, _python(version))


@pytest.mark.parametrize("version", VERSIONS)
def test_bridges_only_where_needed(version):
    done = subprocess.run(
        [_python(version), "-W", "ignore", "-c", TELL],
        stdout=subprocess.PIPE,
        check=True,
        cwd=CHECKOUT,
    )
    bridged = json.loads(done.stdout.decode("utf-8"))
    old = version in ("3.8", "3.9", "3.10")
    assert bridged["getargspec"] == bridged["codecs.open"] == (not old)
    # Somebody may have installed legacy-cgi.
    assert bridged["cgi"] == bridged["cgi needed"]
    assert version == "3.13" or not bridged["cgi"]
