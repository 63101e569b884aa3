"""Who is logged in, from session files that brat itself has written on each Python."""

import subprocess
import sys
from pathlib import Path

import pytest
from brat_iaa.server_hooks.brat.sessions import user
from pythons import VERSIONS, interpreter

SID = "0123456789abcdef" * 3 + "01234567"
OTHER = SID[::-1]
# brat's own session module writes a session, as login and logout leave it.
WRITE = """
import sys, types, warnings
warnings.simplefilter("ignore")
source, work_dir, cookie, name = sys.argv[1:]
sys.path.insert(0, source)
sys.modules["config"] = types.ModuleType("config")
sys.modules["config"].WORK_DIR = work_dir
import session
session.init_session("127.0.0.1", cookie_data=cookie)
session.get_session()["user"] = name
session.get_session()["conf"] = "{}"
if name == "logged out":
    del session.get_session()["user"]
session.close_session()
print("%d.%d" % sys.version_info[:2])
"""


def written(brat_folder, work_dir, name, python=sys.executable):
    """Let brat write the session SID; returns the version of the Python that did it."""
    arguments = [Path(brat_folder) / "server" / "src", work_dir, "sid=" + SID, name]
    done = subprocess.run(
        [str(python), "-B", "-c", WRITE, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("version", VERSIONS)
def test_sessions_of_brat_on_python(version, brat_folder, tmp_path):
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    assert written(brat_folder, tmp_path, "Änna O'Neil", python) == version
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.pickle")}
    assert user(str(tmp_path), "sid=" + SID) == "Änna O'Neil"
    assert user(str(tmp_path), "sid=" + OTHER) == ""
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.pickle")} == before


def test_logged_out(brat_folder, tmp_path):
    written(brat_folder, tmp_path, "logged out")
    assert [path.stem for path in tmp_path.rglob("*.pickle")] == [SID]
    assert user(str(tmp_path), "sid=" + SID) == ""
