"""The adjudicator's desk: every place on which annotators differ, what the draft has there, and
decisions written into the draft's files.
"""

import hashlib
import json
import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.adjudication.decisions import (
    ANNOUNCED,
    DONE,
    DRAFT,
    LONGEST_REASON,
    LOST,
    NEITHER,
    TAKEN,
    UNDOING,
    UNDONE,
    Decisions,
)
from brat_iaa.adjudication.settling import DraftFile, NotSettled, value_of
from brat_iaa.corpus.discovery import inside
from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.errors import BratIaaError
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.places.values import ValueLookup
from brat_iaa.review.items import key_in_store
from server_hooks.guard import files

# What is to be done with a place, in the order in which it is shown.
STATUSES = {
    "open": "to decide",
    "neither": "to do in brat",
    "changed": "changed in brat since",
    "majority": "settled by the majority",
    "decided": "decided",
    "brat": "settled in brat",
}
LEFT = ("open", "neither", "changed")


class Changed(BratIaaError):
    """What was decided on is not what is there now; nothing was written."""


class Case(NamedTuple):
    """A place on which annotators differ, as the draft has it.

    key       the same as long as it is the same layer, document and piece of text
    place     places.place.Place, with everybody's value
    sentence  InSentence of its token
    status    of STATUSES
    drawn     what the draft has: sorted (label, head's fragments)
    ids       brat's ids of that in the draft
    decision  the Decision in force, or None
    seen      another one when anything of this is
    """

    key: str
    place: Place
    sentence: InSentence
    status: str
    drawn: list
    ids: tuple
    decision: Optional[object]
    seen: str

    @property
    def document(self):
        return self.place.document

    @property
    def left(self):
        """Whether it still asks for something."""
        return self.status in LEFT


class Work(NamedTuple):
    """All there is to do with a draft.

    cases    tuple of Case, in the order of documents and places in the text
    notes    [(document, kind, id, text)] of the draft's notes on anything else
    absent   {document: reason} of documents that cannot be settled here
    """

    cases: tuple[Case, ...]
    notes: list
    absent: dict

    @property
    def counts(self):
        """{status: number of cases}, all of STATUSES."""
        counted = Counter(case.status for case in self.cases)
        return {status: counted[status] for status in STATUSES}

    @property
    def left(self):
        """Number of cases that ask for something."""
        return sum(case.left for case in self.cases)


