"""Figures of a whole project for those who may see nothing else: few, rounded, and a day old.

They are the figures of all annotators together, also of those whose directories
brat hides from the viewer: they show nobody's work. Rounded and renewed once a
day, they cannot be used to try a change and watch what it does.
"""

import json
import threading
import time
from datetime import datetime, timezone
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.store.database import Database

_LONGEST = 24 * 60 * 60


class DailyFigure(NamedTuple):
    """One figure of all annotators, with the attributes of a Score; the numbers are rounded to two
    digits, or None.
    """

    layer: str
    measure: str
    statistic: str
    value: Optional[float]
    observed: Optional[float]
    expected: Optional[float]
    interval: Optional[tuple[float, float]]


class FiguresOnly(NamedTuple):
    """scores: tuple of DailyFigure; as_of: when they were computed, a datetime in UTC."""

    scores: tuple
    as_of: datetime


def whole_project(agreement):
    """Tuple of DailyFigure of an Agreement: nothing of documents, labels, sentences or pairs."""
    everybody, of_all = set(agreement.annotators), {}
    for score in agreement.scores.whole:
        if set(score.annotators) != everybody:
            continue
        key = score.layer, score.measure, score.statistic
        # What is there for each direction of a pair is no figure of all.
        of_all[key] = None if key in of_all else score
    return tuple(
        DailyFigure(
            *key,
            *map(_rounded, (score.value, score.observed, score.expected)),
            score.interval and tuple(map(_rounded, score.interval)),
        )
        for key, score in of_all.items()
        if score is not None
    )


class DailyFigures:
    """Keeps the figures of one project for a day. Any number of threads may call it.

    kept     KeptFigures
    project  text that tells the project from others
    compute  function that returns an Agreement
    clock    function that returns seconds
    """

    def __init__(self, kept, project, compute, clock=time.time):
        self._kept = kept
        self._project = project
        self._compute = compute
        self._clock = clock
        self._lock = threading.Lock()

    def figures(self):
        """FiguresOnly. Raises what compute raises; nothing is kept then."""
        with self._lock:
            now = self._clock()
            kept = self._kept.last(self._project)
            if kept is None or not 0 <= now - kept[0] < _LONGEST:
                rows = [list(figure) for figure in whole_project(self._compute())]
                kept = self._kept.keep(self._project, now, rows, _LONGEST)
        as_of, rows = kept
        scores = tuple(DailyFigure(*row[:-1], tuple(row[-1]) if row[-1] else None) for row in rows)
        return FiguresOnly(scores, datetime.fromtimestamp(as_of, timezone.utc))


def _rounded(value):
    return None if value is None else round(value, 2)


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
