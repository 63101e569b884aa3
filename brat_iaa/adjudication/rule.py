"""What is in a draft without a decision: whose agreement counts, or whose annotations are taken."""

import json
from typing import NamedTuple

from brat_iaa.adjudication.places import belongs
from brat_iaa.errors import ConfigError
from brat_iaa.spelling import nearest

UNANIMOUS, MAJORITY, UNCONTRADICTED = VOTES = "unanimous", "majority", "uncontradicted"
_WORDS = {
    UNANIMOUS: "what everybody has who annotated the document",
    MAJORITY: "what more than half of those have who annotated the document",
    UNCONTRADICTED: "what nobody contradicts: one has it, and the others the same or nothing there",
}
_AT_LEAST = "what at least {} of those have who annotated the document, and no other value as many"


class DraftRule(NamedTuple):
    """votes   of VOTES, or a number of annotators as text
    taken   ((layer or type, "" for everything, annotator), ...): nobody else counts there, in
            documents that this annotator did
    layers  Layers that are compared
    """

    votes: str = UNANIMOUS
    taken: tuple = ()
    layers: tuple = ()

    @classmethod
    def of(cls, text):
        """The DraftRule that a text is kept as."""
        votes, taken = json.loads(text) if text.startswith("[") else (text, ())
        return cls(votes, tuple(map(tuple, taken)))

    @property
    def text(self):
        """As which it is kept."""
        taken = [*map(list, self.taken)]
        return json.dumps([self.votes, taken], ensure_ascii=False) if taken else self.votes

    @property
    def words(self) -> list:
        """What the draft is made of by it, in words."""
        votes = _WORDS.get(self.votes) or _AT_LEAST.format(self.votes)
        annotators = dict(self.taken)
        if everything := annotators.pop("", ""):
            votes = f"what {everything} has, and in documents that {everything} did not do {votes}"
        return [votes, *(f"{what}: what {name} has" for what, name in annotators.items())]

    def check(self, project, layers) -> "DraftRule":
        """The same, if it can be followed. Raises ConfigError with the next step."""
        number = self.votes.isdecimal() and len(self.votes) < 10 and int(self.votes)
        if self.votes not in VOTES and not number:
            raise ConfigError(
                f"“{self.votes}” is no rule, and no number of annotators."
                f"{nearest(self.votes, VOTES)}"
            )
        types = {layer.name for layer in layers}
        for document in project.documents if self.taken else ():
            for annotations in document.annotations.values():
                drawn = (
                    *annotations.spans.values(), *annotations.events.values(),
                    *annotations.relations, *annotations.equivs, *annotations.attributes,
                    *annotations.notes,
                )  # fmt: skip
                types.update(each.type for each in drawn)
                types.update(
                    each.reference.partition(":")[0] for each in annotations.normalizations
                )
        for what, name in self.taken:
            if name not in project.annotators:
                raise ConfigError(f"“{name}” is no annotator.{nearest(name, project.annotators)}")
            if what and what not in types:
                raise ConfigError(f"“{what}” is no layer and no type.{nearest(what, types)}")
        return self

    def passes(self, state, whole) -> int:
        """How strongly something that annotators have gets in; 0: it does not."""
        having, voters = state.having[whole], state.voters(whole[0][0])
        annotator = self._annotator(state, whole)
        if annotator is not None:
            return (annotator in having) * (len(state.graphs) + 1)
        votes = len(having)
        if votes == len(voters) or self._is_enough(votes, len(voters), self._against(state, whole)):
            return votes
        return 0

    def has_span(self, state, identity, wholes) -> list:
        """Which of the wholes of a span, told apart by their types, may get in for most have it,
        though none passes; [] if the span does not.
        """
        votes, every = len(state.owners[identity]), len(state.graphs)
        against = 0 if self.votes != UNCONTRADICTED else every - votes
        enough = votes == every or self._is_enough(votes, every, against)
        return [each for each in wholes if enough and self._annotator(state, each) is None]

    def settles(self, state, scope, values, has) -> bool:
        """Whether a place needs no decision.

        scope   frozenset of slots; values: {annotator: wholes} there
        has     wholes that the draft has
        """
        voters = state.voters(next(iter(scope))[0])
        drawn = frozenset().union(*(values[name] for name in voters))
        if self.votes == UNCONTRADICTED and not has:
            drawn_for = [self._annotator(state, whole) for whole in drawn]
            return None not in drawn_for and all(not values[name] for name in drawn_for)
        for whole in drawn:
            without = sum(whole not in values[name] for name in voters)
            if whole in has:
                settled = self.passes(state, whole)
            elif (annotator := self._annotator(state, whole)) is not None:
                settled = whole not in values[annotator]
            else:
                rest = len(voters) - without
                settled = self.votes != UNCONTRADICTED and self._is_enough(
                    without, len(voters), rest
                )
            if not settled:
                return False
        if has or all(self._annotator(state, whole) is not None for whole in drawn):
            return bool(has <= drawn)
        empty = sum(not values[name] for name in voters)
        most = max(sum(whole in values[name] for name in voters) for whole in drawn)
        return self._is_enough(empty, len(voters), most)

    def _is_enough(self, votes, voters, against):
        if self.votes == UNANIMOUS:
            return votes == voters
        if self.votes == MAJORITY:
            return 2 * votes > voters
        if self.votes == UNCONTRADICTED:
            return against == 0
        return votes >= int(self.votes) and votes > against

    def _annotator(self, state, whole):
        """Whose annotations alone count; None: all vote. A type says more than a layer."""
        if not self.taken:
            return None
        name, id = next(iter(state.having[whole].items()))
        record, slots = state.graphs[name].records[id], state.slots[whole]
        type = record.type.partition(":")[2] if record.kind == "label" else record.type
        layers = {
            layer.name for layer in self.layers if any(belongs(layer, slot) for slot in slots)
        }
        found = (
            annotator
            for one in (lambda what: what == type, layers.__contains__, lambda what: not what)
            for what, annotator in self.taken
            if one(what)
        )
        annotator = next(found, None)
        return annotator if annotator in state.voters(whole[0][0]) else None

    def _against(self, state, whole):
        """The most annotators who have the same something else at its places, and not this."""
        if self.votes in (UNANIMOUS, MAJORITY):
            return 0
        having, others = {*state.having[whole]}, [0]
        numbers = {number for slot in state.slots[whole] for number in state.of_slot[slot]}
        for number in numbers:
            values = state.values(state.scopes[number])
            for other in frozenset().union(*values.values()) - {whole}:
                others.append(len({*state.having[other]} - having))
        return max(others)
