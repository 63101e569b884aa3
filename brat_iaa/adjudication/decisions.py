"""What adjudicators decided, by whom, when and why, and the draft as it was written last; no
decision is ever written over.
"""

import json
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import NamedTuple

from brat_iaa.adjudication.layout import Written
from brat_iaa.adjudication.state import Decision

LONGEST_REASON = 2000


class DraftSettings(NamedTuple):
    """How a draft is made. rule: of merge.RULES; names: whether its notes name annotators; layers:
    names of the layers that are settled, None for all
    """

    rule: str
    names: bool
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

    def settings(self):
        """The DraftSettings; None where nothing is kept of such a draft."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT rule, names, layers FROM draft WHERE name = ?", (self._draft,)
            ).fetchone()
        return row and DraftSettings(row[0], bool(row[1]), _names(row[2]))

    def begin(self, settings, anew=True):
        """Keep how a draft is made. anew: nothing that was decided on one of its name holds"""
        layers = None if settings.layers is None else json.dumps(settings.layers)
        with self._database.transaction() as connection:
            if anew:
                self._forget(connection)
            connection.execute(
                "INSERT INTO draft (name, rule, names, layers) VALUES (?, ?, ?, ?)",
                (self._draft, settings.rule, settings.names, layers),
            )

    def in_force(self, document=None) -> dict:
        """{document: [Decision]}, in the order in which they were made, without those undone."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT document, scope, choice, name, lines, seen, by, at, why, item, id "
                "FROM draft_decision WHERE draft = ? AND (? IS NULL OR document = ?) "
                "AND undone IS NULL ORDER BY id",
                (self._draft, document, document),
            ).fetchall()
        found: dict = {}
        for name, scope, *fields in rows:
            slots = frozenset(map(as_tuple, json.loads(scope)))
            found.setdefault(name, []).append(Decision(slots, *fields))
        return found

    def last_reason(self, item) -> str:
        """The reason of the last decision on an item, also of one taken back; "" without any."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT why FROM draft_decision WHERE draft = ? AND item = ? "
                "ORDER BY id DESC LIMIT 1",
                (self._draft, item),
            ).fetchone()
        return row[0] if row else ""

    def document(self, document) -> Kept:
        """What is kept of a document."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT written, before, past, base FROM draft_document "
                "WHERE draft = ? AND document = ?",
                (self._draft, document),
            ).fetchone()
        if row is None:
            return Kept()
        past = {
            whole: Written(tuple(ids), tuple(lines), after)
            for whole, (ids, lines, after) in json.loads(row[2]).items()
        }
        return Kept(row[0], row[1], past, row[3])

    @contextmanager
    def keeping(self, document, kept, made=()):
        """Keep what is about to be written into a document, and Decisions; if the block fails,
        it is as it was before.
        """
        before, ids = self.document(document), []
        with self._database.transaction() as connection:
            ids = [self._add(connection, document, each) for each in made]
            self._keep(connection, document, kept)
        try:
            yield ids
        except BaseException:
            with self._database.transaction() as connection:
                connection.executemany(
                    "DELETE FROM draft_decision WHERE id = ?", [(id,) for id in ids]
                )
                self._keep(connection, document, before)
            raise

    def _add(self, connection, document, decision):
        scope = json.dumps(sorted(decision.scope, key=repr))
        row = (self._draft, document, scope, *decision[1:-1])
        return connection.execute(
            "INSERT INTO draft_decision (draft, document, scope, choice, name, lines, seen, by, "
            f"at, why, item) VALUES ({', '.join('?' * len(row))})",
            row,
        ).lastrowid

    def _keep(self, connection, document, kept):
        past = json.dumps(kept.past)
        connection.execute(
            "INSERT OR REPLACE INTO draft_document (draft, document, written, before, past, base) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (self._draft, document, kept.written, kept.before, past, kept.base),
        )

    def undo(self, decision, by):
        """Take a Decision back."""
        self._undo("id = ?", (decision.id,), by)

    def redo(self, decision):
        """The same Decision holds again."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE draft_decision SET undone = NULL, undone_by = NULL WHERE id = ?",
                (decision.id,),
            )

    def _undo(self, where, values, by):
        with self._database.transaction() as connection:
            connection.execute(
                f"UPDATE draft_decision SET undone = ?, undone_by = ? WHERE {where}",
                (self.now(), by, *values),
            )

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

    def earlier(self) -> list:
        """[{column: value}] of what was decided in the form of earlier versions, in order."""
        columns = ("id", "document", "item", "choice", "names", "reason", "by", "at", "place")
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {', '.join(columns)} FROM gold_decision WHERE draft = ? "
                "AND state NOT IN ('lost', 'undone') ORDER BY id",
                (self._draft,),
            ).fetchall()
        return [dict(zip(columns, row)) for row in rows]

    def now(self) -> str:
        """Date and time, UTC, ISO 8601."""
        return self._clock().astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _names(text):
    return None if text is None else tuple(json.loads(text))


def as_tuple(value):
    """Lists of lists, as JSON holds them, as tuples of tuples."""
    return tuple(map(as_tuple, value)) if isinstance(value, (list, tuple)) else value
