"""Who has which annotation of a document, and what gets into the draft by the rule."""

from collections import Counter
from typing import NamedTuple

from brat_iaa.adjudication.elements import ARC, KINDS, RELATION, SPAN, Place


class Vote(NamedTuple):
    """One element and those who have it; details as most of them have them."""

    element: object
    supporters: frozenset
    details: tuple
    unanimous: bool
    accepted: bool


class Tally(NamedTuple):
    """One kind of annotation: elements that everybody has, that only the majority has, and that
    stay disputed.
    """

    agreed: int = 0
    majority: int = 0
    disputed: int = 0

    def __add__(self, other):
        return Tally(*(own + further for own, further in zip(self, other)))


class Votes:
    """The votes on one document.

    annotators  {name: AnnotatorElements}, of those who annotated the document
    rule        one of RULES
    settings    DependencySettings

    voters      {kind: names of those who vote on it}
    votes       {(kind, key): Vote}
    spans       {Place: types of the spans that the draft has there}
    chosen      places of spans in the draft on whose type there is no agreement by the rule
    """

    def __init__(self, annotators, rule, settings):
        self._rule = rule
        self.annotators = annotators
        names = frozenset(annotators)
        self.voters = dict.fromkeys(KINDS, names)
        if settings.no_arcs == "missing":
            self.voters[ARC] = frozenset(name for name in names if _has(annotators[name], ARC))
        self.votes = self._count()
        self.spans, self.chosen = self._places()

    def tally(self, written):
        """{kind: Tally}. written: (kind, key) of what the draft holds by the rule."""
        tallies = dict.fromkeys(KINDS, Tally())
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
        for name, own in self.annotators.items():
            for identity, element in own.elements.items():
                supporters.setdefault(identity, set()).add(name)
                details.setdefault(identity, Counter())[element.details] += 1
                first.setdefault(identity, element)
        votes = {}
        for identity, own in supporters.items():
            voters = self.voters[identity[0]]
            votes[identity] = Vote(
                first[identity],
                frozenset(own),
                most_frequent(details[identity]),
                own == voters,
                self._passes(len(own), voters),
            )
        return votes

    def _places(self):
        """Spans are in where enough annotators have one, even if they differ on its type."""
        having, types = {}, {}
        for (kind, _), vote in self.votes.items():
            if kind == SPAN:
                place = vote.element.host
                having.setdefault(place, set()).update(vote.supporters)
                types.setdefault(place, []).append((vote.element.key[-1], vote))
        spans, chosen = {}, set()
        for place, names in having.items():
            if self._passes(len(names), self.voters[SPAN]):
                accepted = tuple(sorted(type for type, vote in types[place] if vote.accepted))
                if not accepted:
                    accepted = (
                        most_frequent({type: len(vote.supporters) for type, vote in types[place]}),
                    )
                    chosen.add(place)
                spans[place] = accepted
        return spans, chosen

    def differences(self):
        """{host: {kind: {voter: tuple of Votes of what that voter has there}}} where the voters
        differ.
        """
        at = {}
        for (kind, _), vote in self.votes.items():
            own = at.setdefault(vote.element.host, {}).setdefault(kind, {})
            for name in vote.supporters:
                own.setdefault(name, []).append(vote)
        found = {}
        for host, kinds in at.items():
            for kind in filter(kinds.get, KINDS):
                own = kinds[kind]
                values = {
                    name: tuple(sorted(own.get(name, ()), key=_order)) for name in self.voters[kind]
                }
                if (
                    len({tuple(vote.element.key for vote in value) for value in values.values()})
                    > 1
                ):
                    found.setdefault(host, {})[kind] = values
        return found


def most_frequent(counts):
    """The key with the highest count; of several the first by its wording, whoever is asked
    first.
    """
    return min(counts, key=lambda key: (-counts[key], repr(key)))


def _order(vote):
    """Arcs by label and head, as they come in the text; keys of other kinds hold None beside
    text.
    """
    kind, key = vote.element.kind, vote.element.key
    return key if kind in (ARC, RELATION) else repr(key)


def host_order(host):
    """For sorting hosts: places in text order, notes on sentences last."""
    return (0, host) if isinstance(host, Place) else (1, host)


def _has(annotator, wanted):
    return any(kind == wanted for kind, _ in annotator.elements)
