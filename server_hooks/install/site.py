"""site.json: the settings that the installation leaves for the pages and for brat's part."""

import json
import os
import shlex
from urllib.parse import urlsplit

from .examine import InstallError

# All must be there.
_KEYS = frozenset("brat_dir data_dir work_dir brat_url pages_url service script".split())
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The checkout, or the installed package: static/ is in both.
_AROUND = os.path.dirname(_PACKAGE)
# Of the first file of ours that brat runs; its config.py names this path.
BOOT = os.path.join(_PACKAGE, "boot.py")


def read_site(path):
    """Return the settings that install has written, a dict:

    brat_dir, data_dir, work_dir    absolute paths
    brat_url, pages_url, service    addresses, as given to install
    direct                          address at which brat itself answers
    pages                           path of the pages below brat's
    script                          path of the script of brat's page

    Raises InstallError when there are none, or they cannot be read.
    """
    try:
        site = json.loads(read_bytes(path).decode("ascii"))
    except ValueError:
        site = None
    if not isinstance(site, dict) or not set(site) >= _KEYS:
        raise InstallError(
            f"{path} does not hold the settings that brat-agreement install writes. Install again."
        )
    return site


def site_or_empty(path):
    """Return the settings, {} when there are none. Raises InstallError when they are not ours."""
    try:
        open(path, "rb").close()
    except PermissionError:
        raise InstallError(
            f"{path} cannot be read: Permission denied. Run the command as the user who installed "
            "brat-agreement, or as root."
        ) from None
    except OSError:
        return {}
    try:
        return read_site(path)
    except InstallError:
        return {}


def start_command(site, site_path):
    """Return the command that starts what stands in front of brat."""
    parts = urlsplit(site["service"])
    words = ["brat-agreement", "service", site_path]
    if parts.hostname not in (None, "127.0.0.1", "localhost"):
        words += ["--host", parts.hostname]
    if parts.port != 8002:
        words += ["--port", str(parts.port or 80)]
    return shlex.join(words)


def script_path():
    """Return the path of the script of brat's page. Raises InstallError when it is missing."""
    path = os.path.join(_AROUND, "static", "brat.js")
    if os.path.isfile(path):
        return path
    raise InstallError(
        f"The script of brat's page, brat.js, is missing in {_AROUND}. Install brat-agreement "
        "again."
    )


def read_bytes(path):
    """Return a file's content. Raises InstallError when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InstallError(f"{path} cannot be read: {error.strerror}.") from None
