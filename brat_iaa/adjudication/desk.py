"""The adjudicator's desk: every place on which annotators differ, what the draft has there, and
decisions written into the draft's files.
"""

import os
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from brat_iaa.adjudication.cases import (
    STATUSES,
    Case,
    case_of,
    cleared_by,
    cleared_notes,
    place_record,
    scope_then,
    what_is_there,
)
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
from brat_iaa.adjudication.draft_file import DraftFile
from brat_iaa.adjudication.edits import NotSettled, before, followed, undone
from brat_iaa.adjudication.layer_edit import LayerEdit, OtherLayers, with_spans_of
from brat_iaa.adjudication.place_index import PlaceIndex
from brat_iaa.corpus.files import identity, inside, read_stable, why_unreadable
from brat_iaa.errors import BratIaaError
from brat_iaa.server_hooks.guard import files
from brat_iaa.store.changes import fingerprint

# The layer of what was decided on a note on something that no layer has.
_NO_LAYER = ""


class Changed(BratIaaError):
    """What was decided on is not what is there now; nothing was written."""


class Worklist(NamedTuple):
    """All there is to do with a draft.

    cases    tuple of Case, in the order of documents and places in the text
    notes    [OtherNote] of the draft's notes on anything else
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
        self._files, self._index = {}, None

    @property
    def there(self):
        """Whether the draft's directory is there."""
        return (self._root / self.draft).is_dir()

    def work(self, agreement):
        """The Worklist of a draft now. agreement: of all annotators"""
        index = self._place_index(agreement)
        decided, files_of, absent = self._in_force(index), {}, {}
        cleared = cleared_notes(decided.values())
        for document, table in agreement.tables.items():
            try:
                files_of[document] = self._file(document, table.text)
            except NotSettled as error:
                absent[document] = str(error)
        cases = tuple(
            case_of(
                place, index, agreement.tables[place.document], files_of[place.document], decided,
                cleared,
            )
            for place in index.places
            if place.document in files_of
        )  # fmt: skip
        covered = set(index.at)
        for case in cases:
            if case.left:
                covered |= {(case.document, host) for host in index.echo_hosts(case.place)}
        notes = [
            note
            for document, file in files_of.items()
            for note in file.other_notes(document, covered)
        ]
        return Worklist(cases, notes, absent)

    def _place_index(self, agreement):
        if self._index is None or self._index.agreement is not agreement:
            self._index = PlaceIndex(agreement)
        return self._index

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
        index = self._place_index(agreement)
        settler, scope = index.settler(place), index.scope(place)
        with self._locked(place.document) as path:
            file = self._read(path, table.text)
            self._confirm(index, place.document, file)
            decided = self._in_force(index, place.document)
            cleared = cleared_notes(decided.values())
            case = case_of(place, index, table, file, decided, cleared)
            if case.seen != seen:
                raise Changed(what_is_there(case))
            fields = {
                "document": place.document, "item": key, "choice": choice, "before": case.drawn,
                "reason": reason, "by": by, "names": (),
            }  # fmt: skip
            if choice == NEITHER:
                about = place_record(place, scope)
                announced = self.decisions.announce(value=case.drawn, place=about, **fields)
                self.decisions.mark(announced, DONE)
                return announced
            if choice == TAKEN:
                source = self._file_of(place, annotator, table.text, settler, scope)
                fields["names"] = next((group for group in place.groups if annotator in group), ())
            elif choice == DRAFT:
                source = file
            else:
                raise NotSettled(f"“{choice}” is no decision.")
            value = settler.value(source, scope)
            same = {place.key, *index.also(place, value)}
            clear = {
                host
                for host in (index.hosts_of(same) | index.echo_hosts(place)) & file.hosts.keys()
                if not any(
                    case_of(other, index, table, file, decided, cleared).left
                    for other in index.at.get((place.document, host), ())
                    if other.key not in same
                )
            }
            edit = self._settled(index, place, file, source, clear)
            gone = [(*host, file.hosts[host]) for host in sorted(clear)]
            about = {**place_record(place, scope), "cleared": gone}
            return self._write(path, file, edit, value=value, place=about, **fields)

    def _settled(self, index, place, file, source, clear):
        """The Edit with which a DraftFile has what the DraftFile source has at a Place, and what
        follows from it, as far as it can be written. clear: hosts of the notes that go
        """
        edit = index.settler(place).settled(
            file, place.document, index.scope(place), source, clear
        )  # fmt: skip
        echoes = index.echoes.get(place.key, ()) if source is not file else ()
        if echoes:
            # What stands on spans that were chosen at other places stands on these.
            now = DraftFile(edit.data, file.text, self._settings)
            data, moved = with_spans_of(now, source, index.spans_elsewhere(place))
            source = DraftFile(data, file.text, self._settings)
        for echo, scope in echoes:
            try:
                more = index.settler(echo).settled(
                    now, place.document, _followed_scope(scope, moved), source, set()
                )
            except NotSettled:
                continue
            edit = followed(file.data, edit, more)
            now = DraftFile(edit.data, file.text, self._settings)
        return edit

    def settle_note(self, agreement, key, by):
        """Take one of the draft's notes on other things away: what the draft has there is right.

        key  of the OtherNote
        Raises Changed if it is gone, and NotSettled as decide() does.
        """
        note = next((note for note in self.work(agreement).notes if note.key == key), None)
        if note is None:
            raise Changed("This note is gone meanwhile.")
        with self._locked(note.document) as path:
            file = self._read(path, agreement.tables[note.document].text)
            there = [
                dispute
                for dispute in file.disputes
                if (dispute.note.target, dispute.text) == (note.target, note.text)
            ]
            if not there:
                raise Changed("This note is gone meanwhile.")
            edit = LayerEdit(file, file, OtherLayers([]))
            edit.take_away(there[0])
            place = {"layer": _NO_LAYER, "document": note.document, "labels": [], "scope": ()}
            return self._write(
                path, file, edit.edit(), document=note.document, item=key, choice=DRAFT, value=[],
                before=[], names=(), reason="", by=by, place=place,
            )  # fmt: skip

    def noted(self, key):
        """The Decision in force on an OtherNote, by its key; None if there is none."""
        decision = self.decisions.in_force().get(key)
        return decision if decision and decision.place["layer"] == _NO_LAYER else None

    def undo(self, agreement, key, by):
        """Take the last decision at a place, or on an OtherNote, back. Returns it.

        Raises Changed if there is none, and NotSettled if the draft's file was changed there since.
        """
        noted = self.noted(key)
        about = noted or self._place(agreement, key)
        index = self._place_index(agreement)
        with self._locked(about.document) as path:
            file = self._read(path, agreement.tables[about.document].text)
            if noted is None:
                self._confirm(index, about.document, file)
                decision = self._in_force(index, about.document).get(key)
                if decision is None:
                    raise Changed("There is no decision here to take back.")
                if decision.choice == NEITHER:
                    self.decisions.mark(decision, UNDONE, by)
                    return decision
                data = self._before(file, decision, index, about)
            else:
                decision = noted
                data = _exactly_before(file, noted) or undone(file.data, noted.changes).data
            self.decisions.mark(decision, UNDOING, by)
            self._replace(path, data)
            self.decisions.mark(decision, UNDONE)
            return decision

    def effects(self, agreement, case):
        """{annotator: tuple of the other Places of the document that change with this value}, for
        those whose value can be taken at a Case.
        """
        place, index = case.place, self._place_index(agreement)
        table, settler = agreement.tables[place.document], index.settler(place)
        if not settler.changes_others:
            return {}
        try:
            file = self._file(place.document, table.text)
        except NotSettled:
            return {}
        others = [other for other in index.in_document(place.document) if other is not place]
        before = self._values(index, others, file)
        effects, scope = {}, index.scope(place)
        for name in (group[0] for group in place.groups):
            try:
                source = self._file_of(place, name, table.text, settler, scope)
                data = self._settled(index, place, file, source, set()).data
            except (Changed, NotSettled):
                continue
            after = self._values(index, others, DraftFile(data, file.text, self._settings))
            changed = zip(others, before, after)
            effects[name] = tuple(other for other, old, new in changed if old != new)
        return effects

    @staticmethod
    def _values(index, places, file):
        return [index.settler(place).value(file, index.scope(place)) for place in places]

    def _in_force(self, index, document=None):
        """{key of the place: Decision}; a decision on a chain holds at all its mentions."""
        decided = self.decisions.in_force(document)
        for decision in sorted(decided.values(), key=lambda decision: decision.id):
            place = index.by_key.get(decision.item)
            if place is None or decision.choice == NEITHER:
                continue
            for other, value in index.also(place, decision.value).items():
                key = index.key_of[other]
                if key not in decided or decided[key].id < decision.id:
                    decided[key] = decision._replace(value=value)
        return decided

    def _before(self, file, decision, index, place):
        """Bytes of the file without a decision."""
        exactly = _exactly_before(file, decision)
        if exactly is not None:
            return exactly
        data = undone(file.data, decision.changes).data
        back = DraftFile(data, file.text, self._settings)
        if index.settler(place).value(back, scope_then(decision)) != decision.before:
            raise NotSettled("It was changed in brat since. Decide again, or change it in brat.")
        if len(back.annotations.problems) > len(file.annotations.problems):
            raise NotSettled(
                "Something in the draft stands on what was written here. Take that back first, or "
                "decide again."
            )
        return data

    def _write(self, path, file, edit, **fields):
        announced = self.decisions.announce(
            changes=edit.changes, file_before=fingerprint(file.data),
            file_after=fingerprint(edit.data), **fields,
        )  # fmt: skip
        if edit.data != file.data:
            try:
                self._replace(path, edit.data)
            except NotSettled:
                self.decisions.mark(announced, LOST)
                raise
        self.decisions.mark(announced, DONE)
        return announced._replace(state=DONE)

    def _confirm(self, index, document, file):
        """Find out what became of decisions whose process ended before it could say so."""
        now = fingerprint(file.data)
        for decision in self.decisions.unconfirmed(document):
            settler = index.settlers.get(decision.place["layer"])
            if decision.choice == NEITHER:
                self.decisions.mark(decision, DONE)
                continue
            scope = scope_then(decision)
            value = settler and settler.value(file, scope)
            settled = file.hosts.keys().isdisjoint(cleared_by(decision))
            if decision.state == ANNOUNCED:
                written = now == decision.file_after or (
                    now != decision.file_before and value == decision.value and settled
                )
                self.decisions.mark(decision, DONE if written else LOST)
            else:
                back = now == decision.file_before or (
                    now != decision.file_after
                    and value == decision.before
                    and value != decision.value
                )
                self.decisions.mark(decision, UNDONE if back else DONE)

    def _file_of(self, place, annotator, text, settler, scope):
        """The DraftFile of an annotator, if it still holds what was seen."""
        value = place.values.get(annotator)
        if value is None or value.missing:
            raise NotSettled(f"{annotator} has nothing here that could be taken.")
        path = self._root / value.file
        data = read_stable([path])[path]
        if data is None or not inside(os.path.realpath(path), self._within):
            data = b""
        file = DraftFile(data, text, self._settings)
        if settler.value(file, scope) != settler.value_of(place, scope, annotator):
            raise Changed(f"{annotator} has changed it since. Look at it again.")
        return file

    def _place(self, agreement, key):
        place = self._place_index(agreement).by_key.get(key)
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

    @contextmanager
    def _locked(self, document):
        """The lock of a document of the draft; gives its path."""
        path = self._path(document)
        with ExitStack() as stack:
            try:
                stack.enter_context(self._lock(path))
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
            yield path

    def _file(self, document, text):
        """The DraftFile of a document, read again when it was changed."""
        path = self._path(document)
        now = identity(path + ".ann"), identity(path + ".txt")
        read_at, file = self._files.get(document, (None, None))
        if read_at != now or file.text != text:
            self._files[document] = now, (file := self._read(path, text))
        return file

    def _read(self, path, text):
        contents = read_stable([path + ".ann", path + ".txt"])
        for name, data in contents.items():
            if data is None:
                if not os.path.lexists(name):
                    raise NotSettled("It is not in the draft.")
                raise NotSettled(f"Its file in the draft cannot be read: {why_unreadable(name)}.")
        if contents[path + ".txt"].decode("utf-8", "replace") != text:
            raise NotSettled("Its text in the draft is not that of the annotators.")
        file = DraftFile(contents[path + ".ann"], text, self._settings)
        for problem in file.annotations.problems:
            if problem.code == "counting":
                raise NotSettled(f"In the draft, {problem.message[0].lower()}{problem.message[1:]}")
        return file

    @staticmethod
    def _replace(path, data):
        try:
            files.replace(path + ".ann", data)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise NotSettled(
                f"The draft cannot be written: {why}. Let the account of this server write it."
            ) from None


def _followed_scope(scope, moved):
    """A scope with the fragments to which spans were moved."""
    if not isinstance(scope, tuple):
        return scope
    return moved.get(scope) or tuple(_followed_scope(part, moved) for part in scope)


def _exactly_before(file, decision):
    """The bytes from before the decision that was written last; None if it was not the last."""
    if fingerprint(file.data) == decision.file_after:
        data = before(file.data, decision.changes)
        for same in (data, data.removesuffix(b"\n")):
            if fingerprint(same) == decision.file_before:
                return same
    return None
