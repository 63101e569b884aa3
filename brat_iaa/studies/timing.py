"""Timing: how long annotation took, by brat's annotation log or by minutes that annotators wrote
down; and which documents took longest, with how much annotators differ on them.

brat's log has a line for the start and one for the end of each action of a user: it says when
something was done, not for how long. The time between two records of a user belongs to the document
of the second one; if that opens a document, to the document that was open before. Longer pauses are
cut at a limit. Where the clock was set back, a pause counts 0.

Fields of the log are separated by tabs: local time without zone, user, collection, document, START
or FINISH, action, arguments. A line break in a note is written as it is, so a record can go on over
several lines.
"""

import os
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import ConfigError, ProjectError, reason_of
from brat_iaa.figures import short_name
from brat_iaa.formats.cells import count, named
from brat_iaa.formats.tables import (
    COUNT,
    DECIMAL,
    DECIMAL_WITH_INTERVAL,
    FIGURE,
    HUNDREDTHS,
    TEXT,
    Table,
    text_or,
)
from brat_iaa.kinds import item_of
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.measures.estimate import ratios_of_sentences
from brat_iaa.measures.intervals import ratio_interval
from brat_iaa.scores.index import ScoreIndex
from brat_iaa.studies.study import NamedStudy, Report, number, read_rows

TOOLS = "tools.conf"
_RECORD = re.compile(
    r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3})" + 3 * r"\t([^\t]*)" + r"\t(START|FINISH)\t([^\t]*)"
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d ")
# Actions whose last argument is a note.
_WITH_NOTE = ("createSpan", "createArc")
_OPTION = re.compile(r"Annotation-log[ \t](?:.*[ \t,])?logfile:([^,]+)")
OPENED = "getDocument"
# brat's name for everybody who has not logged in.
_NOT_LOGGED_IN = "anonymous"
_NAMED = 10


@dataclass(frozen=True)
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
    """Minutes of annotators and documents, beside what they differ on."""
    agreement = project.agreement()
    if options.minutes:
        if options.log:
            raise ConfigError("--log and --minutes are two sources of the same. Give one of them.")
        table = reported_table(read_reported(options.minutes, agreement.tables))
        said = [f"Minutes that annotators reported, from {options.minutes}"]
        return Report(said, [table] if table.records else [], table)
    time = time_of_project(agreement, project.root, options.log, options.collection, options.idle)
    made = [annotator_table(time), _compared_table(agreement, time)]
    return Report(_said(time), [table for table in made if table.records], document_table(time))


class Record(NamedTuple):
    """The start or the end of an action; time: by the server's clock."""

    time: datetime
    user: str
    collection: str
    document: str
    finished: bool
    action: str


def read_log(path) -> tuple:
    """(list of Record in the order written, numbers of the lines that are no records) of a log.

    Raises ConfigError if the file cannot be read.
    """
    records, unread = [], []
    try:
        with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
            for line_number, line in enumerate(file, 1):
                match = _RECORD.match(line)
                try:
                    time = match and datetime.strptime(match[1], "%Y-%m-%d %H:%M:%S,%f")
                except ValueError:  # such as 31 November
                    time = None
                if match and time:
                    user, collection, document, state, action = match.groups()[1:]
                    records.append(Record(
                        time, user, collection, document, state == "FINISH", action.rstrip("\r\n")
                    ))  # fmt: skip
                # Lines between a note and the next record belong to the note.
                elif line.strip() and not (
                    records and records[-1].action in _WITH_NOTE and not _DATE.match(line)
                ):
                    unread.append(line_number)
    except OSError as error:
        raise ConfigError(
            f"The annotation log {path} cannot be read: {reason_of(error)}. Give its path with "
            "--log."
        ) from None
    return records, unread


def find_log(root) -> Path:
    """Path of the log that brat writes for a project, by the nearest tools.conf in its directory or
    above it. Raises ProjectError with the next step if there is no such log, and ConfigError if its
    path cannot be used.
    """
    root = Path(root).resolve()
    paths = (folder / TOOLS for folder in (root, *root.parents))
    conf = next((path for path in paths if path.is_file()), None)
    log = conf and _log_in(conf)
    if not log:
        why = f"{conf} has no line for it" if conf else f"there is no {TOOLS} in {root} or above it"
        raise ProjectError(
            f"brat keeps no annotation log for {root}: {why}. To have one from now on, add to "
            "[options] of tools.conf: Annotation-log logfile:/path/to/annotation.log. If there is "
            "one, give its path with --log."
        )
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


