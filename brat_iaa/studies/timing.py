"""Timing: how long annotation took, by brat's annotation log or by minutes that annotators wrote
down, and whether it goes with disagreement.

brat's log has a line for the start and one for the end of each action of a user: it says when
something was done, not for how long. The time between two records of a user belongs to the document
of the second one; if that opens a document, to the document that was open before. Longer pauses are
cut at a limit. Within a document, the time up to an edit belongs to the sentence that is edited.

Fields of the log are separated by tabs: local time without zone, user, collection, document, START
or FINISH, action, arguments. A line break in a note is written as it is, so a record can go on over
several lines.

A table of reported minutes names in its first line the columns annotator, document, minutes and,
where there are such, phase and sentence, in any order; several lines of one annotator, document,
phase and sentence add up.
"""

import csv
import io
import json
import os
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from datetime import datetime
from math import comb
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.errors import ConfigError, Undefined
from brat_iaa.figures import short_name
from brat_iaa.formats.cells import count, named
from brat_iaa.formats.tables import (
    COUNT,
    DECIMAL,
    DECIMAL_WITH_INTERVAL,
    FIGURE,
    HUNDREDTHS,
    RATE,
    SENTENCE,
    TEXT,
    UNDEFINED,
    Table,
    text_or,
)
from brat_iaa.kinds import item_of
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.measures.changes import ratio_interval
from brat_iaa.measures.estimate import ratios_of_sentences
from brat_iaa.places.place import key_of
from brat_iaa.scores.index import ScoreIndex
from brat_iaa.studies.study import NamedStudy, Report, number

TOOLS = "tools.conf"
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}(?=\t|$)")
_STATES = {"START": False, "FINISH": True}
# Actions whose last argument is a note.
_WITH_NOTE = ("createSpan", "createArc")
_OPTION = re.compile(r"Annotation-log[ \t](?:.*[ \t,])?logfile:([^,]+)")
# Actions that change a document. brat does not log turning an arc round, nor notes on sentences.
EDITS = ("createSpan", "deleteSpan", "splitSpan", "createArc", "deleteArc", "undo")
OPENED = "getDocument"
# Clocks of several processes differ by less than this; otherwise the clock was set back.
_SET_BACK = -1.0
# brat's name for everybody who has not logged in.
_NOT_LOGGED_IN = "anonymous"
_NAMED = 10
# The ranks of two items always agree or disagree completely.
FEWEST = 3
_COLUMNS = ("annotator", "document", "minutes")
_PHASE, _SENTENCE = "phase", "sentence"
_SEPARATORS = "\t;,"
# Columns of minutes, in this order (Ragheb & Dickinson 2013, table 1).
MINUTES = ("total", "average", "min", "max")


class TimingOptions(Settings):
    """Where the minutes come from."""

    log: Optional[str] = text(
        None, value="FILE", help="brat's annotation log. Default: the one that tools.conf names."
    )
    collection: Optional[str] = text(
        None, value="PATH", example="/team/project/",
        help="The project's collection in brat. Default: the directory's name.",
    )  # fmt: skip
    idle: float = text(
        120.0, parse=number(0, 1e6, "120"), value="SECONDS",
        help="Longest pause between two actions that counts as work.",
    )  # fmt: skip
    minutes: Optional[str] = text(
        None, value="FILE",
        help="Where there is no log: a table (CSV or tab-separated) of the minutes that annotators "
        "reported, with the columns annotator, document, phase, sentence, minutes.",
    )  # fmt: skip


def tables(project, options) -> Report:
    """Minutes of annotators and documents, and of disagreement."""
    agreement = project.agreement()
    if options.minutes:
        if options.log:
            raise ConfigError("--log and --minutes are two sources of the same. Give one of them.")
        table = reported_table(read_reported(options.minutes, agreement.tables))
        said = [f"Minutes that annotators reported, from {options.minutes}"]
        return Report(said, [table] if table.records else [], table)
    time = time_of_project(agreement, project.root, options.log, options.collection, options.idle)
    return Report(_said(time), _tables(agreement, time), document_table(time))


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


