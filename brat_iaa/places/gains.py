"""What a figure would be if everything confused in one way counted as agreed.

The sums are those of the scores, with the items concerned replaced: what both drew counts as
linked, what one drew alone counts as drawn by the other too. For dependencies UAA, LAA and LOA by
MASI (Ragheb & Dickinson 2013), for labels, relations and events F1 by exact match (Hripcsak &
Rothschild 2005), each the mean over pairs of annotators, or where documents have different pairs
over all items, each with the mean over its pairs.

Chains have none: a mention's value is its whole chain, and to count one mention as agreed changes
the values of all others in the chain.
"""

from collections import Counter, defaultdict
from functools import partial
from itertools import combinations, compress, groupby
from math import fsum
from operator import attrgetter
from typing import NamedTuple

import numpy

from brat_iaa.kinds import KINDS
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.similarities import contributions
from brat_iaa.places.place import different_labels
from brat_iaa.scores import MEASURES
from brat_iaa.scores.score_table import document_weights, same_pairs
from brat_iaa.values.links import EXACT, HEAD, LABEL, LEFT, RIGHT
from brat_iaa.values.view import View


class Gain(NamedTuple):
    """A figure as it is, and as it would be: shares from 0 to 1."""

    before: float
    after: float


def gains(agreement, layer) -> dict:
    """{different labels: {measure: Gain}} of a Layer, {} if its kind has none."""
    of_kind = KINDS[layer.kind].gains
    return of_kind(agreement, layer) if of_kind else {}


# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}


def masi_gains(agreement, layer):
    """Gains of dependencies, of the pairs that drew arcs."""
    pooled = agreement.pooled_layers[layer.name]
    table, of_pairs, alike = pooled.view.table, [], same_pairs(pooled.begun)
    drew = {
        pair: compared
        for pair in pooled.pairs
        for compared in [pooled.view.compare(pair)]
        if (compared.a + compared.b).any()
    }
    weights = document_weights(pooled.begun, drew)[table.item_document]
    for compared in drew.values():
        times = numpy.bincount(compared.both, weights[compared.item], len(compared.a))
        of_pairs.append((compared, times, *_settled(pooled.view, compared)))
    by_labels: dict = {}
    for measure in MEASURES:
        # Exact sums: after an edit values are in another order than in a new project.
        sums = [
            [
                fsum(part * times)
                for part in contributions("masi", compared.k[measure], compared.a, compared.b)
            ]
            for compared, times, *_ in of_pairs
        ]
        # What the sums of each pair are divided by.
        divisors = [items * len(sums) for _, items in sums]
        if not alike:
            divisors = [sum(items for _, items in sums)] * len(sums)
        before = sum(equal / divisor for (equal, _), divisor in zip(sums, divisors))
        more = defaultdict(list)
        for (compared, times, labels, *settled), divisor in zip(of_pairs, divisors):
            added = _added(compared, *settled, measure) * times[settled[0]]
            for key, gain in zip(labels, added.tolist()):
                more[key].append(gain / divisor)
        for key in sorted(more, key=lambda both: [(label == "", label) for label in both]):
            gain = Gain(before, before + fsum(more[key]))
            by_labels.setdefault(different_labels(key), {})[measure] = gain
    return by_labels