def _log_in(path):
    """The log that a tools.conf names, or None."""
    section = None
    for line in map(str.strip, path.read_text("utf-8", "replace").splitlines()):
        section = line if line.startswith("[") else section
        match = _OPTION.match(line)
        if match and section == "[options]":
            found = match.group(1).strip()
            return None if found == "<NONE>" else found
    return None


class LogTime(NamedTuple):
    """What the log says of a project: of each annotator's work in documents of their own.

    log, collection  path of the log; the project's collection in brat
    idle, cut        seconds at which pauses were cut; number of pauses that were
    first, last      times of the project's first and last record
    annotators       in the order of the project
    seconds          {(annotator, document): seconds}, of those with any time
    sentences        {document: number of its sentences}, of those that are compared
    untimed          (annotator, document) of what was annotated, with no time in the log
    unread           numbers of the lines of the log that are no records
    """

    log: str
    collection: str
    idle: float
    cut: int
    first: datetime
    last: datetime
    annotators: tuple
    seconds: Counter
    sentences: dict
    untimed: list
    unread: list

    def minutes(self, annotator) -> dict:
        """{document: minutes} of an annotator, in the order of names."""
        return {
            document: seconds / 60
            for (name, document), seconds in sorted(self.seconds.items())
            if name == annotator
        }


def time_of_project(agreement, root, log=None, collection=None, idle=120.0) -> LogTime:
    """The LogTime of a project; finds the log and the collection if they are not given.

    agreement   Agreement of the project
    root        its directory
    log         path of brat's annotation log; None: the one that its tools.conf names
    collection  brat's collection of the project, such as "/my/project/"; None: one of the
                directory's name
    idle        seconds at which a pause is cut, above 0

    Raises ConfigError with the next step for the user, also if the log has nothing about the
    collection.
    """
    root, compared = Path(root), agreement.tables
    if log is None:
        log = find_log(root)
    collection = collection or f"/{root.resolve().name}/"
    records, unread = read_log(log)
    located = [(record, _own_document(record, collection, agreement)) for record in records]
    times = [record.time for record, place in located if place is not None]
    if not times:
        collections = Counter(record.collection for record in records)
        found = ", ".join(name for name, _ in collections.most_common(_NAMED)) or "none at all"
        raise ConfigError(
            f"The log {log} has no record of the collection {collection} or one below it. "
            f"Collections in it: {found}. Give the project's path in brat with --collection."
        )
    seconds: Counter = Counter()
    cut = 0
    by_user = sorted(located, key=lambda each: each[0].user)
    for _, of_user in groupby(by_user, key=lambda each: each[0].user):
        before = None
        for record, place in of_user:
            if before is not None:
                opens = record.action == OPENED and not record.finished
                owner = before[1] if opens else place
                pause = (record.time - before[0].time).total_seconds()
                cut += pause > idle and owner is not None
                if owner:
                    seconds[owner] += min(max(pause, 0.0), idle)
            before = record, place
    annotated = (
        (name, document)
        for name in agreement.annotators
        for document, table in compared.items()
        if name in table.annotators
    )
    return LogTime(
        str(log), collection, idle, cut, min(times), max(times), agreement.annotators, +seconds,
        {name: len(table.sentences) for name, table in compared.items()},
        [each for each in annotated if not seconds[each]], unread,
    )  # fmt: skip


def _own_document(record, collection, agreement):
    """(annotator, document as reports name it) of a Record, if it is the annotator's own; else ();
    None outside the project.
    """
    base, parts = (
        [part for part in path.split("/") if part] for path in (collection, record.collection)
    )
    if parts[: len(base)] != base:
        return None
    below = "/".join([*parts[len(base) :], record.document])
    directory, document = agreement.config.layout.split(below) or ("", "")
    annotator = dict(agreement.config.access.logins).get(record.user, record.user)
    own = annotator == directory and record.user != _NOT_LOGGED_IN and document
    return (annotator, document) if own and annotator in agreement.annotators else ()


