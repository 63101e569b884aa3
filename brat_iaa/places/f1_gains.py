"""What settling a pattern adds to the sums of an F1: what two drew alike, and all that they drew.

F1 = 2m/(a+b) (Hripcsak & Rothschild 2005), exact matches. What is confused counts as matched; what
one drew alone counts as drawn by the other too. Each function takes the items of a LayerDocument, a
pair, and its Disagreements in the document, and returns {None: (m, a+b), labels as in
places.sorted_labels: (what their pattern adds to m, to a+b)}.
"""

from collections import Counter, defaultdict

import numpy

from brat_iaa.places.place import sorted_labels


def of_items(pooled, pair) -> dict:
    """Spans with their labels, or relations, of a ColumnLayer. What is settled counts as much as
    the side with most has.
    """
    found, columns = pooled.differences, pooled.columns
    sides = [columns.annotators.index(name) for name in pair]
    both = columns.compared(*sides)
    sizes, items = columns.sizes[:, sides], numpy.arange(len(columns.sizes))
    matched = int(columns.shared(items[both], *sides).sum())
    sums: dict = {None: (matched, int(sizes[both].sum()))}
    rows = numpy.flatnonzero(found.pair == found.pairs.index(pair))
    if len(both):
        # Of labels on spans, those that both drew.
        drawn = numpy.where(found.first[rows] >= 0, found.first[rows], found.second[rows])
        rows = rows[both[drawn]]
    first, second = found.first[rows], found.second[rows]
    a, b = (
        numpy.where(item >= 0, sizes[item, side], 0) for side, item in enumerate((first, second))
    )
    common = numpy.where(first == second, columns.shared(first, *sides), 0)
    most = numpy.maximum(a, b)
    labels, names = found.labels
    names = [*names, ""]
    patterns, pattern = numpy.unique(numpy.sort(labels[rows], axis=1), axis=0, return_inverse=True)
    more = [
        numpy.bincount(pattern.reshape(-1), own, len(patterns)).astype(int).tolist()
        for own in (most - common, 2 * most - a - b)
    ]
    for both, *own in zip(patterns.tolist(), *more):
        key = sorted_labels({names[label] for label in both})
        sums[key] = tuple(map(sum, zip(sums.get(key, (0, 0)), own)))
    return sums


def of_discourse(items, pair, disagreements) -> dict:
    """Discourse relations, matched strictly: type and connective do not count."""
    alike = len(items.matched[pair]["strict"])
    sums = {None: (alike, sum(len(items.drawn[name]) for name in pair))}
    unmatched = [
        disagreement
        for disagreement in disagreements
        if disagreement.kind not in ("label", "connective")
    ]
    return _each_once(sums, unmatched)


def of_events(items, pair, disagreements) -> dict:
    """Whole events: an argument that is settled no longer makes two events differ."""
    events = [items.drawn[name] for name in pair]
    patterns = defaultdict(list)
    for disagreement in disagreements:
        patterns[sorted_labels(set(disagreement.labels))].append(disagreement)
    before = _matched_events(events, ())
    sums: dict = {None: before}
    for labels, settled in patterns.items():
        after = _matched_events(events, settled)
        sums[labels] = after[0] - before[0], after[1] - before[1]
    return sums


def _each_once(sums, disagreements):
    for disagreement in disagreements:
        _add(sums, disagreement, (1, disagreement.arcs.count(None)))
    return sums


def _add(sums, disagreement, more):
    labels = sorted_labels(set(disagreement.labels))
    sums[labels] = tuple(map(sum, zip(sums.get(labels, (0, 0)), more)))


def _matched_events(events, settled):
    """(matched, all) of two lists of DrawnEvents, if some Disagreements made no difference."""
    trigger_of = [{event.id: event.trigger for event in drawn} for drawn in events]
    # {the second's trigger: the first's}; triggers that one side drew alone; triggers whose
    # arguments do not count; arguments that do not count.
    same, alone, apart, without = {}, (set(), set()), set(), (set(), set())
    for disagreement in settled:
        span = disagreement.token.fragments
        if disagreement.kind in ("argument", "role"):
            for side, mark in enumerate(disagreement.arcs):
                if mark is not None and mark.id in trigger_of[side]:
                    _, filler = mark.ends
                    without[side].add((trigger_of[side][mark.id], mark.label, filler.fragments))
        elif disagreement.kind == "events":
            apart.update((mark.label, span) for mark in disagreement.arcs)
        elif None in disagreement.arcs:
            side = 1 - disagreement.arcs.index(None)
            alone[side].add((disagreement.arcs[side].label, span))
        else:
            first, second = disagreement.arcs
            same[second.label, span] = first.label, span
    counts = Counter(), Counter()
    for side, drawn in enumerate(events):
        for event in drawn:
            arguments = frozenset(
                (role, end)
                for role, end in event.arguments
                if (event.trigger, role, end[1]) not in without[side]
            )
            trigger = same.get(event.trigger, event.trigger) if side else event.trigger
            counts[side][trigger, frozenset() if trigger in apart else arguments] += 1
    matched = sum((counts[0] & counts[1]).values())
    copied = sum(
        number
        for of_side, alone_there in zip(counts, alone)
        for (trigger, _), number in of_side.items()
        if trigger in alone_there
    )
    return matched + copied, sum(map(len, events)) + copied
