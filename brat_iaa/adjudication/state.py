"""What annotators have in one document, and the places on which they differ."""

import hashlib
from collections import defaultdict
from copy import copy
from functools import cached_property
from itertools import product, repeat
from typing import NamedTuple

from brat_iaa.values.identity import KINDS, Graph, Keys, Kinds, in_words

# What decides a place: a value of an annotator's, nothing, or lines that were written; or it is to
# be done in brat.
ANNOTATOR, NOTHING, WRITTEN, IN_BRAT = "annotator", "nothing", "written", "in brat"
# Who decides by editing the draft: brat does not say.
BY_HAND = ""


class Decision(NamedTuple):
    """What was decided at a place.

    scope    frozenset of slots, see Graph.slots
    choice   ANNOTATOR, NOTHING, WRITTEN or IN_BRAT
    name     of the annotator; of those who had the same the first
    lines    what was chosen, with what it depends on, as lines of an .ann file
    seen     DocumentState.seen() of the scope then
    by, at   login, BY_HAND for an edit in brat; date and time, UTC, ISO 8601
    why      reason
    item     key of the place in the list, see review.items.span_in_store; "" without one
    """

    scope: frozenset
    choice: str
    name: str = ""
    lines: str = ""
    seen: str = ""
    by: str = ""
    at: str = ""
    why: str = ""
    item: str = ""


