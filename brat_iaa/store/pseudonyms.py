"""Names under which annotators appear where they must stay anonymous: numbers for each viewer.

The numbers never change, even when others join: a viewer who has learnt to tell "annotator 1" from
"annotator 2" must not be misled. They are dealt in random order, and differ between viewers, so
that nobody can find a name by the alphabet or by comparing notes.
"""

import random
import threading

from brat_iaa.errors import ConfigError
from brat_iaa.store.database import Database


class Pseudonyms:
    """Any number of threads and processes may use the same database.

    database  Database; None: in memory
    """

    def __init__(self, database=None):
        self._database = database or Database()
        # {(project, viewer): {annotator: number}} that could not be written
        self._unkept, self._lock = {}, threading.Lock()

    def shown(self, project, viewer, annotators, avoid=()) -> dict:
        """{annotator: "annotator 1"}

        project     a text that identifies the project
        viewer      whose numbers they are
        annotators  all of the project: new ones get their numbers together, in random order
        avoid       names of directories, which nobody else may be called
        """
        taken = {name.casefold() for name in avoid}
        with self._database.reading() as connection:
            numbers = _numbers(connection, project, viewer)
        if _without_number(numbers, annotators, taken):
            numbers = self._deal(project, viewer, annotators, taken)
        return {annotator: _pseudonym(numbers[annotator]) for annotator in annotators}

    def _deal(self, project, viewer, annotators, taken):
        """{annotator: number}, with new ones for those who are without.

        Those that cannot be written hold in this object, and are written with the next.
        """
        key = project, viewer
        with self._lock:
            unkept = self._unkept.pop(key, {})
            try:
                with self._database.transaction() as connection:
                    # Again: another process may have been faster.
                    numbers = _numbers(connection, *key)
                    new = _dealt(numbers, annotators, taken, unkept)
                    connection.executemany(
                        "INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)",
                        [(*key, *row) for row in new.items()],
                    )
            except ConfigError:
                with self._database.reading() as connection:
                    numbers = _numbers(connection, *key)
                self._unkept[key] = new = _dealt(numbers, annotators, taken, unkept)
        return {**numbers, **new}


def _dealt(numbers, annotators, taken, unkept):
    """{annotator: number} of those who are without; unkept: dealt before, if they are still free"""
    used = set(numbers.values())
    new = {
        name: number
        for name, number in unkept.items()
        if name not in numbers and number not in used and _pseudonym(number) not in taken
    }
    last = max(used.union(new.values()), default=0)
    others = _without_number({**numbers, **new}, annotators, taken)
    # From the system's own source: the order cannot be reproduced.
    random.SystemRandom().shuffle(others)
    for annotator in others:
        last += 1
        while _pseudonym(last) in taken:
            last += 1
        new[annotator] = last
    return new


def _numbers(connection, project, viewer):
    rows = connection.execute(
        "SELECT annotator, number FROM names WHERE project = ? AND viewer = ?", (project, viewer)
    )
    return dict(rows.fetchall())


def _without_number(numbers, annotators, taken):
    """List of those who have no number, or one that names somebody else."""
    return [
        name for name in annotators if name not in numbers or _pseudonym(numbers[name]) in taken
    ]


def _pseudonym(number):
    return f"annotator {number}"
