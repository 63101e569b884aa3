"""What there is to decide in a draft, as the list of disagreements has it."""

from collections import Counter
from typing import Any, NamedTuple

from brat_iaa.adjudication.merge import (
    BY_RULE,
    CHANGED,
    DECIDED,
    FOLLOWS,
    HAND,
    OPEN,
    TO_DO,
    Merged,
    is_fresh,
)
from brat_iaa.adjudication.notes import DocumentWords, kind_in_words
from brat_iaa.adjudication.places import belongs
from brat_iaa.adjudication.state import (
    ANNOTATOR,
    DocumentState,
    first_extent,
    first_slot,
    position,
)
from brat_iaa.places.sentence import in_sentence
from brat_iaa.review.items import digest, span_in_store

# What is to be done with a place, in the order in which it is shown.
STATUSES = {
    OPEN: "to decide",
    TO_DO: "to do in brat",
    CHANGED: "changed since",
    BY_RULE: "decided by the rule",
    DECIDED: "decided",
    HAND: "decided in brat",
}
LEFT = (OPEN, TO_DO, CHANGED)


class Case(NamedTuple):
    """A place on which annotators differ, as the draft has it.

    key       the same as long as it is the same layer, document and piece of text
    place     places.place.Place with everybody's value; None where no list has it
    document  its name
    sentence  InSentence of its token; None without a Place
    status    of STATUSES
    drawn     [words of what the draft has]
    has       names of the annotators who have the same
    groups    [(names, words of what they have)]
    kind      what is disputed, such as “type”
    spot      ((start, end), ...) in the text; () of a sentence
    ids       brat's ids of what the draft has
    number    of its scope; causes: numbers of those from which it follows
    decision  the Decision on it, or None; chosen: names of those who have what it takes
    seen      another one when anything of this is
    order     for sorting as it is asked
    """

    key: str
    place: Any
    document: str
    sentence: object
    status: str
    drawn: list
    has: frozenset
    groups: list
    kind: str
    spot: tuple
    ids: tuple
    number: int
    causes: frozenset
    decision: Any
    chosen: tuple
    seen: str
    order: tuple

    @property
    def left(self):
        """Whether it still asks for something."""
        return self.status in LEFT

    @property
    def takers(self) -> list:
        """[names] of those with the same value, who have something to take."""
        return [names for names, _ in self.groups] if self.place is None else self.place.groups

    def why_another(self) -> str:
        """Why it is not the one that was seen, and what to do."""
        decision = self.decision
        if decision is not None and decision.by and self.status == DECIDED:
            return f"{decision.by} has decided here since. Look at it again."
        return "It was changed since, in brat or here. Look at it again."


class Worklist(NamedTuple):
    """All there is to do with a draft.

    cases     tuple of Case of the places of the list, in the order in which they are asked
    others    tuple of Case of all else on which annotators differ
    absent    {document: reason} of documents that cannot be settled here
    excluded  [Excluded] of annotators without a vote, and of documents that are not in the draft
    told      [(document, whether it was needed or left out, words)] of what came along or was lost
    documents {document: names of its annotators}; states: {document: DocumentState}
    """

    cases: tuple
    others: tuple
    absent: dict
    excluded: list
    told: list
    documents: dict
    states: dict

    @property
    def counts(self):
        """{status: number of cases}, all of STATUSES."""
        counted = Counter(case.status for case in self.cases)
        return {status: counted[status] for status in STATUSES}

    @property
    def left(self):
        """Number of cases that ask for something."""
        return sum(case.left for case in self.cases)

    @property
    def notes(self):
        """The others that ask for something."""
        return [case for case in self.others if case.left]

    def case(self, key):
        """The Case of a key, of either kind; None if there is none."""
        return next((case for case in (*self.cases, *self.others) if case.key == key), None)


