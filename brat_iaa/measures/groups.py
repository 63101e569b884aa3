"""Figures of groups of sentences, such as documents: one for each group, all computed at once."""

import numpy

from brat_iaa.measures.cells import CellEstimate, CellRatios, Cells
from brat_iaa.measures.estimate import corrected


class Groups:
    """Which group everything belongs to.

    sentence  group of each sentence, in ascending order
    value     group of each value; values of different groups are never the same number
    number    of groups
    """

    def __init__(self, sentence, value, number):
        self.sentence, self.value, self.number = sentence, value, number
        self._cells = Cells(numpy.arange(len(sentence)), sentence, number)

    def sums(self, of_sentences):
        """For each group the sum of what its sentences have."""
        return numpy.bincount(self.sentence, of_sentences, minlength=self.number)

    def ratio(self, above, below):
        """CellEstimate of one sum over another, as Ratios has it; both of each sentence."""
        return CellRatios(self._cells, above, below).estimate()

    def corrected(self, value, D_o, D_e, D_o_by, D_e_by, counts):
        """CellEstimate of 1 - D_o / D_e.

        value, D_o, D_e        of each group
        D_o_by, D_e_by, counts of each sentence, as in estimate.corrected()
        """
        own = self.sentence
        found = corrected(value[own], D_o[own], D_e[own], D_o_by, D_e_by, counts)
        expected = numpy.where(numpy.isnan(value), 1, D_e)
        return CellEstimate(value, self._cells, found.influence, counts, found.scale, expected)


def one_group(sentences, values):
    """Groups of so many sentences and values, all in the same."""
    return Groups(*(numpy.zeros(own, dtype=numpy.int64) for own in (sentences, values)), 1)
