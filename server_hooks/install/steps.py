"""Install into a brat that a web server runs as CGI, uninstall, and tell the status.

One file of brat, config.py, gets one line; after an uninstall it is what it was, to the byte. The
settings of the pages and of brat's part are in a directory outside everything that brat or a web
server hands out, because the pages keep decisions and snapshots there.
"""

import contextlib
import json
import os
import re
import shlex
from urllib.parse import urlsplit

from .. import saving
from ..script import PAGES
from . import brat_files, checks
from .checks import (
    hindrances,
    how_asked,
    passed_on,
    seen_by_browsers,
    user_name,
)
from .examine import InstallError, examine, folder
from .findings import FINE, NOTE, WARNING, Finding
from .site import (
    BOOT,
    read_bytes,
    read_site,
    script_path,
    site_or_empty,
    start_command,
)

_SITE = "site.json"
# Files of earlier versions in brat's WORK_DIR.
_EARLIER = ("brat-iaa-waited", "brat-iaa-wrong-passwords")
# Names of the files that the hooks keep for documents and collections.
_HASH = re.compile("[0-9a-f]{40}$")


def install(brat_dir, pages_url, service_address, state_dir, brat_url="/brat/", direct=None):
    """Install, or install again with other settings.

    brat_dir         brat's folder, the one with ajax.cgi in it
    pages_url        where browsers find the pages, e.g. "https://host/iaa/"
    service_address  where the web server finds what stands in front of brat, e.g.
                     "http://127.0.0.1:8090"
    state_dir        directory for the settings; made when absent
    brat_url         where browsers find brat, e.g. "https://host/brat/"
    direct           where brat itself answers to what stands in front of it; None: below the same
                     path, at port 8003 of this computer

    Returns sentences: what was changed, and what to do next. Raises InstallError, and then has
    changed nothing.
    """
    brat = examine(brat_dir)
    _check_address(service_address)
    path, below = urlsplit(brat_url).path.rstrip("/"), urlsplit(pages_url).path.rstrip("/")
    if not below.startswith(path + "/"):
        raise InstallError(
            f"The pages must be below brat, as the same server answers for both: found {pages_url} "
            f"for them and {brat_url} for brat."
        )
    state_dir = _outside(os.path.abspath(state_dir), brat)
    site_path = os.path.join(state_dir, _SITE)
    known = _known(brat.brat_dir, site_path)
    site = {
        "brat_dir": brat.brat_dir,
        "data_dir": brat.data_dir,
        "work_dir": brat.work_dir,
        "brat_url": brat_url,
        "pages_url": pages_url,
        "pages": below[len(path) :],
        "service": service_address,
        "direct": direct or f"http://127.0.0.1:8003{path}/",
        "script": script_path(),
    }
    config = os.path.join(brat.brat_dir, brat_files.CONFIG)
    content = read_bytes(config)
    new, sentences = brat_files.with_line(content, BOOT, site_path), []
    made, before = [], None
    try:
        if site != known:
            made = _make(state_dir, brat)
            before = read_bytes(site_path) if known else None
            _write(site_path, (json.dumps(site, indent=1) + "\n").encode("ascii"))
            # Whoever runs brat reads it; its directory is closed to others.
            os.chmod(site_path, 0o644)
            sentences.append(f"{site_path}: settings written.")
        if new != content:
            _write(config, new)
            what = "changed" if brat_files.paths_in(content) else "added"
            sentences.append(f"{config}: one line {what}.")
    except OSError as error:
        _put_back(site_path, before, made)
        raise _cannot_write(error) from None
    sentences += _take_out(brat.brat_dir, PAGES)
    return [
        *(sentences or ["Nothing to change: it is installed already."]),
        *_advice(brat, site, site_path),
    ]


def uninstall(brat_dir):
    """Uninstall: brat's files get back their bytes and modes.

    What others have changed in them since the installation stays changed. Returns sentences. Raises
    InstallError.
    """
    brat_dir = folder(brat_dir)
    paths = _paths(brat_dir) or {"site": ""}
    site = site_or_empty(paths["site"])
    sentences = _take_out(brat_dir, brat_files.NAMES)
    ours = site.get("brat_dir") == brat_dir
    if ours:
        try:
            os.unlink(paths["site"])
        except OSError as error:
            raise _cannot_write(error) from None
        sentences.append(f"{paths['site']}: removed.")
    if not sentences:
        return [f"Nothing to remove: it is not installed in {brat_dir}."]
    sentences.append("Stop the service, and have the web server answer for brat itself again.")
    with contextlib.suppress(InstallError):
        version = examine(brat_dir).version
        if version is not None and version >= (3, 11):
            sentences.append(
                "This brat runs on Python {}.{}, where it did not work before, and does not work "
                "now.".format(*version)
            )
    if ours:
        sentences += _tidy(site["work_dir"], os.path.dirname(paths["site"]))
    return sentences


def _check_address(service):
    with contextlib.suppress(ValueError):
        parts = urlsplit(service)
        plain = parts.hostname and (parts.port or 80) and not parts.path.strip("/")
        if parts.scheme == "http" and plain:
            return
    raise InstallError(f"{service!r} is no address of the service: expected http://host:port.")


def _write(path, content):
    # A link stays a link; what it leads to is replaced in one step.
    saving.replace(os.path.realpath(path), content)


def _put_back(path, before, made):
    """Undo what an installation that failed has written: the settings, and directories made."""
    with contextlib.suppress(OSError):
        if before is not None:
            _write(path, before)
        elif os.path.exists(path):
            os.unlink(path)
        for directory in reversed(made):
            os.rmdir(directory)


