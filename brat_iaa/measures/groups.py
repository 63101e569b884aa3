"""One figure for each group of sentences, such as a document; all computed at once."""

import numpy

from brat_iaa.measures.cells import Cells
from brat_iaa.measures.estimate import Estimate, Ratios, corrected


class Groups:
    """The groups of sentences and values.

    sentence  group of each sentence, in ascending order
    value     group of each value; different groups share no value
    number    of groups
    """

    def __init__(self, sentence, value, number):
        self.sentence, self.value, self.number = sentence, value, number
        self._cells = Cells(numpy.arange(len(sentence)), sentence, number)

    def sums(self, of_sentences):
        """For each group the sum over its sentences."""
        return numpy.bincount(self.sentence, of_sentences, minlength=self.number)

    def ratio(self, above, below) -> Estimate:
        """Estimate of one sum over another; above and below: one number for each sentence."""
        return Ratios(self._cells, above, below).estimate()

    def corrected(self, value, D_o, D_e, D_o_by, D_e_by, n) -> Estimate:
        """Estimate of 1 - D_o / D_e.

        value, D_o, D_e        of each group
        D_o_by, D_e_by         of each sentence, as in estimate.corrected()
        n                      of each sentence: what it adds to the divisor of D_o
        """
        total = self.sums(n)[self.sentence]
        weight = n / numpy.where(total > 0, total, 1)
        return corrected(self._cells, value, D_o, D_e, D_o_by, D_e_by, n > 0, weight)


def one_group(sentences: int, values: int) -> Groups:
    """Groups with so many sentences and values in a single group."""
    return Groups(numpy.zeros(sentences, dtype=int), numpy.zeros(values, dtype=int), 1)