class DocumentTime(NamedTuple):
    """One annotator's time in one document of their own.

    edits        changes that brat made
    failed       changes that brat began and did not finish
    begun        time of the first change; None if the log has none
    by_sentence  {number of the sentence: seconds}, as far as known
    sentences    number of the document's sentences; None if the document is not compared
    """

    annotator: str
    document: str
    seconds: float
    edits: int
    failed: int
    begun: Optional[datetime]
    by_sentence: dict
    sentences: Optional[int]

    @property
    def minutes(self) -> float:
        return self.seconds / 60


class Visit(NamedTuple):
    """A user in a directory that is not their own: seconds there, and changes made."""

    user: str
    directory: str
    seconds: float
    edits: int

    @property
    def minutes(self) -> float:
        return self.seconds / 60


class AnnotationTime(NamedTuple):
    """What the log says of a project.

    log         path
    collection  of the project
    idle        seconds at which pauses were cut
    cut         number of pauses in the project that were cut
    set_back    number of times that the clock was set back between two records
    first, last times of the project's first and last record
    annotators  in the order of the project
    documents   tuple of DocumentTime, by annotator and document
    untimed     (annotator, document) of what was annotated, with no time in the log
    visits      tuple of Visit
    elsewhere   number of records about other collections
    problems    tuple of Problem, lines of the log that are no records
    """

    log: str
    collection: str
    idle: float
    cut: int
    set_back: int
    first: datetime
    last: datetime
    annotators: tuple
    documents: tuple
    untimed: tuple
    visits: tuple
    elsewhere: int
    problems: tuple


class Location(NamedTuple):
    """directory: an annotator's, or another one below the project, or ""; document: as reports
    name it, or "".
    """

    directory: str
    document: str


class _Tally:
    """What one user did in one Location."""

    def __init__(self):
        self.seconds, self.edits, self.failed, self.begun = 0, 0, 0, None
        self.by_sentence = Counter()


def time_of_project(agreement, root, log=None, collection=None, idle=120.0) -> AnnotationTime:
    """The AnnotationTime of a project; finds the log and the collection if they are not given.

    agreement   Agreement of the project
    root        its directory
    log         path of brat's annotation log; None: the one that its tools.conf names
    collection  brat's collection of the project, such as "/my/project/"; None: one of the
                directory's name
    idle        seconds at which a pause is cut, above 0

    Raises ConfigError with the next step for the user, also if the log has nothing about the
    collection.
    """
    root, tables = Path(root), agreement.tables
    if log is None:
        files = {file for table in tables.values() for file in table.files.values()}
        log = find_log(root, sorted({PurePosixPath(file).parent for file in files}))
    collection, log = collection or f"/{root.resolve().name}/", read_log(log)
    located = [(_location(record, collection, agreement), record) for record in log.records]
    in_project = [(location, record) for location, record in located if location is not None]
    if not in_project:
        collections = Counter(record.collection for record in log.records)
        named = ", ".join(name for name, _ in collections.most_common(_NAMED)) or "none at all"
        raise ConfigError(
            f"The log {log.file} has no record of the collection {collection} or one below it. "
            f"Collections in it: {named}. Give the project's path in brat with --collection."
        )
    tallies, pauses, by_user = defaultdict(_Tally), Counter(), defaultdict(list)
    locate = _locator(tables, in_project)
    for location, record in located:
        by_user[record.user].append((location, record))
    for user, records in by_user.items():
        _follow(records, lambda location, of=user: tallies[of, location], pauses, idle, locate)
    documents, visits = defaultdict(list), defaultdict(list)
    logins = dict(agreement.config.access.logins)
    for user, location in dict.fromkeys((record.user, location) for location, record in in_project):
        annotator, (directory, document) = logins.get(user, user), location
        is_annotator = annotator in agreement.annotators and user != _NOT_LOGGED_IN
        of = documents if is_annotator and annotator == directory and document else visits
        # Several logins of one annotator are one.
        of[(annotator, document) if of is documents else (user, directory)].append(
            tallies[user, location]
        )
    times = tuple(
        _document_time(annotator, document, tables.get(document), documents[annotator, document])
        for annotator in agreement.annotators
        for document in sorted(document for name, document in documents if name == annotator)
    )
    timed = {(time.annotator, time.document) for time in times if time.seconds}
    return AnnotationTime(
        log.file, collection, idle, pauses["cut"], pauses["set back"],
        min(record.time for _, record in in_project), max(record.time for _, record in in_project),
        agreement.annotators, times,
        tuple(
            (annotator, name)
            for annotator in agreement.annotators
            for name, table in tables.items()
            if annotator in table.annotators and (annotator, name) not in timed
        ),
        tuple(
            Visit(user, directory, sum(of.seconds for of in there), sum(of.edits for of in there))
            for (user, directory), there in sorted(visits.items(), key=lambda visit: visit[0])
        ),
        len(located) - len(in_project), log.problems,
    )  # fmt: skip


