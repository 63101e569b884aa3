"""What an annotator drew in a document as records that refer to each other, and what identifies
them.

Extent: the fragments in the order of the text, touching ones joined. What annotators drew of one
kind is the same thing if it is on the same extent and, where anybody drew two or more of the kind
there, of the same type; for events, where anybody drew two or more of one type on a trigger, if
their arguments are the same, too. What refers to something refers to that identity. Tokens are a
kind of their own: an arc is between tokens, whatever their types.
"""

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple, Optional

from brat_iaa.corpus.inventory import role

# Also the order in which new records are written.
KINDS = ("token", "span", "mention", "trigger", "event", "arc", "relation", "chain", "label")
# What something can be drawn on.
SPANS = ("token", "span", "trigger")
# What comes and goes with what refers to it.
BORNE = ("mention", "trigger")


class DrawnRecord(NamedTuple):
    """One thing that somebody drew.

    kind    of KINDS; mention: a span that is drawn a second time to be in another chain, too
    id      as in the file; chains have one of their own
    type    of a label where it stands: "attribute:NAME", "normalization:DATABASE", "notes:TYPE"
    value   of a label
    refs    ((role, id), ...) of what it depends on; of an event the trigger first, without a role;
            of a mention the span itself
    extent  ((start, end), ...) of a span, a trigger, an event; else ()
    drawn   the records of its lines, see corpus.records: of a chain several
    """

    kind: str
    id: str
    type: str
    value: str
    refs: tuple
    extent: tuple
    drawn: tuple


class Kinds(NamedTuple):
    """What the lines of a project are.

    tokens     types of spans that are tokens; None: all
    arcs       types of relations that are dependencies if both ends are tokens; None: all
    head       role of an arc's head
    turned     as of DependencySettings
    chains     types of relations that say that things are the same, as lines with * do
    symmetric  types of relations whose ends may be swapped
    numbered   whether numbers at the end of roles are part of their names, and not brat's
    ends_alone  whether relations are compared whatever the types of their ends
    """

    tokens: Optional[frozenset] = frozenset()
    arcs: Optional[frozenset] = frozenset()
    head: str = "Arg1"
    chains: frozenset = frozenset()
    symmetric: frozenset = frozenset()
    turned: tuple = ()
    numbered: bool = False
    ends_alone: bool = False


def kinds_of(layers, **more) -> Kinds:
    """The Kinds of what some Layers compare; more: fields that they do not say"""
    settings = [layer.settings for layer in layers]
    return Kinds(
        chains=frozenset(
            name for layer in layers if layer.kind == "chains"
            for name in layer.settings.relations or ()
        ),
        symmetric=frozenset(
            name for each in settings for name in getattr(each, "symmetric", None) or ()
        ),
        numbered=any(getattr(each, "numbers", None) == "keep" for each in settings),
        ends_alone=any(
            layer.kind == "entity-relations"
            and (layer.settings.end_types == "ignore" or "untyped" in layer.also)
            for layer in layers
        ), **more,
    )  # fmt: skip


def head_and_dependent(args, head: str, turned=()) -> tuple:
    """Head and dependent of ((role, id), (role, id)): the head has the role `head`. If neither has
    it, the head is first, but second in the pairs of roles that are turned.
    """
    (role, first), (other, second) = args
    second_is_head = other == head if head in (role, other) else (role, other) in turned
    return (second, first) if second_is_head and role != head else (first, second)


def extent(fragments) -> tuple:
    """The fragments in the order of the text, touching ones joined."""
    joined: list = []
    for start, end in sorted(fragments):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)


