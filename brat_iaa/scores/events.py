"""Scores of events: F1 of whole events, of triggers and of arguments; see scores.elements."""

from brat_iaa.scores.elements import PooledElements


class PooledEvents(PooledElements):
    """A layer of events."""

    compared = {
        "event-f1": lambda items: items.events,
        "trigger-f1": lambda items: items.triggers,
        "argument-f1": lambda items: items.arguments,
    }
