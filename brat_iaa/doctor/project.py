"""Findings about a project: its settings, files and annotators, and what is kept of it."""

import os
import pwd
import shlex
import sqlite3
import stat
from collections import Counter
from pathlib import Path

from brat_iaa import config
from brat_iaa.access.files import ProjectFiles
from brat_iaa.corpus.acl import brat_folder
from brat_iaa.corpus.annotation_conf import FILE_NAME as ANNOTATION_CONF
from brat_iaa.corpus.annotation_conf import type_names
from brat_iaa.corpus.project import OtherText
from brat_iaa.doctor import FINE, NOTE, PROBLEM, WARNING, Finding
from brat_iaa.doctor.computer import clock, free_space
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.formats.cells import count, named
from brat_iaa.phases import done_in
from brat_iaa.store.database import Database
from brat_iaa.store.paths import known_project_database, other_stores, refuse_served
from brat_iaa.study import Study


def examine_project(root, state_dir=None):
    """List of Finding about the project in a directory.

    state_dir  as in store.paths.project_database_path()
    """
    settings = _settings(root)
    findings = [settings]
    if settings.level != PROBLEM:
        try:
            agreement = Study(root, done=done_in(root, state_dir)).agreement()
        except BratIaaError as error:
            findings.append(Finding(PROBLEM, "Files", str(error)))
        else:
            findings += [
                _files(agreement),
                *_texts(agreement),
                *_unknown_types(agreement, root),
                *_open_in_brat(agreement, root),
            ]
    findings.append(clock(Path(root).rglob("*.ann")))
    return findings + _store(root, state_dir)


def _settings(root):
    path = Path(root) / config.FILE_NAME
    try:
        settings = config.load(root)
    except ConfigError as error:
        return Finding(PROBLEM, "Settings", str(error), f"Edit {path}.")
    if settings.outdated:
        text = " ".join(problem.message for problem in settings.outdated)
        return Finding(WARNING, "Settings", text, f"Edit {path}.")
    if not path.exists():
        text = f"There is no {config.FILE_NAME}; everything is compared with the defaults."
        return Finding(NOTE, "Settings", text, f"brat-agreement init {root}")
    return Finding(FINE, "Settings", f"{path} can be read.")


def _files(agreement):
    read = sum(len(agreement.annotators_of(name)) for name in agreement.tables)
    text = f"{count(read, 'file')} of {count(len(agreement.annotators), 'annotator')} compared."
    if not agreement.problems:
        return Finding(FINE, "Files", text)
    first = agreement.problems[0]
    where = first.file + (f", line {first.line}" if first.line else "")
    codes = Counter(problem.code for problem in agreement.problems)
    listed = ", ".join(f"{code} ({number})" for code, number in codes.most_common())
    text += f" {count(len(agreement.problems), 'problem')}: {listed}. First: {where}: "
    do = "brat-agreement report lists each, with what to do."
    return Finding(WARNING, "Files", text + first.message, do)


def _texts(agreement):
    """Texts that differ between annotators."""
    for left in agreement.excluded:
        if isinstance(left, OtherText):
            text = f"{left.document}, {', '.join(left.annotators)}: {left.reason}."
            do = "Give all annotators the same .txt, byte for byte."
            yield Finding(PROBLEM, "Texts", text, do)


def _unknown_types(agreement, root):
    """Types that annotators used and annotation.conf does not have: brat shows no menu for them."""
    named_types = type_names(root)
    if named_types is None:
        return
    inventory = agreement.survey.inventory
    used = {
        "entities": set(inventory.spans) - set(inventory.events),
        "relations": set(inventory.relations),
        "events": set(inventory.events),
    }
    for section, types in used.items():
        unknown = sorted(
            types - named_types[section] - named_types["entities"] - named_types["events"]
        )
        if unknown and named_types[section]:
            text = f"{named(unknown)}: used, but not in [{section}] of {ANNOTATION_CONF}."
            do = f"Add them to {ANNOTATION_CONF}, or mend the annotation."
            yield Finding(WARNING, "Types", text, do)