def _take_out(brat_dir, names):
    """Take our line out of files of brat; return sentences. Raises InstallError."""
    sentences = []
    for name in names:
        path = os.path.join(brat_dir, name)
        content = read_bytes(path)
        old = brat_files.without_line(name, content)
        if old != content:
            try:
                _write(path, old)
            except OSError as error:
                raise _cannot_write(error) from None
            sentences.append(f"{path}: our line removed.")
    return sentences


def not_loaded(brat_dir):
    """Return a Finding if brat cannot load its part, as after it was moved; else None."""
    paths = _paths(folder(brat_dir))
    return checks.gone(paths["boot"], brat_dir) if paths else None


def status(brat_dir):
    """Return a list of Finding: what is installed in a brat folder, and what is wrong with it."""
    brat_dir = folder(brat_dir)
    paths = _paths(brat_dir)
    again = f"brat-agreement install {brat_dir}"
    if paths is None:
        return [Finding(NOTE, "brat", f"brat-agreement is not installed in {brat_dir}.", again)]
    findings = [Finding(FINE, "brat", f"brat-agreement is installed in {brat_dir}.")]
    try:
        site = read_site(paths["site"])
        urls = f"For browsers: {site['pages_url']}; for the web server: {site['service']}."
        findings.append(Finding(NOTE, "brat", f"Settings: {paths['site']}. {urls}"))
        brat = examine(brat_dir)
    except InstallError as error:
        return [*findings, Finding(WARNING, "brat", str(error))]
    findings += hindrances(brat, site, (paths["boot"], site["script"], paths["site"]))
    return [*findings, how_asked(brat, site, paths["site"]), *seen_by_browsers(site)]


def _paths(brat_dir):
    """Return {"boot": path, "site": path} of an installation, None without one."""
    return brat_files.paths_in(read_bytes(os.path.join(brat_dir, brat_files.CONFIG)))


def _outside(state_dir, brat):
    real = os.path.realpath(state_dir) + os.sep
    for directory in (brat.brat_dir, brat.data_dir, brat.work_dir):
        if real.startswith(os.path.realpath(directory).rstrip(os.sep) + os.sep):
            raise InstallError(
                f"The settings must not be in {state_dir}: brat's web server may hand out "
                f"everything in {directory}. Choose a directory elsewhere."
            )
    return state_dir


def _known(brat_dir, site_path):
    """Return the settings of an earlier installation, {} when there is none."""
    paths = _paths(brat_dir)
    known = site_or_empty(paths["site"] if paths else site_path)
    if known.get("brat_dir", brat_dir) != brat_dir:
        raise InstallError(
            f"{site_path} belongs to the brat in {known['brat_dir']}. Choose another directory for "
            "the settings of this one."
        )
    if paths and paths["site"] != site_path and known:
        raise InstallError(
            f"It is installed already, with its settings in {paths['site']}. Uninstall it first to "
            "have them elsewhere."
        )
    return known


def _make(state_dir, brat):
    """Make the directory; return the directories made, outermost first."""
    absent = []
    while not os.path.isdir(state_dir):
        absent.insert(0, state_dir)
        state_dir = os.path.dirname(state_dir)
    try:
        for directory in absent:
            os.mkdir(directory, 0o755)
        if absent:
            os.chmod(absent[-1], 0o750)
            if os.getuid() == 0:
                os.chown(absent[-1], *brat.runs_as)
    except OSError as error:
        raise _cannot_write(error) from None
    return absent


def _tidy(work_dir, state_dir):
    """Remove what the hooks keep in brat's WORK_DIR, and the directory of the settings.

    Returns sentences about what stays.
    """
    ours = [os.path.join(work_dir, name) for name in _EARLIER]
    folders = [os.path.join(work_dir, name) for name in (saving.COUNTS, saving.LOCKS)]
    for kept_in in filter(os.path.isdir, folders):
        ours += [os.path.join(kept_in, name) for name in os.listdir(kept_in) if _HASH.match(name)]
    for remove, paths in ((os.unlink, ours), (os.rmdir, [*folders, state_dir])):
        for path in paths:
            try:
                remove(path)
            except OSError:
                pass  # it is not there, or not empty, or brat's alone
    if os.path.isdir(state_dir):
        return [f"{state_dir} stays: there is more in it, of the pages or of others."]
    return []


def _advice(brat, site, site_path):
    wanted = BOOT, site["script"], site_path
    sentences = [finding.text for finding in hindrances(brat, site, wanted)]
    if brat.version is not None and brat.version >= (3, 11):
        python = "Python {}.{}".format(*brat.version)
        sentences.append(
            f"This brat runs on {python}, where it works only with what is now added to it."
        )
    start = start_command(site, site_path)
    sentences.append(
        f"Next: start the service as the user who runs brat ({user_name(brat.runs_as[0])}), with: "
        f"{start}. It stands in front of brat: "
        f"who may see and do what, it decides. So the web server needs a rule that passes "
        f"{urlsplit(site['brat_url']).path} on to it, and must answer for brat itself at "
        f"{site['direct']} only. For Apache:"
    )
    sentences += passed_on(site).split("\n")
    return [
        *sentences,
        "To have it started with the computer: brat-agreement guide "
        "install#started-with-the-computer",
        "Then reload brat's page: the button is in its menu.",
        f"Then run: brat-agreement doctor {shlex.quote(brat.brat_dir)}. It says whether all of "
        "this is so, and has the lines for nginx and lighttpd.",
    ]


def _cannot_write(error):
    path = os.path.dirname(error.filename2 or error.filename or "") or "a file"
    return InstallError(
        f"Cannot change {path}: {error.strerror}. Nothing was changed. Run the command as the user "
        "who owns brat's folder, or as root."
    )