class DocumentState:
    """What annotators have in a document.

    text         of the document
    files        {annotator: Annotations} of those who have begun it
    kinds        values.identity.Kinds
    listed       function of the slots on which annotators differ that returns [(frozenset of slots:
                 what is decided together, of those that follow from it)]
    no_arcs      "missing": who drew no arc has not begun the arcs

    graphs   {annotator: Graph}
    having   {whole: {annotator: id}}, see Keys.whole()
    scopes   [frozenset of slots on which annotators differ]: first the listed ones; then the rest,
             which overlapping spans, and chains that share mentions, join
    numbers  of the scopes of what is listed, None where annotators do not differ
    """

    def __init__(self, text, files, kinds=Kinds(), listed=lambda differing: (), no_arcs="count"):
        self.text, self.kinds, self.without_arcs = text, kinds, frozenset()
        self.graphs = {name: Graph(file, kinds) for name, file in sorted(files.items())}
        if no_arcs == "missing":
            self.without_arcs = frozenset(
                name for name, graph in self.graphs.items()
                if not any(record.kind == "arc" for record in graph.records.values())
            )  # fmt: skip
        self._identify(Keys(self.graphs.values()))
        self._drawn = defaultdict(lambda: defaultdict(set))
        for whole, names in self.having.items():
            for slot, name in product(self.slots[whole], names):
                self._drawn[slot][name].add(whole)
        places = [*listed(self.differing)]
        of_list = self._with_chains([frozenset(scope) for scope, _ in places])
        self.scopes = self._scopes([each for each in of_list if each])
        numbers = iter(range(len(self.scopes)))
        self.numbers = [next(numbers) if each else None for each in of_list]
        self.of_slot = defaultdict(set)  # {slot: numbers of the scopes}
        for number, scope in enumerate(self.scopes):
            for slot in scope:
                self.of_slot[slot].add(number)
        self._listed_causes = defaultdict(set)  # {slot: numbers of the listed scopes}
        for number, (_, following) in zip(self.numbers, places):
            for slot in following:
                self._listed_causes[slot] |= {number} - {None}
        self.causes = [*map(self._causes, range(len(self.scopes)))]

    def _with_chains(self, scopes):
        """The scopes of what is listed. Where somebody has a mention in two chains, these are
        compared without it, so its place decides on them, too.
        """
        twice = {
            ("chain", graph.records[ref].type, record.extent)
            for graph in self.graphs.values()
            for record in graph.records.values()
            if record.kind == "mention"
            for ref in [graph.chain_of[record.id]]
        }
        left = self.differing.difference(*scopes) if twice else frozenset()
        return [
            scope.union(*(
                slots & left for slots in {*self.slots.values()}
                if not slots.isdisjoint(scope & twice)
            ))
            for scope in scopes
        ]  # fmt: skip

    def _identify(self, keys):
        self.keys, self.having, self.slots = keys, defaultdict(dict), {}
        self.owners = defaultdict(set)  # {identity: annotators}
        for name, graph in self.graphs.items():
            for id, slots in graph.slots.items():
                whole = keys.whole(graph, id)
                self.having[whole].setdefault(name, id)
                self.slots[whole] = slots
                for key in keys.answers(graph, id):
                    self.owners[key].add(name)

    def with_also(self, graphs):
        """The DocumentState whose identities count some Graphs, too."""
        keys = Keys([*self.graphs.values(), *graphs])
        if keys == self.keys:
            return self
        wide = copy(self)
        wide._identify(keys)
        return wide

    def voters(self, kind) -> frozenset:
        """Names of those who say something about records of a kind."""
        return frozenset(self.graphs) - (self.without_arcs if kind == "arc" else frozenset())

    def agreed(self, whole) -> bool:
        """Whether all have it who say something about its kind."""
        return self.having[whole].keys() >= self.voters(whole[0][0])

    @cached_property
    def differing(self) -> frozenset:
        """All slots on which annotators differ."""
        return frozenset(
            slot for whole in self.having if not self.agreed(whole) for slot in self.slots[whole]
        )

    def _scopes(self, scopes):
        rest = self.differing.difference(*scopes)
        united = {slot: {slot} for slot in rest}
        for whole in self.having:
            slots = sorted(self.slots[whole] & rest, key=in_words)
            for slot in slots[1:]:
                _unite(united, slots[0], slot)
        spans = sorted(slot for slot in rest if slot[0] in ("span", "token"))
        for n, slot in enumerate(spans):
            for other in spans[n + 1 :]:
                if other[0] != slot[0] or other[1][0][0] >= slot[1][-1][1]:
                    break
                if _overlap(slot[1], other[1]):
                    _unite(united, slot, other)
        found = {id(scope): frozenset(scope) for scope in united.values()}.values()
        return [
            *scopes,
            *sorted(found, key=lambda scope: (min(map(position, scope)), in_words(scope))),
        ]

    def values(self, scope) -> dict:
        """{annotator: frozenset of wholes} in a scope."""
        drawn = [self._drawn.get(slot, {}) for slot in scope]
        return {
            name: frozenset().union(*(at.get(name, ()) for at in drawn)) for name in self.graphs
        }

    def seen(self, scope) -> str:
        """Changes when what an annotator has there does."""
        values = sorted(
            (name, sorted(map(in_words, of))) for name, of in self.values(scope).items()
        )
        return hashlib.sha256(repr(values).encode("utf-8", "replace")).hexdigest()[:40]

    def _causes(self, number):
        """Numbers of the scopes from which all that differs in one follows; as the list has it,
        where they do not say so themselves.
        """
        values = self.values(self.scopes[number])
        of_list = frozenset().union(*map(self._listed_causes.get, self.scopes[number], repeat(())))
        if len({*map(self._on_shared, values.values())}) > 1:
            return of_list
        found: set = set()
        for whole in frozenset().union(*values.values()):
            if not self.agreed(whole):
                name, id = next(iter(self.having[whole].items()))
                found |= self._missing(self.graphs[name], id, number)
        return frozenset(found) or of_list

    def _on_shared(self, wholes):
        """What is left of what an annotator has if only those depend on something, or are members
        of a chain or arguments, that all have.
        """
        shared = set()
        for whole in wholes:
            name, id = next(iter(self.having[whole].items()))
            graph = self.graphs[name]
            record = graph.records[id]
            left = [
                (role, key)
                for (role, _), (key, _) in zip(record.refs, self.keys.needs(graph, record))
                if len(self.owners[key]) == len(self.graphs)
            ]
            if record.kind == "event":
                shared.add((record.kind, record.extent, record.type, frozenset(left)))
            elif record.kind == "chain" and len(left) > 1:
                shared.add((record.kind, record.type, frozenset(left)))
            elif record.kind != "chain" and len(left) == len(record.refs):
                shared.add(whole)
        return frozenset(shared)

    def _missing(self, graph, id, number):
        """Numbers of the scopes of what a record depends on that some annotators lack."""
        found: set = set()
        for other in graph.with_needs([id]):
            for key, ref in self.keys.needs(graph, graph.records[other]):
                if len(self.owners[key]) < len(self.graphs):
                    found = found.union(*(self.of_slot[slot] for slot in graph.slots[ref]))
        return found - {number}

    def decide(self, scope, choice, graph=None, **fields) -> Decision:
        """A Decision on what there is now. graph: the Graph that has what is chosen"""
        from brat_iaa.adjudication.layout import lines_of

        ids = [] if graph is None else records_in(graph, scope)
        lines = lines_of(graph, graph.with_needs(ids)) if ids else ""
        return Decision(frozenset(scope), choice, lines=lines, seen=self.seen(scope), **fields)


def records_in(graph, scope) -> list:
    """Ids of the records of a Graph that compete in a scope."""
    return [id for id, slots in graph.slots.items() if not slots.isdisjoint(scope)]


def first_extent(slot) -> tuple:
    """Where in the text something competes in a slot: of several extents the first; () of a
    sentence.
    """
    spot = slot[-1]
    while isinstance(spot, tuple) and spot and not isinstance(spot[0][0], int):
        spot = spot[0]
    return spot if isinstance(spot, tuple) else ()


def position(slot) -> tuple:
    """(start, end) of that; labels of sentences come last."""
    return next(iter(first_extent(slot)), (10**9, 0))


def first_slot(scope):
    """The first slot of a scope in the text."""
    return min(scope, key=lambda slot: (position(slot), repr(slot)))


def rank(kind) -> int:
    """For sorting kinds as they are written: spans and triggers together."""
    return max(KINDS.index(kind), KINDS.index("trigger"))


def _overlap(one, other):
    return any(a < d and c < b for a, b in one for c, d in other)


def _unite(united, one, other):
    if united[one] is not united[other]:
        united[one] |= united[other]
        united.update((slot, united[one]) for slot in united[one])
