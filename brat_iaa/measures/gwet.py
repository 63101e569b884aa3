"""Gwet's AC1 and AC2: agreement on single values, corrected for the chance of guesses alone.

Gwet 2008, "Computing inter-rater reliability and its variance in the presence of high agreement",
British Journal of Mathematical and Statistical Psychology 61(1); weights, and items that some
annotators have no value for, as in his Handbook of Inter-Rater Reliability (4th edition, 2014,
chapters 3 and 5):

    AC2 = (A_o - A_e) / (1 - A_e)
    A_o = mean over items with r >= 2 values of
          sum over ordered pairs of its values of their weight / (r (r - 1))
    A_e = T sum over labels q of p_q (1 - p_q) / (Q (Q - 1))
    p_q = mean over items with r >= 1 values of  r_q / r

T is the sum of the weights of each two labels, Q their number. With weights of 1 for equal labels
and 0 for others T = Q, and AC2 is AC1. Q is the number of labels that any of the annotators used,
or, on a scale, of all its labels. A_e is largest where all labels are equally frequent, and near 0
where one label is nearly all there is; there, kappa and alpha have theirs near 1.
"""

from itertools import combinations

import numpy

from brat_iaa.measures.distances import UNIT
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.kappas import KappaTables, shared
from brat_iaa.measures.similar import NOMINAL


class GwetTables(KappaTables):
    """Two or more annotators; each group has its own AC1.

    labels  list of the number of labels of each group

    values    integer array, items x annotators: index of the value, or MISSING
    sentence  index of each item's sentence
    groups    Groups of sentences and values
    similar   weights of different values
    scale     weights of all labels of a scale, labels x labels; None: the labels are those used

    With P_q the sum of r_q / r and n the number of items with a value, p_q = P_q / n and
    sum of p_q (1 - p_q) = 1 - sum of p_q^2; the derivative of that is
    -2 (sum over q of p_q P_sq - n_s sum of p_q^2) / n for the sentence s. T and Q are taken as
    given.
    """

    no_item = "no item with at least two values"

    def __init__(self, values, sentence, groups, similar=NOMINAL, scale=None):
        self._groups = groups
        annotated = values != MISSING
        number = annotated.sum(axis=1)
        item, _ = numpy.nonzero(annotated)
        value, part = values[annotated], 1 / number[item]
        p = numpy.bincount(value, part, minlength=len(groups.value))
        group, sentences = groups.sentence, len(groups.sentence)
        n_by = numpy.bincount(sentence[number > 0], minlength=sentences)
        n = numpy.maximum(groups.sums(n_by), 1)
        there = (p > 0).astype(float)
        used = numpy.bincount(groups.value[p > 0], minlength=groups.number)
        weights = there + there * similar.to_others(there) / UNIT
        weights = numpy.bincount(groups.value, weights, minlength=groups.number)
        if scale is not None:
            used, weights = numpy.full(groups.number, len(scale)), scale.sum()
        self.labels = used.tolist()
        p = p / n[groups.value]
        squares = numpy.bincount(groups.value, p * p, minlength=groups.number)
        squares_by = numpy.bincount(sentence[item], p[value] * part, minlength=sentences)
        factor = weights / numpy.maximum(used * (used - 1), 1)
        # With a single label, nothing else could have been said: every agreement is by chance.
        self._A_e = numpy.where(used > 1, (1 - squares) * factor, 1)
        self._A_e_by = -2 * (squares_by - n_by * squares[group]) * (factor / n)[group]
        self._observe_pairs(values, annotated, number, sentence, similar)

    def _observe_pairs(self, values, annotated, number, sentence, similar):
        """Set observed agreement: the mean weight of pairs over items with a pair."""
        equal = numpy.zeros(len(values))
        for left, right in combinations(range(values.shape[1]), 2):
            both = annotated[:, left] & annotated[:, right]
            equal[both] += shared(values[both, left], values[both, right], similar)
        pairable = number >= 2
        share = equal[pairable] / (number * (number - 1) / 2)[pairable]
        self._observe(sentence[pairable], share, numpy.ones(self._groups.number))
