"""Look at a brat folder from outside: whether it is brat, its Python, and its directories."""

import json
import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple, Optional

from ..brat.data import missing_part


class BratFolder(NamedTuple):
    """What a brat folder is like.

    brat_dir     the folder, an absolute path
    python       path of the Python of ajax.cgi; None when this computer has none of that name
    version      its version, e.g. (3, 11)
    data_dir     brat's DATA_DIR
    work_dir     brat's WORK_DIR
    logins       whether people log in
    runs_as      (uid, gid) of the user who runs brat
    """

    brat_dir: str
    python: Optional[str]
    version: Optional[tuple]
    data_dir: str
    work_dir: str
    logins: bool
    runs_as: tuple


_ABOUT_PYTHON = """
import sys
try:
    import importlib.util
    cgi = importlib.util.find_spec("cgi")
except ImportError:  # Python 2
    cgi = None
print("%d %d %d" % (sys.version_info[0], sys.version_info[1], cgi is not None))
"""
# As brat reads it, but with the whole of Python at hand.
_ABOUT_CONFIG = """
import json, os, runpy, sys
folder = sys.argv[1]
os.chdir(folder)
sys.dont_write_bytecode = True
read = runpy.run_path(os.path.join(folder, "server/src/../../config.py"))
told = {name: os.path.abspath(read[name]) for name in ("DATA_DIR", "WORK_DIR")}
told["logins"] = read["USER_PASSWORD"] is not False
print("\\n" + json.dumps(told))
"""
_PROXY = "Use brat-agreement proxy in front of this brat instead: it needs nothing of brat's files."


class InstallError(Exception):
    """brat-agreement cannot be installed or uninstalled; the text says why. Nothing was changed."""


def examine(brat_dir):
    """Return the BratFolder that a web server runs as CGI.

    Raises InstallError for what is not brat, is not set up yet, or is a brat that the hooks cannot
    work in.
    """
    brat_dir = folder(brat_dir)
    config = os.path.join(brat_dir, "config.py")
    if not os.path.isfile(config):
        raise InstallError(
            f"{config} does not exist: this brat is not set up yet. Copy config_template.py to "
            "config.py, fill it in, see that brat works, and try again."
        )
    _python_3_only(brat_dir)
    python, version = _python(brat_dir)
    told = _settings(brat_dir, python)
    for name, what in (("DATA_DIR", "data"), ("WORK_DIR", "work")):
        if not os.path.isdir(told[name]):
            raise InstallError(
                f"brat's {what} directory {told[name]} ({name} in config.py) does not exist. Set "
                "brat up first, and see that it works."
            )
    return BratFolder(
        brat_dir,
        python,
        version,
        told["DATA_DIR"],
        told["WORK_DIR"],
        told["logins"],
        _runs_as(told["WORK_DIR"]),
    )


def folder(brat_dir):
    """Return the absolute path of brat's folder. Raises InstallError when it is not brat's."""
    brat_dir = os.path.abspath(brat_dir)
    wrong = missing_part(brat_dir, "ajax.cgi")
    if wrong:
        raise InstallError(wrong)
    return brat_dir


def fastcgi(brat_dir):
    """Return the path of the file that sends brat's requests to ajax.fcgi, or None."""
    # The web server's own settings cannot be seen from here.
    path = os.path.join(brat_dir, ".htaccess")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            used = re.search(r"^[^#\n]*\bajax\.fcgi", file.read(), re.MULTILINE)
    except OSError:
        return None
    return path if used else None


def hindrance(path, user):
    """Return the first part of a path that keeps a user, (uid, gid), from reading it, or None."""
    uid, groups = user[0], _groups(*user)
    if uid == 0:
        return None
    path = os.path.realpath(path)
    parts = [path]
    while os.path.dirname(parts[0]) != parts[0]:
        parts.insert(0, os.path.dirname(parts[0]))
    for part in parts:
        status = os.stat(part)
        shift = 6 if status.st_uid == uid else 3 if status.st_gid in groups else 0
        wanted = 0o4 if part == path else 0o1
        if not status.st_mode >> shift & wanted:
            return part
    return None


def _groups(uid, gid):
    import pwd

    try:
        return set(os.getgrouplist(pwd.getpwuid(uid).pw_name, gid))
    except KeyError:
        return {gid}


def _runs_as(work_dir):
    """Return (uid, gid) of the user who runs brat, the owner of what it writes."""
    for name in ("sessions", "server.log", ""):
        try:
            status = os.stat(os.path.join(work_dir, name))
        except OSError:
            continue
        return status.st_uid, status.st_gid
    return os.getuid(), os.getgid()


def _python_3_only(brat_dir):
    for part in ("ajax.cgi", os.path.join("server", "src", "server.py")):
        path = os.path.join(brat_dir, part)
        try:
            with open(path, "rb") as file:
                compile(file.read(), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            raise InstallError(
                f"{path} is written for Python 2, as in brat 1.3 and older; brat-agreement can "
                f"only be installed into a brat for Python 3. {_PROXY}"
            ) from None


def _python(brat_dir):
    """Return (path, version) of the Python in the first line of ajax.cgi; (None, None) without."""
    with open(os.path.join(brat_dir, "ajax.cgi"), "rb") as file:
        words = os.fsdecode(file.readline()).strip().lstrip("#!").split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-")]
    python = shutil.which(words[0]) if words else None
    if python is None:
        return None, None
    major, minor, has_cgi = map(
        int, _told([python, "-c", _ABOUT_PYTHON], f"{python} does not start").split()
    )
    if (major, minor) < (3, 8):
        raise InstallError(
            f"The first line of ajax.cgi names {python}, which is Python {major}.{minor}; "
            f"brat-agreement needs 3.8 or newer there. {_PROXY}"
        )
    if not has_cgi:
        raise InstallError(
            f"brat's ajax.cgi cannot start: its Python, {python}, is version {major}.{minor}, "
            "which has no module cgi any more. Install it with: "
            f"{python} -m pip install legacy-cgi"
        )
    return python, (major, minor)


def _settings(brat_dir, python):
    failed = f"brat's settings cannot be read from {os.path.join(brat_dir, 'config.py')}"
    out = _told([python or sys.executable, "-c", _ABOUT_CONFIG, brat_dir], failed)
    return json.loads(out.splitlines()[-1])


def _told(command, failed):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise InstallError(f"{failed}: {error}.") from None
    if done.returncode == 0:
        return done.stdout.decode("utf-8", "replace")
    last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    if "CHANGE_ME" in last:
        last = "CHANGE_ME is left in it; put in what belongs there, and see that brat works"
    raise InstallError(f"{failed}: {last.rstrip('.')}.")
