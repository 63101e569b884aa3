"""Values with places on a scale: Krippendorff's ordinal and interval distances, Gwet's weights.

Krippendorff 2011, "Computing Krippendorff's alpha-reliability", with the labels of the order as
values c < ... < k and n_g the values g in items with at least two values:

    ordinal     d = (sum over g from c to k of n_g - (n_c + n_k) / 2)²
    interval    d = (c - k)²

The sum is r_k - r_c with the rank r_k = sum over g < k of n_g + n_k / 2, so both are squared
differences. Here they are divided by the largest that occurs, so that d is in [0, 1]; alpha stays
the same.

Gwet 2014, Handbook of Inter-Rater Reliability, chapter 3: weights of two labels k, l of Q, which
are numbers, or else their places from 1 to Q:

    linear      1 - |k - l| / (max - min)
    quadratic   1 - (k - l)² / (max - min)²
    ordinal     1 - m (m + 1) / (Q (Q - 1)), with m the number of places between k and l
"""

import numpy

from brat_iaa.measures.distinct import ranges
from brat_iaa.measures.item_alpha import AlphaTables
from brat_iaa.measures.similar import Similar


class ScaleAlphas(AlphaTables):
    """AlphaSums of items by squared differences of their values' positions.

    items      AlphaItems
    position   of each value: a number
    of_value   group of each value, see AlphaTables
    ordinal    whether positions are places only, and differences those of ranks

    Ranks depend on how often values occur, so on the weights of sentences. With r_x' the derivative
    of the rank of x, that of d, 2 (r_x - r_y) (r_x' - r_y'), is added to those of D_o and D_e.
    """

    def __init__(self, items, position, of_value, ordinal):
        n = numpy.bincount(items.value, minlength=len(of_value)).astype(float)
        order = numpy.lexsort((position, of_value))
        at = _ranks(n, order, of_value) if ordinal else position.astype(float)
        groups = len(items.items)
        span = _spans(at, n, of_value, groups)
        first, second = _pairs_in_groups(order, of_value)
        distance = (at[first] - at[second]) ** 2 / span[of_value[first]] ** 2
        super().__init__(items, Similar(first, second, 1 - distance), of_value)
        if ordinal:
            self._moved = self._of_ranks(items, at, n, span, order, of_value)

    def _of_ranks(self, items, rank, n, span, order, of_value):
        """What the ranks' derivatives add to those of D_o and D_e, for each sentence."""
        N = numpy.maximum(self._N, 1)[of_value]
        pairs = numpy.maximum(N * (N - 1), 1)
        by_rank = numpy.zeros(len(rank))
        for weight, x, y in items.weighted_pairs_apart():
            change = 2 * weight * (rank[x] - rank[y])
            by_rank += numpy.bincount(x, change, minlength=len(rank))
            by_rank -= numpy.bincount(y, change, minlength=len(rank))
        total = numpy.bincount(of_value, n * rank, minlength=len(span))[of_value]
        expected = 4 * n * (N * rank - total)
        squared = span[of_value] ** 2
        return tuple(
            numpy.bincount(
                items.sentence_of_value,
                _by_number(by_value / squared, order, of_value)[items.value],
                minlength=len(items.group),
            )
            for by_value in (by_rank / N, expected / pairs)
        )


def _ranks(n, order, of_value):
    """r of each value, within its group."""
    ranks = numpy.empty(len(n))
    before = numpy.cumsum(n[order]) - n[order]
    groups = of_value[order]
    first = numpy.searchsorted(groups, groups)
    ranks[order] = before - (before[first] if len(first) else 0) + n[order] / 2
    return ranks


def _by_number(by_rank, order, of_value):
    """Derivatives with respect to n of each value, from those with respect to the ranks: the rank
    of a higher value grows by 1, its own by 1/2.
    """
    by_number = numpy.empty(len(by_rank))
    ordered, groups = by_rank[order], of_value[order]
    upward = numpy.cumsum(ordered)
    last = numpy.searchsorted(groups, groups, "right") - 1
    by_number[order] = (upward[last] if len(last) else 0) - upward + ordered / 2
    return by_number


def _spans(at, n, of_value, groups):
    """Of each group the largest difference of positions that occur; 1 if there is none."""
    low, high = numpy.full(groups, numpy.inf), numpy.full(groups, -numpy.inf)
    used = n > 0
    numpy.minimum.at(low, of_value[used], at[used])
    numpy.maximum.at(high, of_value[used], at[used])
    return numpy.where(high > low, high - low, 1.0)


def _pairs_in_groups(order, of_value):
    """(first, second), first < second: each two values of a group."""
    groups = of_value[order]
    ends = numpy.searchsorted(groups, groups, "right")
    start = numpy.arange(len(order)) + 1
    bounds = numpy.stack([start, ends], axis=1).reshape(-1)
    first, second = ranges(bounds, 2 * numpy.arange(len(order)))
    first, second = order[first], order[second]
    return numpy.minimum(first, second), numpy.maximum(first, second)


def scale_weights(numbers, weights: str) -> numpy.ndarray:
    """Weights of each two labels of a scale: floats, labels x labels.

    numbers  of the labels: what they say, or their places, ascending
    weights  "ordinal", "linear" or "quadratic"
    """
    numbers = numpy.asarray(numbers, dtype=float)
    if weights == "ordinal":
        places = numpy.arange(len(numbers))
        apart = abs(places[:, None] - places)
        return 1 - apart * (apart + 1) / (len(numbers) * (len(numbers) - 1))
    distance = abs(numbers[:, None] - numbers) / (numbers.max() - numbers.min())
    return 1 - (distance if weights == "linear" else distance**2)


def weighted_values(position, of_value, weights) -> Similar:
    """Similar of values with places on a scale; weights: of each two places, see scale_weights()"""
    order = numpy.argsort(of_value, kind="stable")
    first, second = _pairs_in_groups(order, of_value)
    return Similar(first, second, weights[position[first], position[second]])
