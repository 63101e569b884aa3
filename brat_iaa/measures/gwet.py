"""Gwet's AC1: agreement on single values, corrected for the chance of guesses alone.

Gwet 2008, "Computing inter-rater reliability and its variance in the presence of high agreement",
British Journal of Mathematical and Statistical Psychology 61(1); items that some annotators have no
value for as in his Handbook of Inter-Rater Reliability (4th edition, 2014, chapter 5):

    AC1 = (A_o - A_e) / (1 - A_e)
    A_o = mean over items with r >= 2 values of  sum over labels q of r_q (r_q - 1) / (r (r - 1))
    A_e = sum over labels q of p_q (1 - p_q) / (Q - 1)
    p_q = mean over items with r >= 1 values of  r_q / r

Q is the number of labels that any of the annotators used. A_e is largest where all labels are
equally frequent, and near 0 where one label is nearly all there is; there, kappa and alpha have
theirs near 1.
"""

import numpy

from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.kappa import KappaTables


class GwetTables(KappaTables):
    """Two or more annotators; each group has its own AC1.

    labels  list of the number of labels of each group

    values    integer array, items x annotators: index of the value, or MISSING
    sentence  index of each item's sentence
    groups    Groups of sentences and values

    With P_q the sum of r_q / r and n the number of items with a value, p_q = P_q / n and
    sum of p_q (1 - p_q) = 1 - sum of p_q^2; the derivative of that is
    -2 (sum over q of p_q P_sq - n_s sum of p_q^2) / n for the sentence s.
    """

    no_item = "no item with at least two values"

    def __init__(self, values, sentence, groups):
        self._groups = groups
        annotated = values != MISSING
        number = annotated.sum(axis=1)
        item, _ = numpy.nonzero(annotated)
        value, part = values[annotated], 1 / number[item]
        p = numpy.bincount(value, part, minlength=len(groups.value))
        group, sentences = groups.sentence, len(groups.sentence)
        n_by = numpy.bincount(sentence[number > 0], minlength=sentences)
        n = numpy.maximum(groups.sums(n_by), 1)
        used = numpy.bincount(groups.value[p > 0], minlength=groups.number)
        self.labels = used.tolist()
        p = p / n[groups.value]
        squares = numpy.bincount(groups.value, p * p, minlength=groups.number)
        squares_by = numpy.bincount(sentence[item], p[value] * part, minlength=sentences)
        others = numpy.maximum(used - 1, 1)
        # With a single label, nothing else could have been said: every agreement is by chance.
        self._A_e = numpy.where(used > 1, (1 - squares) / others, 1)
        self._A_e_by = -2 * (squares_by - n_by * squares[group]) / (n * others)[group]
        self._observe_pairs(values, annotated, number, sentence)

    def _observe_pairs(self, values, annotated, number, sentence):
        """Set observed agreement: the mean share of equal pairs over items with a pair."""
        equal = numpy.zeros(len(values))
        for left in range(values.shape[1]):
            for right in range(left):
                equal += (values[:, left] == values[:, right]) & annotated[:, left]
        pairable = number >= 2
        share = equal[pairable] / (number * (number - 1) / 2)[pairable]
        self._observe(sentence[pairable], share, numpy.ones(self._groups.number))
