"""The line in config.py, run as brat runs it: whatever is wrong with the hooks, brat goes on."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from brat_iaa.server_hooks.install.brat_files import with_line

from brat_iaa import server_hooks

HOOKS = Path(server_hooks.__file__).parent
# As brat's server.py: nothing to import from while config.py runs, then its modules.
BRAT = """
import sys
before = sys.path[:]
sys.path[:] = [sys.argv[1]]
import config
sys.path[:] = before
sys.path.insert(0, sys.argv[1])
import dispatch
import session
print("brat goes on", dispatch.here, session.init_session.__module__ != "session")
"""
MODULES = {
    "dispatch": (
        "import auth, inspect\nhere = 'dispatch ' + str(hasattr(inspect, 'getargspec'))\n"
        "REQUIRES_AUTHENTICATION = set()\ndef dispatch(*args): pass\n"
    ),
    "annotation": (
        "class Annotations:\n    def _select_input_files(self, document): pass\n"
        "def TextAnnotations(**options): pass\n"
    ),
    "auth": "class AccessDeniedError(Exception): pass\n",
    "common": "class ProtocolError(Exception): pass\nclass NoPrintJSONError(Exception): pass\n",
    "document": "def real_directory(directory): return directory\n_listdir = get_statistics = print\n",
    "download": "",
    "projectconfig": "__read_or_default = None\n",
    "stats": "",
    "session": "def init_session(*args): pass\n",
}
GOES_ON = "brat goes on dispatch True "
# Session ids are taken by us.
ADDED = GOES_ON + "True\n"


@pytest.fixture
def brat(tmp_path):
    """A folder with stand-ins for brat's modules, a copy of the hooks and settings for them."""
    for name, text in MODULES.items():
        (tmp_path / (name + ".py")).write_text(text, "utf-8")
    hooks = tmp_path / "höoks 'n more"
    shutil.copytree(HOOKS, hooks, ignore=shutil.ignore_patterns("__pycache__"))
    site = {"brat_dir": str(tmp_path)}
    (tmp_path / "site.json").write_text(json.dumps(site), "ascii")
    config = ("BASE_DIR = DATA_DIR = WORK_DIR = %r\nUSER_PASSWORD = {}\n" % str(tmp_path)).encode(
        "ascii"
    )
    config = with_line(config, str(hooks / "boot.py"), str(tmp_path / "site.json"))
    (tmp_path / "config.py").write_bytes(config)
    return tmp_path


def run(brat, program=BRAT):
    """(standard output, standard error) of brat; it must end well."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    # Without installed packages: ours may be among them.
    command = [sys.executable, "-S", "-c", program, str(brat)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_all_is_there(brat):
    assert run(brat) == (ADDED, "")


def test_without_the_hooks_nothing_happens(brat):
    shutil.rmtree(brat / "höoks 'n more")
    out, err = run(brat)
    assert out.startswith("brat goes on dispatch ") and out.endswith("False\n")
    assert err == ""


@pytest.mark.parametrize("name", ["hook.py", "saving.py", "brat/compat.py"])
@pytest.mark.parametrize("text", [None, "raise RuntimeError('ours')", "(((", "import nowhere"])
def test_parts_that_are_broken_or_missing(name, text, brat):
    path = brat / "höoks 'n more" / name
    path.unlink()
    if text is not None:
        path.write_text(text, "ascii")
    out, err = run(brat)
    assert out.startswith("brat goes on dispatch ") and out.endswith("False\n")
    assert err.startswith("brat-agreement is not loaded, brat goes on without it: ")
    assert err.count("\n") == 1


def test_session_ids_are_brats_own_or_none(brat):
    """Others would make brat read and write files elsewhere, or fall over."""
    (brat / "session.py").write_text(
        "asked = []\ndef init_session(*args): asked.append(args)\n", "ascii"
    )
    sid = "0123456789abcdef" * 3 + "01234567"
    program = BRAT + (
        "import session; session.init_session('ip', cookie_data='a={1 2}; sid=%s; b@=1')\n"
        "session.init_session('ip', cookie_data='sid=../../x'); session.init_session('ip', None)\n"
        "print(session.asked)" % sid
    )
    out, _ = run(brat, program)
    assert out == ADDED + "[('ip', 'sid=%s', None), ('ip', None, None), ('ip', None, None)]\n" % sid
