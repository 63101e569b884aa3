"""Estimates annotation time from the log, which says when something was done, not for how long.

The time between two records of a user belongs to the document of the second one; if that opens a
document, to the document that was open before. Longer pauses are cut at a limit. Within a document,
the time up to an edit belongs to the sentence that is edited.
"""

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing.log import find_log, read_log

# Actions that change a document. brat does not log turning an arc round, nor notes on sentences.
EDITS = ("createSpan", "deleteSpan", "splitSpan", "createArc", "deleteArc", "undo")
OPENED = "getDocument"
IDLE = 120.0
# Clocks of several processes differ by less than this; otherwise the clock was set back.
_SET_BACK = -1.0
# brat's name for everybody who has not logged in.
_NOT_LOGGED_IN = "anonymous"
_NAMED = 10


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


def time_of_project(agreement, root, log=None, collection=None, idle=IDLE) -> AnnotationTime:
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
    for (location, _), number in begun.items():
        tally(location).failed += number


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
