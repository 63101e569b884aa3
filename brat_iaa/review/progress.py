"""How far an annotator is with the own disagreements: what is open, decided, to correct,
resolved.
"""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.review.items import Item
from brat_iaa.review.store import Review

# What is to be done with an item, in the order in which it is shown.
STATUSES = {
    "open": "not decided yet",
    "changed": "decided, but a value has changed since",
    "wrong": "to correct in brat",
    "unclear": "to be discussed",
    "keep": "kept as it is",
}
# Those that still ask for something: a decision, or a correction.
TO_DO = ("open", "changed", "wrong")


class Standing(NamedTuple):
    """One item now. status: of STATUSES; review: the newest, or None"""

    item: Item
    status: str
    review: Optional[Review]


class Progress(NamedTuple):
    """An annotator's progress in a phase.

    standings  tuple of Standing, of the items as they are now
    resolved   tuple of Review: decisions on what is no disagreement any more, the latest first
    counts     {status: number of items}, all of STATUSES and "resolved"
    """

    standings: tuple[Standing, ...]
    resolved: tuple[Review, ...]
    counts: dict

    @property
    def total(self):
        """Number of items, resolved ones too."""
        return sum(self.counts.values())

    @property
    def left(self):
        """Number of items that still ask for something: a decision, or a correction."""
        return sum(self.counts[status] for status in TO_DO)


def progress(annotator_items, decided):
    """The Progress of an annotator.

    annotator_items  review.items.AnnotatorItems
    decided          {key: Review} of the phase
    """
    standings = tuple(
        Standing(item, status(item, decided.get(item.key)), decided.get(item.key))
        for item in annotator_items.items
    )
    current = {item.key for item in annotator_items.items}
    # Of a document that is compared no more nobody can tell.
    resolved = [
        review
        for key, review in decided.items()
        if key not in current and review.place["document"] in annotator_items.documents
    ]
    counts = Counter(standing.status for standing in standings)
    return Progress(
        standings,
        tuple(sorted(resolved, key=lambda review: review.at, reverse=True)),
        {**{name: counts[name] for name in STATUSES}, "resolved": len(resolved)},
    )


def status(item, review):
    """What is to be done with an Item after its newest Review, or None."""
    if review is None:
        return "open"
    if review.mine_state != item.mine_state:
        return "changed"
    if review.decision == "wrong":
        return "wrong"  # whatever the others did
    # Where the others are hidden, or were at that time, the state is that of one's own value.
    both_changed = item.state != item.mine_state and review.state != review.mine_state
    return "changed" if both_changed and review.state != item.state else review.decision
