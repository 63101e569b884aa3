"""What annotators still have to talk about: all places in disagreement, with what everybody has and
says of it.
"""

from collections import defaultdict
from typing import NamedTuple

from brat_iaa.places.filters import Filter
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.places.values import ValueLookup
from brat_iaa.review.items import key_in_store, keys_for, own_state, whole_state
from brat_iaa.store.pseudonyms import Pseudonyms

# Groups of what is left, in the order in which it is discussed; the first that fits.
GROUPS = {
    "dispute": "two who differ both keep theirs",
    "unclear": "somebody finds it unclear",
    "uncorrected": "somebody was wrong and has not corrected it yet",
    "waiting": "not everybody has decided",
    "undecided": "nobody has decided",
}
# Of places: the group that they are in, or ANY of them.
ANY = "any"
REVIEW = Filter("review", "group", "review", takes=(ANY, *GROUPS))


class Said(NamedTuple):
    """What one annotator says of a place.

    annotator  name
    decision   "" if there is none, or the annotator's value has changed since
    comment    with that decision
    changed    whether there was a decision, and the annotator's value has changed since
    """

    annotator: str
    decision: str = ""
    comment: str = ""
    changed: bool = False


class Dispute(NamedTuple):
    """A Place, and what is said of it; group: of GROUPS.

    key          as of the review.items.Item
    in_sentence  places.sentence.InSentence
    sides        tuple of Said of all who differ from somebody, in the order of the annotators
    """

    place: Place
    key: str
    in_sentence: InSentence
    sides: tuple[Said, ...]
    group: str


class DisputePattern(NamedTuple):
    """Disputes in one layer that differ in the same labels, as in a Place."""

    layer: str
    labels: tuple[str, ...]
    disputes: tuple[Dispute, ...]


class DisputeGroup(NamedTuple):
    """name: of GROUPS; patterns: tuple of DisputePattern, most frequent first; count: number of
    disputes.
    """

    name: str
    patterns: tuple[DisputePattern, ...]
    count: int  # type: ignore[assignment]  # a field, not tuple.count

    @property
    def disputes(self) -> list:
        """The Disputes of all patterns."""
        return [dispute for pattern in self.patterns for dispute in pattern.disputes]


def discussion(agreement, decided):
    """Tuple of DisputeGroup, those of GROUPS that have any, in their order.

    agreement  Agreement of all annotators; gold and anchors take no part
    decided    {annotator: {key: Review}}, see store.reviews.Reviews.all
    """
    groups = defaultdict(lambda: defaultdict(list))
    for dispute in disputes(agreement, decided):
        groups[dispute.group][dispute.place.layer, dispute.place.labels].append(dispute)
    return tuple(_group(name, groups[name]) for name in GROUPS if name in groups)


def numbers(database, annotators):
    """{annotator: "annotator 1"} for a list without names; the same whoever reads it, and for ever.

    database  store.database.Database of the project
    """
    return Pseudonyms(database).shown("discussion", "", annotators, annotators)


def disputes(agreement, decided):
    """List of Dispute, in the order of documents and places in the text."""
    values = ValueLookup(agreement, begun=True)
    begun = {name: values.begun_by(name) for name in agreement.tables}
    counted = [
        disagreement
        for disagreement in agreement.disagreements
        if begun[disagreement.document].issuperset(disagreement.annotators)
    ]
    made = [_dispute(agreement, place, decided) for place in group_into_places([(values, counted)])]
    return sorted(made, key=lambda dispute: _text_order(dispute.place))


def _text_order(place):
    return place.document, place.token.fragments, place.layer


def _dispute(agreement, place, decided):
    key = key_in_store(place)
    sides = tuple(
        _said(place, name, _review(place, agreement, name, decided.get(name, {})))
        for name in agreement.annotators
        if place.differ(name)
    )
    sentence = in_sentence(agreement.tables[place.document], place.token)
    return Dispute(place, key, sentence, sides, _group_of(place, sides))


def _review(place, agreement, name, decided):
    """The Review of a Place among those of an annotator, or None."""
    keys = keys_for(place, agreement, name) if decided else ()
    return next((decided[key] for key in keys if key in decided), None)


def _said(place, name, review):
    if review is None:
        return Said(name)
    if review.mine_state not in (own_state(place, name), whole_state(place, name)):
        return Said(name, changed=True)
    return Said(name, review.decision, review.comment)


def _group_of(place, sides):
    decisions = {said.annotator: said.decision for said in sides}
    if any(decisions[a] == decisions[b] == "keep" for a, b in place.pairs):
        return "dispute"
    said = set(decisions.values())
    for decision, group in (("unclear", "unclear"), ("wrong", "uncorrected")):
        if decision in said:
            return group
    return "waiting" if "keep" in said else "undecided"


def _group(name, patterns):
    made = [DisputePattern(*key, tuple(disputes_of)) for key, disputes_of in patterns.items()]
    made.sort(key=lambda pattern: (-len(pattern.disputes), pattern.layer, pattern.labels))
    return DisputeGroup(name, tuple(made), sum(len(pattern.disputes) for pattern in made))
