"""Time from the log: an estimate, since brat knows when something was done and not when somebody
was thinking.

The time between two records of a user belongs to the document of the second one;
when the second one opens a document, to the document that was open before. Longer
pauses are cut at a limit. Within a document, the time up to an edit belongs to
the sentence that is edited.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.timing.log import find_log, read_log
from brat_iaa.timing.placing import EDITS, OPENED, Places, Sentences

IDLE = 120.0
# Clocks of several processes differ by less than this; more is a clock that was set back.
_SET_BACK = -1.0
# How brat names everybody who has not logged in.
_NOBODY = "anonymous"
_NAMED = 10


class DocumentTime(NamedTuple):
    """One annotator's time in one document of their own.

    edits        changes that brat made
    failed       changes that brat began and did not finish
    by_sentence  {number of the sentence: seconds}, as far as it can be told
    sentences    of the document; None if it takes no part in the comparison
    """

    annotator: str
    document: str
    seconds: float
    edits: int
    failed: int
    by_sentence: dict
    sentences: Optional[int]


class Visit(NamedTuple):
    """Somebody in a directory that is not their own: seconds there, and changes made."""

    user: str
    directory: str
    seconds: float
    edits: int


@dataclass(frozen=True)
class AnnotationTime:
    """What the log says of a project.

    log         path
    collection  of the project
    idle        seconds at which pauses were cut
    cut         number of pauses in the project that were cut
    set_back    how often the clock was set back between two records
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
    first: object
    last: object
    annotators: tuple
    documents: tuple
    untimed: tuple
    visits: tuple
    elsewhere: int
    problems: tuple


def time_of_project(agreement, root, log=None, collection=None, idle=IDLE):
    """The AnnotationTime of a project in a directory, with everything that is not given found out.

    agreement   Agreement of the project
    root        its directory
    log         path of brat's annotation log; None: the one that its tools.conf names
    collection  brat's collection of the project; None: a collection of the directory's name
    idle        seconds at which a pause is cut

    Raises ConfigError with the next step.
    """
    root = Path(root)
    if log is None:
        files = {file for table in agreement.tables.values() for file in table.files.values()}
        log = find_log(root, sorted({PurePosixPath(file).parent for file in files}))
    if collection is None:
        collection = f"/{root.resolve().name}/"
    return annotation_time(agreement, read_log(log), collection, idle)


def annotation_time(agreement, log, collection, idle=IDLE):
    """The AnnotationTime of a project.

    agreement   Agreement: its annotators, documents and settings (logins that differ from
                directories)
    log         AnnotationLog
    collection  brat's collection of the project, such as "/my/project/"
    idle        seconds at which a pause is cut

    Raises ConfigError if the log has nothing about the collection, or idle is not above 0.
    """
    if not 0 < idle < float("inf"):
        raise ConfigError(f"--idle {idle}: expected a number of seconds above 0.")
    places = Places(collection, agreement.config.layout)
    placed = [(places.of(record), record) for record in log.records]
    inside = [(place, record) for place, record in placed if place is not None]
    if not inside:
        raise ConfigError(_nothing(log, collection))
    clock = _Clock(idle, Sentences(agreement.tables, inside))
    by_user = {}
    for place, record in placed:
        by_user.setdefault(record.user, []).append((place, record))
    for user, own in by_user.items():
        clock.follow(user, own)
    return _result(agreement, log, collection, clock, inside, len(placed) - len(inside))


class _Clock:
    """Adds up seconds, edits and failures by (user, Place)."""

    def __init__(self, idle, sentences):
        self.idle = idle
        self._sentences = sentences
        self.seconds, self.edits, self.failed = Counter(), Counter(), Counter()
        self.by_sentence = {}
        self.cut = self.set_back = 0

    def follow(self, user, records):
        """Go through one user's records, in the order of the log."""
        before = None
        # Time in a document since the last edit in it, or since it was opened.
        waiting = Counter()
        begun = Counter()
        for place, record in records:
            opens = record.action == OPENED and not record.finished
            if before is not None:
                owner = before[0] if opens else place
                seconds = self._gap(before[1], record, owner)
                if owner is not None:
                    self.seconds[user, owner] += seconds
                    waiting[owner] += seconds
            before = place, record
            if place is None:
                continue
            if opens:
                waiting[place] = 0
            elif record.action in EDITS:
                self._edited(user, place, record, waiting.pop(place, 0))
                self._count(user, place, record, begun)
        for (place, _), number in begun.items():
            self.failed[user, place] += max(number, 0)

    def _gap(self, earlier, later, owner):
        seconds = (later.time - earlier.time).total_seconds()
        if seconds < 0:
            self.set_back += seconds < _SET_BACK
            return 0.0
        if seconds > self.idle:
            self.cut += owner is not None
            return self.idle
        return seconds

    def _edited(self, user, place, record, seconds):
        sentence = self._sentences.of(place, record)
        if sentence is not None:
            self.by_sentence.setdefault((user, place), Counter())[sentence] += seconds

    def _count(self, user, place, record, begun):
        if record.finished:
            self.edits[user, place] += 1
            # A log that was begun anew may have the end of an edit only.
            begun[place, record.action] = max(begun[place, record.action] - 1, 0)
        else:
            begun[place, record.action] += 1


def _result(agreement, log, collection, clock, inside, elsewhere):
    logins = dict(agreement.config.access.logins)
    seen = dict.fromkeys((record.user, place) for place, record in inside)
    documents, visits = {}, {}
    for user, place in seen:
        owner = logins.get(user, user)
        if (
            owner == place.directory
            and owner in agreement.annotators
            and user != _NOBODY
            and place.document
        ):
            # Several logins of one annotator are one.
            documents.setdefault((owner, place.document), []).append((user, place))
        else:
            visits.setdefault((user, place.directory), []).append((user, place))
    times = [
        _document_time(agreement, clock, annotator, document, documents[annotator, document])
        for annotator in agreement.annotators
        for document in sorted(name for who, name in documents if who == annotator)
    ]
    timed = {(one.annotator, one.document) for one in times if one.seconds}
    return AnnotationTime(
        log.file,
        collection,
        clock.idle,
        clock.cut,
        clock.set_back,
        min(record.time for _, record in inside),
        max(record.time for _, record in inside),
        agreement.annotators,
        tuple(times),
        tuple(
            (annotator, name)
            for annotator in agreement.annotators
            for name, table in agreement.tables.items()
            if annotator in table.annotators and (annotator, name) not in timed
        ),
        tuple(
            Visit(
                *key, sum(clock.seconds[one] for one in own), sum(clock.edits[one] for one in own)
            )
            for key, own in sorted(visits.items())
        ),
        elsewhere,
        log.problems,
    )


def _document_time(agreement, clock, annotator, document, own):
    by_sentence = Counter()
    for one in own:
        by_sentence.update(clock.by_sentence.get(one, {}))
    table = agreement.tables.get(document)
    return DocumentTime(
        annotator,
        document,
        sum(clock.seconds[one] for one in own),
        sum(clock.edits[one] for one in own),
        sum(clock.failed[one] for one in own),
        dict(sorted(by_sentence.items())),
        None if table is None else len(table.sentences),
    )


def _nothing(log, collection):
    found = Counter(record.collection for record in log.records)
    named = ", ".join(name for name, _ in found.most_common(_NAMED)) or "none at all"
    return (
        f"The log {log.file} has no record of the collection {collection} or one below "
        f"it. Collections in it: {named}. "
        "Give brat's path of the project's directory with --collection."
    )
