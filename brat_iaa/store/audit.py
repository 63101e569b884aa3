"""Who did what and when in a project: decisions, adjudication, snapshots, deletions, settings,
restored backups.

The lines are read from the rows that hold what was done, not from a second log: a decision that is
kept has its line, and a line without what it speaks of cannot be.
"""

import json
from typing import NamedTuple

from brat_iaa.formats.tables import SENTENCE, TEXT, ColumnType, Table


class AuditEvent(NamedTuple):
    """Something that was done.

    at       date and time, UTC, ISO 8601
    by       login, or an account on this computer
    what     "decision", "decision taken back", "document done", "document not done",
             "adjudication", "adjudication taken back", "snapshot", "snapshot deleted",
             "changed setting" or "restored"
    project  its name
    about    what it was done to: a place, a document, a snapshot, a file
    detail   decision, reason or note; of settings "[section] key: before → after"
    """

    at: str
    by: str
    what: str
    project: str
    about: str
    detail: str


def table(done) -> Table:
    """The Table of some AuditEvents."""
    minutes = ColumnType("l", lambda at: at[:16].replace("T", " "))
    columns = [minutes("UTC", "at"), TEXT("who", "by"), TEXT("what"), TEXT(None, "project")]
    return Table("Who did what", [*columns, TEXT("about"), SENTENCE("detail")], done)


def events(database, project):
    """List of every AuditEvent of a project, in the order of time. project: its name

    A change that was begun by a process which was killed is in the list, and says so.
    """
    with database.reading() as connection:
        read_events = [
            AuditEvent(at, by, what, project, about, detail)
            for read in (_decisions, _done, _adjudication, _snapshots, _settings, _restored)
            for at, by, what, about, detail in read(connection)
        ]
    # Some times are in whole seconds, others in milliseconds.
    return sorted(read_events, key=lambda event: event.at.replace("+00:00", ""))


def _decisions(connection):
    rows = connection.execute(
        "SELECT at, annotator, phase, place, decision, comment FROM review ORDER BY id"
    )
    for at, annotator, phase, place, decision, comment in rows:
        what = "decision" if decision else "decision taken back"
        yield at, annotator, what, _place(place, phase), _joined(decision, comment)


def _done(connection):
    rows = connection.execute("SELECT at, undone, annotator, phase, document FROM done ORDER BY id")
    for at, undone, annotator, phase, document in rows:
        yield at, annotator, "document done", _joined(phase, document), ""
        if undone:
            yield undone, annotator, "document not done", _joined(phase, document), ""


def _adjudication(connection):
    rows = connection.execute(
        "SELECT at, by, draft, place, choice, reason, state, undone, undone_by "
        "FROM gold_decision ORDER BY id"
    )
    for at, by, draft, place, choice, reason, state, undone, undone_by in rows:
        about = _place(place, draft)
        yield at, by, "adjudication", about, _joined(choice, reason, _unsure(state))
        if state == "undone" and undone:
            yield undone, undone_by or by, "adjudication taken back", about, ""


def _snapshots(connection):
    rows = connection.execute(
        "SELECT number, phase, note, taken, taken_by, deleted, deleted_by, reason "
        "FROM snapshot ORDER BY number"
    )
    for number, phase, note, taken, taken_by, deleted, deleted_by, reason in rows:
        yield taken, taken_by, "snapshot", f"{number}: {phase}", note
        if deleted:
            yield deleted, deleted_by, "snapshot deleted", f"{number}: {phase}", reason


def _settings(connection):
    rows = connection.execute("SELECT at, by, file, what, state FROM change ORDER BY id")
    for at, by, file, what, state in rows:
        for section, key, before, after in json.loads(what):
            name = f"[{section}] {key}".strip() if section else key
            change = f"{before or '–'} → {after or '–'}"
            setting = f"{name}: {change}" if name else change
            yield at, by, "changed setting", file, _joined(setting, _unsure(state))


def _restored(connection):
    rows = connection.execute("SELECT at, by, file, kept FROM restoration ORDER BY id")
    for at, by, file, kept in rows:
        yield at, by, "restored", file, f"before: {kept}" if kept else ""


def _unsure(state):
    return {
        "announced": "(begun, not confirmed)",
        "undoing": "(being taken back)",
        "lost": "(not written)",
    }.get(state, "")


def _place(place, first):
    fields = json.loads(place)
    sentence = fields.get("sentence")
    where = f"sentence {sentence}" if sentence is not None else ""
    return _joined(first, fields.get("document"), where, fields.get("token"))


def _joined(*parts):
    return ", ".join(part for part in parts if part)
