"""How far an annotator is with the own disagreements: what is open, decided, to correct,
settled.
"""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.review.items import Item
from brat_iaa.review.store import Remembered, Review

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


class Settled(NamedTuple):
    """A resolved item."""

    key: str
    remembered: Remembered
    review: Optional[Review]


class Progress(NamedTuple):
    """An annotator's progress in a phase.

    standings   tuple of Standing, of the items as they are now
    settled     tuple of Settled, the latest first
    counts      {status: number of items}, all of STATUSES and "settled"
    """

    standings: tuple[Standing, ...]
    settled: tuple[Settled, ...]
    counts: dict

    @property
    def total(self):
        """Number of items, settled ones too."""
        return sum(self.counts.values())

    @property
    def left(self):
        """Number of items that still ask for something: a decision, or a correction."""
        return sum(self.counts[status] for status in TO_DO)


def look(reviews, phase, annotator, annotator_items):
    """The Progress of an annotator who looks now; what is seen is remembered.

    reviews  store.reviews.Reviews
    annotator_items  review.items.AnnotatorItems
    """
    remembered = reviews.look(phase, annotator, annotator_items)
    return progress(annotator_items.items, reviews.of(phase, annotator), remembered)


def progress(items, decided, remembered):
    """Progress.

    items    those of the annotator now
    decided  {key: Review} of the phase
    remembered  {key: Remembered}, see review.store.Reviews.look
    """

    standings = tuple(
        Standing(item, status(item, decided.get(item.key)), decided.get(item.key)) for item in items
    )
    gone = [
        Settled(key, seen, decided.get(key)) for key, seen in remembered.items() if seen.settled
    ]
    place = ("document", "start", "layer")
    gone.sort(key=lambda settled: [settled.remembered.place[name] for name in place])
    gone.sort(key=lambda settled: settled.remembered.settled, reverse=True)
    counts = Counter(standing.status for standing in standings)
    return Progress(
        standings,
        tuple(gone),
        {**{name: counts[name] for name in STATUSES}, "settled": len(gone)},
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
