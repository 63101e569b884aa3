"""Keeps the figures last shown of each project, so that they change daily, not with every edit."""

import json

from brat_iaa.errors import ConfigError
from brat_iaa.store.database import Database


class KeptFigures:
    """Any number of threads and processes may use the same database.

    database  Database; None: in memory
    """

    def __init__(self, database=None):
        self._database = database or Database()
        self._unkept = {}  # {project: (time, rows)} that could not be written

    def last(self, project):
        """(time in seconds, rows), or None."""
        with self._database.reading() as connection:
            kept = _kept(connection, project)
        unkept = self._unkept.get(project)
        if unkept is None or (kept is not None and kept[0] >= unkept[0]):
            return kept
        return self.keep(project, *unkept, 0)

    def keep(self, project, now, rows, longest):
        """Keep rows unless another process did so less than longest seconds ago.

        Returns (time, rows) as now kept: by this object, while they cannot be written.
        rows: values for JSON
        """
        row = project, now, json.dumps(rows)
        try:
            with self._database.transaction() as connection:
                kept = _kept(connection, project)
                if kept is not None and 0 <= now - kept[0] < longest:
                    return kept
                connection.execute("INSERT OR REPLACE INTO figures VALUES (?, ?, ?)", row)
        except ConfigError:
            self._unkept[project] = now, rows
        else:
            self._unkept.pop(project, None)
        return now, rows


def _kept(connection, project):
    row = connection.execute(
        "SELECT as_of, scores FROM figures WHERE project = ?", (project,)
    ).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))
