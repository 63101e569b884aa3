"""The Pythons of this computer."""

import contextlib
import functools
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Those that brat runs on with our bridges, and without.
VERSIONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13")
_TELL = "import sys; print('%d.%d' % sys.version_info[:2])"


@functools.cache
def interpreter(version):
    """Path of a Python of this version, or None: this one, one of pyenv's, or one on the PATH."""
    if version == "%d.%d" % sys.version_info[:2]:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    # pyenv puts stand-ins on the PATH, also for Pythons that are not switched on, and they are slow.
    for python in (
        *sorted(pyenv.glob("versions/%s.*/bin/python" % version)),
        shutil.which("python" + version),
    ):
        if python is not None:
            told = subprocess.run([python, "-c", _TELL], capture_output=True, text=True)
            if told.stdout.strip() == version:
                return str(python)
    return None


def with_cgi():
    """Path of a Python with which a web server can run brat as CGI: this one, or an older one: 3.13
    has no module cgi.

    Without any, the test that asks is skipped, visibly.
    """
    if sys.version_info < (3, 13):
        return sys.executable
    found = next(filter(None, map(interpreter, reversed(VERSIONS[:-1]))), None)
    if found is None:
        pytest.skip("no Python up to 3.12 on this computer")
    return found


@contextlib.contextmanager
def few_pythons(examine):
    """Within, what a Python says of itself is asked once, and brat's settings are read in this one,
    where that is possible.

    examine  the module server_hooks.install.examine
    """
    known, ask = {}, examine._told

    def told(command, failed):
        if command[2] != examine._ABOUT_PYTHON:
            return read_here(*command[2:]) or ask(command, failed)
        if command[0] not in known:
            known[command[0]] = ask(command, failed)
        return known[command[0]]

    def read_here(code, folder):
        if b"boot.py" in Path(folder, "config.py").read_bytes():
            return None  # what is installed would run here, too
        said, here = io.StringIO(), os.getcwd()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
            patch.setattr(sys, "argv", ["-c", folder])
            try:
                exec(code, {})
            except (Exception, SystemExit):
                return None
            finally:
                os.chdir(here)
        return said.getvalue()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examine, "_told", told)
        yield