def _location(record, collection, agreement):
    """The Location of a Record; None outside the project."""
    base, parts = (
        [part for part in path.split("/") if part] for path in (collection, record.collection)
    )
    if parts[: len(base)] != base:
        return None
    below = "/".join([*parts[len(base) :], record.document])
    return Location(*(agreement.config.layout.split(below) or ("", "")))


def _locator(tables, records):
    """Function of a Location and a Record that returns the number of the sentence of an edit, from
    1; None if unknown.

    tables   {document: DependencyTable}
    records  all records of the log that are in the project, as (Location, Record)

    A span is found by its characters, an arc by the id of its origin in the file as it is now. brat
    gives the id of a deleted span to the next one, so an id that was deleted after the edit says
    nothing.
    """
    of_id = {
        (annotator, name, id): token.sentence
        for name, table in tables.items()
        for token in table.tokens
        for annotator, id in token.ids.items()
    }
    deleted = {
        (*location, record.arguments[0]): record.line
        for location, record in records
        if record.action == "deleteSpan" and record.arguments
    }

    def locate(location, record):
        table = tables.get(location.document)
        if table is None or not record.arguments:
            return None
        first, key = record.arguments[0], (*location, record.arguments[0])
        if record.action == "createSpan":
            try:
                start = int(json.loads(first)[0][0])  # as brat logs offsets, [[58,66]]
            except (ValueError, TypeError, IndexError, KeyError):
                return None
            return max(bisect_right(table.sentence_starts, start), 1)
        if record.action in ("createArc", "deleteArc") and deleted.get(key, 0) <= record.line:
            return of_id.get(key)
        return None

    return locate


def _follow(records, tally, pauses, idle, locate):
    """Go through one user's (Location, Record)s, in the order of the log.

    tally   function of a Location that returns its _Tally, to which is added
    pauses  Counter of those cut, and those in which the clock was set back
    """
    before = None
    # By location: time since the last edit, or since the document was opened.
    waiting, begun = Counter(), Counter()
    for location, record in records:
        opens = record.action == OPENED and not record.finished
        if before is not None:
            owner = before[0] if opens else location
            pause = (record.time - before[1].time).total_seconds()
            pauses["set back"] += pause < _SET_BACK
            if owner is not None:
                pauses["cut"] += pause > idle
                seconds = min(max(pause, 0.0), idle)
                tally(owner).seconds += seconds
                waiting[owner] += seconds
        before = location, record
        if location is None:
            continue
        if opens:
            waiting[location] = 0
        elif record.action in EDITS:
            here, seconds = tally(location), waiting.pop(location, 0)
            sentence = locate(location, record)
            if sentence is not None:
                here.by_sentence[sentence] += seconds
            key = location, record.action
            if record.finished:
                here.edits += 1
                here.begun = here.begun or record.time
                # The start of an edit may be missing at the beginning of a log.
                begun[key] = max(begun[key] - 1, 0)
            else:
                begun[key] += 1
    for (location, _), times in begun.items():
        tally(location).failed += times