def _open_in_brat(agreement, root):
    """Whether annotators can open each other's documents in brat itself."""
    folder = brat_folder(root)
    if folder is None:
        return
    files = ProjectFiles(root, data_dir=os.path.join(folder, "data"))
    opened = files.openness(agreement.config, files.listed(agreement.config))
    if not opened.pairs:
        yield Finding(FINE, "acl.conf", "No annotator can open the directory of another in brat.")
        return
    listed = named([f"{name} that of {other}" for name, other in opened.pairs], "; ")
    do = f"Write this into {opened.place} below the data directory:\n{opened.rules}".strip()
    yield Finding(WARNING, "acl.conf", f"In brat annotators can open: {listed}.", do)


def _store(root, state_dir):
    """What is kept of the project: decisions and snapshots."""
    path = known_project_database(root, state_dir)
    project = shlex.quote(str(root))
    if state_dir:
        project += f" --state-dir {shlex.quote(str(state_dir))}"
    try:
        refuse_served(path.parent, os.path.realpath(root), advice="Name another: --state-dir.")
        findings = [free_space(path.parent, "decisions and snapshots")]
        closed = _closed(path, project)
        if not closed and not path.exists():
            return [Finding(NOTE, "Kept", "No decision and no snapshot yet."), *findings]
    except (ConfigError, OSError) as error:
        return [Finding(PROBLEM, "Kept", str(error))]
    if closed:
        return [closed, *findings]
    if path.stat().st_mode & 0o077:
        text = f"{path} can be read by others than its owner."
        findings.append(Finding(WARNING, "Kept", text, f"chmod 600 {path}"))
    try:
        with Database(path).reading() as connection:
            result = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except ConfigError as error:
        why = error.__cause__
        if isinstance(why, sqlite3.OperationalError) or not isinstance(why, sqlite3.Error):
            return [Finding(PROBLEM, "Kept", str(error)), *findings]  # and not damaged
        result = str(why)
    if result != "ok":
        do = (
            f"brat-agreement restore {project} FILE  # brings back a backup; what is there now "
            "is kept beside it"
        )
        return [Finding(PROBLEM, "Kept", f"{path} is damaged: {result}.", do), *findings]
    for folder in other_stores(path):
        text = f"Snapshots and decisions of this project are in {folder}, too: two stores."
        do = f"Use the one of the pages everywhere: --state-dir {folder}"
        findings.append(Finding(WARNING, "Kept", text, do))
    text = f"{path} is whole ({path.stat().st_size / 1e6:.1f} MB)."
    return [Finding(FINE, "Kept", text), *findings]


def _closed(path, project):
    """Why nothing can be written into a store: its owner and mode, or those of its directory.

    Root, who may write everywhere, is told what stops the server's account.

    project  arguments that name the project to a command
    """
    for place, needed in ((path.parent, stat.S_IRWXU), (path, stat.S_IRUSR | stat.S_IWUSR)):
        try:
            there = os.stat(place)
        except FileNotFoundError:
            return None  # nothing is kept yet
        owner, me = _account(there.st_uid), _account(os.geteuid())
        of, quoted = _account(os.stat(path.parent).st_uid), shlex.quote(str(place))
        text = f"{place} belongs to {owner}, mode {stat.S_IMODE(there.st_mode):04o}"
        if there.st_mode & needed != needed:
            text += ": nothing can be kept. What is there is not lost."
            do = f"chmod u+rw{'' if place == path else 'x'} {quoted}"
        elif not os.access(place, os.R_OK | os.W_OK | (0 if place == path else os.X_OK)):
            text += f", and cannot be opened by this account, {me}. It is not damaged by that."
            do = (
                f"sudo -u {shlex.quote(owner)} brat-agreement doctor {project}\n"
                f"If the server runs as {me}: sudo chown {me.lstrip('#')} {quoted}"
            )
        elif owner != of:
            text += f", but its directory to {of}, who may be unable to open it. That is no damage."
            do = f"If the server runs as {of}: sudo chown {of.lstrip('#')} {quoted}"
        else:
            continue
        return Finding(PROBLEM, "Kept", text, do)
    return None


def _account(number):
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"
