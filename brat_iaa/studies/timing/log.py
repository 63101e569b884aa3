"""brat's annotation log: one line for the start and one for the end of each action of a user.

Fields are separated by tabs: local time without zone, user, collection, document, START or FINISH,
action, arguments. A line break in a note is written as it is, so a record can go on over several
lines.
"""

import os
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.errors import ConfigError

TOOLS = "tools.conf"
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}(?=\t|$)")
_STATES = {"START": False, "FINISH": True}
# Actions whose last argument is a note.
_WITH_NOTE = ("createSpan", "createArc")
_OPTION = re.compile(r"Annotation-log[ \t](?:.*[ \t,])?logfile:([^,]+)")


class Record(NamedTuple):
    """The start or the end of an action.

    time       by the server's clock
    finished   whether it is the end; an action without an end has failed
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
    """file: its path; records: in the order written; problems: Problems of unreadable lines."""

    file: str
    records: tuple
    problems: tuple


def read_log(path) -> AnnotationLog:
    """Read a log; lines that cannot be read become problems.

    Raises ConfigError if the file cannot be read.
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
        # Lines between a note and the next record belong to the note.
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


def find_log(root, directories=("",)) -> Path:
    """Path of the log that brat writes for a project, by its tools.conf.

    directories  those with documents, below the project

    Like brat, takes the nearest tools.conf in a directory with documents or above it. Raises
    ConfigError with the next step if there is no log, or several.
    """
    root = Path(root).resolve()
    conf_of, conf = {}, None
    for directory in directories:
        conf = _nearest(root / directory)
        log = conf and _log_in(conf)
        if log:
            conf_of.setdefault(log, conf)
    if len(conf_of) > 1:
        named = ", ".join(f"{log} (in {conf})" for log, conf in conf_of.items())
        raise ConfigError(f"There are several annotation logs: {named}. Say which with --log.")
    if not conf_of:
        reason = (
            f"{conf} has no line for it"
            if conf
            else f"there is no tools.conf in {root} or above it"
        )
        raise ConfigError(
            f"brat keeps no annotation log for {root}: {reason}. To have one from now on, add to "
            "[options] of tools.conf: Annotation-log logfile:/path/to/annotation.log. If there is "
            "one, give its path with --log."
        )
    ((log, conf),) = conf_of.items()
    if " " in log or "\t" in log:
        raise ConfigError(
            f"{conf}: logfile:{log} has a blank in it, and brat writes no such log. Choose another "
            "path."
        )
    if not os.path.isabs(log):
        raise ConfigError(
            f"{conf}: logfile:{log} depends on where brat was started. Give the log's path with "
            "--log."
        )
    return Path(log)


def _nearest(directory):
    paths = (folder / TOOLS for folder in (directory, *directory.parents))
    return next((path for path in paths if path.is_file()), None)


def _log_in(path):
    """The log that a tools.conf names, or None."""
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
