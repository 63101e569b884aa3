"""Cohen's kappa and Fleiss' kappa: agreement on single values, corrected for chance.

    kappa = (A_o - A_e) / (1 - A_e)

A_o and A_e are observed and expected AGREEMENT; what alpha.py calls observed
and expected is disagreement.

Cohen 1960, two annotators, each with a distribution of his own (n_v of the
first, m_v of the second, N items):

    A_o = items with equal values / N
    A_e = sum over values v of  n_v / N * m_v / N

Fleiss 1971, any number c of annotators who all have a value for every item,
one distribution for all of them (n_v of all). It generalises Scott's pi, not
Cohen's kappa, and is the multi-pi of Artstein & Poesio 2008, section 2.3:

    A_o = pairs of equal values within items / (N c (c - 1) / 2)
    A_e = sum over values v of  (n_v / (N c))^2
"""

from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import corrected


class Kappa(NamedTuple):
    """kappa (at most 1, may be negative), observed and expected agreement, items that counted."""

    kappa: float
    observed: float
    expected: float
    items: int


class _KappaTable:
    """What both coefficients share.

    items     number of items
    _n        items of each sentence
    _A_o, _A_e        observed and expected agreement; 0 without items
    _A_o_by, _A_e_by  their derivatives by the weight of each sentence
    """

    def score(self):
        """Kappa of all items. Raises Undefined with the reason where there is none."""
        if not self.items:
            raise Undefined("no item with a value of each annotator")
        if self._A_e == 1:
            raise Undefined("every value is the same")
        return Kappa((self._A_o - self._A_e) / (1 - self._A_e), self._A_o, self._A_e, self.items)

    def estimate(self):
        """Estimate of kappa, nan where undefined."""
        D_o, D_e = 1 - self._A_o, 1 - self._A_e
        value = (self._A_o - self._A_e) / D_e if self.items and D_e else numpy.nan
        return corrected(
            numpy.array([value]), D_o, D_e, -self._A_o_by[:, None], -self._A_e_by[:, None],
            self._n[:, None] > 0,
        )

    def _observe(self, equal, pairs):
        """equal: pairs of equal values in each sentence; pairs: of values in each item."""
        possible = max(self.items * pairs, 1)
        self._A_o = float(equal.sum()) / possible
        self._A_o_by = (equal - self._A_o * pairs * self._n) / possible


class CohenTable(_KappaTable):
    """Two annotators.

    first, second   integer arrays: index of each item's value
    sentence        index of each item's sentence
    sentences       number of sentences

    Q = sum over v of n_v m_v = N^2 A_e is a sum over the values of sentences: with c_sv
    times the value v by the first, d_sv by the second, Q'_s = sum of c_sv m_v + d_sv n_v.
    """

    def __init__(self, first, second, sentence, sentences):
        first, second, sentence = (numpy.asarray(own, dtype=numpy.int64) for own in (first, second, sentence))
        self.items = N = len(first)
        self._n = numpy.bincount(sentence, minlength=sentences)
        self._observe(numpy.bincount(sentence[first == second], minlength=sentences), 1)
        values = 1 + int(max(first.max(initial=-1), second.max(initial=-1)))
        n, m = (numpy.bincount(own, minlength=values).astype(float) for own in (first, second))
        products_by = numpy.bincount(sentence, m[first] + n[second], minlength=sentences)
        self._A_e = float(n @ m) / max(N * N, 1)
        self._A_e_by = (products_by - 2 * N * self._A_e * self._n) / max(N * N, 1)


class FleissTable(_KappaTable):
    """Two or more annotators who all have a value for every item.

    values      integer array, items x annotators: index of the value
    sentence    index of each item's sentence
    sentences   number of sentences
    """

    def __init__(self, values, sentence, sentences):
        values, sentence = numpy.asarray(values, dtype=numpy.int64), numpy.asarray(sentence, dtype=numpy.int64)
        self.items, c = values.shape
        self._n = numpy.bincount(sentence, minlength=sentences)
        equal = numpy.zeros(len(values))
        for left in range(c):
            for right in range(left + 1, c):
                equal += values[:, left] == values[:, right]
        self._observe(numpy.bincount(sentence, equal, minlength=sentences), c * (c - 1) / 2)
        n = numpy.bincount(values.ravel()).astype(float)
        squares_by = 2 * numpy.bincount(sentence, n[values].sum(axis=1), minlength=sentences)
        all_values = max(self.items * c, 1)
        self._A_e = float(n @ n) / all_values**2
        self._A_e_by = (squares_by - 2 * all_values * c * self._A_e * self._n) / all_values**2
