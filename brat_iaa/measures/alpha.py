"""Krippendorff's alpha over set values.

Krippendorff 2004, chapter 11; Artstein & Poesio 2008, section 2.4:

    D_o = 1/N  sum over items u of  1/(n_u - 1)  sum over ordered pairs within u of d
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N values of d
    alpha = 1 - D_o / D_e

N = values in items with at least two values, n_u = values of item u,
d = 1 - similarity. Items with fewer values are dropped before D_e.
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.cells import CellEstimate, Cells
from brat_iaa.measures.distances import UNIT, in_units
from brat_iaa.measures.estimate import Estimate, corrected

MISSING = -1


class Alpha(NamedTuple):
    """alpha (at most 1, may be negative), observed and expected disagreement, items and values that
    counted.
    """

    alpha: float
    observed: float
    expected: float
    items: int
    values: int


class AlphaSums:
    """The sums over items and values that alpha is made of, for groups with an alpha of their own.

    items       list of the number of items of each group
    observed    of each sentence: sum over its items of d over ordered pairs, over n_u - 1, in UNITs
    sentence    of each value
    similar_to  of each value: its similarities to all values of its group, its own with it
    alike       of each group: sum of similarities over ordered pairs of its values
    group       of each sentence: its group, such as its document, in ascending order
    """

    def __init__(self, items, observed, sentence, similar_to, alike, group):
        self.items, self._observed, self._group = items, observed / UNIT, group
        self._sentence, self._similar_to = sentence, similar_to
        self._present = numpy.bincount(sentence, minlength=len(group))
        self._N = N = numpy.bincount(group[sentence], minlength=len(items))
        pairs = N * (N - 1)
        total = numpy.bincount(group, observed, minlength=len(items))
        self._D_o = total / UNIT / numpy.maximum(N, 1)
        self._D_e = (pairs - (alike - N)) / numpy.maximum(pairs, 1)

    def scores(self):
        """For each group its Alpha, or an Undefined with the reason where there is none."""
        return [
            Undefined("no item with at least two values")
            if not items
            else Undefined("every value is the same")
            if expected == 0
            else Alpha(1 - observed / expected, observed, expected, items, values)
            for items, observed, expected, values in zip(
                self.items, self._D_o.tolist(), self._D_e.tolist(), self._N.tolist()
            )
        ]

    def estimate(self):
        """CellEstimate of the alphas, nan where undefined; one cell for each sentence.

        N D_o and A = N (N - 1) (1 - D_e) are sums over sentences. With n_s values and the
        observed o_s of sentence s, M the similarities with 1 on the diagonal, and c_sv times
        the value v:

            D_o'_s = (o_s - D_o n_s) / N
            A'_s = 2 sum over v of c_sv (M n)_v - n_s
            D_e'_s = ((1 - D_e) (2 N - 1) n_s - A'_s) / (N (N - 1))
        """
        undefined = numpy.full(len(self.items), numpy.nan)
        value = 1 - numpy.divide(self._D_o, self._D_e, out=undefined, where=self._D_e != 0)
        own, n = self._group, self._present
        alike_by = 2 * numpy.bincount(self._sentence, self._similar_to, minlength=len(n)) - n
        N, D_o, D_e = self._N[own], self._D_o[own], self._D_e[own]
        D_o_by = (self._observed - D_o * n) / numpy.maximum(N, 1)
        D_e_by = ((1 - D_e) * (2 * N - 1) * n - alike_by) / numpy.maximum(N * (N - 1), 1)
        found = corrected(value[own], D_o, D_e, D_o_by, D_e_by, n > 0)
        return CellEstimate(
            value, Cells(numpy.arange(len(n)), own, len(value)), found.influence, found.counts,
            found.scale, numpy.where(numpy.isnan(value), 1, self._D_e),
        )  # fmt: skip


class AlphaItems:
    """Items with values, in groups; what they are alike in does not matter yet.

    values      integer array, items x annotators: index of the value, MISSING if there is none
    sentence    index of each item's sentence
    group       of each sentence, in ascending order
    groups      number of groups
    """

    def __init__(self, values, sentence, group, groups):
        # Of nothing, numpy would make floats.
        values, sentence = (
            numpy.asarray(own, dtype=None if len(own) else numpy.int64)
            for own in (values, sentence)
        )
        there = values != MISSING
        present = there.sum(axis=1)
        counts = present >= 2
        if not counts.all():
            values, there, present, sentence = (
                own[counts] for own in (values, there, present, sentence)
            )
        self.group, self._present, self._sentence = group, present, sentence
        self.value = values[there]
        self.sentence_of_value = numpy.repeat(sentence, present)
        self.items = numpy.bincount(group[sentence], minlength=groups).tolist()
        self._apart = list(_apart(values, there))

    def observed(self, similar):
        """For each sentence: sum over its items of d over ordered pairs, over n_u - 1, in UNITs."""
        total = numpy.zeros(len(self._present))
        for item, x, y in self._apart:
            total[item] += 2 * (UNIT - in_units(similar.of(x, y)))
        return numpy.bincount(
            self._sentence, total / (self._present - 1), minlength=len(self.group)
        )


def _apart(values, there):
    """(items, values of one, values of the other) of any two annotators who differ there."""
    for left, right in combinations(range(values.shape[1]), 2):
        x, y = values[:, left], values[:, right]
        both = numpy.flatnonzero((x != y) & there[:, left] & there[:, right])
        yield both, x[both], y[both]


class AlphaTables(AlphaSums):
    """The values of all items by all annotators, in groups.

    items       AlphaItems
    similar     which values are alike, see similar.py
    of_value    group of each value; values of different groups are never the same number.
                None: there is one group
    """

    def __init__(self, items, similar, of_value=None):
        value, groups = items.value, len(items.items)
        number = max(int(value.max(initial=-1)) + 1, similar.size)
        of_value = numpy.zeros(number, dtype=numpy.int64) if of_value is None else of_value
        n = numpy.bincount(value, minlength=len(of_value)).astype(float)
        to_others = similar.to_others(n)
        # Whole numbers, so that the sum does not depend on the order.
        alike = numpy.bincount(of_value, n * n, minlength=groups)
        alike = alike + numpy.bincount(of_value, n * to_others, minlength=groups) / UNIT
        super().__init__(
            items.items, items.observed(similar), items.sentence_of_value,
            (n + to_others / UNIT)[value], alike, items.group,
        )  # fmt: skip


class OneAlpha:
    """The only group of some AlphaSums."""

    def __init__(self, sums):
        self._sums = sums
        (self.items,) = sums.items

    def score(self):
        """Alpha of all items. Raises Undefined with the reason where there is none."""
        (found,) = self._sums.scores()
        if isinstance(found, Undefined):
            raise found
        return found

    def estimate(self):
        """Estimate of alpha, nan where undefined."""
        found = self._sums.estimate()
        influence, counts = found.influence[:, None], found.counts[:, None]
        return Estimate(found.value, influence, counts, found.scale, found.expected)


class AlphaTable(OneAlpha):
    """The values of all items by all annotators, with one alpha.

    values, sentence  as in AlphaItems
    similar           which values are alike, see similar.py
    sentences         number of sentences
    """

    def __init__(self, values, similar, sentence, sentences):
        one_group = numpy.zeros(sentences, dtype=numpy.int64)
        super().__init__(AlphaTables(AlphaItems(values, sentence, one_group, 1), similar))
