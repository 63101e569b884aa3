"""Two states of one project compared: what changed, and by how much agreement differs."""

from functools import lru_cache

from brat_iaa.store.paths import known_project_database, may_exist

# Statistics that are compared between states, in the order in which they are shown.
STATISTICS = ("masi", "exact", "gcm-f1", "alpha")
# Statistics of each direction of a pair, which tables of phases show beside these.
DIRECTED = ("gcm",)
# What becomes of parts of a project in tables of phases.
PARTS = ("document", "group")
# What became of a place, in the order in which it is shown.
STATUSES = {
    "resolved": "annotators differed before and agree now",
    "remaining": "annotators differed before and still differ",
    "regressed": "annotators agreed before and differ now",
    "new": "annotators differ now on what could not be compared before",
    "removed": "annotators differed before on what can no longer be compared",
}


def done_in(root, state_dir=None):
    """The DoneWork of a project's directory, which nobody is done with while nothing is kept of it;
    nothing is made there.
    """
    kept = known_project_database(root, state_dir)

    @lru_cache
    def work():
        # Not at the top: most commands need no database.
        from brat_iaa.phases.done import DoneWork
        from brat_iaa.store.database import Database

        return DoneWork(Database(kept))

    return lambda phase: work()(phase) if may_exist(kept) else lambda annotator, path: False