def _document_time(annotator, document, table, tallies):
    by_sentence = Counter()
    for of in tallies:
        by_sentence.update(of.by_sentence)
    return DocumentTime(
        annotator, document,
        *(sum(getattr(of, name) for of in tallies) for name in ("seconds", "edits", "failed")),
        min((of.begun for of in tallies if of.begun), default=None),
        dict(sorted(by_sentence.items())), table and len(table.sentences),
    )  # fmt: skip


def _said(time):
    """Lines on the source of the figures, and how they were estimated."""
    lines = [
        f"Annotation time in {time.collection}, {time.first:%Y-%m-%d %H:%M} to "
        f"{time.last:%Y-%m-%d %H:%M} by the server's clock, from {time.log}",
        _rule(time),
    ]
    if time.set_back:
        lines.append(
            f"The clock was set back {count(time.set_back, 'time')} between two "
            f"actions; those pauses count 0."
        )
    return lines


def _rule(time) -> str:
    """How time was estimated."""
    return (
        "An estimate: the time between two actions of an annotator in brat counts for the document "
        "of the second one, or, when that one opens a document, for the document before. A pause "
        f"of more than {time.idle:g} s counts as {time.idle:g} s ({count(time.cut, 'pause')} "
        "here). What was done after the last action, or outside brat, is not in the log."
    )


def _tables(agreement, time):
    """List of Table: annotators, documents, disagreement, sentences, visits, unreadable lines."""
    leading = leading_figure(agreement)
    compared = compared_documents(agreement, time, leading)
    sentences = sentence_table(time)
    slowest = sorted(sentences.records, key=lambda row: (-row[-1], row))
    visits = visit_table(time)
    longest = sorted(visits.records, key=lambda row: (-row[2], row[0], row[1] or ""))
    made = [annotator_table(time), _by_document(time, compared, leading)]
    made += [correlation_table(compared, leading)] if compared else []
    made += [
        sentences._replace(records=slowest).first("sentences"),
        visits._replace(records=longest).first("visits"),
        problem_table(time).first("lines"),
    ]
    return [table for table in made if table.records]


def annotator_table(time) -> Table:
    """A row for each annotator with time in the log: minutes of documents, and per sentence of
    those whose sentences are known.
    """
    rows = []
    for annotator in time.annotators:
        documents = [
            document
            for document in time.documents
            if document.annotator == annotator and document.seconds
        ]
        if documents:
            located = [document for document in documents if document.sentences]
            sentences = sum(document.sentences for document in located)
            seconds = sum(document.seconds for document in located)
            minutes = [document.minutes for document in documents]
            changes = [(document.edits, document.failed) for document in documents]
            rows.append(
                (
                    *(annotator, len(documents), sum(minutes), sum(minutes) / len(minutes)),
                    *(min(minutes), max(minutes), sentences),
                    *(seconds / 60 / sentences if sentences else None, *map(sum, zip(*changes))),
                )
            )
    columns = [TEXT("annotator"), COUNT("documents"), *map(DECIMAL, MINUTES)]
    columns += [COUNT(None, "sentences"), HUNDREDTHS("per sentence"), COUNT("changes", "edits")]
    columns.append(COUNT(None, "failed"))
    notes = ["Average, min and max are of documents."]
    if time.untimed:
        untimed = [f"{annotator} {document}" for annotator, document in time.untimed]
        notes.append(f"Annotated, but with no time in the log: {named(untimed)}.")
    opened_only = [
        f"{document.annotator} {document.document}"
        for document in time.documents
        if document.seconds and not document.edits
    ]
    if opened_only:
        notes.append(f"Opened without a change: {named(opened_only)}. They count as documents.")
    failed = sum(row[-1] for row in rows)
    if failed:
        notes.append(f"Changes that brat began and did not finish: {failed}.")
    return Table("Minutes of each annotator", columns, rows, tuple(notes))


