"""Who is done with a phase: which empty files are documents in which nothing was found, and whether
a snapshot is due.
"""

from datetime import datetime
from functools import lru_cache

from brat_iaa.phases.archive import Archive
from brat_iaa.review.store import Reviews


class DoneWork:
    """What annotators have said to be done with: all there is, while they are done with the present
    phase; and what a snapshot holds of a phase with which they were done when it was taken.

    database  Database of the project
    """

    def __init__(self, database):
        self._reviews, self._archive = Reviews(database), Archive(database)
        self._paths = lru_cache(None)(lambda key: self._archive.paths(key[0]))

    def __call__(self, phase):
        """Function of an annotator and the path of a file below the project: whether the annotator
        is done with it.
        """
        done = self._reviews.done()
        then = [
            (snapshot.key, done.get(snapshot.phase, {}).keys() & snapshot.facts.get("done", ()))
            for snapshot in (self._archive.list() if done else ())
            if not snapshot.deleted
        ]
        return lambda annotator, path: (
            annotator in done.get(phase, ())
            or any(annotator in names and path in self._paths(key) for key, names in then)
        )

    def annotators(self, phase):
        """Names of those who are done with a phase."""
        return self._reviews.done_annotators(phase).keys()


def done_when_taken(snapshot):
    """Function of an annotator and the path of a file in a Snapshot: whether it was a document in
    which nothing was found, if there is no line in it.
    """
    found = snapshot.facts.get("found_nothing")
    if found is None:  # an earlier version kept who was done with all, or nothing
        return lambda annotator, path: annotator in snapshot.facts.get("done", ())
    return lambda annotator, path: path in found.get(annotator, ())


def due(done, annotators, snapshots, phase):
    """Whether everyone is done and no snapshot of the phase has been taken since the last of them
    said so.

    done       {annotator: when}, see review.store.Reviews.done_annotators
    snapshots  Snapshots of the project, as Snapshots.list() gives them
    Two that ask at once are both told so, and may take two equal snapshots: one too many harms
    nothing.
    """
    if not annotators or not done.keys() >= set(annotators):
        return False
    last = max(datetime.fromisoformat(done[name]) for name in annotators)
    taken = (
        snapshot.taken for snapshot in snapshots if snapshot.phase == phase and not snapshot.deleted
    )
    # Some are in whole seconds, others in milliseconds.
    return all(datetime.fromisoformat(at) <= last for at in taken)
