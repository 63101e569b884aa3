"""Figures of which each is about few of the sentences, such as those of a label or of a document.

The same sums as in attachment_scores.py and estimate.py, but only of cells: a sentence and a
figure that has something there. Thousands of labels need no more memory than their items do.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.estimate import SHARE, Spread
from brat_iaa.measures.means import mean_of_defined


class CellRatios(NamedTuple):
    """What each cell adds above and below the line: floats; cells by figure, then by sentence.

    sentence, figure  of each cell: integers
    figures           number of figures
    """

    sentence: numpy.ndarray
    figure: numpy.ndarray
    above: numpy.ndarray
    below: numpy.ndarray
    figures: int

    def values(self):
        """The figures; nan for 0/0."""
        above, below = self.sums()
        return numpy.divide(above, below, out=numpy.full(len(below), numpy.nan), where=below > 0)

    def estimate(self):
        """CellEstimate of the figures, by the formula of Ratios."""
        values, (_, below) = self.values(), self.sums()
        defined = ~numpy.isnan(values)
        x = numpy.where(defined, values, 0)[self.figure]
        b = numpy.where(defined, below, 1)[self.figure]
        influence = numpy.where(defined[self.figure], self.above - x * self.below, 0) / b
        return CellEstimate(values, self.sentence, self.figure, influence, self.below > 0)

    def plus(self, other):
        """The CellRatios of both sums together."""
        parts = zip(self[:4], other[:4])
        sentence, figure, above, below = (numpy.concatenate(own) for own in parts)
        return cell_ratios(above, below, sentence, figure, self.figures)

    def sums(self):
        """(above, below) of each figure."""
        return [
            numpy.bincount(self.figure, own, minlength=self.figures)
            for own in (self.above, self.below)
        ]


def cell_ratios(above, below, sentence, figure, figures):
    """CellRatios of contributions.

    above, below, sentence, figure  of each contribution: floats, floats, integers, integers
    figures                         number of figures
    """
    (sentence, figure), (above, below) = summed(sentence, figure, above, below)
    return CellRatios(sentence, figure, above, below, figures)


def summed(sentence, figure, *columns):
    """((sentence, figure) of each cell, sums of each column in it); by figure, then by sentence."""
    width = int(sentence.max(initial=0)) + 1
    cells, place = numpy.unique(figure * width + sentence, return_inverse=True)
    place = place.reshape(-1)
    figure, sentence = numpy.divmod(cells, width)
    return (sentence, figure), [
        numpy.bincount(place, column, minlength=len(cells)) for column in columns
    ]


class Everywhere(NamedTuple):
    """Influence of sentences on every figure, beside that of the cells: weight times factor.

    weight  of each sentence: whole numbers
    factor  of each figure: floats
    """

    weight: numpy.ndarray
    factor: numpy.ndarray


class CellEstimate(NamedTuple):
    """An Estimate of which only cells are kept, by figure, then by sentence.

    value       floats, one for each figure; nan where undefined
    sentence, figure, influence, counts   of each cell, as in Estimate
    scale, expected                       as in Estimate
    everywhere  Everywhere, or None where sentences without a cell have no influence
    """

    value: numpy.ndarray
    sentence: numpy.ndarray
    figure: numpy.ndarray
    influence: numpy.ndarray
    counts: numpy.ndarray
    scale: str = SHARE
    expected: object = 1.0
    everywhere: object = None

    def spread(self, document):
        """Spread of every figure; document: number of each sentence's document."""
        by_document = self._of_documents(document)
        units, squares = zip(*(own._sums() for own in (self, by_document)))
        return Spread(*units, *squares)

    def _of_documents(self, document):
        """The same with documents as the sentences."""
        (number, figure), (influence, counts) = summed(
            document[self.sentence], self.figure, self.influence, self.counts
        )
        own = self.everywhere
        if own is not None:
            own = own._replace(weight=numpy.bincount(document, own.weight))
        return self._replace(
            sentence=number, figure=figure, influence=influence, counts=counts > 0, everywhere=own
        )

    def _sums(self):
        """(units, sum of the squared influences) of each figure."""
        figures = len(self.value)
        influence, elsewhere = self.influence, 0.0
        if self.everywhere is not None:
            weight, factor = self.everywhere
            of_cells = weight[self.sentence]
            influence = influence + factor[self.figure] * of_cells
            without = (weight**2).sum() - numpy.bincount(
                self.figure, of_cells**2, minlength=figures
            )
            elsewhere = factor**2 * without
        units = numpy.bincount(self.figure, self.counts, minlength=figures).astype(numpy.int64)
        return units, elsewhere + numpy.bincount(self.figure, influence**2, minlength=figures)


def mean_of_cells(estimates):
    """CellEstimate of the unweighted mean of those that are defined, figure by figure.

    estimates  CellEstimates of the same figures and sentences, without Everywhere
    """
    value, defined = mean_of_defined([one.value for one in estimates])
    parts = ([getattr(one, name) for one in estimates] for name in ("sentence", "figure"))
    sentence, figure = (numpy.concatenate(own) for own in parts)
    shares = [one.influence / numpy.maximum(defined, 1)[one.figure] for one in estimates]
    (sentence, figure), (influence, counts) = summed(
        sentence, figure, numpy.concatenate(shares),
        numpy.concatenate([one.counts for one in estimates]),
    )  # fmt: skip
    expected = [numpy.where(numpy.isnan(one.value), numpy.nan, one.expected) for one in estimates]
    return CellEstimate(
        value, sentence, figure, influence, counts > 0, estimates[0].scale,
        mean_of_defined(expected)[0],
    )  # fmt: skip