def _settled(view, compared):
    """(two labels, "" for no arc; two values with such links; how many links of each kind how) of
    each two labels, in alphabetical order, and two values of a Comparison that differ in them.
    """
    links, names = compared.links, [*view.label_names, ""]
    value, link = links.of(numpy.arange(len(compared.a)))
    apart = links.how[link] != EXACT
    value, link = value[apart], link[apart]
    low, high = numpy.sort(
        numpy.stack([view.labels[side[link]] for side in links[1:3]]) % len(names), axis=0
    )
    key = (low * len(names) + high) * max(len(compared.a), 1) + value
    keys, entry = numpy.unique(key, return_inverse=True)
    labels, value = numpy.divmod(keys, max(len(compared.a), 1))
    hows = numpy.zeros((len(keys), 6), dtype=numpy.int64)
    numpy.add.at(hows, (entry.reshape(-1), links.how[link]), 1)
    return [(names[n // len(names)], names[n % len(names)]) for n in labels.tolist()], value, hows


def _added(compared, value, hows, measure):
    """What each two labels add to the MASI of an item with some values."""
    counts = compared.k[measure][value], compared.a[value], compared.b[value]
    settled = hows.sum(axis=1) - hows[:, _LINKED[measure]], hows[:, RIGHT], hows[:, LEFT]
    agreed = (number + more for number, more in zip(counts, settled))
    return contributions("masi", *agreed)[0] - contributions("masi", *counts)[0]


def _f1_gains(agreement, layer, sums_of):
    """Gains of a kind that is scored by F1.

    sums_of  function of the pooled layer, a pair, its differences that follow from no other in some
             documents, and booleans of these documents: {None: (m, a+b), labels: (what their
             pattern adds to m, to a+b)}, where F1 = 2m/(a+b): what two drew alike, and all that
             they drew
    """
    pooled, measure = agreement.pooled_layers[layer.name], KINDS[layer.kind].leading
    pairs, alike = [*combinations(pooled.annotators, 2)], same_pairs(pooled.begun)
    of_pairs = defaultdict(list)
    for item, there in agreement.annotator_places.chosen.items():
        if item.layer == layer.name:
            for each in there:
                of_pairs[each.annotators].append(each)

    def sums_with(pairs, weights):
        sums: list = [defaultdict(lambda: numpy.zeros(2)) for _ in pairs]
        # Sums of whole numbers: after an edit differences are in another order.
        for weight in distinct(weights).tolist():
            here = weights == weight
            names = {*compress(pooled.parts, here)}
            for pair, total in zip(pairs, sums):
                there = of_pairs[pair]
                if not here.all():
                    there = [each for each in there if each.document in names]
                for labels, added in sums_of(pooled, pair, there, here).items():
                    total[labels] += weight * numpy.array(added)
        return sums

    sums = sums_with(pairs, numpy.ones(len(pooled.parts)))
    pairs = [pair for pair, of_pair in zip(pairs, sums) if of_pair[None][1]]
    sums = [of_pair for of_pair in sums if of_pair[None][1]]
    if not sums:
        return {}
    if not alike:
        sums = sums_with(pairs, document_weights(pooled.begun, pairs))
        sums = [{
            labels: [*map(sum, zip(*(of_pair[labels] for of_pair in sums if labels in of_pair)))]
            for labels in dict.fromkeys(labels for of_pair in sums for labels in of_pair)
        }]  # fmt: skip
    patterns = {labels for of_pair in sums for labels in of_pair} - {None}
    before = float(numpy.mean([2 * of_pair[None][0] / of_pair[None][1] for of_pair in sums]))
    by_labels = {}
    for labels in patterns:
        after = []
        for of_pair in sums:
            (matched, drawn), (more, beside) = of_pair[None], of_pair.get(labels, (0, 0))
            after.append(2 * (matched + more) / (drawn + beside))
        by_labels[labels] = {measure: Gain(before, float(numpy.mean(after)))}
    return by_labels


def _by_drawn(differences):
    """(what is drawn, those differences that are about it): documents that changed later stand in
    columns of their own.
    """
    return ((drawn, [*there]) for drawn, there in groupby(differences, attrgetter("drawn")))


def _by_labels(differences) -> dict:
    """{their labels: [number of each PairDifference]}"""
    patterns, together = defaultdict(list), defaultdict(list)
    for number, each in enumerate(differences):
        patterns[each.labels].append(number)
    for labels, rows in patterns.items():
        together[different_labels(labels)] += rows
    return together


def of_items(pooled, pair, differences, documents) -> dict:
    """Spans with their labels, or relations. What is settled counts as much as the side with most
    has.
    """
    view = pooled.elements("f1").view
    a, b, k = _counts(view, pair)
    there = (a >= 0) & documents[view.table.item_document]
    sums: dict = defaultdict(lambda: numpy.zeros(2))
    sums[None] = k[there].sum(), (a + b)[there].sum()
    for drawn, listed in _by_drawn(differences):
        a, b, k = _counts(view if drawn is pooled.columns else View(drawn.drawn), pair)
        first, second = (
            numpy.array([*map(attrgetter(side), listed)], dtype=numpy.int64)
            for side in ("first", "second")
        )
        # Of labels on spans, those that both drew.
        compared = a[numpy.where(first >= 0, first, second)] >= 0
        a, b = numpy.where(first >= 0, a[first], 0), numpy.where(second >= 0, b[second], 0)
        common, most = numpy.where(first == second, k[first], 0), numpy.maximum(a, b)
        number: dict = {}
        code = [number.setdefault(each.labels, len(number)) for each in listed]
        columns = (
            numpy.bincount(code, terms * compared).tolist()
            for terms in (numpy.ones(len(code)), most - common, 2 * most - a - b)
        )
        for labels, items, *added in zip(number, *columns):
            if items:
                sums[different_labels(labels)] += added
    return sums


def _counts(view, pair):
    """(what the one drew, the other, both) of each item; -1 where they are not compared."""
    compared = view.compare(pair)
    counts = numpy.full((3, len(view.table.cells)), -1)
    for of_items, of_values in zip(counts, (compared.a, compared.b, compared.k["exact"])):
        of_items[compared.item] = of_values[compared.both]
    return counts


def of_discourse(pooled, pair, differences, documents) -> dict:
    """Discourse relations, matched strictly: type and connective do not count."""
    columns = pooled.columns
    sides = [columns.annotators.index(name) for name in pair]
    chosen = documents[columns.item_document]
    drawn = (columns.rows[:, sides] >= 0).any(axis=1) & columns.begun_by_both(*sides) & chosen
    of_ends = [each for each in differences if each.kind not in ("label", "connective")]
    matched = sum(chosen[first] for first, _ in columns.matched(*sides, "strict"))
    sums: dict = {None: (matched, drawn.sum())}
    for labels, rows in _by_labels(of_ends).items():
        sums[labels] = len(rows), sum("" in of_ends[row].labels for row in rows)
    return sums


def of_events(pooled, pair, differences, documents) -> dict:
    """Whole events: an argument that is settled no longer makes two events differ."""
    sums: dict = defaultdict(lambda: numpy.zeros(2))
    sums[None] += _PairEvents(pooled.columns, pair, documents).sums
    for drawn, there in _by_drawn(differences):
        events = _PairEvents(drawn, pair, numpy.ones(len(drawn.begun), dtype=bool))
        for labels, rows in _by_labels(there).items():
            sums[labels] += events.gained([there[row] for row in rows])
    return sums


class _PairEvents:
    """The events of two annotators in documents that both have begun.

    columns    EventItems
    documents  booleans: those that are wanted
    sums       (matched, all)
    """

    def __init__(self, columns, pair, documents):
        self._columns, self._at = columns, defaultdict(list)
        events, sides = columns.events, [columns.annotators.index(name) for name in pair]
        drawn = (events.rows[:, sides] >= 0).T & events.begun_by_both(*sides)
        drawn &= documents[events.item_document]
        for side, event in numpy.argwhere(drawn).tolist():
            self._at[int(columns.trigger_of[event])].append((side, columns.parts[event]))
        self.sums = self._matched(self._at), int(drawn.sum())

    def _matched(self, triggers, typed=(), regrouped=(), dropped=()):
        """How many of the events at some triggers match.

        typed      {trigger of the second annotator: the one that counts in its place}
        regrouped  triggers whose events' arguments do not count
        dropped    {(side, in_role of an argument)} of those that do not count
        """
        sides: tuple = Counter(), Counter()
        for trigger in triggers:
            for side, parts in self._at.get(trigger, ()):
                counted = typed[trigger] if side and trigger in typed else trigger
                left = frozenset(
                    self._columns.ends[part]
                    for part in (() if counted in regrouped else parts)
                    if not dropped or (side, self._columns.in_role(part)) not in dropped
                )
                sides[side][counted, left] += 1
        return sum((sides[0] & sides[1]).values())

    def gained(self, differences):
        """What (matched, all) gain if some differences make none."""
        columns, size = self._columns, len(self._columns.parts)
        triggers, typed, regrouped, dropped, alone = set(), {}, set(), set(), set()
        for each in differences:
            items = each.first, each.second
            there = [int(columns.trigger_of[item]) for item in items if item >= 0]
            triggers.update(there)
            if each.kind == "label":
                typed[there[1]] = there[0]
            elif each.kind == "events":
                regrouped.update(there)
            for side, item in enumerate(items):
                if item >= size:
                    dropped.add((side, columns.in_role(item - size)))
                elif item >= 0 > items[1 - side]:
                    alone.add((side, there[0]))
        copied = sum(
            1 for side, trigger in alone for owner, _ in self._at[trigger] if owner == side
        )
        more = self._matched(triggers, typed, regrouped, dropped) - self._matched(triggers)
        return more + copied, copied


# Of spans with their labels and of relations; of discourse relations; of events.
element_gains = partial(_f1_gains, sums_of=of_items)
discourse_gains = partial(_f1_gains, sums_of=of_discourse)
event_gains = partial(_f1_gains, sums_of=of_events)
