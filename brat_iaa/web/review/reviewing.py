"""How far the annotators of a project are with their disagreements, for managers."""

from brat_iaa.review.done import due


def everyone_is_done(seen, snapshots):
    """Whether all have said that they are done, and no snapshot of the phase was taken since."""
    phase = seen.permission.phase
    return due(seen.reviews().done_annotators(phase), seen.annotators(), snapshots, phase)


def progress_of_each(seen, annotators, disputes):
    """What the page says of each annotator, in their order: the number of tokens at which the
    annotator differs from somebody; how many of these have a decision on the value that is there
    now, and an own value to correct; when the annotator said to be done, or None.

    disputes  as review.discussion.disputes() finds them
    """
    done, told = seen.reviews().done_annotators(seen.permission.phase), []
    for name in annotators:
        sides = [side for dispute in disputes for side in dispute.sides if side.annotator == name]
        told.append({
            "annotator": name,
            "places": len(sides),
            "decided": sum(bool(side.decision) for side in sides),
            "wrong": sum(side.decision == "wrong" for side in sides),
            "done": done.get(name),
        })  # fmt: skip
    return told
