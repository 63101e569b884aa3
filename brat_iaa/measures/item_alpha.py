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
from brat_iaa.measures.distances import UNIT, in_units
from brat_iaa.measures.estimate import Groups

MISSING = -1


class Alpha(NamedTuple):
    """alpha (at most 1, may be negative), D_o, D_e, and the number of items and values."""

    alpha: float
    observed: float
    expected: float
    items: int
    values: int


class AlphaSums:
    """The sums over items and values that alpha consists of; each group has its own alpha.

    items       number of items of each group: list
    observed    for each sentence: sum over its items of d over ordered pairs, over n_u - 1, in
                UNITs
    present     for each sentence: number of its values
    similar_to  for each sentence: sum over its values of their similarities to all values of the
                group, themselves included
    alike       for each group: sum of the similarities over ordered pairs of its values
    group       of each sentence, such as its document, in ascending order
    _moved      for each sentence what is added to the derivatives of D_o and D_e where distances
                themselves depend on the weights of sentences
    """

    _moved = 0.0, 0.0

    def __init__(self, items, observed, present, similar_to, alike, group):
        self.items, self._observed, self._group = items, observed / UNIT, group
        self._present, self._similar_to = present, similar_to
        # As the sum over sentences: there are many more values.
        N = numpy.bincount(group, self._present, minlength=len(items)).astype(numpy.int64)
        self._N = N
        pairs = N * (N - 1)
        total = numpy.bincount(group, observed, minlength=len(items))
        self._D_o = total / UNIT / numpy.maximum(N, 1)
        self._D_e = (pairs - (alike - N)) / numpy.maximum(pairs, 1)

    def scores(self) -> list:
        """List with the Alpha of each group, or an Undefined with the reason."""
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

    def score(self) -> Alpha:
        """The Alpha of a single group. Raises Undefined with the reason."""
        (alpha,) = self.scores()
        if isinstance(alpha, Undefined):
            raise alpha
        return alpha

    def estimate(self):
        """Estimate of the alphas, nan where undefined; one cell for each sentence.

        N D_o and A = N (N - 1) (1 - D_e) are sums over sentences. Sentence s has n_s values, o_s
        observed disagreement, and the value v c_sv times; M holds the similarities, with 1 on the
        diagonal:

            D_o'_s = (o_s - D_o n_s) / N
            A'_s = 2 sum over v of c_sv (M n)_v - n_s
            D_e'_s = ((1 - D_e) (2 N - 1) n_s - A'_s) / (N (N - 1))
        """
        undefined = numpy.full(len(self.items), numpy.nan)
        value = 1 - numpy.divide(self._D_o, self._D_e, out=undefined, where=self._D_e != 0)
        group, n = self._group, self._present
        alike_by = 2 * self._similar_to - n
        N, D_o, D_e = self._N[group], self._D_o[group], self._D_e[group]
        D_o_by = (self._observed - D_o * n) / numpy.maximum(N, 1)
        D_e_by = ((1 - D_e) * (2 * N - 1) * n - alike_by) / numpy.maximum(N * (N - 1), 1)
        # A sentence that moves distances takes nothing of what others differ by: what that does to
        # D_o counts as if D_e changed in the inverse proportion, which alpha cannot tell.
        moved_o, moved_e = self._moved
        D_e_by = D_e_by + moved_e - moved_o * D_e / numpy.where(D_o > 0, D_o, 1)
        groups = Groups(group, None, len(value))
        return groups.corrected(value, self._D_o, self._D_e, D_o_by, D_e_by, n)


class AlphaItems:
    """The values of items in groups, before any similarity is chosen.

    values      integer array, items x annotators: index of the value, or MISSING
    sentence    index of each item's sentence
    group       of each sentence, in ascending order
    groups      number of groups
    """

    def __init__(self, values, sentence, group, groups):
        # numpy makes empty lists float arrays.
        values, sentence = (
            numpy.asarray(array, dtype=None if len(array) else numpy.int64)
            for array in (values, sentence)
        )
        annotated = values != MISSING
        counts = annotated.sum(axis=1)
        pairable = counts >= 2
        self._pairable = slice(None) if pairable.all() else pairable
        values, annotated, counts, sentence = (
            array[self._pairable] for array in (values, annotated, counts, sentence)
        )
        self.group, self._present, self._sentence = group, counts, sentence
        self._annotated = None if annotated.all() else annotated
        self.sentence_of_value = numpy.repeat(sentence, counts)
        self.items = numpy.bincount(group[sentence], minlength=groups).tolist()
        self._set(values)

    def with_values(self, values) -> "AlphaItems":
        """The same items with other values; values that are MISSING here count as MISSING.

        values  as given to the class
        """
        recoded = object.__new__(AlphaItems)
        vars(recoded).update(vars(self))
        recoded._set(values[self._pairable])
        return recoded

    def _set(self, values):
        annotated = self._annotated
        self.value = values.reshape(-1) if annotated is None else values[annotated]
        # (items, values x, values y) for each two annotators, where x and y differ.
        self._apart = []
        for left, right in combinations(range(values.shape[1]), 2):
            x, y = values[:, left], values[:, right]
            differ = x != y
            if annotated is not None:
                differ &= annotated[:, left] & annotated[:, right]
            item = numpy.flatnonzero(differ)
            self._apart.append((item, x[item], y[item]))

    def by_sentence(self, of_values) -> tuple:
        """For each sentence (number of its values, sum over its values)."""
        sentence, number = self.sentence_of_value, len(self.group)
        return (
            numpy.bincount(sentence, minlength=number),
            numpy.bincount(sentence, of_values, minlength=number),
        )

    def observed(self, similar) -> numpy.ndarray:
        """For each sentence: sum over its items of d over ordered pairs, over n_u - 1, in UNITs."""
        totals = numpy.zeros(len(self._present))
        for item, x, y in self._apart:
            totals[item] += 2 * (UNIT - in_units(similar.of(x, y)))
        return numpy.bincount(
            self._sentence, totals / (self._present - 1), minlength=len(self.group)
        )

    def weighted_pairs_apart(self):
        """Yield (weights, values x, values y) of pairs of different values in items: ordered pairs
        over n_u - 1, each two once.
        """
        for item, x, y in self._apart:
            yield 2 / (self._present[item] - 1), x, y


class AlphaTables(AlphaSums):
    """AlphaSums of items, by the similarity of their values.

    items       AlphaItems
    similar     Similar or SimilarSets
    of_value    group of each value; different groups share no value. None: there is one group
    """

    def __init__(self, items, similar, of_value=None):
        value, groups = items.value, len(items.items)
        number = max(int(value.max(initial=-1)) + 1, similar.size)
        of_value = numpy.zeros(number, dtype=numpy.int64) if of_value is None else of_value
        n = numpy.bincount(value, minlength=len(of_value)).astype(float)
        to_others = similar.to_others(n)
        # Whole numbers: the sum does not depend on the order.
        alike = numpy.bincount(of_value, n * n, minlength=groups)
        alike = alike + numpy.bincount(of_value, n * to_others, minlength=groups) / UNIT
        similar_to = (n + to_others / UNIT)[value]
        super().__init__(
            items.items, items.observed(similar), *items.by_sentence(similar_to), alike, items.group
        )


def one_alpha(values, similar, sentence, sentences) -> AlphaTables:
    """AlphaTables of items in a single group.

    values, sentence  as in AlphaItems
    similar           Similar or SimilarSets
    sentences         number of sentences
    """
    group = numpy.zeros(sentences, dtype=numpy.int64)
    return AlphaTables(AlphaItems(values, sentence, group, 1), similar)
