"""Install into a brat that a web server runs as CGI, uninstall, and tell the status.

Three files of brat get one line each: config.py, index.xhtml and diff.xhtml; after an uninstall
they are what they were, to the byte. The settings of the pages and of brat's part are in a
directory outside everything that brat or a web server hands out, because a secret is among them.
"""

import contextlib
import hashlib
import json
import os
import re
import secrets
from urllib.parse import urlsplit

from .. import saving
from ..agreement.script import PAGES, TAG
from ..agreement.service import STAMP, Service
from . import brat_files, checks
from .changes import FileChange, carry_out
from .checks import (
    handed_out,
    hindrances,
    how_asked,
    passed_on,
    seen_by_browsers,
    user_name,
)
from .examine import InstallError, examine, folder
from .findings import FINE, NOTE, PROBLEM, WARNING, Finding
from .site import (
    BOOT,
    read_bytes,
    read_site,
    script_path,
    site_or_empty,
    start_command,
)

_SITE = "site.json"
# A file of earlier versions in brat's WORK_DIR.
_WRONG_PASSWORDS = "brat-iaa-wrong-passwords"
# Names of the files that the guard keeps for documents and collections.
_HASH = re.compile("[0-9a-f]{40}$")


def install(
    brat_dir, pages_url, service_address, state_dir, guard=True, brat_url="/brat/", direct=None
):
    """Install, or install again with other settings.

    brat_dir         brat's folder, the one with ajax.cgi in it
    pages_url        where browsers find the pages, e.g. "https://host/iaa/"
    service_address  where the web server and brat's process find what stands in front of brat,
                     e.g. "http://127.0.0.1:8090" or "unix:/run/iaa.sock"
    state_dir        directory for the settings; made when absent
    guard            whether brat is kept from losing annotations
    brat_url         where browsers find brat, e.g. "https://host/brat/"
    direct           where brat itself answers to what stands in front of it; None: below the same
                     path, at port 8003 of this computer

    Returns sentences: what was changed, and what to do next. Raises InstallError, and then has
    changed nothing.
    """
    brat = examine(brat_dir)
    try:
        Service(service_address)
    except ValueError as error:
        raise InstallError(str(error)) from None
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
        "key": known.get("key") or secrets.token_hex(32),
        "guard": guard,
        "script": script_path(),
        "before": {},
    }
    changes, sentences = [], []
    for name, content, new in _installed(brat.brat_dir, site_path):
        path = os.path.join(brat.brat_dir, name)
        old = brat_files.without_line(name, content)
        digest = hashlib.sha256(old).hexdigest()
        before = known.get("before", {}).get(path)
        if content == old or before is None or before[0] != digest:
            # Someone has edited it since, or this is the first time.
            before = [digest, os.stat(path).st_mtime_ns if content == old else None]
        site["before"][path] = before
        if new != content:
            changes.append(FileChange(path, new))
            what = "changed" if content != old else "added"
            sentences.append(f"{path}: one line {what}.")
    if site != known:
        owner = brat.runs_as if os.getuid() == 0 else None
        content = (json.dumps(site, indent=1, ensure_ascii=True) + "\n").encode("ascii")
        changes.insert(0, FileChange(site_path, content, mode=0o640, owner=owner))
        sentences.insert(0, f"{site_path}: settings written, with a secret in them.")
    made = _make(state_dir, brat) if changes else []
    try:
        carry_out(changes)
    except OSError as error:
        for directory in reversed(made):
            os.rmdir(directory)
        raise _cannot_write(error) from None
    return [
        *(sentences or ["Nothing to change: it is installed already."]),
        *_advice(brat, site, site_path),
    ]


def uninstall(brat_dir):
    """Uninstall: brat's files get back their bytes, modes and times.

    What others have changed in them since the installation stays changed. Returns sentences. Raises
    InstallError, and then has changed nothing.
    """
    brat_dir = folder(brat_dir)
    paths = _paths(brat_dir) or {"site": ""}
    site = site_or_empty(paths["site"])
    changes, sentences = [], []
    for name in brat_files.NAMES:
        path = os.path.join(brat_dir, name)
        content = read_bytes(path)
        old = brat_files.without_line(name, content)
        if old != content:
            digest, mtime_ns = site.get("before", {}).get(path, (None, None))
            same = digest == hashlib.sha256(old).hexdigest()
            changes.append(FileChange(path, old, mtime_ns if same else None))
            sentences.append(f"{path}: our line removed.")
    ours = site.get("brat_dir") == brat_dir
    if ours:
        changes.append(FileChange(paths["site"], None))
        sentences.append(f"{paths['site']}: removed.")
    try:
        carry_out(changes)
    except OSError as error:
        raise _cannot_write(error) from None
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


