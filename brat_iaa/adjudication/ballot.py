"""One annotator's file as candidates of a vote, and the count by the rule.

The same annotation has the same key, whatever its id. Spans are identified by their characters, and
by whether they are tokens, so that a name over a single word is not taken for the word.
"""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.layers.drawn_arcs import head_and_dependent

SPAN, ARC, RELATION, EVENT, CHAIN, ATTRIBUTE, NORMALIZATION, NOTE = ANNOTATION_KINDS = (
    "span",
    "arc",
    "relation",
    "event",
    "chain",
    "attribute",
    "normalization",
    "note",
)
# Kinds of ends and targets, the first entry of their keys.
AT_SPAN, AT_EVENT, AT_ARC, AT_SENTENCE = "span", "event", "arc", "sentence"


class SpanPosition(NamedTuple):
    """Where a span is: its fragments in text order, and whether it is a token."""

    fragments: tuple
    is_token: bool


class Candidate(NamedTuple):
    """One annotation without its id.

    kind     one of ANNOTATION_KINDS
    key      equal for the same annotation of two annotators
    host     SpanPosition at which a disagreement on it is noted, or the target of a note on a
             sentence
    details  what may differ and is decided with it: roles of an arc, types of the spans it refers
             to
    """

    kind: str
    key: tuple
    host: object
    details: tuple = ()


class LeftOut(NamedTuple):
    """An annotation that cannot be carried over, and why."""

    document: str
    annotator: str
    id: str
    line: Optional[int]
    reason: str


class Ballot:
    """The candidates in one annotator's Annotations.

    settings    DependencySettings
    candidates  {(kind, key): Candidate}
    left_out    [(id, line, reason)]
    """

    def __init__(self, annotations, settings):
        self._annotations = annotations
        self._settings = settings
        self._relations = {relation.id: relation for relation in annotations.relations}
        self._types = {}
        for span in annotations.spans.values():
            self._types.setdefault(self.position(span), set()).add(span.type)
        self.candidates, self.left_out = {}, []
        self._add_all()

    def position(self, span) -> SpanPosition:
        types = self._settings.token_types
        is_token = types is None or span.type in types or span.type == self._settings.root
        return SpanPosition(span.offsets, is_token)

    def _add_all(self):
        annotations = self._annotations
        for span in annotations.spans.values():
            self._add(
                span.id,
                span.line,
                Candidate(SPAN, (*self.position(span), span.type), self.position(span)),
            )
        for relation in annotations.relations:
            kind, key, host, details = self._arc(relation)
            self._add(relation.id, relation.line, Candidate(kind, key, host, details))
        for event in annotations.events.values():
            key = self._event(event)
            host = self.position(annotations.spans[event.trigger])
            self._add(event.id, event.line, key and Candidate(EVENT, key, host))
        for type, members in self._chains():
            ends = [*filter(None, map(self._end, members))]
            # In text order; of equal positions by their keys, which are the same for everybody.
            order = {end: (end[1][1] if end[0] == AT_EVENT else end[1], repr(end)) for end in ends}
            ends = tuple(sorted(ends, key=order.get))
            host = min(self.position(annotations.span_of(id)) for id in members)
            line = next(equiv.line for equiv in annotations.equivs if equiv.members[0] in members)
            complete = len(ends) == len(members)
            self._add("*", line, Candidate(CHAIN, (type, ends), host) if complete else None)
        for record in annotations.attributes:
            self._add_to_target(ATTRIBUTE, record, (record.type, record.value))
        for record in annotations.normalizations:
            self._add_to_target(NORMALIZATION, record, (record.type, record.reference, record.text))
        for record in annotations.notes:
            self._add_to_target(NOTE, record, (record.type, record.text))

    def _add(self, id, line, candidate):
        if candidate is None:
            self.left_out.append(
                (id, line, "it belongs to events that refer to each other in a circle")
            )
        elif (candidate.kind, candidate.key) in self.candidates:
            self.left_out.append(
                (id, line, "the same annotation is there a second time; once is enough")
            )
        else:
            self.candidates[candidate.kind, candidate.key] = candidate

    def _add_to_target(self, kind, record, content):
        if record.target.startswith("sent:"):
            target = (AT_SENTENCE, record.target)
            self._add(record.id, record.line, Candidate(kind, (*content, target), record.target))
            return
        if record.target in self._relations:
            _, key, host, _ = self._arc(self._relations[record.target])
            self._add(record.id, record.line, Candidate(kind, (*content, (AT_ARC, key)), host))
            return
        span = self._annotations.span_of(record.target)
        if span is None:
            reason = f"it is about {record.target}, which is neither a span, an event nor an arc"
            self.left_out.append((record.id, record.line, reason))
            return
        end = self._end(record.target)
        candidate = end and Candidate(kind, (*content, end), self.position(span), (span.type,))
        self._add(record.id, record.line, candidate)

    def _arc(self, relation):
        """(kind, key, host, details); heads and dependents are tokens, whatever their spans' types.

        Only relations that are no dependencies differ if their roles do.
        """
        head, dependent = (
            self._annotations.span_of(id)
            for id in head_and_dependent(relation.args, self._settings.head)
        )
        roles = tuple(role for role, _ in relation.args)
        first_is_head = self._annotations.span_of(relation.args[0][1]) is head
        key = relation.type, self.position(head), self.position(dependent)
        labels, kind = self._settings.labels, ARC
        if labels is not None and relation.type not in labels:
            kind, key = RELATION, (*key, roles if first_is_head else roles[::-1])
        return (
            kind,
            key,
            self.position(dependent),
            (head.type, dependent.type, roles, first_is_head),
        )

    def _event(self, event, above=()):
        """Key of an event with everything that it refers to; None in a circle."""
        if event.id in above:
            return None
        args = []
        for role, id in event.args:
            end = self._end(id, above + (event.id,))
            if end is None:
                return None
            args.append((role, end))
        trigger = self.position(self._annotations.spans[event.trigger])
        return event.type, trigger, tuple(sorted(args, key=repr))

    def _end(self, id, above=()):
        """Key of a span or event as an end; the type counts only where a position has several."""
        event = self._annotations.events.get(id)
        if event is not None:
            key = self._event(event, above)
            return key and (AT_EVENT, key)
        span = self._annotations.spans[id]
        position = self.position(span)
        return AT_SPAN, position, span.type if len(self._types[position]) > 1 else None

    def _chains(self):
        """[(type, ids)] of the chains: brat joins lines of one type that share a member."""
        chains = []
        for equiv in self._annotations.equivs:
            joined, apart = set(equiv.members), []
            for type, members in chains:
                if type == equiv.type and members & joined:
                    joined |= members
                else:
                    apart.append((type, members))
            chains = apart + [(equiv.type, joined)]
        return chains


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
