"""What the database keeps by the name of a phase: decisions, declarations and snapshots."""

from typing import NamedTuple

_TABLES = ("review", "seen", "visit", "done", "snapshot")
# In a Change's list of what changed, [PHASE, NAME, from, to] is a phase that has another name.
PHASE, NAME = "phase", "name"


class PhaseRecords(NamedTuple):
    """What is kept by the name of a phase.

    decisions     places of which annotators have said something in the review
    declarations  how often somebody is done; of earlier versions, with a document
    snapshots     number of them, deleted ones included
    any           whether there is any trace of the phase
    """

    decisions: int
    declarations: int
    snapshots: int
    any: bool

    @property
    def total(self) -> int:
        """Decisions, declarations and snapshots."""
        return self.decisions + self.declarations + self.snapshots


def kept(database, phase):
    """The PhaseRecords of a phase. database: Database of the project"""
    with database.reading() as connection:
        decisions, declarations, snapshots = (
            connection.execute(query, (phase,)).fetchone()[0]
            for query in (
                "SELECT count(*) FROM (SELECT DISTINCT annotator, item FROM review "
                "WHERE phase = ?)",
                "SELECT count(*) FROM done WHERE phase = ? AND undone IS NULL",
                "SELECT count(*) FROM snapshot WHERE phase = ?",
            )
        )
        traces = any(
            connection.execute(
                f"SELECT 1 FROM {table} WHERE phase = ? LIMIT 1", (phase,)
            ).fetchone()
            for table in _TABLES
        )
    return PhaseRecords(decisions, declarations, snapshots, traces)


def follow(connection, what):
    """Give all that is kept by the name of a phase its new name.

    what  of a Change; anything else in it changes nothing
    """
    for section, key, before, after in what:
        if (section, key) == (PHASE, NAME):
            for table in _TABLES:
                connection.execute(
                    f"UPDATE OR REPLACE {table} SET phase = ? WHERE phase = ?", (after, before)
                )
