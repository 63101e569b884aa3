"""Figures of groups of sentences, such as documents: one for each group, all computed at once."""

from typing import NamedTuple

import numpy

from brat_iaa.measures.estimate import SHARE, Spread, corrected
from brat_iaa.measures.means import mean_of_defined


class Groups(NamedTuple):
    """Which group everything belongs to.

    sentence  group of each sentence, in ascending order
    value     group of each value; values of different groups are never the same number
    number    of groups
    """

    sentence: numpy.ndarray
    value: numpy.ndarray
    number: int

    def sums(self, of_sentences):
        """For each group the sum of what its sentences have."""
        return numpy.bincount(self.sentence, of_sentences, minlength=self.number)

    def ratio(self, above, below):
        """GroupEstimate of one sum over another, as Ratios has it; both of each sentence."""
        total, own = self.sums(below), self.sentence
        defined = total > 0
        value = numpy.divide(
            self.sums(above), total, out=numpy.full(self.number, numpy.nan), where=defined
        )
        x, b = numpy.where(defined, value, 0), numpy.where(defined, total, 1)
        influence = numpy.where(defined[own], above - x[own] * below, 0) / b[own]
        return GroupEstimate(value, influence, below > 0, own)

    def corrected(self, value, D_o, D_e, D_o_by, D_e_by, counts):
        """GroupEstimate of 1 - D_o / D_e.

        value, D_o, D_e        of each group
        D_o_by, D_e_by, counts of each sentence, as in estimate.corrected()
        """
        own = self.sentence
        found = corrected(value[own], D_o[own], D_e[own], D_o_by, D_e_by, counts)
        expected = numpy.where(numpy.isnan(value), 1, D_e)
        return GroupEstimate(value, found.influence, counts, own, found.scale, expected)


def one_group(sentences, values):
    """Groups of so many sentences and values, all in the same."""
    return Groups(*(numpy.zeros(own, dtype=numpy.int64) for own in (sentences, values)), 1)


class GroupEstimate(NamedTuple):
    """An Estimate with a figure for each group of sentences.

    value              floats, one for each group; nan where undefined
    influence, counts  of each sentence, as in Estimate
    group              of each sentence, in ascending order
    scale, expected    as in Estimate
    """

    value: numpy.ndarray
    influence: numpy.ndarray
    counts: numpy.ndarray
    group: numpy.ndarray
    scale: str = SHARE
    expected: object = 1.0

    def spread(self, document):
        """Spread of every figure; document: number of each sentence's document, ascending.

        No document is in two groups.
        """
        influence, counts, group = self.influence, self.counts, self.group
        units, squares = [self._number(counts, group)], [self._squares(influence, group)]
        if len(document):
            starts = numpy.flatnonzero(numpy.diff(document, prepend=-1))
            influence, counts = (
                numpy.add.reduceat(influence, starts), numpy.logical_or.reduceat(counts, starts)
            )
            group = group[starts]
        return Spread(
            *units, self._number(counts, group), *squares, self._squares(influence, group)
        )

    def _number(self, counts, group):
        return numpy.bincount(group[counts], minlength=len(self.value))

    def _squares(self, influence, group):
        bounds = numpy.searchsorted(group, numpy.arange(len(self.value) + 1)).tolist()
        squares = influence**2
        return numpy.array([squares[begin:end].sum() for begin, end in zip(bounds, bounds[1:])])


def of_sentences(found):
    """GroupEstimate of a CellEstimate that has one cell for each sentence."""
    return GroupEstimate(
        found.value, found.influence, found.counts, found.cells.figure, found.scale, found.expected
    )


def mean_of_groups(estimates):
    """GroupEstimate of the unweighted mean of those that are defined, group by group."""
    value, defined = mean_of_defined([one.value for one in estimates])
    first = estimates[0]
    influence = sum(one.influence for one in estimates) / numpy.maximum(defined, 1)[first.group]
    counts = numpy.any([one.counts for one in estimates], axis=0)
    expected = [numpy.where(numpy.isnan(one.value), numpy.nan, one.expected) for one in estimates]
    return GroupEstimate(
        value, influence, counts, first.group, first.scale, mean_of_defined(expected)[0]
    )
