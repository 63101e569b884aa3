"""The figures that were last shown of each project, so that they change once a day and not with
every edit.
"""

import json

from brat_iaa.store.database import Database


class KeptFigures:
    """Any number of threads and processes may use the same database.

    database  Database
    """

    def __init__(self, database=None):
        self._database = database or Database()

    def last(self, project):
        """(time in seconds, rows) as kept, or None."""
        with self._database.reading() as connection:
            return _kept(connection, project)

    def keep(self, project, now, rows, longest):
        """(time, rows) of what is now kept: these, unless another process kept some less than
        longest seconds ago.

        rows  what JSON can hold
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
    found = connection.execute(
        "SELECT as_of, scores FROM figures WHERE project = ?", (project,)
    ).fetchone()
    return None if found is None else (found[0], json.loads(found[1]))
