"""Sums over links of two labels: how often they are confused, what it would bring to settle it."""

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.scores import MEASURES
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, LEFT, RIGHT

# How a link is linked already in some measure, and so adds nothing to it.
_LINKED = {"UAA": HEAD, "LAA": EXACT, "LOA": LABEL}
CONFUSION, DIFFERING = "confusion", "differing"


def link_sums(columns, pairs, compared) -> list:
    """[confused, differing]: for each document of ArcColumns the sums over the links of the
    Comparison of some pairs, with a row for each pair and two labels, which are numbers in those of
    the values, -1 for no arc:

    confused   integers, rows x 4: pair, label of the first annotator, of the second, links
    differing  integers, rows x 7: pair, two labels in alphabetical order, no arc last; links that
               are not exact; for each measure what MASI over all items would gain if all agreed in
               it, in UNITs (see places/gains.py)
    """
    # No arc is the last of the names.
    names, width, links = 1 + len(columns.values.labels), max(len(pairs), 1), compared.links
    row, labels = links[:, 0], links[:, 1:3].astype(numpy.int64) % names
    document = columns.document[compared.sentence[row]].astype(numpy.int64)
    place = document * width + compared.pair[row]

    code = (place * names + labels[:, 0]) * names + labels[:, 1]
    confused = numpy.unique(code, return_counts=True)
    apart = links[:, 3] != EXACT
    low, high = numpy.sort(labels[apart], axis=1).T
    used, which, number = numpy.unique(
        (place[apart] * names + low) * names + high,
        return_inverse=True, return_counts=True,
    )  # fmt: skip
    gains = [_added(compared, links[apart], which.reshape(-1), measure) for measure in MEASURES]
    tables = []
    for codes, *sums in (confused, (used, number, *gains)):
        place, labels = numpy.divmod(codes, names * names)
        labels = [numpy.where(side == names - 1, -1, side) for side in numpy.divmod(labels, names)]
        rows = numpy.stack([place % width, *labels, *sums], axis=1).astype(numpy.int32)
        first = numpy.searchsorted(place // width, numpy.arange(1 + len(columns.begun))).tolist()
        tables.append([rows[begin:end] for begin, end in zip(first, first[1:])])
    return tables


def named_links(parts, pairs, names) -> dict:
    """{(kind, pair): {(label, label): sum}} of several documents together, "" for no arc.

    kind   CONFUSION, DIFFERING, or a measure for the gains; see link_sums()
    parts  (confused, differing) of each
    names  of the labels, by number
    """
    rank = numpy.append(numpy.argsort(numpy.argsort(names)), len(names))
    names, width = [*sorted(names), ""], 1 + len(names)
    by_kind: dict = {}
    for tables, kinds in zip(zip(*parts), ((CONFUSION,), (DIFFERING, *MEASURES))):
        rows = numpy.concatenate(tables).astype(numpy.int64)
        code = (rows[:, 0] * width + rank[rows[:, 1]]) * width + rank[rows[:, 2]]
        code, row = numpy.unique(code, return_inverse=True)
        labels = [
            (names[first], names[second])
            for first, second in zip((code // width % width).tolist(), (code % width).tolist())
        ]
        ends = numpy.searchsorted(code, numpy.arange(1 + len(pairs)) * width**2)
        for kind, column in zip(kinds, rows.T[3:]):
            sums = numpy.zeros(len(code), dtype=numpy.int64)
            numpy.add.at(sums, row.reshape(-1), column)
            for pair, begin, end in zip(pairs, ends, ends[1:]):
                by_kind[kind, pair] = dict(zip(labels[begin:end], sums[begin:end].tolist()))
    return by_kind


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
