"""The draft of a document: what passes the rule, what was decided, what was edited by hand.

A function of the annotators' files, the rule, the list of decisions, the draft as it is and as it
was written last. It can be run at any time; run again it changes nothing.
"""

from collections import defaultdict
from typing import NamedTuple

from brat_iaa.adjudication import layout
from brat_iaa.adjudication.files import lines_in
from brat_iaa.adjudication.replace import add, drop_dangling, replace, value
from brat_iaa.adjudication.state import (
    ANNOTATOR,
    BY_HAND,
    IN_BRAT,
    NOTHING,
    WRITTEN,
    records_in,
)
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.values.identity import BORNE, Graph, in_words

# What a place is, in the order in which it is shown.
OPEN, TO_DO, CHANGED, BY_RULE, DECIDED, HAND, FOLLOWS = (
    "open", "neither", "changed", "rule", "decided", "brat", "follows",
)  # fmt: skip


class DecidedPlace(NamedTuple):
    """A scope of a DocumentState as the draft has it.

    values    {annotator: wholes}; draft: wholes
    status    of OPEN …
    causes    numbers of the scopes from which it follows
    decision  the last one on it, or None
    ids       of what the draft has there
    """

    scope: frozenset
    values: dict
    draft: frozenset
    status: str
    causes: frozenset
    decision: object
    ids: tuple


class Merged(NamedTuple):
    """A document of the draft.

    lines    without notes
    ids      {whole: id}; content: see replace.py; past: see layout.write()
    made     Decisions for what was edited by hand
    places   DecidedPlaces of the scopes
    told     [("needed" or "dropped", whole)]
    """

    lines: list
    ids: dict
    content: dict
    past: dict
    made: list
    places: list
    told: list


def graph_of(data, state) -> Graph:
    """The Graph of an .ann file of the document of a DocumentState."""
    return Graph(read_annotations(data, state.text, "draft"), state.kinds)


def merge(state, rule, decisions, draft=b"", last=None, past=None, now="", base=None) -> Merged:
    """Merge a document of the draft.

    rule       DraftRule
    decisions  in the order of time
    draft      its file now; last: as it was written, None: all in it was written by hand
    past       see layout.write()
    base       .ann file of a gold: what passed the rule when it became the gold; annotators change
               it no more
    """
    told: list = []
    past, graph = dict(past or {}), graph_of(draft, state)
    before = graph_of(last or b"", state)
    agreed = None if base is None else graph_of(base, state)
    own = {each: _written(each, state) for each in decisions}
    wide = state.with_also([*filter(None, (graph, before, agreed, *own.values()))])
    keys = wide.keys
    made = _by_hand(state, keys, graph, before, decisions, now)
    own.update({each: _written(each, state) for each in made})
    decisions = [*decisions, *made]
    if agreed is None:
        content = by_rule(wide, rule, told)
    else:
        content = {keys.whole(agreed, id): (agreed, id) for id in agreed.records}
    scopes = {each: _scope(each, state, own[each], base) for each in decisions}
    last_on: dict = {}
    for each in decisions:
        for slot in scopes[each]:
            last_on[slot] = each
    of_scope = [{last_on.get(slot) for slot in scope} - {None} for scope in state.scopes]
    _follow(state, keys, content, of_scope, last_on.keys(), told)
    for each in decisions:
        # What was decided later for the same annotator does not take anything back.
        latest = {last_on[slot] for slot in scopes[each]}
        same = own[each] is not None and any(own[other] is own[each] for other in latest)
        if each.choice != IN_BRAT and (same or each in latest):
            replace(content, keys, each.scope & scopes[each], own[each], told)
    drop_dangling(content, keys, told)
    lines, ids = layout.write(content, keys, graph, lines_in(draft), past)
    places = []
    for number, scope in enumerate(state.scopes):
        there = {w: at for w, at in content.items() if not at[0].slots[at[1]].isdisjoint(scope)}
        # As the DocumentState says it, whose identities are those of the annotators alone.
        has = frozenset(state.keys.whole(*at) for at in there.values())
        decision = max(of_scope[number], key=decisions.index, default=None)
        status = _status(state, number, of_scope, own, has, rule)
        shown = tuple(ids[whole] for whole in there)
        values = state.values(scope)
        places.append(
            DecidedPlace(scope, values, has, status, state.causes[number], decision, shown)
        )
    return Merged(lines, ids, content, past, made, places, told)


def is_fresh(decision, state) -> bool:
    """Whether annotators have at a place what they had when it was decided."""
    return decision.by == BY_HAND or decision.seen == state.seen(decision.scope)


def _written(decision, state):
    """The Graph that has what was decided; None for nothing. An annotator's value is looked up as
    long as it is what was seen.
    """
    if decision.choice == ANNOTATOR and decision.name in state.graphs and is_fresh(decision, state):
        return state.graphs[decision.name]
    if decision.choice == IN_BRAT or not decision.lines:
        return None
    return graph_of(decision.lines.encode("utf-8", "surrogateescape"), state)


