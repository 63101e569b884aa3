"""Findings about this computer (Python, packages, disks) and about an installed brat."""

import contextlib
import json
import os
import platform
import shutil
import sys
import time
from importlib.metadata import PackageNotFoundError, version

from brat_iaa import __version__
from brat_iaa.doctor import FINE, PROBLEM, WARNING, Finding
from brat_iaa.server_hooks import install as steps

# Free bytes below which the next snapshot or decision may fail, and below which it soon may.
_FULL, _NEARLY_FULL = 50_000_000, 1_000_000_000
# Seconds by which a file may be younger than now: clocks of two computers differ a little.
_CLOCKS = 120
# The name of this distribution up to 0.1.
_FORMER = "brat-iaa"


def software():
    """A Finding about Python, this package, and what it computes and serves with."""
    with contextlib.suppress(PackageNotFoundError):
        text = f"It is installed twice, as {_FORMER} {version(_FORMER)} too, its name up to 0.1."
        pip = f"{sys.executable} -m pip"
        do = f"{pip} uninstall {_FORMER}; {pip} install --force-reinstall brat-agreement"
        return Finding(WARNING, "Packages", text, do)
    others = ", ".join(f"{name} {version(name)}" for name in ("numpy", "Flask", "requests"))
    text = f"brat-agreement {__version__}, Python {platform.python_version()} ({sys.executable})"
    return Finding(FINE, "Python", f"{text}, {others}.")


def free_space(folder, holds):
    """A Finding about the disk of a folder. holds: what is written there, such as "decisions"."""
    while not os.path.exists(folder):
        folder = os.path.dirname(folder)
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB are free where {holds} are written ({folder})."
    if free < _FULL:
        return Finding(PROBLEM, "Disk", text, "Make room on this disk before anybody goes on.")
    if free < _NEARLY_FULL:
        return Finding(WARNING, "Disk", text, "Make room on this disk soon.")
    return Finding(FINE, "Disk", text)


def clock(paths):
    """A Finding about files that are younger than now: then changes may go unseen."""
    now = time.time()
    young = []
    for path in paths:
        try:
            if os.stat(path).st_mtime > now + _CLOCKS:
                young.append(str(path))
        except OSError:
            continue  # whoever reads it says so
    if not young:
        return Finding(FINE, "Clock", "No file is dated in the future.")
    text = f"{len(young)} of the files are dated in the future, first {sorted(young)[0]}."
    do = "Set the clocks of this computer and of the one that writes the files; then: touch FILES"
    return Finding(WARNING, "Clock", text, do)


def examine_installation(place):
    """List of Finding about a brat, by its folder or by the site.json of its installation."""
    try:
        folder = place
        if place.is_file():
            folder = json.loads(place.read_text("utf-8"))["brat_dir"]
        return [*steps.status(str(folder)), free_space(str(folder), "annotations")]
    except steps.InstallError as error:
        return [Finding(PROBLEM, "brat", str(error))]
    except (OSError, ValueError, KeyError) as error:
        text = f"{place} is no settings file of brat-agreement ({error})."
        return [Finding(PROBLEM, "brat", text, "Name brat's folder instead.")]