class Graph:
    """The records of one file. annotations: corpus.annotations.Annotations; kinds: Kinds"""

    def __init__(self, annotations, kinds=Kinds()):
        self.kinds = kinds
        self.records: dict = {}
        self._event_of: dict = {}  # {id of the trigger: id of the first event}
        self._first: dict = {}  # {id: the first id of the same span drawn twice}
        self.chain_of: dict = {}  # {id of a mention: id of its chain}
        for event in annotations.events.values():
            self._event_of.setdefault(event.trigger, event.id)
        first: dict = {}
        for each in annotations.spans.values():
            is_token = kinds.tokens is None or each.type in kinds.tokens
            kind = "trigger" if each.id in self._event_of else "token" if is_token else "span"
            there = extent(each.fragments)
            self._add(kind, each, extent=there)
            self._first[each.id] = first.setdefault((kind, each.type, there), each.id)
        for each in annotations.events.values():
            role_of = str if kinds.numbered else role
            refs = (("", each.trigger), *((role_of(name), self.end(id)) for name, id in each.args))
            self._add("event", each, refs=refs, extent=self.records[each.trigger].extent)
        groups = [(each, each.members) for each in annotations.equivs]
        for each in annotations.relations:
            if each.type in kinds.chains:
                groups.append((each, [id for _, id in each.args]))
            else:
                refs = tuple((role, self.end(id)) for role, id in each.args)
                self._add("arc" if self._is_arc(each) else "relation", each, refs=refs)
        for number, (type, members, lines) in enumerate(self._chains(groups)):
            self._add_chain(f"*{number}", type, members, lines)
        self._add_labels(annotations)

    def _add(self, kind, drawn, type=None, value="", refs=(), extent=()):
        type = drawn.type if type is None else type
        self.records[drawn.id] = DrawnRecord(kind, drawn.id, type, value, refs, extent, (drawn,))

    def _add_chain(self, id, type, members, lines):
        refs = tuple(("", member) for member in members)
        for member in members:
            if (span := self.end(member)) != member:
                self.chain_of[member] = id
                record = self.records[member]
                self.records[member] = record._replace(kind="mention", refs=(("", span),))
        lines = tuple(sorted(lines, key=lambda each: each.line))
        self.records[id] = DrawnRecord("chain", id, type, "", refs, (), lines)

    def _add_labels(self, about):
        labels = [("attribute:" + each.type, each.value or "", each) for each in about.attributes]
        for each in about.normalizations:
            labels.append(
                (f"normalization:{each.reference.partition(':')[0]}", each.reference, each)
            )
        labels += [(f"notes:{each.type}", each.text.strip(), each) for each in about.notes]
        for source, value, each in labels:
            if each.target.startswith("sent:"):
                self._add("label", each, source, f"{each.target} {value}")
            elif self.end(each.target) in self.records:
                self._add("label", each, source, value, (("", self.end(each.target)),))

    def _is_arc(self, relation):
        kinds = self.kinds
        if kinds.arcs is not None and relation.type not in kinds.arcs:
            return False
        ends = (self._span(id).type for _, id in relation.args)
        return kinds.tokens is None or all(type in kinds.tokens for type in ends)

    def _span(self, id):
        record = self.records[id]
        return self.records[record.refs[0][1]] if record.kind == "event" else record

    def end(self, id):
        """What a reference means: brat refers to events, never to their triggers; a span that is
        drawn twice is one.
        """
        return self._event_of.get(id, self._first.get(id, id))

    def _chains(self, groups):
        """[(type, ids, lines)]; those of one type that share a member are one, as in brat."""
        chains: list = []
        for line, members in groups:
            members = [self._event_of.get(id, id) for id in members]
            type, lines, apart = line.type, [line], []
            for chain in chains:
                if chain[0] == type and not {*chain[1]}.isdisjoint(members):
                    members, lines = [*chain[1], *members], [*chain[2], *lines]
                else:
                    apart.append(chain)
            chains = [*apart, (type, members, lines)]
        known = {(type, id) for type, members, _ in chains for id in members}
        found = []
        for type, members, lines in chains:
            own: list = []
            for id in members:
                first = self.end(id)
                in_other = first not in (*members, *own) and (type, first) in known
                own.append(id if in_other else first)
                known.add((type, own[-1]))
            if len({*own}) > 1:
                found.append((type, [*dict.fromkeys(own)], lines))
        return found

    def span_of(self, id):
        """The id of the span that a mention is; else the same id."""
        record = self.records[id]
        return record.refs[0][1] if record.kind == "mention" else id

    def others(self, id) -> frozenset:
        """Where the others of the chain of a mention are."""
        chain = self.records[self.chain_of[id]]
        return frozenset(self.spot(other) for _, other in chain.refs if other != id)

    def with_chain(self, id, members):
        """(Graph with a part of a chain, its id). members: ids of two or more of its members"""
        whole, part = self.records[id], object.__new__(Graph)
        part.__dict__.update(self.__dict__, records={**self.records}, chain_of={**self.chain_of})
        part.__dict__.pop("slots", None)
        like = whole.drawn[0]
        lines = [like._replace(members=tuple(members))] if hasattr(like, "members") else [
            like._replace(args=tuple((role, id) for (role, _), id in zip(like.args, ends)))
            for ends in zip(members, members[1:])
        ]  # fmt: skip
        part._add_chain(f"{id}+", whole.type, members, lines)
        return part, f"{id}+"

    def ends(self, record) -> tuple:
        """Ids of an arc's head and dependent."""
        return head_and_dependent(record.refs, self.kinds.head, self.kinds.turned)

    def spot(self, id) -> tuple:
        """Where a record is, whatever its type: its extent, else where its ends are."""
        record = self.records[id]
        if record.kind == "label" and record.refs:
            return self.spot(record.refs[0][1])
        ends = (self.spot(ref) for _, ref in record.refs) if not record.extent else ()
        return record.extent or tuple(sorted(ends, key=in_words))

    @cached_property
    def slots(self) -> dict:
        """{id: frozenset of slots}: where a record competes with others of its kind, whoever drew
        them.
        """
        return {id: self._slots(record) for id, record in self.records.items()}

    def _slots(self, record):
        if record.kind in BORNE:
            return frozenset()
        if record.kind == "chain":
            return frozenset(("chain", record.type, self.spot(id)) for _, id in record.refs)
        if record.kind == "arc":
            return frozenset([("arc", self.spot(self.ends(record)[1]))])
        if record.kind == "label" and not record.refs:
            return frozenset([("label", record.type, record.value.split()[0])])
        name = ("label", record.type) if record.kind == "label" else (record.kind,)
        return frozenset([(*name, self.spot(record.id))])

    def with_needs(self, ids) -> list:
        """Some ids and those of all that these depend on."""
        found = dict.fromkeys(ids)
        waiting = [*found]
        while waiting:
            for _, ref in self.records[waiting.pop()].refs:
                if ref not in found:
                    found[ref] = None
                    waiting.append(ref)
        return [*found]


