"""Counts who has which annotation of a document, and applies the rule."""

from collections import Counter
from typing import NamedTuple

from brat_iaa.adjudication.ballot import ANNOTATION_KINDS, ARC, RELATION, SPAN, SpanPosition


class Vote(NamedTuple):
    """A candidate and the annotators who have it; details as most of them have them."""

    candidate: object
    supporters: frozenset
    details: tuple
    unanimous: bool
    accepted: bool


class Tally(NamedTuple):
    """Candidates of one kind: number that all have, that only the majority has, and disputed."""

    agreed: int = 0
    majority: int = 0
    disputed: int = 0

    def __add__(self, other):
        return Tally(*(number + more for number, more in zip(self, other)))


class Votes:
    """The votes on one document.

    annotators  {name: Ballot} of those who annotated the document
    rule        one of RULES
    settings    DependencySettings

    voters      {kind: names of those who vote on it}
    votes       {(kind, key): Vote}
    spans       {SpanPosition: types of the spans that the draft has there}
    chosen      positions of spans in the draft on whose type there is no agreement by the rule
    """

    def __init__(self, annotators, rule, settings):
        self._rule = rule
        self.annotators = annotators
        names = frozenset(annotators)
        self.voters = dict.fromkeys(ANNOTATION_KINDS, names)
        if settings.no_arcs == "missing":
            self.voters[ARC] = frozenset(
                name
                for name in names
                if any(kind == ARC for kind, _ in annotators[name].candidates)
            )
        self.votes = self._count()
        self.spans, self.chosen = self._places()

    def tally(self, written) -> dict:
        """{kind: Tally}. written: (kind, key) of what is in the draft by the rule"""
        tallies = dict.fromkeys(ANNOTATION_KINDS, Tally())
        for (kind, key), vote in self.votes.items():
            accepted = (kind, key) in written
            tallies[kind] += Tally(
                int(accepted and vote.unanimous),
                int(accepted and not vote.unanimous),
                int(not accepted),
            )
        return tallies

    def _passes(self, supporters, voters):
        if self._rule == "unanimous":
            return supporters == len(voters)
        return 2 * supporters > len(voters)

    def _count(self):
        supporters, details, first = {}, {}, {}
        for name, ballot in self.annotators.items():
            for identity, candidate in ballot.candidates.items():
                supporters.setdefault(identity, set()).add(name)
                details.setdefault(identity, Counter())[candidate.details] += 1
                first.setdefault(identity, candidate)
        votes = {}
        for identity, names in supporters.items():
            voters = self.voters[identity[0]]
            votes[identity] = Vote(
                candidate=first[identity],
                supporters=frozenset(names),
                details=most_frequent(details[identity]),
                unanimous=names == voters,
                accepted=self._passes(len(names), voters),
            )
        return votes

    def _places(self):
        """(spans, chosen): spans that enough annotators have, even if they differ on the type."""
        annotators_at, types_at = {}, {}
        for (kind, _), vote in self.votes.items():
            if kind == SPAN:
                position = vote.candidate.host
                annotators_at.setdefault(position, set()).update(vote.supporters)
                types_at.setdefault(position, []).append((vote.candidate.key[-1], vote))
        spans, chosen = {}, set()
        for position, names in annotators_at.items():
            if self._passes(len(names), self.voters[SPAN]):
                accepted = tuple(sorted(type for type, vote in types_at[position] if vote.accepted))
                if not accepted:
                    counts = {type: len(vote.supporters) for type, vote in types_at[position]}
                    accepted = (most_frequent(counts),)
                    chosen.add(position)
                spans[position] = accepted
        return spans, chosen

    def differences(self, concerns) -> dict:
        """{host: {kind: {voter: tuple of Votes on what this voter has}}} where voters differ.

        concerns  function of a Candidate: whether it counts
        """
        at = {}
        for (kind, _), vote in self.votes.items():
            if not concerns(vote.candidate):
                continue
            votes_of = at.setdefault(vote.candidate.host, {}).setdefault(kind, {})
            for name in vote.supporters:
                votes_of.setdefault(name, []).append(vote)
        differences = {}
        for host, kinds in at.items():
            for kind in filter(kinds.get, ANNOTATION_KINDS):
                votes_of = kinds[kind]
                values = {
                    name: tuple(sorted(votes_of.get(name, ()), key=_order))
                    for name in self.voters[kind]
                }
                keys = {tuple(vote.candidate.key for vote in votes) for votes in values.values()}
                if len(keys) > 1:
                    differences.setdefault(host, {})[kind] = values
        return differences


def most_frequent(counts):
    """The key with the highest count; of several the first by its repr, whatever their order."""
    return min(counts, key=lambda key: (-counts[key], repr(key)))


def _order(vote):
    """Sort key of a Vote: arcs by label and head; other keys cannot be compared (None, text)."""
    kind, key = vote.candidate.kind, vote.candidate.key
    return key if kind in (ARC, RELATION) else repr(key)


def host_order(host):
    """For sorting hosts: positions in text order, notes on sentences last."""
    return (0, host) if isinstance(host, SpanPosition) else (1, host)