class Desk:
    """The draft of one project, which lies in the project. Any number of threads may call it.

    root      the project's directory
    draft     name of the draft's directory in it
    settings  DependencySettings
    database  store.database.Database of the project
    lock      function of a path without suffix: a context manager that keeps brat and others from
              saving that document
    within    directory outside of which nothing is read
    """

    def __init__(self, root, draft, settings, database, lock, within=None):
        self._root = Path(os.path.realpath(root))
        self.draft = draft
        self._settings = settings
        self._lock = lock
        self._within = os.path.realpath(within or root)
        self.decisions = Decisions(draft, database)
        self._files, self._places = {}, (None, ())

    @property
    def there(self):
        """Whether the draft's directory is there."""
        return (self._root / self.draft).is_dir()

    def work(self, agreement):
        """The Work of a draft, on what annotators differ in now; agreement: of all annotators."""
        decided, cases, notes, absent = self.decisions.in_force(), [], [], {}
        for place in self._places_of(agreement):
            if place.document not in absent:
                table = agreement.tables[place.document]
                try:
                    file = self._file(place.document, table.text)
                except NotSettled as error:
                    absent[place.document] = str(error)
                else:
                    cases.append(_case(place, table, file, decided))
        for document, table in agreement.tables.items():
            if document not in absent:
                try:
                    found = self._file(document, table.text).other_notes()
                except NotSettled as error:
                    absent[document] = str(error)
                else:
                    notes += [(document, *note) for note in found]
        return Work(tuple(cases), notes, absent)

    def _places_of(self, agreement):
        if self._places[0] is not agreement:
            own = agreement.dependencies
            listed = [one for one in agreement.disagreements if own and one.layer == own.name]
            found = group_into_places([(ValueLookup(agreement), listed)])
            found = sorted(found, key=lambda place: (place.document, place.token.fragments))
            self._places = agreement, tuple(found)
        return self._places[1]

    def decide(self, agreement, key, seen, choice, annotator, by, reason=""):
        """Write what was decided at a place into the draft. Returns the Decision.

        key, seen  of the Case
        choice     TAKEN, with the annotator whose value is taken; DRAFT; or NEITHER
        by         login
        Raises Changed if the place is another one than was seen, and NotSettled with the reason if
        the decision cannot be written. Then the file is as it was.
        """
        reason = reason.strip().encode("utf-8", "replace").decode()
        if len(reason) > LONGEST_REASON:
            raise NotSettled(
                f"The reason has {len(reason)} characters. Expected at most {LONGEST_REASON}."
            )
        place = self._place(agreement, key)
        table = agreement.tables[place.document]
        with self._locked(place.document) as path:
            file = self._read(path, table.text)
            self._confirm(place.document, file)
            case = _case(place, table, file, self.decisions.in_force(place.document))
            if case.seen != seen:
                raise Changed(_what_is_there(case))
            said = {
                "document": place.document, "item": key, "choice": choice, "before": case.drawn,
                "reason": reason, "by": by, "place": _told(place), "names": (),
            }  # fmt: skip
            if choice == NEITHER:
                announced = self.decisions.announce(value=case.drawn, **said)
                self.decisions.mark(announced, DONE)
                return announced
            fragments = place.token.fragments
            if choice == TAKEN:
                arcs = self._arcs_of(place, annotator, table.text)
                said["names"] = next((own for own in place.groups if annotator in own), ())
            elif choice == DRAFT:
                arcs = file.arcs(fragments)
            else:
                raise NotSettled(f"“{choice}” is no decision.")
            edit = file.settled(fragments, arcs)
            return self._write(path, file, edit, value=value_of(arcs), **said)

    def undo(self, agreement, key, by):
        """Take the last decision at a place back. Returns it.

        Raises Changed if there is none, and NotSettled if the draft's file was changed there since.
        """
        place = self._place(agreement, key)
        with self._locked(place.document) as path:
            file = self._read(path, agreement.tables[place.document].text)
            self._confirm(place.document, file)
            decision = self.decisions.in_force(place.document).get(key)
            if decision is None:
                raise Changed("There is no decision here to take back.")
            if decision.choice == NEITHER:
                self.decisions.mark(decision, UNDONE, by)
                return decision
            data = self._before(file, decision, place.token.fragments)
            self.decisions.mark(decision, UNDOING, by)
            self._replace(path, data)
            self.decisions.mark(decision, UNDONE)
            return decision

    def _before(self, file, decision, fragments):
        """Bytes of the file without a decision."""
        if _fingerprint(file.data) == decision.file_after:
            data = file.before(decision.changes)
            for same in (data, data.removesuffix(b"\n")):
                if _fingerprint(same) == decision.file_before:
                    return same
        data = file.undone(decision.changes).data
        if DraftFile(data, file.text, self._settings).value(fragments) != decision.before:
            raise NotSettled("It was changed in brat since. Decide anew, or change it in brat.")
        return data

    def _write(self, path, file, edit, **said):
        announced = self.decisions.announce(
            changes=edit.changes, file_before=_fingerprint(file.data),
            file_after=_fingerprint(edit.data), **said,
        )  # fmt: skip
        if edit.data != file.data:
            try:
                self._replace(path, edit.data)
            except NotSettled:
                self.decisions.mark(announced, LOST)
                raise
        self.decisions.mark(announced, DONE)
        return announced._replace(state=DONE)

    def _confirm(self, document, file):
        """Find out what became of decisions whose process ended before it could say so."""
        now = _fingerprint(file.data)
        for one in self.decisions.unconfirmed(document):
            place = ((one.place["start"], one.place["end"]),)
            place = tuple(map(tuple, one.place.get("fragments", place)))
            value, settled = file.value(place), not file.note(place)
            if one.choice == NEITHER:
                self.decisions.mark(one, DONE)
            elif one.state == ANNOUNCED:
                written = now == one.file_after or (
                    now != one.file_before and value == one.value and settled
                )
                self.decisions.mark(one, DONE if written else LOST)
            else:
                back = now == one.file_before or (
                    now != one.file_after and value == one.before and value != one.value
                )
                self.decisions.mark(one, UNDONE if back else DONE)

    def _arcs_of(self, place, annotator, text):
        """DraftArcs of an annotator's file, if they are still those that were seen."""
        value = place.values.get(annotator)
        if value is None or value.missing:
            raise NotSettled(f"{annotator} has nothing here that could be taken.")
        path = self._root / value.file
        data = read_stable([path])[path]
        arcs = []
        if data is not None and inside(os.path.realpath(path), self._within):
            arcs = DraftFile(data, text, self._settings).arcs(place.token.fragments)
        if value_of(arcs) != _drawn(value):
            raise Changed(f"{annotator} has changed it meanwhile. Look at it again.")
        return arcs

    def _place(self, agreement, key):
        found = (one for one in self._places_of(agreement) if key_in_store(one) == key)
        place = next(found, None)
        if place is None:
            raise Changed("The annotators agree here now. Nothing has to be decided.")
        return place

    # The draft's files

    def _path(self, document):
        """Path without suffix. Raises NotSettled if a link leads elsewhere: nothing but the draft
        is ever written.
        """
        path = os.path.join(self._root, self.draft, *document.split("/"))
        if os.path.realpath(path + ".ann") != path + ".ann":
            raise NotSettled("Its file in the draft is a link, which is left alone.")
        return path

    def _locked(self, document):
        return _Locked(self._lock, self._path(document))

    def _file(self, document, text):
        """The DraftFile of a document, read again when it was changed."""
        path = self._path(document)
        now = identity(path + ".ann"), identity(path + ".txt")
        known = self._files.get(document)
        if known is None or known[0] != now or known[1].text != text:
            self._files[document] = known = now, self._read(path, text)
        return known[1]

    def _read(self, path, text):
        contents = read_stable([path + ".ann", path + ".txt"])
        for name, data in contents.items():
            if data is None:
                if not os.path.lexists(name):
                    raise NotSettled("It is not in the draft.")
                raise NotSettled(f"Its file in the draft cannot be read: {why_unreadable(name)}.")
        if contents[path + ".txt"].decode("utf-8", "replace") != text:
            raise NotSettled("Its text in the draft is not that of the annotators.")
        return DraftFile(contents[path + ".ann"], text, self._settings)

    @staticmethod
    def _replace(path, data):
        try:
            files.replace(path + ".ann", data)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise NotSettled(
                f"The draft cannot be written: {why}. Let the account of this server write it."
            ) from None