def not_loaded(brat_dir):
    """Return a Finding if brat cannot load its part, as after it was moved; else None."""
    paths = _paths(folder(brat_dir))
    return checks.gone(paths["boot"], brat_dir) if paths else None


def status(brat_dir):
    """Return a list of Finding: what is installed in a brat folder, and what is wrong with it."""
    brat_dir = folder(brat_dir)
    paths = _paths(brat_dir)
    tagged = [name for name in PAGES if TAG in read_bytes(os.path.join(brat_dir, name))]
    again = f"brat-agreement install {brat_dir}"
    if paths is None and not tagged:
        return [Finding(NOTE, "brat", f"brat-agreement is not installed in {brat_dir}.", again)]
    if paths is None or len(tagged) < len(PAGES):
        there = " and ".join((["config.py"] if paths else []) + tagged)
        text = f"brat-agreement is only in {there} of {brat_dir}."
        return [Finding(PROBLEM, "brat", text, again)]
    findings = [Finding(FINE, "brat", f"brat-agreement is installed in {brat_dir}.")]
    try:
        site = read_site(paths["site"])
        urls = f"For browsers: {site['pages_url']}; for the web server: {site['service']}."
        findings.append(Finding(NOTE, "brat", f"Settings: {paths['site']}. {urls}"))
        if site["guard"]:
            findings.append(Finding(FINE, "brat", "brat is guarded against lost annotations."))
        else:
            findings.append(Finding(WARNING, "brat", "brat is not guarded.", again))
        brat = examine(brat_dir)
    except InstallError as error:
        return [*findings, Finding(WARNING, "brat", str(error))]
    findings += hindrances(brat, site, (paths["boot"], site["script"], paths["site"]))
    findings += [how_asked(brat, site, paths["site"]), *seen_by_browsers(site)]
    return list(filter(None, (*findings, handed_out(brat, site["brat_url"]))))


def _installed(brat_dir, site_path):
    """Yield (name, content, content with our line) of brat's files."""
    for name in brat_files.NAMES:
        path = os.path.join(brat_dir, name)
        content = read_bytes(path)
        if name in PAGES and b"</head>" not in content:
            raise InstallError(f"{path} has no </head>, so it is not brat's page.")
        yield name, content, brat_files.with_line(name, content, BOOT, site_path)


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
    ours = [os.path.join(work_dir, name) for name in (STAMP, _WRONG_PASSWORDS)]
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
    downloads = handed_out(brat, site["brat_url"])
    if downloads is not None:
        sentences += [downloads.text, *downloads.do.split("\n")]
    if brat.version is not None and brat.version >= (3, 11):
        python = "Python {}.{}".format(*brat.version)
        sentences.append(
            f"This brat runs on {python}, where it works only with what is now added to it."
        )
    start = start_command(site, site_path)
    own = f"with: {start}, or " if start else ""
    sentences.append(
        "Next: start the service as the user who runs brat "
        f"({user_name(brat.runs_as[0])}), {own}in a WSGI "
        f"server with BRAT_IAA_SITE={site_path} in its environment. It stands in front of brat: "
        f"who may see and do what, it decides. So the web server needs a rule that passes "
        f"{urlsplit(site['brat_url']).path} on to it, and must answer for brat itself at "
        f"{site['direct']} only. For Apache:"
    )
    sentences += passed_on(site).split("\n")
    sentences.append(
        "Then reload brat's page: the button is in its menu. brat-agreement doctor "
        f"{brat.brat_dir} says whether all of this is so, and has the lines for nginx and lighttpd."
    )
    if start and start.startswith("brat-agreement "):
        sentences.append(
            f"To have it started with the computer: {start} --print-unit "
            "> /etc/systemd/system/brat-agreement.service"
        )
    return sentences


def _cannot_write(error):
    path = os.path.dirname(error.filename2 or error.filename or "") or "a file"
    return InstallError(
        f"Cannot change {path}: {error.strerror}. Nothing was changed. Run the command as the user "
        "who owns brat's folder, or as root."
    )
