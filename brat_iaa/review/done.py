"""Whether everyone is done with a phase."""

from datetime import datetime


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