def _said(time):
    """Lines on the source of the figures, and how they were estimated."""
    lines = [
        f"Annotation time in {time.collection}, {time.first:%Y-%m-%d %H:%M} to "
        f"{time.last:%Y-%m-%d %H:%M} by the server's clock, from {time.log}",
        "An estimate: the time between two actions of an annotator in brat counts for the document "
        "of the second one, or, when that one opens a document, for the document before. A pause "
        f"of more than {time.idle:g} s counts as {time.idle:g} s ({count(time.cut, 'pause')} "
        "here). What was done after the last action, or outside brat, is not in the log.",
    ]
    if time.unread:
        first = named([str(line_number) for line_number in time.unread])
        lines.append(f"Lines of the log that are no records, left out: {first}.")
    return lines


def annotator_table(time) -> Table:
    """A row for each annotator with time in the log: minutes of documents, and per sentence of
    those that are compared.
    """
    rows = []
    for annotator in time.annotators:
        minutes = time.minutes(annotator)
        if minutes:
            there = [document for document in minutes if time.sentences.get(document)]
            sentences = sum(time.sentences[document] for document in there)
            rate = sum(minutes[each] for each in there) / sentences if sentences else None
            every = minutes.values()
            of_documents = sum(every), sum(every) / len(every), min(every), max(every)
            rows.append((annotator, len(minutes), *of_documents, sentences, rate))
    columns = [TEXT("annotator"), COUNT("documents")]
    columns += [*map(DECIMAL, ("total", "average", "min", "max")), COUNT(None, "sentences")]
    columns += [HUNDREDTHS("per sentence")]
    notes = ["Average, min and max are of documents."]
    if time.untimed:
        untimed = named([" ".join(each) for each in time.untimed])
        notes.append(f"Annotated, but with no time in the log: {untimed}.")
    return Table("Minutes of each annotator", columns, rows, tuple(notes))


def document_table(time) -> Table:
    """A row for each annotator and document, for programs."""
    rows = []
    for annotator in time.annotators:
        for document, minutes in time.minutes(annotator).items():
            sentences = time.sentences.get(document)
            rate = minutes / sentences if sentences else None
            rows.append((annotator, document, minutes, sentences, rate))
    columns = [TEXT("annotator"), TEXT("document"), DECIMAL("minutes"), COUNT("sentences")]
    columns += [DECIMAL("minutes_per_sentence")]
    return Table("Minutes of each annotator and document", columns, rows)


def _compared_table(agreement, time):
    """Documents that are compared, those that took longest first, with the leading figure of the
    first layer; then the others.
    """
    minutes = {annotator: time.minutes(annotator) for annotator in time.annotators}
    timed = {document for of_annotator in minutes.values() for document in of_annotator}
    heads, item, figures = _leading(agreement)
    rows = []
    for document in timed:
        each = [of_annotator.get(document) for of_annotator in minutes.values()]
        known = [value for value in each if value is not None]
        average = sum(known) / len(known) if document in figures else None
        rows.append((document, *each, average, *figures.get(document, (None,) * 3)))
    average = 1 + len(minutes)
    rows.sort(key=lambda row: (row[average] is None, -(row[average] or 0), row[0]))
    columns = [TEXT("document"), *map(DECIMAL, (*minutes, "average"))]
    columns += [COUNT(f"{item}s"), COUNT("disagreements"), FIGURE(heads)]
    note = (
        "Average: of the annotators whose time is known. Disagreements: items on which any of "
        "them differ."
    )
    return Table("Minutes of each document", columns, rows, (note,)).truncated("documents")


def _leading(agreement):
    """(name of the first main figure of the first layer, name of its items, {document: (items,
    disagreements, value)})
    """
    for index in agreement.score_indexes:
        for key in index.main[:1]:
            (layer,) = (layer for layer in agreement.layers if layer.name == index.name)
            places = agreement.annotator_places.of_layers({index.name})
            differing = Counter(document for _, document, _ in {item.key for item in places.chosen})
            scores = {
                document: of_document[key]
                for document, of_document in ScoreIndex(agreement, layer).documents.items()
                if key in of_document and len(agreement.tables[document].annotators) > 1
            }
            return (
                short_name(*key),
                item_of(index),
                {
                    document: (score.items, differing[document], score.value)
                    for document, score in scores.items()
                },
            )
    return "figure", "item", {}


