"""What settling a pattern adds to the sums of an F1: what two drew alike, and all that they drew.

F1 = 2m/(a+b) (Hripcsak & Rothschild 2005), exact matches. What is confused counts as matched; what
one drew alone counts as drawn by the other too. Each function takes the items of a LayerDocument, a
pair, and its Disagreements in the document, and returns {None: (m, a+b), labels as in
places.sorted_labels: (what their pattern adds to m, to a+b)}.
"""

from collections import Counter, defaultdict
from typing import Callable, NamedTuple

from brat_iaa.places.place import sorted_labels


def of_labels(items, pair, disagreements):
    """Spans with their labels. Where a span has several, both have as many as one has."""
    first, second = given = [items.given[name] for name in pair]
    alike = sum(len(own & second[place]) for place, own in first.items() if place in second)
    found = {None: (alike, sum(len(labels) for own in given for labels in own.values()))}
    for one in disagreements:
        _add(found, one, _if_agreed(one, items.given))
    return found


def of_relations(items, pair, disagreements):
    """Relations, each of which is in one disagreement at most."""
    return _each_once(_as_drawn(items, pair), disagreements)


def of_discourse(items, pair, disagreements):
    """Discourse relations, matched strictly: type and connective do not count."""
    alike = len(items.matched[pair]["strict"])
    found = {None: (alike, sum(len(items.drawn[name]) for name in pair))}
    ends = [one for one in disagreements if one.kind not in ("label", "connective")]
    return _each_once(found, ends)


def of_events(items, pair, disagreements):
    """Whole events: an argument that is settled makes no difference between them any more."""
    events = [[one.source for one in items.events.elements[name]] for name in pair]
    patterns = defaultdict(list)
    for one in disagreements:
        patterns[sorted_labels(set(one.labels))].append(one)
    before = _matched_events(events, ())
    found = {None: before}
    for labels, own in patterns.items():
        after = _matched_events(events, own)
        found[labels] = after[0] - before[0], after[1] - before[1]
    return found


def _as_drawn(drawn, pair):
    """{None: (m, a+b)} of a MatchedElements."""
    elements = sum(len(drawn.elements[name]) for name in pair)
    return {None: (len(drawn.matched[pair]["exact"]), elements)}


def _each_once(found, disagreements):
    for one in disagreements:
        _add(found, one, (1, one.arcs.count(None)))
    return found


def _add(found, disagreement, more):
    labels = sorted_labels(set(disagreement.labels))
    found[labels] = tuple(map(sum, zip(found.get(labels, (0, 0)), more)))


def _if_agreed(disagreement, given):
    """(elements matched, elements drawn) more, if both had as many labels there as one has."""
    places = [
        mark.ends[0].fragments if mark is not None and mark.ends else disagreement.token.fragments
        for mark in disagreement.arcs
    ]
    sets = [
        given[name].get(fragments, frozenset()) if mark is not None else frozenset()
        for name, fragments, mark in zip(disagreement.annotators, places, disagreement.arcs)
    ]
    common = len(sets[0] & sets[1]) if places[0] == places[1] else 0
    most = max(map(len, sets))
    return most - common, sum(most - len(own) for own in sets)


def _matched_events(events, settled):
    """(matched, all) of two lists of DrawnEvents, if some Disagreements made no difference."""
    triggers = [{one.id: one.trigger for one in own} for own in events]
    same, alone, apart, without = {}, [set(), set()], set(), (set(), set())
    for one in settled:
        where = one.token.fragments
        if one.kind in ("argument", "role"):
            for side, mark in enumerate(one.arcs):
                if mark is not None and mark.id in triggers[side]:
                    _, filler = mark.ends
                    without[side].add((triggers[side][mark.id], mark.label, filler.fragments))
        elif one.kind == "events":
            apart.update((mark.label, where) for mark in one.arcs)
        elif None in one.arcs:
            side = one.arcs.index(None)
            alone[1 - side].add((one.arcs[1 - side].label, where))
        else:
            first, second = one.arcs
            same[second.label, where] = first.label, where
    own = [Counter(), Counter()]
    for side, drawn in enumerate(events):
        for event in drawn:
            left = frozenset(
                (role, end)
                for role, end in event.arguments
                if (event.trigger, role, end[1]) not in without[side]
            )
            trigger = same.get(event.trigger, event.trigger) if side else event.trigger
            own[side][trigger, frozenset() if trigger in apart else left] += 1
    matched = sum((own[0] & own[1]).values())
    copied = sum(
        number
        for side in (0, 1)
        for (trigger, _), number in own[side].items()
        if trigger in alone[side]
    )
    return matched + copied, sum(map(len, events)) + copied


class F1(NamedTuple):
    """What is known of a kind of layer.

    measure  name of the figure
    drawn    function of the items of a LayerDocument: what each annotator drew, by name
    count    one of the functions above
    """

    measure: str
    drawn: Callable
    count: Callable


KINDS = {
    "labels": F1("f1", lambda items: items.given, of_labels),
    "entity-relations": F1("f1", lambda items: items.elements, of_relations),
    "relations": F1("f1", lambda items: items.drawn, of_discourse),
    "events": F1("event-f1", lambda items: items.events.elements, of_events),
}
