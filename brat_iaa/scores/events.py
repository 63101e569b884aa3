"""Scores of events: F1 of whole events, of triggers and of arguments; see scores.elements."""

from brat_iaa.scores.elements import f1_scores
from brat_iaa.scores.pooled import Pooled

# What each measure is about: function of EventItems that returns a Drawn.
COMPARED = {
    "event-f1": lambda items: items.events,
    "trigger-f1": lambda items: items.triggers,
    "argument-f1": lambda items: items.arguments,
}


def scores(parts, annotators, builder):
    """List of Score of some documents together; see scores.pooled.Pooled."""
    found = []
    for measure, of in COMPARED.items():
        found += f1_scores([of(part.items) for part in parts], measure, annotators, builder)
    return found


class PooledEvents(Pooled):
    """A layer of events."""

    compute = staticmethod(scores)