def document_table(time) -> Table:
    """A row for each annotator and document, for programs."""
    columns = [TEXT("annotator"), TEXT("document"), DECIMAL("minutes"), COUNT("edits")]
    columns += [COUNT("failed"), COUNT("sentences"), DECIMAL("minutes_per_sentence")]
    rows = [
        (
            *(document.annotator, document.document, document.minutes),
            *(document.edits, document.failed, document.sentences),
            document.minutes / document.sentences if document.sentences else None,
        )
        for document in time.documents
    ]
    return Table("Minutes of each annotator and document", columns, rows)


def leading_figure(agreement) -> "Optional[LeadingFigure]":
    """The first main figure of the first layer; None where nothing is compared."""
    for layer in agreement.score_indexes:
        for measure, statistic in layer.main[:1]:
            name = short_name(measure, statistic)
            return LeadingFigure(layer.name, measure, statistic, name, item_of(layer))
    return None


def _figure_and_item(leading):
    return (leading.name, leading.item) if leading else ("figure", "item")


def _by_document(time, compared, leading):
    """Documents that are compared, those that took longest first, then the others."""
    figure, item = _figure_and_item(leading)
    minutes = {
        (document.annotator, document.document): document.minutes
        for document in time.documents
        if document.seconds
    }
    by_name = {document.document: document for document in compared}
    names = [*by_name, *sorted({document for _, document in minutes} - set(by_name))]
    rows = []
    for name in names:
        timed = by_name.get(name)
        of_all = timed and (timed.minutes, timed.items, timed.disagreements, timed.figure)
        each = (minutes.get((annotator, name)) for annotator in time.annotators)
        rows.append((name, *each, *(of_all or (None,) * 4)))
    columns = [TEXT("document"), *map(DECIMAL, (*time.annotators, "average"))]
    columns += [COUNT(f"{item}s"), COUNT("disagreements"), FIGURE(figure)]
    note = (
        "Average: of the annotators whose time is known. Disagreements: items on which any of "
        "them differ."
    )
    return Table("Minutes of each document", columns, rows, (note,)).first("documents")


def correlation_table(compared, leading) -> Table:
    """Spearman's rho of time and disagreement, over documents; a row for each Correlation."""
    figure, item = _figure_and_item(leading)
    rows = correlations(compared, figure, item)
    columns = [TEXT("", "first"), TEXT("", "second"), COUNT("documents")]
    columns += [RATE("Spearman's rho", "rho"), UNDEFINED("", "undefined")]
    note = (
        "Above 0: what took longer has more of it. Long documents have more of everything; "
        f"“for each {item}” takes that out."
    )
    return Table("Time against disagreement, over documents", columns, rows, (note,))


def sentence_table(time) -> Table:
    """The minutes of each annotator on each sentence."""
    rows = [
        (document.annotator, document.document, number, seconds / 60)
        for document in time.documents
        for number, seconds in document.by_sentence.items()
    ]
    total = sum(document.seconds for document in time.documents)
    placed = sum(sum(document.by_sentence.values()) for document in time.documents)
    share = f"{100 * placed / total:.0f} %" if total else "none"
    note = (
        f"The time up to a change counts for the sentence that is changed: {share} of all time. "
        "The rest is time before a change whose place the log does not tell (a deleted span, an "
        "undo), and after the last change."
    )
    columns = [TEXT("annotator"), TEXT("document"), COUNT("sentence"), DECIMAL("minutes")]
    return Table("Sentences that took longest", columns, rows, (note,))


def visit_table(time) -> Table:
    """The minutes of those who opened documents of others."""
    rows = [(visit.user, visit.directory, visit.minutes, visit.edits) for visit in time.visits]
    columns = [TEXT("user"), text_or("the project's own")("directory"), DECIMAL("minutes")]
    columns.append(COUNT("changes", "edits"))
    title = "Visits to directories that are not one's own (not in the figures above)"
    return Table(title, columns, rows)


