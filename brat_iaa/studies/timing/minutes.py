"""Estimates annotation time from the log, which says when something was done, not for how long.

The time between two records of a user belongs to the document of the second one; if that opens a
document, to the document that was open before. Longer pauses are cut at a limit. Within a document,
the time up to an edit belongs to the sentence that is edited.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing.locating import EDITS, OPENED, SentenceLocator, location_of
from brat_iaa.studies.timing.log import find_log, read_log

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


@dataclass(frozen=True)
class AnnotationTime:
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


def time_of_project(agreement, root, log=None, collection=None, idle=IDLE) -> AnnotationTime:
    """The AnnotationTime of a project; finds the log and the collection if they are not given.

    agreement   Agreement of the project
    root        its directory
    log         path of brat's annotation log; None: the one that its tools.conf names
    collection  brat's collection of the project; None: a collection of the directory's name
    idle        seconds at which a pause is cut

    Raises ConfigError with the next step for the user.
    """
    root = Path(root)
    if log is None:
        files = {file for table in agreement.tables.values() for file in table.files.values()}
        log = find_log(root, sorted({PurePosixPath(file).parent for file in files}))
    if collection is None:
        collection = f"/{root.resolve().name}/"
    return annotation_time(agreement, read_log(log), collection, idle)


def annotation_time(agreement, log, collection, idle=IDLE) -> AnnotationTime:
    """The AnnotationTime of a project.

    agreement   Agreement of the project
    log         AnnotationLog
    collection  brat's collection of the project, such as "/my/project/"
    idle        seconds at which a pause is cut

    Raises ConfigError if the log has nothing about the collection, or idle is not above 0.
    """
    if not 0 < idle < float("inf"):
        raise ConfigError(f"--idle {idle}: expected a number of seconds above 0.")
    layout = agreement.config.layout
    located = [(location_of(record, collection, layout), record) for record in log.records]
    in_project = [(location, record) for location, record in located if location is not None]
    if not in_project:
        raise ConfigError(_no_record(log, collection))
    clock = _Clock(idle, SentenceLocator(agreement.tables, in_project))
    by_user = {}
    for location, record in located:
        by_user.setdefault(record.user, []).append((location, record))
    for user, records in by_user.items():
        clock.follow(user, records)
    return _result(agreement, log, collection, clock, in_project, len(located) - len(in_project))


class _Clock:
    """Adds up seconds, edits and failures by (user, Location), and notes the first edit."""

    def __init__(self, idle, sentences):
        self.idle = idle
        self._sentences = sentences
        self.seconds, self.edits, self.failed = Counter(), Counter(), Counter()
        self.by_sentence = {}
        self.begun = {}
        self.cut = self.set_back = 0

    def follow(self, user, records):
        """Go through one user's records, in the order of the log."""
        before = None
        # By location: time since the last edit, or since the document was opened.
        waiting = Counter()
        begun = Counter()
        for location, record in records:
            opens = record.action == OPENED and not record.finished
            if before is not None:
                owner = before[0] if opens else location
                seconds = self._gap(before[1], record, owner)
                if owner is not None:
                    self.seconds[user, owner] += seconds
                    waiting[owner] += seconds
            before = location, record
            if location is None:
                continue
            if opens:
                waiting[location] = 0
            elif record.action in EDITS:
                seconds = waiting.pop(location, 0)
                sentence = self._sentences.locate(location, record)
                if sentence is not None:
                    self.by_sentence.setdefault((user, location), Counter())[sentence] += seconds
                self._count(user, location, record, begun)
        for (location, _), number in begun.items():
            self.failed[user, location] += max(number, 0)

    def _gap(self, earlier, later, owner):
        seconds = (later.time - earlier.time).total_seconds()
        if seconds < 0:
            self.set_back += seconds < _SET_BACK
            return 0.0
        if seconds > self.idle:
            self.cut += owner is not None
            return self.idle
        return seconds

    def _count(self, user, location, record, begun):
        if record.finished:
            self.edits[user, location] += 1
            self.begun.setdefault((user, location), record.time)
            # The start of an edit may be missing at the beginning of a log.
            begun[location, record.action] = max(begun[location, record.action] - 1, 0)
        else:
            begun[location, record.action] += 1


def _result(agreement, log, collection, clock, in_project, elsewhere):
    logins = dict(agreement.config.access.logins)
    documents, visits = {}, {}
    for user, location in dict.fromkeys((record.user, location) for location, record in in_project):
        annotator, (directory, document) = logins.get(user, user), location
        is_annotator = annotator in agreement.annotators and user != _NOT_LOGGED_IN
        if is_annotator and annotator == directory and document:
            # Several logins of one annotator are one.
            documents.setdefault((annotator, document), []).append((user, location))
        else:
            visits.setdefault((user, directory), []).append((user, location))
    times = [
        _document_time(agreement, clock, annotator, document, documents[annotator, document])
        for annotator in agreement.annotators
        for document in sorted(document for name, document in documents if name == annotator)
    ]
    timed = {(time.annotator, time.document) for time in times if time.seconds}
    return AnnotationTime(
        log=log.file,
        collection=collection,
        idle=clock.idle,
        cut=clock.cut,
        set_back=clock.set_back,
        first=min(record.time for _, record in in_project),
        last=max(record.time for _, record in in_project),
        annotators=agreement.annotators,
        documents=tuple(times),
        untimed=tuple(
            (annotator, name)
            for annotator in agreement.annotators
            for name, table in agreement.tables.items()
            if annotator in table.annotators and (annotator, name) not in timed
        ),
        visits=tuple(
            Visit(user, directory, _total(clock.seconds, keys), _total(clock.edits, keys))
            for (user, directory), keys in sorted(visits.items())
        ),
        elsewhere=elsewhere,
        problems=log.problems,
    )


def _total(counter, keys):
    return sum(counter[key] for key in keys)


def _document_time(agreement, clock, annotator, document, keys):
    by_sentence = Counter()
    for key in keys:
        by_sentence.update(clock.by_sentence.get(key, {}))
    table = agreement.tables.get(document)
    return DocumentTime(
        annotator,
        document,
        _total(clock.seconds, keys),
        _total(clock.edits, keys),
        _total(clock.failed, keys),
        min((clock.begun[key] for key in keys if key in clock.begun), default=None),
        dict(sorted(by_sentence.items())),
        None if table is None else len(table.sentences),
    )


def _no_record(log, collection):
    collections = Counter(record.collection for record in log.records)
    named = ", ".join(name for name, _ in collections.most_common(_NAMED)) or "none at all"
    return (
        f"The log {log.file} has no record of the collection {collection} or one below it. "
        f"Collections in it: {named}. Give the project's path in brat with --collection."
    )