class Keys:
    """The identities of records, decided over several Graphs together: those of all annotators and
    of the gold, so that they never depend on who is compared with whom.
    """

    def __init__(self, graphs):
        graphs = [*graphs]
        self._crowded: frozenset = frozenset()
        while (crowded := self._find_crowded(graphs)) != self._crowded:
            self._crowded = crowded  # what points to what is crowded may be, too

    def _find_crowded(self, graphs):
        """What somebody drew two of, by the identities as they are known so far."""
        self._kept: dict = {}
        there = defaultdict(set)
        for number, graph in enumerate(graphs):
            for id, record in graph.records.items():
                if record.kind not in (*BORNE, "chain"):
                    of, type, *more = self.whole(graph, id)
                    there[number, of].add((type, *more))
                    if more:
                        there[number, (of, type)].add(*more)
        return frozenset(of for (_, of), drawn in there.items() if len(drawn) > 1)

    def _levels(self, graph, record, above=()):
        """(what always identifies it, what does where it is crowded, ...)"""
        if record.kind in SPANS:
            return (record.kind, record.extent), record.type
        if record.kind == "mention":
            return (record.kind, record.extent, graph.others(record.id)), record.type
        if record.kind == "event":
            above += (record.id,)
            ends = ((role, self._of(graph, id, above)) for role, id in record.refs[1:])
            return ("event", record.extent), record.type, _in_order(ends)
        if record.kind == "arc":
            return ("arc", *map(graph.spot, graph.ends(record))), record.type
        if record.kind == "relation":
            ends = [(role, self.of(graph, id)) for role, id in record.refs]
            if record.type in graph.kinds.symmetric:
                ends = [("", end) for _, end in ends]
            return ("relation", _in_order(ends)), record.type
        ends = frozenset(self.of(graph, graph.end(id)) for _, id in record.refs)
        return (record.kind, record.type, ends), record.value

    def of(self, graph, id):
        """The identity of a record."""
        key = graph, id
        if key not in self._kept:
            self._kept[key] = self._of(graph, id)
        return self._kept[key]

    def _of(self, graph, id, above=()):
        record = graph.records[id]
        if id in above:
            return ("event", record.extent), record.type  # a circle ends at type and trigger
        if record.kind == "trigger":
            return ("trigger", record.extent), record.type
        first, type, *more = self._levels(graph, record, above)
        if first not in self._crowded:
            return first
        return (first, type, *more) if (first, type) in self._crowded else (first, type)

    def whole(self, graph, id):
        """All that is compared of a record: equal if annotators agree on it."""
        key = graph, id, "whole"
        if key not in self._kept:
            self._kept[key] = self._levels(graph, graph.records[id])
        return self._kept[key]

    def needs(self, graph, record) -> list:
        """[(what has to be there for a record, id)]: identities, but of an arc's ends the extents,
        on which any span may be.
        """
        if record.kind == "arc":
            return [(("at", graph.spot(id)), id) for _, id in record.refs]
        return [(self.of(graph, id), id) for _, id in record.refs]

    def answers(self, graph, id) -> tuple:
        """What a record is for others that need it, see needs()."""
        record = graph.records[id]
        at = record.kind in ("token", "span", "event")
        return (self.of(graph, id), *((("at", record.extent),) if at else ()))

    def __eq__(self, other):
        return isinstance(other, Keys) and self._crowded == other._crowded

    __hash__ = None  # type: ignore[assignment]


def _in_order(ends):
    ends = tuple(ends)
    return ends if len(ends) < 2 else tuple(sorted(ends, key=in_words))


def in_words(thing) -> str:
    """repr, with sets in order."""
    if isinstance(thing, (tuple, list)):
        return f"({','.join(map(in_words, thing))})"
    if isinstance(thing, (set, frozenset)):
        return f"{{{','.join(sorted(map(in_words, thing)))}}}"
    return repr(thing)