def problem_table(time) -> Table:
    """The lines of the log that cannot be read."""
    columns = [TEXT(None, "file"), COUNT("line"), TEXT(None, "code")]
    columns += [SENTENCE("problem", "message"), TEXT(None, "unread")]
    return Table("Lines of the log that are no records", columns, time.problems)


class TimedDocument(NamedTuple):
    """A compared document for which the time of some annotators is known.

    minutes        mean of the annotators whose time is known
    timed          number of these annotators
    items          number of tokens that can have a head; in other layers, of items of the figure
    pairs          number of pairs of annotators
    disagreements  number of places at which annotators differ, in the layer of the figure
    of_pairs       sum over pairs of the places at which they differ
    figure         LAA, or the leading figure, of the document as in reports, or None
    """

    document: str
    minutes: float
    timed: int
    items: int
    pairs: int
    disagreements: int
    of_pairs: int
    figure: Optional[float]


class LeadingFigure(NamedTuple):
    """The figure that time is compared with: layer, key of its scores, its name and its items'."""

    layer: str
    measure: str
    statistic: str
    name: str
    item: str

    @property
    def key(self) -> tuple:
        return self.measure, self.statistic


class Correlation(NamedTuple):
    """Spearman's rho of two figures over documents; undefined: the reason if there is none."""

    first: str
    second: str
    documents: int
    rho: Optional[float]
    undefined: Optional[str]


def compared_documents(agreement, time, leading=None) -> list:
    """List of TimedDocument, those that took longest first.

    leading  LeadingFigure; None: nothing is compared
    """
    layer = agreement.dependencies
    counted = layer.name if layer is not None else leading and leading.layer
    of_layer = list(agreement.between.of_layers({counted}))
    disagreements = Counter(document for _, document, _ in set(map(key_of, of_layer)))
    differing = {(key_of(pair), pair.annotators) for pair in of_layer}
    of_pairs = Counter(document for (_, document, _), _ in differing)
    scores = {}
    for compared in agreement.layers:
        if leading is not None and compared.name == leading.layer:
            scores = ScoreIndex(agreement, compared).documents
    documents = []
    for name, table in agreement.tables.items():
        seconds = [
            timed.seconds for timed in time.documents if timed.document == name and timed.seconds
        ]
        if seconds and len(table.annotators) > 1:
            score = scores.get(name, {}).get(leading and leading.key)
            items = len(table.items) if layer is not None or score is None else score.items
            documents.append(
                TimedDocument(
                    document=name,
                    minutes=sum(seconds) / len(seconds) / 60,
                    timed=len(seconds),
                    items=items,
                    pairs=comb(len(table.annotators), 2),
                    disagreements=disagreements[name],
                    of_pairs=of_pairs[name],
                    figure=None if score is None else score.value,
                )
            )
    return sorted(documents, key=lambda document: (-document.minutes, document.document))


def correlations(documents, name="LAA", item="token") -> list:
    """List of Correlation of TimedDocuments.

    name, item  of the LeadingFigure

    Disagreements are those of a pair on average: three annotators have more of them than two.
    Long documents have more of everything, so both are also taken for each token.
    """
    minutes = [document.minutes for document in documents]
    of_a_pair = [document.of_pairs / document.pairs for document in documents]
    rates = [
        (document.minutes / document.items, differing / document.items, document.figure)
        for document, differing in zip(documents, of_a_pair)
        if document.items
    ]
    time_per_item, what = f"minutes for each {item}", "disagreements of a pair"
    with_figure = [(time, figure) for time, _, figure in rates if figure is not None]
    return [
        _correlation("minutes", what, list(zip(minutes, of_a_pair))),
        _correlation(
            time_per_item, f"{what} for each {item}", [(time, rate) for time, rate, _ in rates]
        ),
        _correlation(time_per_item, name, with_figure),
    ]


