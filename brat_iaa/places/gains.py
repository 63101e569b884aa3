"""What a figure would be if all that is confused in one way counted as agreed.

The same sums as the scores', with the items concerned replaced: what both drew counts as linked,
what one drew alone counts as drawn by the other too. Of dependencies UAA, LAA and LOA by MASI
(Ragheb & Dickinson 2013), of labels, relations and events F1 by exact match (Hripcsak & Rothschild
2005), each the mean over pairs of annotators.

Chains have none: a mention's value is its whole chain, and to count one mention as agreed changes
the values of all others in the chain.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.places.f1_gains import KINDS
from brat_iaa.places.place import sorted_labels
from brat_iaa.scores import MEASURES
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, RIGHT

# By which patterns are ordered, for each kind of layer that has gains.
LEADING = {"dependencies": "LAA", **{kind: one.measure for kind, one in KINDS.items()}}

# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}


class Gain(NamedTuple):
    """A figure as it is, and as it would be: shares from 0 to 1."""

    before: float
    after: float


def gains(agreement, layer):
    """{labels as in places.sorted_labels: {measure: Gain}} of a Layer, {} if its kind has none."""
    if layer.kind == "dependencies":
        return _of_dependencies(agreement, layer)
    if layer.kind in KINDS:
        parts = agreement.parts.get(layer.name, {}).values()
        return _of_f1(parts, agreement.annotators, KINDS[layer.kind])
    return {}


def _of_dependencies(agreement, layer):
    pooled = agreement.pooled_layers[layer.name].pooled
    names = (*pooled.label_names, "")
    defined = [comparison for comparison in pooled.comparisons.values() if comparison.drawn]
    if not defined:
        return {}
    used = numpy.unique(
        numpy.concatenate([_codes(comparison.links, len(names)) for comparison in defined])
    )
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


def _codes(links, number):
    """One number for both labels of each link that is not exact, whoever is first."""
    both = numpy.sort(links[links[:, 3] != EXACT, 1:3].astype(numpy.int64) % number, axis=1)
    return both[:, 0] * number + both[:, 1]


def _added(own, measure, number, used):
    """What each code of two labels adds to the sum of MASI over a pair's items, in its units.

    own     Comparison
    number  of labels, "" included
    used    sorted codes, all that any pair has
    """
    how = own.links[own.links[:, 3] != EXACT]
    key, entry = numpy.unique(
        _codes(own.links, number) * len(own.item) + how[:, 0], return_inverse=True
    )
    row = key % max(len(own.item), 1)

    def links_that(chosen):
        return numpy.bincount(entry.ravel(), chosen, minlength=len(key)).astype(numpy.int64)

    k, a, b = own.k[measure][row], own.a[row], own.b[row]
    agreed = k + links_that(how[:, 3] != _LINKED[measure])
    as_drawn = a + links_that(how[:, 3] == RIGHT), b + links_that(how[:, 3] == LEFT)
    difference = contributions("masi", agreed, *as_drawn)[0] - contributions("masi", k, a, b)[0]
    code = numpy.searchsorted(used, key // max(len(own.item), 1))
    return numpy.bincount(code, difference, minlength=len(used))


def _of_f1(parts, annotators, kind):
    """parts: LayerDocuments of a layer; kind: one of KINDS"""
    pooled = [_pooled(parts, pair, kind) for pair in combinations(annotators, 2)]
    pooled = [own for own in pooled if own[None][1]]
    patterns = {labels for own in pooled for labels in own} - {None}
    before = [2 * own[None][0] / own[None][1] for own in pooled]
    found = {}
    for labels in patterns:
        after = []
        for own in pooled:
            matched, drawn = (sum(both) for both in zip(own[None], own.get(labels, (0, 0))))
            after.append(2 * matched / drawn)
        found[labels] = {kind.measure: Gain(float(numpy.mean(before)), float(numpy.mean(after)))}
    return found


def _pooled(parts, pair, kind):
    """The sums of a pair over documents."""
    found = {None: (0, 0)}
    for part in parts:
        if all(name in kind.drawn(part.items) for name in pair):
            own = [one for one in part.disagreements if one.annotators == pair]
            for labels, more in kind.count(part.items, pair, own).items():
                found[labels] = tuple(map(sum, zip(found.get(labels, (0, 0)), more)))
    return found
