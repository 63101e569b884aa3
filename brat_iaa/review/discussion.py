"""What annotators still have to talk about: all places in disagreement, with what everybody has and says of it."""

from collections import defaultdict
from typing import NamedTuple, Tuple

from brat_iaa.disagreements import seen_from_second
from brat_iaa.review.items import begun_by, item_key, own_value, sentence_of, side_of, state_of
from brat_iaa.store.names import Names

# Groups of what is left, in the order in which it is discussed; the first that fits.
GROUPS = {
    "dispute": "two who differ both keep theirs",
    "unclear": "somebody finds it unclear",
    "uncorrected": "somebody was wrong and has not corrected it yet",
    "waiting": "not everybody has decided",
    "undecided": "nobody has decided",
}


class Said(NamedTuple):
    """What one annotator has at a place, and says of it.

    side      Side of review.items
    decision  "" if there is none, or the annotator's value has changed since
    comment   with that decision
    changed   whether there was a decision, and the annotator's value has changed since
    """

    side: object
    decision: str
    comment: str
    changed: bool


class Dispute(NamedTuple):
    """A token at which annotators differ, as in review.items.Item; group: of GROUPS.

    sides  tuple of Said of all who differ from somebody, in the order of the annotators
    pairs  tuple of (annotator, annotator, kind), the pairs that differ
    """

    key: str
    layer: str
    document: str
    sentence: int
    token: str
    fragments: tuple
    text: str
    marks: tuple
    sides: Tuple[Said, ...]
    pairs: tuple
    group: str


class DisputePattern(NamedTuple):
    """Disputes in one layer with the same values: labels of all sides, sorted, each once, "" for none."""

    layer: str
    labels: Tuple[str, ...]
    disputes: Tuple[Dispute, ...]


class DisputeGroup(NamedTuple):
    """name: of GROUPS; patterns: tuple of DisputePattern, most frequent first; count: number of disputes."""

    name: str
    patterns: Tuple[DisputePattern, ...]
    count: int


def discussion(agreement, decided):
    """Tuple of DisputeGroup, those of GROUPS that have any, in their order.

    agreement  Agreement of all annotators; gold and anchors take no part
    decided    {annotator: {key: Review}}, see store.reviews.Reviews.all
    """
    groups = defaultdict(lambda: defaultdict(list))
    for dispute in disputes(agreement, decided):
        labels = {value.label for said in dispute.sides for value in said.side.values}
        labels.update("" for said in dispute.sides if not said.side.values)
        groups[dispute.group][dispute.layer, tuple(sorted(labels))].append(dispute)
    return tuple(_group(name, groups[name]) for name in GROUPS if name in groups)


def numbers(database, annotators):
    """{annotator: "annotator 1"} for a list without names; the same whoever reads it, and for ever.

    database  store.database.Database of the project
    """
    return Names(database).shown("discussion", "", annotators, annotators)


def disputes(agreement, decided):
    """List of Dispute, in the order of documents and places in the text."""
    places, begun = defaultdict(list), {}
    for name, table in agreement.tables.items():
        begun[name] = frozenset(begun_by(agreement, table))
    for found in agreement.disagreements:
        if begun[found.document].issuperset(found.annotators):
            places[item_key(found)].append(found)
    made = [_dispute(agreement, key, group, decided) for key, group in places.items()]
    return sorted(made, key=lambda dispute: (dispute.document, dispute.fragments, dispute.layer))


def _dispute(agreement, key, group, decided):
    first = group[0]
    text, marks = sentence_of(agreement.tables[first.document], first.token)
    names = [name for name in agreement.annotators if any(name in found.annotators for found in group)]
    sides = tuple(_said(agreement, name, group, decided.get(name, {}).get(key)) for name in names)
    pairs = tuple(dict.fromkeys((*found.annotators, found.kind) for found in group))
    return Dispute(
        key, first.layer, first.document, first.sentence, first.token.text, first.token.fragments,
        text, marks, sides, pairs, _group_of(sides, pairs),
    )


def _said(agreement, name, group, review):
    own = [
        found if found.annotators[0] == name else seen_from_second(found) for found in group if name in found.annotators
    ]
    side = side_of(own, 0, True)
    if review is None:
        return Said(side, "", "", False)
    if review.mine_state != state_of(own_value(agreement, own)):
        return Said(side, "", "", True)
    return Said(side, review.decision, review.comment, False)


def _group_of(sides, pairs):
    decisions = {said.side.annotator: said.decision for said in sides}
    if any(decisions[a] == decisions[b] == "keep" for a, b, _ in pairs):
        return "dispute"
    said = set(decisions.values())
    for decision, group in (("unclear", "unclear"), ("wrong", "uncorrected")):
        if decision in said:
            return group
    return "waiting" if "keep" in said else "undecided"


def _group(name, patterns):
    made = [DisputePattern(*key, tuple(own)) for key, own in patterns.items()]
    made.sort(key=lambda pattern: (-len(pattern.disputes), pattern.layer, pattern.labels))
    return DisputeGroup(name, tuple(made), sum(len(pattern.disputes) for pattern in made))
