"""Cohen's kappa and Fleiss' kappa: agreement on single values, corrected for chance.

    kappa = (A_o - A_e) / (1 - A_e)

A_o and A_e are observed and expected AGREEMENT; item_alpha.py has disagreement.

Cohen 1960, two annotators, each with their own distribution (n_v of the
first, m_v of the second, N items):

    A_o = items with equal values / N
    A_e = sum over values v of  n_v / N * m_v / N

Fleiss 1971, any number c of annotators who all have a value for every item,
one distribution for all of them (n_v of all). It generalises Scott's pi, not
Cohen's kappa, and is the multi-pi of Artstein & Poesio 2008, section 2.3:

    A_o = pairs of equal values within items / (N c (c - 1) / 2)
    A_e = sum over values v of  (n_v / (N c))^2
"""

from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.distances import UNIT
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.similar import NOMINAL


class Kappa(NamedTuple):
    """kappa (at most 1, may be negative), observed and expected agreement, number of items."""

    kappa: float
    observed: float
    expected: float
    items: int


class KappaTables:
    """What coefficients of agreement share; each group has its own kappa.

    no_item   why a group without items has none
    items     list of the number of items of each group
    _groups   Groups
    _n        items of each sentence
    _A_o, _A_e        of each group: observed and expected agreement; 0 without items
    _A_o_by, _A_e_by  of each sentence: their derivatives with respect to its weight
    """

    no_item = "no item with a value of each annotator"
    _A_e: numpy.ndarray
    _A_e_by: numpy.ndarray

    def scores(self) -> list:
        """List with the Kappa of each group, or an Undefined with the reason."""
        return [
            Undefined(self.no_item)
            if not items
            else Undefined("every value is the same")
            if expected == 1
            else Kappa((observed - expected) / (1 - expected), observed, expected, items)
            for items, observed, expected in zip(self.items, self._A_o.tolist(), self._A_e.tolist())
        ]

    def estimate(self):
        """Estimate of the kappas, nan where undefined."""
        D_o, D_e = 1 - self._A_o, 1 - self._A_e
        value = numpy.divide(
            self._A_o - self._A_e, D_e, out=numpy.full(len(D_e), numpy.nan),
            where=(numpy.array(self.items) > 0) & (D_e != 0),
        )  # fmt: skip
        return self._groups.corrected(value, D_o, D_e, -self._A_o_by, -self._A_e_by, self._n)

    def _observe(self, items, equal, pairs):
        """Set observed agreement; returns (items of each group, group of each sentence).

        items  sentence of each item
        equal  pairs of equal values in each item
        pairs  of values in each item of a group
        """
        groups = self._groups
        self._n = numpy.bincount(items, minlength=len(groups.sentence))
        equal = numpy.bincount(items, equal, minlength=len(self._n))
        N = groups.sums(self._n).astype(numpy.int64)
        self.items, all_pairs = N.tolist(), numpy.maximum(N * pairs, 1)
        self._A_o, group = groups.sums(equal) / all_pairs, groups.sentence
        self._A_o_by = (equal - self._A_o[group] * pairs[group] * self._n) / all_pairs[group]
        return N, group


def shared(first, second, similar) -> numpy.ndarray:
    """What each two values share: 1 if they are the same, else as similar says."""
    alike, differ = numpy.ones(len(first)), numpy.flatnonzero(first != second)
    alike[differ] = similar.of(first[differ], second[differ])
    return alike


class CohenTables(KappaTables):
    """Two annotators.

    first, second   integer arrays: index of each item's value
    sentence        index of each item's sentence
    groups          Groups of sentences and values
    similar         what different values share: weighted kappa (Cohen 1968)

    With M_vw what v and w share, n* = M n and m* = M m (n and m themselves without weights):
    Q = sum over v of n_v m*_v = N^2 A_e. Sentence s has the value v c_sv times by the first
    annotator, d_sv times by the second: Q'_s = sum over v of c_sv m*_v + d_sv n*_v.
    """

    def __init__(self, first, second, sentence, groups, similar=NOMINAL):
        self._groups = groups
        equal = shared(first, second, similar)
        N, group = self._observe(sentence, equal, numpy.ones(groups.number))
        n, m = (
            numpy.bincount(values, minlength=len(groups.value)).astype(float)
            for values in (first, second)
        )
        products = numpy.bincount(groups.value, n * m, minlength=groups.number)
        to_others = similar.to_others(m) / UNIT
        products += numpy.bincount(groups.value, n * to_others, minlength=groups.number)
        n, m = n + similar.to_others(n) / UNIT, m + to_others
        products_by = numpy.bincount(sentence, m[first] + n[second], minlength=len(self._n))
        squared = numpy.maximum(N * N, 1)
        self._A_e = products / squared
        self._A_e_by = (products_by - (2 * N * self._A_e)[group] * self._n) / squared[group]


class FleissTables(KappaTables):
    """Two or more annotators who all have a value for every item of the group.

    values      integer array, items x annotators: index of the value; MISSING for annotators
                who are not in the group
    annotators  number of those in each group
    sentence    index of each item's sentence
    groups      Groups of sentences and values
    """

    def __init__(self, values, annotators, sentence, groups):
        self._groups, c = groups, annotators
        annotated = values != MISSING
        equal = numpy.zeros(len(values))
        for left, right in combinations(range(values.shape[1]), 2):
            equal += (values[:, left] == values[:, right]) & annotated[:, left]
        N, group = self._observe(sentence, equal, c * (c - 1) / 2)
        n = numpy.bincount(values[annotated], minlength=len(groups.value)).astype(float)
        squares = numpy.bincount(groups.value, n * n, minlength=groups.number)
        of_items = numpy.where(annotated, numpy.append(n, 0)[values], 0).sum(axis=1)
        squares_by = 2 * numpy.bincount(sentence, of_items, minlength=len(self._n))
        all_values = numpy.maximum(N * c, 1)
        self._A_e = squares / all_values**2
        self._A_e_by = (squares_by - (2 * all_values * c * self._A_e)[group] * self._n) / (
            all_values**2
        )[group]
