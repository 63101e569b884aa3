"""The Pythons of this computer."""

import functools
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
