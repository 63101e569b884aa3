"""What annotators still have to discuss, as places and as text, and rows of what they decided."""

from typing import NamedTuple

from brat_iaa.formats.terminal import printable
from brat_iaa.places.filters import Filter
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.patterns import labels_in_words
from brat_iaa.report.places import WHERE_FIELDS, value_in_words
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
REVIEW = Filter("review", "group", "review", takes=(ANY, *GROUPS), title="Review")


class Opinion(NamedTuple):
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
    sides        tuple of Opinion of all who differ from somebody, in the order of the annotators
    """

    place: Place
    key: str
    in_sentence: InSentence
    sides: tuple[Opinion, ...]
    group: str


def numbers(database, annotators):
    """{annotator: "annotator 1"} for a list without names; the same whoever reads it, and for ever.

    database  store.database.Database of the project
    """
    return Pseudonyms(database).shown("discussion", "", annotators, annotators)


def disputes(agreement, decided):
    """List of Dispute, in the order of documents and places in the text."""
    values = ValueLookup(agreement, begun=True)
    begun = {name: values.begun_by(name) for name in agreement.tables}
    counted = agreement.places.between(lambda document, pair: begun[document].issuperset(pair))
    made = [_dispute(agreement, place, decided) for place in group_into_places([(values, counted)])]
    return sorted(
        made,
        key=lambda dispute: (
            dispute.place.document,
            dispute.place.token.fragments,
            dispute.place.layer,
        ),
    )


def _dispute(agreement, place, decided):
    key = key_in_store(place)
    sides = []
    for name in filter(place.seen_from, agreement.annotators):
        of_name = decided.get(name, {})
        keys = keys_for(place, agreement, name) if of_name else ()
        review = next((of_name[key] for key in keys if key in of_name), None)
        if review is None:
            sides.append(Opinion(name))
        elif review.mine_state in (own_state(place, name), whole_state(place, name)):
            sides.append(Opinion(name, review.decision, review.comment))
        else:
            sides.append(Opinion(name, changed=True))
    sentence = in_sentence(agreement.tables[place.document], place.token)
    return Dispute(place, key, sentence, tuple(sides), _group_of(place, sides))


def _group_of(place, sides):
    decisions = {opinion.annotator: opinion.decision for opinion in sides}
    if any(decisions[a] == decisions[b] == "keep" for a, b in place.pairs):
        return "dispute"
    for decision, group in (("unclear", "unclear"), ("wrong", "uncorrected"), ("keep", "waiting")):
        if decision in decisions.values():
            return group
    return "undecided"


_SAYS = {"keep": "keeps it", "wrong": "was wrong, not corrected yet", "unclear": "unclear"}


def about(project, phase, at):
    """Of what and of which day a list is: "pilot, phase 2 revised, 2026-03-01".

    phase  "" if there is none
    at     datetime of the list
    """
    return ", ".join(filter(None, (project, phase and f"phase {phase}", at.date().isoformat())))


def to_text(disputes, names=None, heading=""):
    """The list for the meeting: each sentence with the token in brackets, and what everybody has
    and says. By group, then by layer and labels, the most frequent first.

    disputes  list of Dispute
    heading   see about()
    """
    out, number = [f"Discussion: {heading}"] if heading else [], 0
    for name, meaning in GROUPS.items():
        patterns, of_group = {}, [dispute for dispute in disputes if dispute.group == name]
        for each in of_group:
            patterns.setdefault((each.place.layer, each.place.labels), []).append(each)
        if of_group:
            title = f"{meaning.capitalize()}: {len(of_group)}"
            out += [""] * bool(out) + [title, "=" * len(title)]
        for pattern in sorted(patterns, key=lambda key: (-len(patterns[key]), key)):
            (layer, labels), alike = pattern, patterns[pattern]
            words = labels_in_words(labels)
            out += ["", f"{words} ({layer}): {len(alike)}"]
            for dispute in alike:
                number += 1
                where = f"({number}) {dispute.place.document}, sentence {dispute.place.sentence}"
                out += ["", where, f"    {dispute.in_sentence.in_brackets}"]
                out += _sides(dispute, names)
    if not disputes:
        out += [""] * bool(out) + ["Nothing is left to discuss."]
    return "".join(printable(line) + "\n" for line in out)


def _sides(dispute, names):
    place = dispute.place
    sides = [
        (names[opinion.annotator] if names else opinion.annotator, opinion)
        for opinion in dispute.sides
    ]
    if names:  # The order of the annotators would tell who is who.
        sides.sort(key=lambda side: side[0])
    values = [value_in_words(place, place.values[opinion.annotator]) for _, opinion in sides]
    first, second = max(len(name) for name, _ in sides) + 1, max(map(len, values))
    for (name, opinion), value in zip(sides, values):
        says = _SAYS.get(opinion.decision, "not decided")
        if opinion.changed:
            says = "changed since the decision"
        yield f"    {name + ':':<{first}} {value:<{second}}  {says}"
        if opinion.comment:
            yield f"    {'':<{first}} “{' '.join(opinion.comment.split())}”"


DECISION_FIELDS = ("at", "phase", "annotator", *WHERE_FIELDS, "decision", "comment")


def decision_rows(history, names=None):
    """A dict for each Review of store.reviews, the keys DECISION_FIELDS in each, in the order in
    which they were made.

    names     {annotator: name to be shown}; None: their names
    decision  "taken back" where an earlier one was
    """
    return [
        {
            "at": review.at,
            "phase": review.phase,
            "annotator": names[review.annotator] if names else review.annotator,
            **{name: review.place[name] for name in WHERE_FIELDS},
            "decision": review.decision or "taken back",
            "comment": review.comment,
        }
        for review in history
    ]


def done_rows(phase, done, names=None):
    """A dict for each annotator who is done with a phase; done: see Reviews.done_annotators."""
    return [
        {"phase": phase, "annotator": names[annotator] if names else annotator, "at": at}
        for annotator, at in done.items()
    ]
