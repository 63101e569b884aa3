"""What adjudicators decided, by whom, when and why; nothing is ever written over.

A decision is announced before the draft's file is written and confirmed after it, so that a
process that is killed in between leaves an announcement that the next one compares with the file.
"""

import json
from datetime import datetime, timezone
from typing import NamedTuple, Optional

# What was decided: a value of somebody's, what the draft has, or that it is to be done in brat.
TAKEN, DRAFT, NEITHER = "taken", "draft", "neither"
LONGEST_REASON = 2000
ANNOUNCED, DONE, LOST, UNDOING, UNDONE = "announced", "done", "lost", "undoing", "undone"


class Decision(NamedTuple):
    """What an adjudicator decided at a place.

    item         key of the place, see review.items.key_in_store
    choice       TAKEN, DRAFT or NEITHER
    value        decided: sorted (label, head's fragments); with NEITHER what the draft had
    before       the draft's value before
    names        annotators who have the value, when it was decided
    by, at       login; date and time, UTC, ISO 8601
    place        {"layer", "document", "sentence", "token", "start", "end", "labels"}
    changes      lines of the file, see edits.Edit
    file_before, file_after   fingerprints of the file
    state        ANNOUNCED, DONE, LOST, UNDOING or UNDONE
    """

    id: Optional[int]
    draft: str
    document: str
    item: str
    choice: str
    value: list
    before: list
    names: tuple
    reason: str
    by: str
    at: str
    place: dict
    changes: list
    file_before: str
    file_after: str
    state: str


# Columns of the table of decisions.
_FIELDS = ", ".join(Decision._fields)


class Decisions:
    """The decisions on one draft. Any number of threads and processes may use the same database.

    draft     name of the directory
    database  Database of the project
    clock     function that returns a datetime in UTC
    """

    def __init__(self, draft, database, clock=lambda: datetime.now(timezone.utc)):
        self._draft, self._database, self._clock = draft, database, clock

    def announce(self, **fields):
        """Keep a decision that is about to be written; fields as in Decision. Returns it."""
        made = Decision(
            id=None, draft=self._draft, at=self._now(), state=ANNOUNCED,
            **{"changes": [], "file_before": "", "file_after": "", **fields},
        )  # fmt: skip
        with self._database.transaction() as connection:
            cursor = connection.execute(
                f"INSERT INTO gold_decision ({_FIELDS.removeprefix('id, ')}) "
                f"VALUES ({', '.join('?' * (len(Decision._fields) - 1))})",
                [json.dumps(value) if isinstance(value, _JSON) else value for value in made[1:]],
            )
        return made._replace(id=cursor.lastrowid)

    def mark(self, decision, state, by=None):
        """Give a decision another state; by: who undoes it."""
        undone = self._now() if state in (UNDOING, UNDONE) else None
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE gold_decision SET state = ?, undone = ?, "
                "undone_by = coalesce(?, undone_by) WHERE id = ?",
                (state, undone, by, decision.id),
            )

    def in_force(self, document=None):
        """{key of the item: Decision}, the newest of each, without those taken back."""
        return {
            decision.item: decision
            for decision in self.history(document)
            if decision.state not in (LOST, UNDONE)
        }

    def last_reason(self, item):
        """The reason of the last decision on an item, also of one taken back; "" without any."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT reason FROM gold_decision WHERE draft = ? AND item = ? AND state != ? "
                "ORDER BY id DESC LIMIT 1",
                (self._draft, item, LOST),
            ).fetchone()
        return row[0] if row else ""

    def unconfirmed(self, document):
        """Those of a document that were being written or taken back when a process ended."""
        waiting = (ANNOUNCED, UNDOING)
        return [decision for decision in self.history(document) if decision.state in waiting]

    def history(self, document=None):
        """List of every Decision, in the order in which they were made."""
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_FIELDS} FROM gold_decision WHERE draft = ? "
                "AND (? IS NULL OR document = ?) ORDER BY id",
                (self._draft, document, document),
            ).fetchall()
        return [
            decision._replace(
                value=sorted(map(as_tuple, json.loads(decision.value))),
                before=sorted(map(as_tuple, json.loads(decision.before))),
                names=tuple(json.loads(decision.names)),
                place=json.loads(decision.place),
                changes=json.loads(decision.changes),
            )
            for decision in map(Decision._make, rows)
        ]

    def forget(self):
        """Count all decisions on an earlier draft of this name as lost."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE gold_decision SET state = ? WHERE draft = ?", (LOST, self._draft)
            )

    def rename(self, name):
        """Let the decisions be those on the draft of another name, which has none yet."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE gold_decision SET draft = ? WHERE draft = ? AND NOT EXISTS "
                "(SELECT 1 FROM gold_decision WHERE draft = ? AND state != ?)",
                (name, self._draft, name, LOST),
            )

    def _now(self):
        return self._clock().astimezone(timezone.utc).isoformat(timespec="milliseconds")


_JSON = (list, tuple, dict)


def as_tuple(value):
    """Lists of lists, as JSON holds them, as tuples of tuples."""
    return tuple(map(as_tuple, value)) if isinstance(value, (list, tuple)) else value
