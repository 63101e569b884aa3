"""Keeps the figures last shown of each project, so that they change daily, not with every edit."""

import json

from brat_iaa.store.database import Database


class KeptFigures:
    """Any number of threads and processes may use the same database.

    database  Database; None: in memory
    """

    def __init__(self, database=None):
        self._database = database or Database()

    def last(self, project):
        """(time in seconds, rows), or None."""
        with self._database.reading() as connection:
            return _kept(connection, project)

    def keep(self, project, now, rows, longest):
        """Keep rows unless another process did so less than longest seconds ago.

        Returns (time, rows) as now kept. rows: values for JSON
        """
        with self._database.transaction() as connection:
            kept = _kept(connection, project)
            if kept is not None and 0 <= now - kept[0] < longest:
                return kept
            connection.execute(
                "INSERT OR REPLACE INTO figures VALUES (?, ?, ?)", (project, now, json.dumps(rows))
            )
        return now, rows


def _kept(connection, project):
    row = connection.execute(
        "SELECT as_of, scores FROM figures WHERE project = ?", (project,)
    ).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))
