"""What a figure would be if everything confused in one way counted as agreed.

The sums are those of the scores, with the items concerned replaced: what both drew counts as
linked, what one drew alone counts as drawn by the other too. For dependencies UAA, LAA and LOA by
MASI (Ragheb & Dickinson 2013), for labels, relations and events F1 by exact match (Hripcsak &
Rothschild 2005), each the mean over pairs of annotators.

Chains have none: a mention's value is its whole chain, and to count one mention as agreed changes
the values of all others in the chain.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.kinds import KINDS
from brat_iaa.measures.distances import UNIT
from brat_iaa.places.f1_gains import of_discourse, of_events, of_items
from brat_iaa.places.place import sorted_labels
from brat_iaa.scores import MEASURES
from brat_iaa.scores.label_links import DIFFERING


class Gain(NamedTuple):
    """A figure as it is, and as it would be: shares from 0 to 1."""

    before: float
    after: float


def gains(agreement, layer) -> dict:
    """{labels as in places.sorted_labels: {measure: Gain}} of a Layer, {} if its kind has none."""
    of_kind = KINDS[layer.kind].gains
    return of_kind(agreement, layer) if of_kind else {}


def masi_gains(agreement, layer):
    """Gains of dependencies."""
    pooled = agreement.pooled_layers[layer.name]
    values, items = pooled.masi
    pairs = list(items)
    differing = {labels for pair in pairs for labels in pooled.links[DIFFERING, pair]}
    by_labels = {}
    for labels in sorted(differing, key=lambda both: [(label == "", label) for label in both]):
        by_measure = by_labels[sorted_labels(set(labels))] = {}
        for measure in MEASURES:
            before = float(numpy.mean(list(values[measure].values())))
            more = sum(
                pooled.links[measure, pair].get(labels, 0) / (UNIT * items[pair]) for pair in pairs
            )
            by_measure[measure] = Gain(before, before + more / len(pairs))
    return by_labels


def _f1_gains(agreement, layer, sums_of):
    """Gains of a kind that is scored by F1. sums_of: function as in f1_gains"""
    pooled, measure = agreement.pooled_layers.get(layer.name), KINDS[layer.kind].leading
    if pooled is None:
        return {}
    own = agreement.disagreements.own_in(layer.name)
    sums = [sums_of(pooled, pair, own) for pair in combinations(pooled.annotators, 2)]
    sums = [of_pair for of_pair in sums if of_pair[None][1]]
    patterns = {labels for of_pair in sums for labels in of_pair} - {None}
    before = [2 * of_pair[None][0] / of_pair[None][1] for of_pair in sums]
    by_labels = {}
    for labels in patterns:
        after = []
        for of_pair in sums:
            added = of_pair.get(labels, (0, 0))
            matched, drawn = (sum(both) for both in zip(of_pair[None], added))
            after.append(2 * matched / drawn)
        by_labels[labels] = {measure: Gain(float(numpy.mean(before)), float(numpy.mean(after)))}
    return by_labels


# Of spans with their labels and of relations; of discourse relations; of events.
element_gains = partial(_f1_gains, sums_of=of_items)
discourse_gains = partial(_f1_gains, sums_of=of_discourse)
event_gains = partial(_f1_gains, sums_of=of_events)
