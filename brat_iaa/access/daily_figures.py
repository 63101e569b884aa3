"""Figures of a whole project for those who may see nothing else: few, rounded, and a day old.

They are the figures of all annotators together, also of those whose directories
brat hides from the viewer: they show nobody's work. Rounded and renewed once a
day, they cannot be used to try a change and watch what it does.
"""

import json
import threading
import time
from collections import defaultdict
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
    """Keeps the figures of projects for a day. Any number of threads and processes may use the same
    database.

    database  Database; None: in memory
    clock     function that returns seconds
    """

    def __init__(self, database=None, clock=time.time):
        self._database, self._clock = database or Database(), clock
        self._locks = defaultdict(threading.Lock)
        self._unkept = {}  # {project: (time, rows)} that could not be written

    def figures(self, project, compute):
        """FiguresOnly of a project. Raises what compute raises; nothing is kept then.

        project  text that tells the project from others
        compute  function that returns an Agreement
        """
        with self._locks[project]:
            now = self._clock()
            kept = self._last(project)
            if kept is None or not 0 <= now - kept[0] < _LONGEST:
                rows = [list(figure) for figure in whole_project(compute())]
                kept = self._keep(project, now, rows)
        as_of, rows = kept
        scores = tuple(DailyFigure(*row[:-1], tuple(row[-1]) if row[-1] else None) for row in rows)
        return FiguresOnly(scores, datetime.fromtimestamp(as_of, timezone.utc))

    def _last(self, project):
        """(time in seconds, rows), or None."""
        with self._database.reading() as connection:
            kept = _kept(connection, project)
        unkept = self._unkept.get(project)
        if unkept is None or (kept is not None and kept[0] >= unkept[0]):
            return kept
        return self._keep(project, *unkept)

    def _keep(self, project, now, rows):
        """Keep rows for JSON unless another process did so since; (time, rows) as now kept."""
        try:
            with self._database.transaction() as connection:
                kept = _kept(connection, project)
                if kept is not None and 0 <= now - kept[0] < _LONGEST:
                    return kept
                row = project, now, json.dumps(rows)
                connection.execute("INSERT OR REPLACE INTO figures VALUES (?, ?, ?)", row)
        except ConfigError:
            self._unkept[project] = now, rows
        else:
            self._unkept.pop(project, None)
        return now, rows


def _rounded(value):
    return None if value is None else round(value, 2)


def _kept(connection, project):
    row = connection.execute(
        "SELECT as_of, scores FROM figures WHERE project = ?", (project,)
    ).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))
