"""Krippendorff's alpha over set values.

Krippendorff 2004, chapter 11; Artstein & Poesio 2008, section 2.4:

    D_o = 1/N  sum over items u of  1/(n_u - 1)  sum over ordered pairs within u of d
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N values of d
    alpha = 1 - D_o / D_e

N = values in items with at least two values, n_u = values of item u,
d = 1 - similarity. Items with fewer values are dropped before D_e.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.distances import SIMILARITIES, UNIT, in_units
from brat_iaa.measures.estimate import corrected

MISSING = -1


class Alpha(NamedTuple):
    """alpha (at most 1, may be negative), observed and expected disagreement, items and values that counted."""

    alpha: float
    observed: float
    expected: float
    items: int
    values: int


class Similar(NamedTuple):
    """Pairs of different values that share an element: indexes first < second, similarity > 0."""

    first: numpy.ndarray
    second: numpy.ndarray
    similarity: numpy.ndarray


def similar_values(values, similarity):
    """All pairs of different values with a common element, through an inverted index.

    values      sequence of distinct frozensets; a multiset has its elements
                numbered, (element, 0), (element, 1), ...
    similarity  name in SIMILARITIES
    returns     Similar. Pairs that are not in it have similarity 0: they are
                never visited, so the cost is that of the shared elements.
    """
    nothing = numpy.zeros(0, dtype=numpy.int64)
    if similarity == "nominal":
        return Similar(nothing, nothing, numpy.zeros(0))
    holders = defaultdict(list)
    for index, value in enumerate(values):
        for element in value:
            holders[element].append(index)
    groups_by_size = defaultdict(list)
    for indexes in holders.values():
        groups_by_size[len(indexes)].append(indexes)
    common = [nothing]
    for size, groups in groups_by_size.items():
        lower, upper = numpy.triu_indices(size, 1)
        groups = numpy.array(groups, dtype=numpy.int64)
        common.append((groups[:, lower] * len(values) + groups[:, upper]).ravel())
    codes, k = numpy.unique(numpy.concatenate(common), return_counts=True)
    first, second = numpy.divmod(codes, max(len(values), 1))
    sizes = numpy.array([len(value) for value in values], dtype=numpy.int64)
    return Similar(first, second, SIMILARITIES[similarity](k, sizes[first], sizes[second]))


class AlphaTable:
    """The values of all items by all annotators.

    values      integer array, items x annotators: index of the value, MISSING if there is none
    similar     Similar values, from similar_values()
    sentence    index of each item's sentence
    sentences   number of sentences
    """

    def __init__(self, values, similar, sentence, sentences):
        values = numpy.asarray(values, dtype=numpy.int64)
        present = (values != MISSING).sum(axis=1)
        counts = present >= 2
        values, present = values[counts], present[counts]
        sentence = numpy.asarray(sentence, dtype=numpy.int64)[counts]
        self.items = len(values)
        rows, columns = numpy.nonzero(values != MISSING)
        self._value, self._sentence = values[rows, columns], sentence[rows]
        self._similar = similar
        self._observed = numpy.bincount(
            sentence, _observed(values, present, similar), minlength=sentences
        )
        self._present = numpy.bincount(self._sentence, minlength=sentences)

    def score(self):
        """Alpha of all items. Raises Undefined with the reason where there is none."""
        if not self.items:
            raise Undefined("no item with at least two values")
        D_o, D_e, _ = self._disagreements()
        if D_e == 0:
            raise Undefined("every value is the same")
        return Alpha(1 - D_o / D_e, D_o, D_e, self.items, len(self._value))

    def estimate(self):
        """Estimate of alpha, nan where undefined.

        N D_o and A = N (N - 1) (1 - D_e) are sums over sentences. With n_s values and the
        observed o_s of sentence s, M the similarities with 1 on the diagonal, and c_sv times
        the value v:

            D_o'_s = (o_s - D_o n_s) / N
            A'_s = 2 sum over v of c_sv (M n)_v - n_s
            D_e'_s = ((1 - D_e) (2 N - 1) n_s - A'_s) / (N (N - 1))
        """
        D_o, D_e, similar_to = self._disagreements()
        value = 1 - D_o / D_e if D_e else numpy.nan
        N, n = len(self._value), self._present
        alike_by = 2 * numpy.bincount(self._sentence, similar_to[self._value], minlength=len(n)) - n
        D_o_by = (self._observed - D_o * n) / max(N, 1)
        D_e_by = ((1 - D_e) * (2 * N - 1) * n - alike_by) / max(N * (N - 1), 1)
        return corrected(
            numpy.array([value]), D_o, D_e, D_o_by[:, None], D_e_by[:, None], n[:, None] > 0
        )

    def _disagreements(self):
        """(D_o, D_e, M n of each value); 0 where there are no values."""
        N = len(self._value)
        n = numpy.bincount(
            self._value, minlength=1 + int(self._similar.second.max(initial=-1))
        ).astype(float)
        first, second, similarity = self._similar
        units = in_units(similarity)
        to_second = numpy.bincount(first, units * n[second], minlength=len(n))
        to_first = numpy.bincount(second, units * n[first], minlength=len(n))
        alike, pairs = n @ n + 2 * (n @ to_second) / UNIT - N, N * (N - 1)
        D_o = float(_total(self._observed)) / max(N, 1)
        return D_o, float(pairs - alike) / max(pairs, 1), n + (to_first + to_second) / UNIT


def _total(by_sentence):
    """The sum, added up as by all earlier versions: snapshots are verified to the last digit."""
    return (numpy.ones((1, len(by_sentence))) @ by_sentence)[0]


def _observed(values, present, similar):
    """For each item: sum over ordered pairs of its values of d, over n_u - 1."""
    total = numpy.zeros(len(values))
    width = int(max(values.max(initial=0), similar.second.max(initial=0))) + 1
    codes = similar.first * width + similar.second
    for left in range(values.shape[1]):
        for right in range(left + 1, values.shape[1]):
            x, y = values[:, left], values[:, right]
            both = (x != MISSING) & (y != MISSING) & (x != y)
            code = numpy.minimum(x, y)[both] * width + numpy.maximum(x, y)[both]
            distance = numpy.ones(len(code))
            if len(codes):
                place = numpy.minimum(numpy.searchsorted(codes, code), len(codes) - 1)
                distance -= numpy.where(codes[place] == code, similar.similarity[place], 0.0)
            total[both] += 2 * distance
    return total / (present - 1)
