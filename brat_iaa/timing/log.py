"""brat's annotation log: one line for the start and one for the end of each action of a user.

Fields are separated by tabs: local time without zone, user, collection,
document, START or FINISH, action, arguments. A line break in a note is written
as it is, so a record can go on over several lines.
"""

import os
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from brat_iaa.corpus.quoting import quoted
from brat_iaa.corpus.standoff import Problem
from brat_iaa.errors import ConfigError

TOOLS = "tools.conf"
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}(?=\t|$)")
_STATES = {"START": False, "FINISH": True}
# Their last argument is what an annotator typed.
_WITH_NOTE = ("createSpan", "createArc")
_OPTION = re.compile(r"Annotation-log[ \t]+(?:.*[ \t,])?logfile:([^,]+)")


class Record(NamedTuple):
    """One action that began or ended.

    time       as the server's clock showed it
    finished   False: it began. An action that only began has failed
    line       in the log, from 1
    """

    time: datetime
    user: str
    collection: str
    document: str
    finished: bool
    action: str
    arguments: tuple
    line: int


class AnnotationLog(NamedTuple):
    """file: path; records in the order written; problems: lines that are no records, as
    Problems.
    """

    file: str
    records: tuple
    problems: tuple


def read_log(path):
    """An AnnotationLog. Lines that cannot be read are problems.

    Raises ConfigError if there is no such file.
    """
    records, problems = [], []
    try:
        with open(path, "rb") as file:
            for number, data in enumerate(file, 1):
                _read_line(data, number, str(path), records, problems)
    except OSError as error:
        raise ConfigError(
            f"The annotation log {path} cannot be read: "
            f"{(error.strerror or str(error)).lower()}. Give its path with --log."
        ) from None
    return AnnotationLog(str(path), tuple(records), tuple(problems))


def _read_line(data, number, file, records, problems):
    def problem(code, message):
        problems.append(Problem(file, number, code, message))

    try:
        line = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.decode("utf-8", "replace")
        problem(
            "not-utf8",
            f"Byte {error.start + 1} of this line is not UTF-8; its characters were replaced.",
        )
    line = line.rstrip("\r\n")
    time = _TIME.match(line)
    if time is None:
        last = records[-1] if records else None
        # Whatever stands between a note and the next record belongs to the note.
        if last is not None and last.action in _WITH_NOTE and last.arguments:
            note = f"{last.arguments[-1]}\n{line}"
            records[-1] = last._replace(arguments=last.arguments[:-1] + (note,))
        elif line.strip():
            problem(
                "no-record",
                f"No record begins with {quoted(line)}: date and time are expected first.",
            )
        return
    fields = line.split("\t")
    if len(fields) < 6:
        problem("cut-record", f"The record has {len(fields)} of at least 6 fields: {quoted(line)}.")
        return
    state = _STATES.get(fields[4])
    if state is None:
        problem("unknown-state", f"Found {quoted(fields[4])}, expected START or FINISH.")
        return
    try:
        at = datetime.strptime(fields[0], "%Y-%m-%d %H:%M:%S,%f")
    except ValueError:
        problem("no-date", f"There is no date {quoted(fields[0])}.")
        return
    user, collection, document = fields[1:4]
    records.append(
        Record(at, user, collection, document, state, fields[5], tuple(fields[6:]), number)
    )


def find_log(root, directories=("",)):
    """Path of the log that brat writes for a project, by its tools.conf.

    directories  those with documents, below the project

    As brat does, takes the first tools.conf from a directory with documents upwards.
    Raises ConfigError with the next step if the log is off, or cannot be told.
    """
    root = Path(root).resolve()
    found, looked = {}, None
    for directory in directories:
        looked = _nearest(root / directory)
        log = looked and _log_in(looked)
        if log:
            found.setdefault(log, looked)
    if len(found) > 1:
        named = ", ".join(f"{log} (in {conf})" for log, conf in found.items())
        raise ConfigError(f"There are several annotation logs: {named}. Say which with --log.")
    if not found:
        where = (
            f"{looked} has no line for it"
            if looked
            else f"there is no tools.conf in {root} or above it"
        )
        raise ConfigError(
            f"brat keeps no annotation log for {root}: {where}. To have one from now "
            f"on, add to [options] of tools.conf: "
            "Annotation-log logfile:/path/to/annotation.log. If there is one, give its "
            "path with --log."
        )
    ((log, conf),) = found.items()
    if " " in log or "\t" in log:
        raise ConfigError(
            f"{conf}: logfile:{log} has a blank in it, and brat writes no such log. "
            f"Choose another path."
        )
    if not os.path.isabs(log):
        raise ConfigError(
            f"{conf}: logfile:{log} depends on where brat was started. Give the log's "
            f"path with --log."
        )
    return Path(log)


def _nearest(directory):
    return next(
        (
            folder / TOOLS
            for folder in (directory, *directory.parents)
            if (folder / TOOLS).is_file()
        ),
        None,
    )


def _log_in(path):
    """The log that a tools.conf names, None if it is off."""
    section = None
    for line in path.read_text("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line
        match = _OPTION.match(line)
        if match and section == "[options]":
            named = match.group(1).strip()
            return None if named == "<NONE>" else named
    return None