def _correlation(first, second, pairs):
    try:
        rho, undefined = spearman([x for x, _ in pairs], [y for _, y in pairs]), None
    except Undefined as reason:
        rho, undefined = None, str(reason)
    return Correlation(first, second, len(pairs), rho, undefined)


def spearman(x, y) -> float:
    """Spearman's rho, in [-1, 1]: the correlation of ranks; ties share the mean of their ranks.

    x, y  sequences of numbers of the same length
    Raises Undefined with the reason.
    """
    if len(x) < FEWEST:
        raise Undefined(f"fewer than {FEWEST} to correlate")
    a, b = (ranks - ranks.mean() for ranks in map(_ranks, (x, y)))
    if not a.any() or not b.any():
        raise Undefined("one of the two is the same for all")
    return float((a * b).sum() / numpy.sqrt((a * a).sum() * (b * b).sum()))


def _ranks(values):
    """Ranks from 1; ties share their mean."""
    _, group, counts = numpy.unique(
        numpy.asarray(values, dtype=float), return_inverse=True, return_counts=True
    )
    return (numpy.cumsum(counts) - (counts - 1) / 2)[group]


class ReportedTime(NamedTuple):
    """Minutes of one annotator on one document in one phase, "" without phases.

    by_sentence  {sentence, as the table names it: minutes}; {} without such a column
    known        number of the document's sentences; None if the project has no such document
    """

    annotator: str
    document: str
    phase: str
    minutes: float
    by_sentence: dict
    known: Optional[int]

    @property
    def sentences(self) -> Optional[int]:
        """Number of the sentences that the minutes are about; None if it is unknown."""
        return len(self.by_sentence) or self.known


def read_reported(file, tables) -> list:
    """List of ReportedTime of a table, in the order of its lines.

    file    path
    tables  {document: DependencyTable} of the project

    Raises ConfigError, which names the line, if the table cannot be used.
    """
    path = Path(file)
    data = read_stable([path])[path]
    if data is None:
        raise ConfigError(f"--minutes {file}: cannot be read: {why_unreadable(path)}.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"--minutes {file}: byte {error.start + 1} is not UTF-8. Save it as UTF-8 text."
        ) from None
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise ConfigError(f"--minutes {file}: this is no table: {error}.") from None
    names = [cell.strip().lower() for cell in lines[0]] if lines else []
    lacking = [name for name in _COLUMNS if name not in names]
    if lacking:
        raise ConfigError(
            f"--minutes {file}: the first line lacks the columns {', '.join(lacking)}. Expected "
            "the names annotator, document, phase, sentence and minutes, separated by tabs or "
            "commas; phase and sentence may be left out."
        )
    minutes: dict = {}
    for line, cells in enumerate(lines[1:], 2):
        if any(cell.strip() for cell in cells):
            key, sentence, value = _row(f"--minutes {file}, line {line}", names, cells)
            of_sentences = minutes.setdefault(key, {})
            of_sentences[sentence] = of_sentences.get(sentence, 0) + value
    sentences_of = {name: len(table.sentences) for name, table in tables.items()}
    return [
        ReportedTime(
            annotator, document, phase, sum(of_sentences.values()),
            of_sentences if _SENTENCE in names else {}, sentences_of.get(document),
        )
        for (annotator, document, phase), of_sentences in minutes.items()
    ]  # fmt: skip


def _row(where, names, cells):
    """((annotator, document, phase), sentence, minutes)"""
    if len(cells) < len(names):
        raise ConfigError(f"{where}: {len(cells)} cells, expected {len(names)}.")
    row = dict(zip(names, (cell.strip() for cell in cells)))
    for name in (*_COLUMNS, _SENTENCE):
        if row.get(name) == "":
            raise ConfigError(f"{where}: the cell of {name} is blank.")
    try:
        minutes = float(row["minutes"])
    except ValueError:
        minutes = -1.0
    if not 0 <= minutes < float("inf"):
        raise ConfigError(
            f"{where}: minutes are “{row['minutes']}”, expected a number such as 12.5."
        )
    key = row["annotator"], row["document"], row.get(_PHASE, "")
    return key, row.get(_SENTENCE), minutes


