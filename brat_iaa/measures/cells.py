"""Figures of which each is about few of the sentences, such as those of a label or of a document.

The same sums as in attachment_scores.py and estimate.py, but only of cells: a sentence and a
figure that has something there. Thousands of labels need no more memory than their items do.
"""

from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.measures.estimate import SHARE, Spread
from brat_iaa.measures.means import mean_of_defined


class Cells:
    """Pairs of a sentence and a figure, each once: by figure, then by sentence.

    sentence, figure  of each cell: integers
    figures           number of figures
    What is found out about cells is kept, as many sums have the same ones.
    """

    def __init__(self, sentence, figure, figures):
        self.sentence, self.figure, self.figures = sentence, figure, figures
        self._by_document, self._unions = {}, {}

    def __len__(self):
        return len(self.figure)

    @cached_property
    def number(self):
        """Number of cells of each figure."""
        return numpy.bincount(self.figure, minlength=self.figures)

    def by_document(self, document):
        """(Cells with documents instead of sentences, place of each cell in them)."""
        known = self._by_document.get(id(document))
        if known is None:
            own, place = cells_of(document[self.sentence], self.figure, self.figures)
            known = self._by_document[id(document)] = document, own, place
        return known[1:]

    def union(self, others):
        """(Cells of these and other Cells, place of the cells of each of them in it)."""
        if all(other is self for other in others):
            return self, [slice(None)] * (1 + len(others))
        key = tuple(map(id, others))
        if key not in self._unions:
            several = (self, *others)
            sentence, figure = (
                numpy.concatenate([getattr(one, name) for one in several])
                for name in ("sentence", "figure")
            )
            own, place = cells_of(sentence, figure, self.figures)
            ends = numpy.cumsum([len(one) for one in several])[:-1]
            self._unions[key] = others, own, numpy.split(place, ends)
        return self._unions[key][1:]


def cells_of(sentence, figure, figures):
    """(Cells, place of each contribution in them) of contributions' sentences and figures."""
    width = int(sentence.max(initial=0)) + 1
    cells, place = numpy.unique(figure * numpy.int64(width) + sentence, return_inverse=True)
    figure, sentence = numpy.divmod(cells, width)
    return Cells(sentence, figure, figures), place.reshape(-1)


class CellRatios(NamedTuple):
    """What each of some Cells adds above and below the line: floats."""

    cells: Cells
    above: numpy.ndarray
    below: numpy.ndarray

    def values(self):
        """The figures; nan for 0/0."""
        return _divided(*self.sums())

    def estimate(self):
        """CellEstimate of the figures, by the formula of Ratios."""
        above, below = self.sums()
        values, figure = _divided(above, below), self.cells.figure
        defined = below > 0
        x, b = numpy.where(defined, values, 0), numpy.where(defined, below, 1)
        influence = (self.above - x[figure] * self.below) / b[figure]
        if not defined.all():
            influence[~defined[figure]] = 0
        counts = self.below > 0
        return CellEstimate(values, self.cells, influence, None if counts.all() else counts)

    def plus(self, other):
        """The CellRatios of both sums together."""
        cells, places = self.cells.union((other.cells,))
        above, below = numpy.zeros((2, len(cells)))
        for own, place in zip((self, other), places):
            above[place] += own.above
            below[place] += own.below
        return CellRatios(cells, above, below)

    def sums(self):
        """(above, below) of each figure."""
        return [
            numpy.bincount(self.cells.figure, own, minlength=self.cells.figures)
            for own in (self.above, self.below)
        ]


def _divided(above, below):
    return numpy.divide(above, below, out=numpy.full(len(below), numpy.nan), where=below > 0)


class Contributions:
    """Where contributions belong; what they are can be added up again and again.

    sentence, figure  of each: integers
    figures           number of figures
    """

    def __init__(self, sentence, figure, figures):
        self.cells, self._place = cells_of(sentence, figure, figures)

    @cached_property
    def number(self):
        """Number of contributions to each cell: floats."""
        return numpy.bincount(self._place, minlength=len(self.cells)).astype(float)

    def ratios(self, above, below):
        """CellRatios of what each contributes above and below the line.

        above, below  floats, one for each contribution; below: or one for all of them
        """
        if numpy.isscalar(below):
            return CellRatios(self.cells, self._sums(above), below * self.number)
        return CellRatios(self.cells, self._sums(above), self._sums(below))

    def _sums(self, own):
        return numpy.bincount(self._place, own, minlength=len(self.cells))


class Everywhere(NamedTuple):
    """Influence of sentences on every figure, beside that of the cells: weight times factor.

    weight  of each sentence: whole numbers
    factor  of each figure: floats
    """

    weight: numpy.ndarray
    factor: numpy.ndarray


class CellEstimate(NamedTuple):
    """An Estimate of which only cells are kept.

    value              floats, one for each figure; nan where undefined
    cells              Cells
    influence, counts  of each cell, as in Estimate; counts is None if all cells count
    scale, expected    as in Estimate
    everywhere         Everywhere, or None where sentences without a cell have no influence
    """

    value: numpy.ndarray
    cells: Cells
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
        cells, place = self.cells.by_document(document)
        influence = numpy.bincount(place, self.influence, minlength=len(cells))
        counts = self.counts
        if counts is not None:
            counts = numpy.bincount(place, counts, minlength=len(cells)) > 0
        own = self.everywhere
        if own is not None:
            own = own._replace(weight=numpy.bincount(document, own.weight))
        return self._replace(cells=cells, influence=influence, counts=counts, everywhere=own)

    def _sums(self):
        """(units, sum of the squared influences) of each figure."""
        figures, figure = len(self.value), self.cells.figure
        influence, elsewhere = self.influence, 0.0
        if self.everywhere is not None:
            weight, factor = self.everywhere
            of_cells = weight[self.cells.sentence]
            influence = influence + factor[figure] * of_cells
            without = (weight**2).sum() - numpy.bincount(figure, of_cells**2, minlength=figures)
            elsewhere = factor**2 * without
        units = self.cells.number
        if self.counts is not None:
            units = numpy.bincount(figure, self.counts, minlength=figures).astype(numpy.int64)
        return units, elsewhere + numpy.bincount(figure, influence**2, minlength=figures)


def mean_of_cells(estimates):
    """CellEstimate of the unweighted mean of those that are defined, figure by figure.

    estimates  CellEstimates of the same figures and sentences, without Everywhere
    """
    value, defined = mean_of_defined([one.value for one in estimates])
    first, *others = (one.cells for one in estimates)
    cells, places = first.union(tuple(others))
    influence, counts = numpy.zeros(len(cells)), None
    for one, place in zip(estimates, places):
        influence[place] += one.influence / numpy.maximum(defined, 1)[one.cells.figure]
    if any(one.counts is not None for one in estimates):
        counts = numpy.zeros(len(cells), dtype=bool)
        for one, place in zip(estimates, places):
            counts[place] |= True if one.counts is None else one.counts
    expected = [numpy.where(numpy.isnan(one.value), numpy.nan, one.expected) for one in estimates]
    return CellEstimate(
        value, cells, influence, counts, estimates[0].scale, mean_of_defined(expected)[0]
    )