def _scope(decision, state, source, base):
    """Slots at which a decision holds: where annotators agree by now, it does so no more; but what
    was written by hand, and a gold, stay. A chain that was chosen is decided at all its members.
    """
    scope = decision.scope
    if base is None and not is_fresh(decision, state):
        scope = scope & state.differing
    chains = () if source is None else (
        slots
        for id, slots in source.slots.items()
        if source.records[id].kind == "chain" and not slots.isdisjoint(scope)
    )  # fmt: skip
    return scope.union(*chains)


def by_rule(state, rule, told) -> dict:
    """The Content that passes. Spans come first, for others depend on them."""
    content: dict = {}
    spans, passing = defaultdict(list), {}
    for whole, names in sorted(state.having.items(), key=lambda item: in_words(item[0])):
        name, id = next(iter(names.items()))
        graph, kind = state.graphs[name], whole[0][0]
        identity = state.keys.of(graph, id)
        if kind in ("token", "span"):
            spans[identity].append(whole)
        votes = 0 if kind in BORNE else rule.passes(state, whole)
        if votes > passing.get(identity, (0,))[0]:
            passing[identity] = votes, graph, id
    for identity, wholes in spans.items():  # it is there, but which type? that of most
        left = () if identity in passing else rule.has_span(state, identity, wholes)
        if left:
            whole = max(left, key=lambda whole: len(state.having[whole]))
            name, id = next(iter(state.having[whole].items()))
            passing[identity] = 0, state.graphs[name], id
    chained, records = set(), []
    for _, graph, id in sorted(passing.values(), key=lambda each: -each[0]):
        record = graph.records[id]
        if record.kind == "chain":
            members = {(record.type, state.keys.of(graph, ref)) for _, ref in record.refs}
            if not members.isdisjoint(chained):
                continue  # brat would join it to one that more have
            chained |= members
        records.append((graph, id))
    # What others depend on is decided for itself; until then they are not in the draft.
    add(content, state.keys, records, told, BORNE)
    return content


def _follow(state, keys, content, of_scope, decided, told):
    """What follows from decided places is as those have it whose value was taken there, but where
    something was decided itself; decided: slots
    """
    for number, scope in enumerate(state.scopes):
        left = scope.difference(decided)
        names = _winners(number, of_scope, state.causes) if left else ()
        values = state.values(scope)
        if names and len({values[name] for name in names}) == 1:
            replace(content, keys, left, state.graphs[next(iter(names))], told)


def _winners(number, of_scope, causes):
    """Annotators whose values were taken at all places from which one follows."""
    names: set = set()
    for cause in causes[number]:
        taken = {each.name for each in of_scope[cause]} - {""}
        if not taken and causes[cause] and number not in causes[cause]:
            taken = _winners(cause, of_scope, causes)
        if not taken:
            return set()
        names |= taken
    return names


def _status(state, number, of_scope, own, has, rule):
    decided, scope = of_scope[number], state.scopes[number]
    if decided:
        latest = {each.choice for each in decided}
        if latest == {IN_BRAT}:
            return TO_DO
        if any(each.by == BY_HAND for each in decided):
            return HAND
        sources = [own[each] for each in decided]
        chosen = frozenset().union(
            *(value(source, state.keys, scope) for source in sources if source is not None)
        )
        fresh = all(is_fresh(each, state) for each in decided)
        return DECIDED if fresh and (chosen >= has or None in sources) else CHANGED
    causes, values = state.causes[number], state.values(scope)
    if causes:
        names = _winners(number, of_scope, state.causes)
        if names and len({values[name] for name in names}) == 1:
            return DECIDED
        if not all(of_scope[cause] for cause in causes) or not has:
            return FOLLOWS
    return BY_RULE if rule.settles(state, scope, values, has) else OPEN


def _by_hand(state, keys, draft, before, decisions, now) -> list:
    """Decisions for what was changed in brat since the draft was written."""
    scopes: list = []
    drawn = defaultdict(lambda: (set(), set()))
    for side, graph in enumerate((before, draft)):
        for id, slots in graph.slots.items():
            for slot in slots:
                drawn[slot][side].add(keys.whole(graph, id))
    for slot in sorted((s for s, (old, new) in drawn.items() if old != new), key=in_words):
        if not any(slot in scope for scope in scopes):
            numbers = sorted(state.of_slot.get(slot, ()))[:1]
            scope = {slot}.union(*(state.scopes[number] for number in numbers))
            for id in records_in(draft, scope):  # a chain as a whole
                scope |= draft.slots[id]
            scopes.append(scope)
    made = []
    for scope in scopes:
        # Whose value was corrected there: what follows from it stays that annotator's.
        names = [each.name for each in decisions if not each.scope.isdisjoint(scope)]
        choice = WRITTEN if records_in(draft, scope) else NOTHING
        name = names[-1] if names else ""
        made.append(state.decide(scope, choice, draft, name=name, by=BY_HAND, at=now))
    return made