class ReportedTime(NamedTuple):
    """Minutes of one annotator on one document in one phase, "" without phases.

    by_sentence  {sentence, as the table names it: minutes}; {} without such a column
    known        number of the document's sentences; None if the project has no such document
    blank        number of cells without minutes
    """

    annotator: str
    document: str
    phase: str
    minutes: float
    by_sentence: dict
    known: Optional[int]
    blank: int = 0

    @property
    def sentences(self) -> Optional[int]:
        """Number of the sentences that the minutes are about; None if it is unknown."""
        return len(self.by_sentence) or self.known


def read_reported(file, documents) -> list:
    """List of ReportedTime of a table, in the order of its lines; several lines of one annotator,
    document, phase and sentence add up. A blank cell is a sentence of which the time is unknown.

    documents  {document: ComparedDocument} of the project

    Raises ConfigError, which names the line, if the table cannot be used.
    """
    minutes: dict = {}
    blank: Counter = Counter()
    needed, optional = ("annotator", "document", "minutes"), ("phase", "sentence")
    for where, row in read_rows("--minutes", file, needed, optional, blank=("minutes",)):
        key = row["annotator"], row["document"], row["phase"] or ""
        if not row["minutes"]:
            blank[key] += 1
            continue
        try:
            value = float(row["minutes"])
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf"):
            raise ConfigError(
                f"{where}: minutes are “{row['minutes']}”, expected a number such as 12.5."
            )
        if row["sentence"] == "":
            raise ConfigError(f"{where}: the cell of sentence is blank.")
        minutes.setdefault(key, Counter())[row["sentence"]] += value
    return [
        ReportedTime(
            annotator, document, phase, sum(found.values()), {} if None in found else found,
            len(documents[document].sentences) if document in documents else None,
            blank[annotator, document, phase],
        )
        for (annotator, document, phase), found in minutes.items()
    ]  # fmt: skip


def reported_table(times) -> Table:
    """Minutes of each phase, document and annotator, as in Ragheb & Dickinson 2013, table 1; then,
    of several documents, of each annotator (document None), and of several annotators of all of
    them (annotator None).

    sentences  with minutes; without a column sentence all of the documents
    total      minutes
    average    minutes per sentence, over the documents whose sentences are known; else None
    min, max   of sentences; None without a column sentence
    low, high  95% interval of the average, with documents drawn; None below ten documents
    """
    rows = []
    for phase in dict.fromkeys(time.phase for time in times):
        of_phase = [time for time in times if time.phase == phase]
        documents: list = list(dict.fromkeys(time.document for time in of_phase))
        annotators: list = list(dict.fromkeys(time.annotator for time in of_phase))
        for document in documents + [None] * (len(documents) > 1):
            for annotator in annotators + [None] * (len(annotators) > 1):
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


def minutes_of_sentences(times) -> dict:
    """{name of a figure: value} of some ReportedTimes of one annotator and phase."""
    _, total, average, _, least, most, *_ = _figures(times)
    blank = sum(max(time.blank, _unreported(time)) for time in times)
    return {
        "total": total, "average": average, "min": least, "max": most, "total-blank": blank,
    }  # fmt: skip


def _unreported(time):
    """Number of a document's sentences that have no minutes in a table of sentences."""
    return max((time.known or 0) - len(time.by_sentence), 0) if time.by_sentence else 0


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
    minutes, sentences = Counter(), Counter()
    for time in times:
        minutes[time.document] += time.minutes
        sentences[time.document] += time.sentences
    above, below = (numpy.array([*sums.values()], dtype=float) for sums in (minutes, sentences))
    ratio = ratios_of_sentences(above, below).estimate()
    interval = ratio_interval(ratio, None, numpy.arange(len(above)), "documents")
    return float(ratio.value[0]), interval


def _notes(times, rows):
    notes = ["As annotators reported them. Average, min and max are of sentences."]
    if not any(time.by_sentence for time in times):
        notes.append("Without a column sentence in the table, min and max are unknown.")
    if any(interval for *_, (_, interval), _, _, _, _, _ in rows):
        notes.append("In brackets: 95% interval, delete-one variance over documents.")
    lacking = [
        f"{time.annotator} {time.document} {number}"
        for time in times
        if (number := max(time.blank, _unreported(time)))
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