class _Locked:
    """The lock of a document of the draft as a context manager that gives its path."""

    def __init__(self, lock, path):
        self._path, self._held = path, lock(path)

    def __enter__(self):
        try:
            self._held.__enter__()
        except files.Busy:
            raise NotSettled(
                "Somebody else's change to this document takes unusually long. Try again in a "
                "moment."
            ) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise NotSettled(
                f"brat's lock of this document cannot be taken: {why}. Run these pages by the "
                "account of brat."
            ) from None
        return self._path

    def __exit__(self, *raised):
        return self._held.__exit__(*raised)


def _case(place, table, file, decided):
    key, fragments = key_in_store(place), place.token.fragments
    decision = decided.get(key)
    drawn, note = file.value(fragments), file.note(fragments)
    values = {name: None if own.missing else _drawn(own) for name, own in place.values.items()}
    seen = _digest([values, drawn, note, decision and decision.id])
    status = _status(file.has(fragments), drawn, note, decision)
    sentence = in_sentence(table, place.token)
    return Case(key, place, sentence, status, drawn, file.ids(fragments), decision, seen)


def _status(there, drawn, note, decision):
    if decision is not None and decision.choice == NEITHER:
        return "neither" if note and drawn == decision.value else "brat"
    if decision is not None and drawn == decision.value:
        return "decided"
    if decision is not None and decision.state not in (ANNOUNCED, UNDOING):
        return "changed"
    if not there:
        return "neither"
    if note == "majority":
        return "majority"
    return "open" if note else "brat"


def _drawn(value):
    """A places.values.Value as value_of() gives it."""
    return sorted({(one.label, one.head.fragments) for one in value.elements})


def _told(place):
    """What JSON can hold of a place."""
    token = place.token
    return {
        "layer": place.layer,
        "document": place.document,
        "sentence": place.sentence,
        "token": token.text,
        "start": token.start,
        "end": token.end,
        "fragments": token.fragments,
        "labels": place.labels,
    }


def _what_is_there(case):
    decision = case.decision
    if decision is not None and case.status == "decided":
        return f"{decision.by} has decided here meanwhile. Look at it again."
    return "It was changed meanwhile, in brat or here. Look at it again."


def _fingerprint(data):
    return hashlib.sha256(data).hexdigest()


def _digest(what):
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