class MergedDocument(NamedTuple):
    """A document of a draft that is up to date.

    decisions  in force
    cases, others  as of a Worklist
    scopes     {key of a Case: number of its scope}; None where annotators do not differ
    """

    name: str
    state: DocumentState
    words: DocumentWords
    merged: Merged
    decisions: list
    cases: tuple = ()
    others: tuple = ()
    scopes: dict = {}

    def with_cases(self, places, table, layers, concerns) -> "MergedDocument":
        """The same with its Cases.

        places    Places of the list
        table     of the document, for their sentences
        layers    Layers, in order
        concerns  function of a scope: whether the draft is made for it
        """
        ranks = {layer.name: number for number, layer in enumerate(layers)}
        numbers, statuses = self.state.numbers, [each.status for each in self.merged.places]
        cases = [
            _case(self, number, place, table, ranks)
            for place, number in zip(places, numbers)
            if number is not None
        ]
        # What follows from other places is not asked.
        others = [
            _case(self, number)
            for number, status in enumerate(statuses)
            if number not in numbers and status != FOLLOWS and concerns(self.state.scopes[number])
        ]
        scopes = {span_in_store(place): number for place, number in zip(places, numbers)}
        scopes.update({_key(self, number): number for number in range(len(statuses))})
        return self._replace(cases=tuple(cases), others=tuple(others), scopes=scopes)

    @property
    def told(self) -> list:
        """As of a Worklist."""
        told = []
        for what, whole in self.merged.told:
            for name, id in [*self.state.having.get(whole, {}).items()][:1]:
                told.append((self.name, what, self.words.record(self.state.graphs[name], id)))
        return told


def concerned(layers, names):
    """Function of a scope: whether a draft for some of the Layers is about it; names: of these,
    None for all.
    """
    chosen = [layer for layer in layers if names is not None and layer.name in names]
    return lambda scope: (
        names is None or any(belongs(layer, slot) for layer in chosen for slot in scope)
    )


def _case(made, number, place=None, table=None, ranks=None):
    state, decided = made.state, made.merged.places[number]
    drawn = {
        _words(made.words, graph, id, place)
        for graph, id in made.merged.content.values()
        if not graph.slots[id].isdisjoint(decided.scope)
    }
    first, decision = first_slot(decided.scope), decided.decision
    has = frozenset(
        name for name in state.voters(first[0]) if decided.values[name] == decided.draft
    )
    ended = [position(slot) for n in decided.causes for slot in state.scopes[n]]
    key, sentence, status = _key(made, number), None, decided.status
    at, layer, fragments = position(first), -1, ()
    if place is not None:
        key, sentence = span_in_store(place), in_sentence(table, place.token)
        status = OPEN if status == FOLLOWS else status
        fragments = place.token.fragments
        at, layer = fragments[0], ranks[place.layer]
    seen = digest([
        state.seen(decided.scope), sorted(map(repr, decided.draft)), status,
        decision and [decision.by, decision.at, decision.choice],
    ])  # fmt: skip
    return Case(
        key, place, made.name, sentence, status, sorted(drawn), has,
        made.words.groups(state, decided), kind_in_words(first), first_extent(first), decided.ids,
        number, decided.causes, decision, _chosen(state, decided), seen,
        (made.name, max([at, *ended]), layer, fragments),
    )  # fmt: skip


def _words(words, graph, id, place):
    """What the draft has in words; of a span with other boundaries than the Place with its text."""
    extent, told = graph.records[id].extent, words.record(graph, id)
    elsewhere = place is not None and extent not in ((), place.token.fragments)
    return f"{told} {words.at(extent)}" if elsewhere else told


def _chosen(state, decided):
    """Names of those who have what a decision took."""
    decision = decided.decision
    if decision is None or decision.choice != ANNOTATOR or not is_fresh(decision, state):
        return (decision.name,) if decision is not None and decision.name else ()
    mine = decided.values.get(decision.name)
    return tuple(name for name, value in decided.values.items() if value == mine)


def _key(made, number):
    """The key of a scope that no list has, for addresses and decisions."""
    return digest(["scope", made.name, sorted(map(repr, made.state.scopes[number]))])
