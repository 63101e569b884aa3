"""Sums over links of two labels: how often they are confused, what it would bring to settle it."""

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.scores import MEASURES
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, RIGHT

# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}
CONFUSION, DIFFERING = "confusion", "differing"


def link_sums(columns, compared) -> dict:
    """{kind: {(label, label): sum}} of the links of the Comparison of a pair in ArcColumns, "" for
    no arc:

    CONFUSION  label of the first annotator, of the second: links
    DIFFERING  the same in alphabetical order, no arc last: links that are not exact
    a measure  the same: what MASI over all items would gain if all agreed in it, in UNITs (see
               places/gains.py)
    """
    names = [*columns.values.labels, ""]
    # No arc is the last of the names.
    width, labels = len(names), compared.links[:, 1:3].astype(numpy.int64) % len(names)
    apart = compared.links[:, 3] != EXACT
    confused = numpy.unique(labels[:, 0] * width + labels[:, 1], return_counts=True)
    low, high = numpy.sort(labels[apart], axis=1).T
    used, which, number = numpy.unique(low * width + high, return_inverse=True, return_counts=True)
    sums = {CONFUSION: confused, DIFFERING: (used, number)}
    for measure in MEASURES:
        sums[measure] = used, _added(compared, compared.links[apart], which.reshape(-1), measure)
    return {
        kind: {
            (names[code // width], names[code % width]): number
            for code, number in zip(codes.tolist(), numbers.tolist())
        }
        for kind, (codes, numbers) in sums.items()
    }


def _added(comparison, links, code, measure):
    """For each two labels what they add to the sum of MASI over a pair's items.

    links, code  those that are not exact, and the number of both labels
    """
    width = max(len(comparison.item), 1)
    key, entry = numpy.unique(code * width + links[:, 0], return_inverse=True)
    row, how = key % width, links[:, 3]
    counts = comparison.k[measure][row], comparison.a[row], comparison.b[row]
    agreed = (
        number + numpy.bincount(entry.ravel(), chosen, minlength=len(key)).astype(numpy.int64)
        for number, chosen in zip(counts, (how != _LINKED[measure], how == RIGHT, how == LEFT))
    )
    more = contributions("masi", *agreed)[0] - contributions("masi", *counts)[0]
    return numpy.rint(numpy.bincount(key // width, more)).astype(numpy.int64)
