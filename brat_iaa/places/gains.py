"""What a figure would be if everything confused in one way counted as agreed.

The sums are those of the scores, with the items concerned replaced: what both drew counts as
linked, what one drew alone counts as drawn by the other too. For dependencies UAA, LAA and LOA by
MASI (Ragheb & Dickinson 2013), for labels, relations and events F1 by exact match (Hripcsak &
Rothschild 2005), each the mean over pairs of annotators.

Chains have none: a mention's value is its whole chain, and to count one mention as agreed changes
the values of all others in the chain.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.places.f1_gains import F1_KINDS
from brat_iaa.places.place import sorted_labels
from brat_iaa.scores import MEASURES
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, RIGHT

# {kind of layer that has gains: measure by which patterns are ordered}
LEADING = {"dependencies": "LAA", **{name: kind.measure for name, kind in F1_KINDS.items()}}

# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}


class Gain(NamedTuple):
    """A figure as it is, and as it would be: shares from 0 to 1."""

    before: float
    after: float


def gains(agreement, layer) -> dict:
    """{labels as in places.sorted_labels: {measure: Gain}} of a Layer, {} if its kind has none."""
    if layer.kind in F1_KINDS:
        parts = agreement.parts.get(layer.name, {}).values()
        return _f1_gains(parts, agreement.annotators, F1_KINDS[layer.kind])
    return _masi_gains(agreement.pooled_layers[layer.name].pooled) if layer.kind in LEADING else {}


def _masi_gains(pooled):
    """Gains of dependencies. pooled: PooledDocuments"""
    names = (*pooled.label_names, "")
    defined = [comparison for comparison in pooled.comparisons.values() if comparison.drawn]
    if not defined:
        return {}
    codes = [_label_codes(comparison.links, len(names)) for comparison in defined]
    used = numpy.unique(numpy.concatenate(codes))
    found = defaultdict(dict)
    for measure in MEASURES:
        before, added = [], numpy.zeros(len(used))
        for comparison in defined:
            above, below = contributions("masi", comparison.k[measure], comparison.a, comparison.b)
            before.append(above.sum() / below.sum())
            added += _added(comparison, measure, len(names), used) / below.sum()
        value = float(numpy.mean(before))
        for code, more in zip(used.tolist(), added.tolist()):
            labels = sorted_labels({names[code // len(names)], names[code % len(names)]})
            found[labels][measure] = Gain(value, value + more / len(defined))
    return dict(found)


def _label_codes(links, number):
    """One integer for both labels of each link that is not exact, whoever is first."""
    both = numpy.sort(links[links[:, 3] != EXACT, 1:3].astype(numpy.int64) % number, axis=1)
    return both[:, 0] * number + both[:, 1]


def _added(comparison, measure, number, used):
    """What each code of two labels adds to the sum of MASI over a pair's items, in its units.

    number  of labels, "" included
    used    sorted codes, all that any pair has
    """
    links = comparison.links[comparison.links[:, 3] != EXACT]
    width = len(comparison.item)
    key, entry = numpy.unique(
        _label_codes(links, number) * width + links[:, 0], return_inverse=True
    )
    row = key % max(width, 1)

    def number_of_links(chosen):
        return numpy.bincount(entry.ravel(), chosen, minlength=len(key)).astype(numpy.int64)

    how = links[:, 3]
    k, a, b = comparison.k[measure][row], comparison.a[row], comparison.b[row]
    agreed = k + number_of_links(how != _LINKED[measure])
    as_drawn = a + number_of_links(how == RIGHT), b + number_of_links(how == LEFT)
    difference = contributions("masi", agreed, *as_drawn)[0] - contributions("masi", k, a, b)[0]
    code = numpy.searchsorted(used, key // max(width, 1))
    return numpy.bincount(code, difference, minlength=len(used))


def _f1_gains(parts, annotators, kind):
    """parts: LayerDocuments of a layer; kind: F1Kind"""
    sums = [_sums(parts, pair, kind) for pair in combinations(annotators, 2)]
    sums = [of_pair for of_pair in sums if of_pair[None][1]]
    patterns = {labels for of_pair in sums for labels in of_pair} - {None}
    before = [2 * of_pair[None][0] / of_pair[None][1] for of_pair in sums]
    found = {}
    for labels in patterns:
        after = []
        for of_pair in sums:
            added = of_pair.get(labels, (0, 0))
            matched, drawn = (sum(both) for both in zip(of_pair[None], added))
            after.append(2 * matched / drawn)
        found[labels] = {kind.measure: Gain(float(numpy.mean(before)), float(numpy.mean(after)))}
    return found


def _sums(parts, pair, kind):
    """{None: (m, a+b), labels: what their pattern adds} of a pair over all documents."""
    total = {None: (0, 0)}
    for part in parts:
        if all(name in kind.drawn(part.items) for name in pair):
            disagreements = [found for found in part.disagreements if found.annotators == pair]
            for labels, more in kind.count(part.items, pair, disagreements).items():
                total[labels] = tuple(map(sum, zip(total.get(labels, (0, 0)), more)))
    return total
