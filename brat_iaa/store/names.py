"""What annotators are called where they must not know each other: a number of its own for each
viewer.

The numbers stay for ever, also when others join: a viewer who has learnt to tell
"annotator 1" from "annotator 2" must not be misled. They are dealt in random
order, and differ between viewers, so that nobody finds a name by alphabet or by
comparing notes.
"""

import random

from brat_iaa.store.database import Database


class Names:
    """Any number of threads and processes may use the same database.

    database  Database
    """

    def __init__(self, database=None):
        self._database = database or Database()

    def shown(self, project, viewer, annotators, avoid=()):
        """{annotator: "annotator 1"}

        project     text that tells the project from others
        viewer      whose numbers they are
        annotators  all those of the project: who are new get their numbers together, in random
                    order
        avoid       names that directories have; nobody else may be called so
        """
        taken = {name.casefold() for name in avoid}
        with self._database.reading() as connection:
            numbers = _numbers(connection, project, viewer)
        if _without_one(numbers, annotators, taken):
            numbers = self._deal(project, viewer, annotators, taken)
        return {annotator: _called(numbers[annotator]) for annotator in annotators}

    def _deal(self, project, viewer, annotators, taken):
        """{annotator: number}, with new ones for those who are without."""
        with self._database.transaction() as connection:
            numbers = _numbers(connection, project, viewer)  # again: another may have been faster
            last = max(numbers.values(), default=0)
            new = _without_one(numbers, annotators, taken)
            # From the system's own source: the order cannot be found again.
            random.SystemRandom().shuffle(new)
            for annotator in new:
                last += 1
                while _called(last) in taken:
                    last += 1
                numbers[annotator] = last
                connection.execute(
                    "INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)",
                    (project, viewer, annotator, last),
                )
        return numbers


def _numbers(connection, project, viewer):
    rows = connection.execute(
        "SELECT annotator, number FROM names WHERE project = ? AND viewer = ?", (project, viewer)
    )
    return dict(rows.fetchall())


def _without_one(numbers, annotators, taken):
    """List of those who have no number, or one by which somebody else is called."""
    return [name for name in annotators if name not in numbers or _called(numbers[name]) in taken]


def _called(number):
    return f"annotator {number}"
