"""Which of an annotator's own disagreements a request is about: filters, the one in the middle, and
where to go next.
"""

from typing import NamedTuple, Optional

from brat_iaa.layers.disagreement import Filters
from brat_iaa.places.filters import FILTERS, MINE, THEIRS, Filter, label_value, vocabulary_of
from brat_iaa.places.place import meeting
from brat_iaa.review.progress import STATUSES, TO_DO

LEFT = "left"
CHOICES = (LEFT, *STATUSES, "settled")
# A layer that nothing has any more is no mistake: it may have been settled.
OFFERED = (
    Filter("status", "status", "", takes=CHOICES),
    FILTERS["text"],
    FILTERS["layer"]._replace(takes=None),
    *(FILTERS[name] for name in ("document", "label", "kind")),
    MINE,
    THEIRS,
)
BADGES = {
    "open": "open",
    "changed": "changed",
    "wrong": "to correct",
    "unclear": "to discuss",
    "keep": "kept",
}
STATUS_WORDS = {LEFT: "still to do", "settled": "settled", **BADGES}
# What asks for a decision, and what asks for a correction when none of these is left.
_UNDECIDED, _TO_CORRECT = ("open", "changed"), ("wrong",)


def select(chosen, standings):
    """List of the Standings that meet the filters of a Choice; a filter that nothing meets any
    more is no error.
    """
    status = chosen.given.get("status")
    wanted = TO_DO if status == LEFT else (status,) if status else STATUSES
    standings = [standing for standing in standings if standing.status in wanted]
    differing = [_seen(standing.item) for standing in standings]
    met = meeting(differing, chosen.filters, directed=True)
    return [
        standing
        for standing, meets in zip(standings, met)
        if meets or standing.item.place is None and _where_wanted(chosen, standing.item)
    ]


def _where_wanted(chosen, item):
    """Whether an item of which only the place is told meets the filters."""
    filters = chosen.filters
    where = ("layer", "document", "sentences")
    return (
        (filters.document is None or item.document in filters.document)
        and filters.layer in (None, item.layer)
        and (filters.sentences is None or (item.document, item.sentence) in filters.sentences)
        and filters._replace(**dict.fromkeys(where)) == Filters()
    )


def vocabulary(items):
    """The Vocabulary of an annotator's own items: nothing that the items do not tell."""
    return vocabulary_of(
        (item.layer, item.document, item.sentence, item.in_sentence.text,
         [label for seen in _seen(item) for label in seen.labels])
        for item in items
    )  # fmt: skip


def _seen(item):
    return item.place.seen_from(item.me) if item.place else ()


def kind_of(item):
    """(layer, kind, own label, that of another) of an Item: a decision can be the same at all of
    its kind. None where that is not told.
    """
    return min(((item.layer, one.kind, *one.labels) for one in _seen(item)), default=None)


def of_kind(kind):
    """Parameters that select the items of a kind."""
    return dict(zip(("layer", "kind", "mine", "theirs"), (*kind[:2], *map(label_value, kind[2:]))))


class ShownPlace(NamedTuple):
    """What is shown.

    current  Standing in the middle, None if nothing is left to do, or nothing meets the filters
    settled  Settled, if what was asked for is no disagreement any more
    gone     whether what was asked for is neither there nor known to be settled
    """

    current: Optional[object]
    settled: Optional[object]
    gone: bool


def find(chosen, selected, progress):
    """The ShownPlace of a one_by_one.Choice among the Standings that it selects."""
    known = {standing.item.key: standing for standing in progress.standings}
    if chosen.item in known:
        return ShownPlace(known[chosen.item], None, False)
    asked = chosen.item or chosen.said
    settled = next((one for one in progress.settled if one.key == asked), None)
    if asked is None:
        after = ()
    elif settled is not None:
        place = settled.remembered.place
        after = place["document"], ((place["start"], place["end"]),), place["layer"]
    else:
        after = order(known[asked]) if asked in known else ()
    gone = chosen.item is not None and settled is None
    current = next_to_do(selected, after)
    if chosen.said and current is not None and current.status in _TO_CORRECT:
        # A key too many must not decide anew on what was wrong; the page says that all is decided.
        current = None
    if current is None and chosen.given.get("status") and not chosen.said:
        current = selected[0] if selected else None
    return ShownPlace(current, settled, gone)


def next_to_do(selected, after=()):
    """The Standing that asks for something: the first one behind a place in the order, else the
    first of all.
    """
    for statuses in (_UNDECIDED, _TO_CORRECT):
        found = [standing for standing in selected if standing.status in statuses]
        if found:
            return next((standing for standing in found if order(standing) > after), found[0])
    return None


def order(standing):
    """Its place in the order of the list."""
    return standing.item.document, standing.item.fragments, standing.item.layer
