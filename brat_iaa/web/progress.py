"""How far the first reading of a large project is, as the page shows it."""

from typing import NamedTuple, Optional

# What a Study says it is doing, in the order in which it does that.
_STEPS = (
    ("Read the files", ("Reading documents", "Reading files")),
    ("Compare the documents", ("Comparing documents",)),
    ("Compute the figures", ("Computing",)),
    ("Prepare the pages", ()),
)


class Step(NamedTuple):
    """One step of the work.

    state        "done", "now" or "later"
    done, total  pieces of it, None where that is not known
    """

    name: str
    state: str
    done: Optional[int] = None
    total: Optional[int] = None


def steps(doing):
    """List of Step. doing: (text, done, total) of the current one; None if it is not known"""
    if doing is None:
        return []
    text, done, total = doing
    now = next(
        (place for place, (_name, texts) in enumerate(_STEPS) if text.startswith(texts)),
        len(_STEPS) - 1,
    )
    found = [
        Step(name, "done" if place < now else "later")
        for place, (name, _texts) in enumerate(_STEPS)
    ]
    found[now] = Step(_STEPS[now][0], "now", done, total)
    return found