def reported_table(times) -> Table:
    """Minutes of each phase, document and annotator, as in Ragheb & Dickinson 2013, table 1; then,
    of several documents, of each annotator (document None), and of several annotators of all of
    them (annotator None).

    sentences  with minutes; without a column sentence all of the documents
    total      minutes
    average    minutes per sentence, over the documents whose sentences are known; else None
    min, max   of sentences; None without a column sentence
    low, high  95 % interval of the average, with documents drawn; None below ten documents
    """
    rows = []
    for phase in dict.fromkeys(time.phase for time in times):
        of_phase = [time for time in times if time.phase == phase]
        documents: list = list(dict.fromkeys(time.document for time in of_phase))
        annotators: list = list(dict.fromkeys(time.annotator for time in of_phase))
        for document in documents + ([None] if len(documents) > 1 else []):
            for annotator in annotators + ([None] if len(annotators) > 1 else []):
                chosen = [
                    time
                    for time in of_phase
                    if document in (None, time.document) and annotator in (None, time.annotator)
                ]
                if chosen:
                    rows.append((phase, document, annotator, *_figures(chosen)))
    columns = [text_or("–")("phase"), text_or("all")("document"), text_or("all")("annotator")]
    columns += [COUNT(None, "sentences"), DECIMAL("total"), DECIMAL(None, "average")]
    columns += [DECIMAL_WITH_INTERVAL("average", ""), DECIMAL("min"), DECIMAL("max")]
    columns += [DECIMAL(None, "low"), DECIMAL(None, "high"), COUNT("sentences", "")]
    title = "Minutes of each phase (as Ragheb & Dickinson 2013, table 1)"
    return Table(title, columns, rows, tuple(_notes(times, rows)))


def _figures(times):
    of_sentences = [minutes for time in times for minutes in time.by_sentence.values()]
    average, interval = _per_sentence([time for time in times if time.sentences])
    sentences = sum(time.sentences or 0 for time in times)
    return (
        *(sentences, sum(time.minutes for time in times), average, (average, interval)),
        *(min(of_sentences, default=None), max(of_sentences, default=None)),
        *(*(interval or (None, None)), sentences),
    )


def _per_sentence(times):
    """(minutes per sentence, its interval or None): a ratio of sums over documents."""
    if not times:
        return None, None
    names = list(dict.fromkeys(time.document for time in times))
    minutes, sentences = numpy.zeros((2, len(names)))
    for time in times:
        minutes[names.index(time.document)] += time.minutes
        sentences[names.index(time.document)] += time.sentences
    ratio = ratios_of_sentences(minutes, sentences).estimate()
    documents = numpy.arange(len(names))
    return float(ratio.value[0]), ratio_interval(ratio, None, documents, "documents")


def _notes(times, rows):
    notes = ["As annotators reported them. Average, min and max are of sentences."]
    if not any(time.by_sentence for time in times):
        notes.append("Without a column sentence in the table, min and max are unknown.")
    if any(interval for *_, (_, interval), _, _, _, _, _ in rows):
        notes.append("In brackets: 95 % interval, delete-one variance over documents.")
    lacking = [
        f"{time.annotator} {time.document} {time.known - time.sentences}"
        for time in times
        if time.by_sentence and (time.known or 0) > time.sentences
    ]
    if lacking:
        notes.append(f"Sentences without minutes, excluded from the average: {named(lacking)}.")
    unknown = list(dict.fromkeys(time.document for time in times if time.sentences is None))
    if unknown:
        notes.append(f"Not in the project, so not in the average: {named(unknown)}.")
    return notes


STUDY = NamedStudy(
    "timing", "How long annotation took",
    "Estimate the time of annotation from brat's log, and compare it with disagreement.",
    TimingOptions, tables, reads_files=True, command_only=("log", "minutes"),
)  # fmt: skip
