"""Sums over the links of two labels: how often they are confused, what it would bring to settle it.

All are whole numbers for each pair of annotators, so that documents can be taken out again.
"""

from collections import Counter

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.scores import MEASURES
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, RIGHT

# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}
CONFUSION, DIFFERING = "confusion", "differing"


def label_links(pooled) -> dict:
    """{(kind, pair): {(label, label): sum}} of PooledDocuments, "" for no arc.

    kind  CONFUSION: links with the label of the first and of the second annotator; DIFFERING: those
          that are not exact, labels in alphabetical order, no arc last; or a measure: what MASI
          over all items would gain if all agreed in the latter, in UNITs (see places/gains.py)
    """
    names = (*pooled.label_names, "")
    found = {}
    for pair, comparison in pooled.comparisons.items():
        first, second = (comparison.links[:, 1:3] % len(names)).T.astype(numpy.int64)
        used, counts = numpy.unique(first * len(names) + second, return_counts=True)
        found[CONFUSION, pair] = _named(used, counts, names)
        links = comparison.links[comparison.links[:, 3] != EXACT]
        both = numpy.sort(links[:, 1:3].astype(numpy.int64) % len(names), axis=1)
        code = both[:, 0] * len(names) + both[:, 1]
        used, code, counts = numpy.unique(code, return_inverse=True, return_counts=True)
        found[DIFFERING, pair] = _named(used, counts, names)
        for measure in MEASURES:
            sums = _added(comparison, links, code.reshape(-1), measure)
            found[measure, pair] = _named(used, sums, names)
    return found


def _named(codes, sums, names):
    first, second = (both.tolist() for both in numpy.divmod(codes, len(names)))
    return {
        (names[one], names[other]): number
        for one, other, number in zip(first, second, sums.tolist())
    }


def _added(comparison, links, code, measure):
    """For each two labels what they add to the sum of MASI over a pair's items.

    links, code  those that are not exact, and the number of both labels
    """
    width = max(len(comparison.item), 1)
    key, entry = numpy.unique(code * width + links[:, 0], return_inverse=True)
    row, how = key % width, links[:, 3]

    def number_of_links(chosen):
        return numpy.bincount(entry.ravel(), chosen, minlength=len(key)).astype(numpy.int64)

    k, a, b = comparison.k[measure][row], comparison.a[row], comparison.b[row]
    agreed = k + number_of_links(how != _LINKED[measure])
    as_drawn = a + number_of_links(how == RIGHT), b + number_of_links(how == LEFT)
    more = contributions("masi", agreed, *as_drawn)[0] - contributions("masi", k, a, b)[0]
    return numpy.rint(numpy.bincount(key // width, more)).astype(numpy.int64)


class RunningLinks:
    """label_links() of documents that come and go."""

    def __init__(self):
        self._sums: dict = {}

    def add(self, links, sign=1):
        """Add what label_links() returned, or take it out (sign -1)."""
        for key, sums in links.items():
            total = self._sums.setdefault(key, Counter())
            for labels, number in sums.items():
                total[labels] += sign * number

    def now(self) -> dict:
        """As label_links() returns them of all documents together."""
        there = {
            (kind, pair): [labels for labels in sorted(sums, key=_order) if sums[labels]]
            for (kind, pair), sums in self._sums.items()
            if kind in (CONFUSION, DIFFERING)
        }
        return {
            (kind, pair): {
                labels: sums[labels]
                for labels in there[kind if (kind, pair) in there else DIFFERING, pair]
            }
            for (kind, pair), sums in self._sums.items()
        }


def _order(labels):
    return [(label == "", label) for label in labels]
