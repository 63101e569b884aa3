"""A place on which annotators differ, as the draft has it, and what is to be done with it."""

from typing import NamedTuple, Optional

from brat_iaa.adjudication.decisions import ANNOUNCED, NEITHER, UNDOING, as_tuple
from brat_iaa.places.place import Place
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.report.places import where
from brat_iaa.review.items import digest, key_in_store

# What is to be done with a place, in the order in which it is shown.
STATUSES = {
    "open": "to decide",
    "neither": "to do in brat",
    "changed": "changed in brat since",
    "majority": "decided by the majority",
    "decided": "decided",
    "brat": "decided in brat",
}
LEFT = ("open", "neither", "changed")


class Case(NamedTuple):
    """A place on which annotators differ, as the draft has it.

    key       the same as long as it is the same layer, document and piece of text
    place     places.place.Place, with everybody's value
    sentence  InSentence of its token
    status    of STATUSES
    drawn     what the draft has, see the layer's settler: (label, head's fragments), …
    has       names of the annotators who have the same
    ids       brat's ids of that in the draft
    decision  the Decision in force, or None
    seen      another one when anything of this is
    order     for sorting as it is asked
    """

    key: str
    place: Place
    sentence: InSentence
    status: str
    drawn: list
    has: frozenset
    ids: tuple
    decision: Optional[object]
    seen: str
    order: tuple

    @property
    def document(self):
        return self.place.document

    @property
    def left(self):
        """Whether it still asks for something."""
        return self.status in LEFT


def case_of(place, index, table, file, decided, cleared) -> Case:
    """The Case of a Place.

    index    PlaceIndex
    table    DependencyTable of the document
    file     DraftFile of the document
    decided  {key in the store: Decision in force}
    cleared  cleared_notes() of these
    """
    settler, scope, key = index.settler(place), index.scope(place), key_in_store(place)
    decision = decided.get(key)
    drawn = settler.value(file, scope)
    values = {
        name: None if value.missing else settler.value_of(place, scope, name)
        for name, value in place.values.items()
    }
    # What another decision cleared says nothing of a place that is decided.
    note = settler.state(file, place, scope, cleared if decision is None else {})
    seen = digest([values, drawn, note, decision and decision.id])
    status = _status(settler.is_there(file, scope), drawn, note, decision)
    has = frozenset(name for name, value in values.items() if value == drawn)
    sentence = in_sentence(table, place.token)
    ids = settler.ids(file, scope)
    return Case(key, place, sentence, status, drawn, has, ids, decision, seen, index.order(place))


def cleared_notes(decisions) -> dict:
    """{(document, (kind, fragments)): state} of the notes that decisions in force took away."""
    return {
        (decision.document, host): state
        for decision in decisions
        for host, state in cleared_by(decision).items()
    }


def cleared_by(decision) -> dict:
    """{(kind, fragments): state} of the notes that a decision took away."""
    return {as_tuple(host): state for *host, state in decision.place.get("cleared", ())}


def scope_then(decision) -> tuple:
    """What a decision was about, see settler.Settler."""
    place = decision.place
    if "scope" in place:
        return as_tuple(place["scope"])
    return as_tuple(place.get("fragments", ((place.get("start"), place.get("end")),)))


def _status(there, drawn, note, decision):
    if decision is not None and decision.choice == NEITHER:
        return "neither" if note and drawn == decision.value else "brat"
    if decision is not None and drawn == decision.value:
        return "decided"
    if decision is not None and decision.state not in (ANNOUNCED, UNDOING):
        return "changed"
    if not there:
        return "neither"
    if note == "majority":
        return "majority"
    return "open" if note else "brat"


def place_record(place, scope) -> dict:
    """What is kept of a Place with a decision, as JSON can hold it."""
    return {
        **where(place),
        "fragments": place.token.fragments,
        "labels": place.labels,
        "scope": scope,
    }


def what_is_there(case) -> str:
    """Why a Case is not the one that was seen, and what to do."""
    decision = case.decision
    if decision is not None and case.status == "decided":
        return f"{decision.by} has decided here since. Look at it again."
    return "It was changed since, in brat or here. Look at it again."
