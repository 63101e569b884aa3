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
from brat_iaa.measures.alpha import Similar
from brat_iaa.measures.value_counts import ValueCounts

_NOTHING = numpy.zeros(0, dtype=numpy.int64)
_NOMINAL = Similar(_NOTHING, _NOTHING, numpy.zeros(0))


class Kappa(NamedTuple):
    """kappa (at most 1, may be negative), observed and expected agreement, items that counted."""

    kappa: float
    observed: float
    expected: float
    items: int


class _KappaTable:
    """What both coefficients share; sentences can be weighted, as in AlphaTable."""

    def __init__(self, items, sentence, sentences):
        self.items = items
        self._sentences = sentences
        self._N = numpy.bincount(sentence, minlength=sentences)

    def score(self):
        """Kappa of all items. Raises Undefined with the reason where there is none."""
        if not self.items:
            raise Undefined("no item with a value of each annotator")
        A_o, A_e = (float(row[0]) for row in self._agreements(numpy.ones((1, self._sentences))))
        if A_e == 1:
            raise Undefined("every value is the same")
        return Kappa((A_o - A_e) / (1 - A_e), A_o, A_e, self.items)

    def resampled(self, weights):
        """Kappa for each row of sentence weights; nan where undefined."""
        A_o, A_e = self._agreements(weights)
        return _divided(A_o - A_e, 1 - A_e)


class CohenTable(_KappaTable):
    """Two annotators.

    first, second   integer arrays: index of each item's value
    sentence        index of each item's sentence
    sentences       number of sentences
    """

    def __init__(self, first, second, sentence, sentences):
        first, second, sentence = (numpy.asarray(own, dtype=numpy.int64) for own in (first, second, sentence))
        super().__init__(len(first), sentence, sentences)
        self._equal = numpy.bincount(sentence[first == second], minlength=sentences)
        self._first = ValueCounts(first, sentence, sentences)
        self._second = ValueCounts(second, sentence, sentences)
        self._both = ValueCounts(
            numpy.concatenate([first, second]), numpy.concatenate([sentence, sentence]), sentences
        )

    def _agreements(self, weights):
        N = weights @ self._N
        # sum n_v m_v, out of the squares of n_v + m_v, n_v and m_v: exact, as they are whole numbers.
        squares = [counts.alike(weights, _NOMINAL) for counts in (self._both, self._first, self._second)]
        products = (squares[0] - squares[1] - squares[2]) / 2
        return _divided(weights @ self._equal, N), _divided(products, N * N)


class FleissTable(_KappaTable):
    """Two or more annotators who all have a value for every item.

    values      integer array, items x annotators: index of the value
    sentence    index of each item's sentence
    sentences   number of sentences
    """

    def __init__(self, values, sentence, sentences):
        values, sentence = numpy.asarray(values, dtype=numpy.int64), numpy.asarray(sentence, dtype=numpy.int64)
        super().__init__(len(values), sentence, sentences)
        self._annotators = values.shape[1]
        equal = numpy.zeros(len(values))
        for left in range(self._annotators):
            for right in range(left + 1, self._annotators):
                equal += values[:, left] == values[:, right]
        self._equal = numpy.bincount(sentence, equal, minlength=sentences)
        self._all = ValueCounts(values.ravel(), numpy.repeat(sentence, self._annotators), sentences)

    def _agreements(self, weights):
        N, c = weights @ self._N, self._annotators
        squares = self._all.alike(weights, _NOMINAL)
        return _divided(weights @ self._equal, N * (c * (c - 1) / 2)), _divided(squares, (N * c) ** 2)


def _divided(above, below):
    return numpy.divide(above, below, out=numpy.full(numpy.shape(below), numpy.nan), where=below > 0)
