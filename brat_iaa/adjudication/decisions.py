"""What adjudicators decided, by whom, when and why, and the draft as it was written last; no
decision is ever written over.
"""

import json
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import NamedTuple

from brat_iaa.adjudication.layout import Written
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.adjudication.state import Decision

LONGEST_REASON = 2000
_DECISION = ("scope", "choice", "name", "lines", "seen", "by", "at", "why", "item")


class DraftSettings(NamedTuple):
    """How a draft is made.

    names   whether annotators are named before a place is decided, on the page and in notes
    layers  names of the layers that are settled, None for all
    """

    rule: DraftRule = DraftRule()
    names: bool = False
    layers: object = None


class Kept(NamedTuple):
    """What is kept of a document of a draft.

    written  its file as it was written last, bytes; before: as it was before that. A process that
             is killed between the database and the file leaves that
    past     see layout.write()
    base     of a gold: see merge.merge()
    """

    written: object = None
    before: object = None
    past: dict = {}
    base: object = None


class Decisions:
    """The decisions on one draft. Any number of threads and processes may use the same database.

    draft     name of the directory in the project, else its path
    database  Database of the project
    clock     function that returns a datetime in UTC
    """

    def __init__(self, draft, database, clock=lambda: datetime.now(timezone.utc)):
        self._draft, self._database, self._clock = draft, database, clock

    def _rows(self, query, *values):
        """The rows of a query that asks for the draft first."""
        with self._database.reading() as connection:
            return connection.execute(query, (self._draft, *values)).fetchall()

    def settings(self):
        """The DraftSettings; None where nothing is kept of such a draft."""
        for rule, names, layers in self._rows(
            "SELECT rule, names, layers FROM draft WHERE name = ?"
        ):
            return DraftSettings(
                DraftRule.of(rule), bool(names), layers and tuple(json.loads(layers))
            )
        return None

    def begin(self, settings, anew=True):
        """Keep how a draft is made. anew: nothing that was decided on one of its name holds"""
        layers = None if settings.layers is None else json.dumps(settings.layers)
        with self._database.transaction() as connection:
            if anew:
                self._forget(connection)
            connection.execute(
                "INSERT INTO draft (name, rule, names, layers) VALUES (?, ?, ?, ?)",
                (self._draft, settings.rule.text, settings.names, layers),
            )

    def change(self, rule, names):
        """Let a draft be made in another way; what was decided holds."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE draft SET rule = ?, names = ? WHERE name = ?",
                (rule.text, names, self._draft),
            )

    def in_force(self, document=None) -> dict:
        """{document: [Decision]}, in the order in which they were made, without those undone."""
        found: dict = {}
        for name, scope, *fields in self._rows(
            f"SELECT document, {', '.join(_DECISION)} FROM draft_decision "
            "WHERE draft = ?1 AND (?2 IS NULL OR document = ?2) AND undone IS NULL ORDER BY id",
            document,
        ):
            slots = frozenset(map(as_tuple, json.loads(scope)))
            found.setdefault(name, []).append(Decision(slots, *fields))
        return found

    def last_reason(self, item) -> str:
        """The reason of the last decision on an item, also of one taken back; "" without any."""
        query = "SELECT why FROM draft_decision WHERE draft = ? AND item = ? ORDER BY id DESC"
        return next((why for (why,) in self._rows(f"{query} LIMIT 1", item)), "")

    def document(self, document) -> Kept:
        """What is kept of a document."""
        for written, before, past, base in self._rows(
            "SELECT written, before, past, base FROM draft_document "
            "WHERE draft = ? AND document = ?",
            document,
        ):
            records = {
                whole: Written(tuple(ids), tuple(lines), after)
                for whole, (ids, lines, after) in json.loads(past).items()
            }
            return Kept(written, before, records, base)
        return Kept()

    def keep(self, document, kept):
        """Keep a Kept of a document."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO draft_document (draft, document, written, before, past, "
                "base) VALUES (?, ?, ?, ?, ?, ?)",
                (self._draft, document, *kept._replace(past=json.dumps(kept.past))),
            )

    @contextmanager
    def deciding(self, document, made=(), undone=(), by=""):
        """Keep decisions about a document; if the block fails, all is as it was.

        made    Decisions that hold from now on
        undone  Decisions that hold no more, taken back by a login
        """
        names = ("draft", "document", *_DECISION)
        same = " AND ".join(f"{name} = ?" for name in names)
        with self._database.transaction() as connection:
            for each in made:
                connection.execute(
                    f"INSERT INTO draft_decision ({', '.join(names)}) "
                    f"VALUES ({', '.join('?' * len(names))})",
                    (self._draft, document, *_row(each)),
                )
            for each in undone:
                connection.execute(
                    "UPDATE draft_decision SET undone = ?, undone_by = ? WHERE id = (SELECT "
                    f"max(id) FROM draft_decision WHERE undone IS NULL AND {same})",
                    (self.now(), by, self._draft, document, *_row(each)),
                )
            yield

    def forget(self):
        """Nothing that was decided on a draft of this name holds any more."""
        with self._database.transaction() as connection:
            self._forget(connection)

    def _forget(self, connection):
        connection.execute("DELETE FROM draft WHERE name = ?", (self._draft,))
        connection.execute("DELETE FROM draft_document WHERE draft = ?", (self._draft,))
        connection.execute(
            "UPDATE draft_decision SET undone = ? WHERE draft = ? AND undone IS NULL",
            (self.now(), self._draft),
        )
        connection.execute(
            "UPDATE gold_decision SET state = 'lost' WHERE draft = ?", (self._draft,)
        )

    def rename(self, name):
        """Let all that is kept be of the draft of another name, of which nothing is kept yet."""
        if Decisions(name, self._database).settings() is None:
            with self._database.transaction() as connection:
                connection.execute("UPDATE draft SET name = ? WHERE name = ?", (name, self._draft))
                for table in ("draft_document", "draft_decision", "gold_decision"):
                    connection.execute(
                        f"UPDATE {table} SET draft = ? WHERE draft = ?", (name, self._draft)
                    )

    def earlier(self, document) -> list:
        """[(key of the place, choice, names as JSON, reason, login, time)] of what was decided in
        a document in the form of earlier versions, in order.
        """
        return self._rows(
            "SELECT item, choice, names, reason, by, at FROM gold_decision WHERE draft = ? "
            "AND document = ? AND state NOT IN ('lost', 'undone') ORDER BY id",
            document,
        )

    def now(self) -> str:
        """Date and time, UTC, ISO 8601."""
        return self._clock().astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _row(decision):
    return json.dumps(sorted(decision.scope, key=repr)), *decision[1:]


def as_tuple(value):
    """Lists of lists, as JSON holds them, as tuples of tuples."""
    return tuple(map(as_tuple, value)) if isinstance(value, (list, tuple)) else value
