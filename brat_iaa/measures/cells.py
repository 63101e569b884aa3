"""Sparse estimates: figures that are about few of the sentences, such as those of a label.

The sums of attachment_scores.py and estimate.py over cells: pairs of a sentence and a figure that
has items in it. Memory grows with the items, not with the number of labels.
"""

from functools import cached_property
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.measures.distinct import numbered
from brat_iaa.measures.estimate import SHARE, Estimate, mean_of_defined


class Cells:
    """Distinct pairs of a sentence and a figure, sorted by figure, then by sentence.

    sentence, figure  of each cell: integers
    figures           number of figures
    Derived cells are cached, as many sums share them.
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

    @cached_property
    def _first(self):
        """(the figures that have cells, the first cell of each)."""
        there = numpy.flatnonzero(self.number)
        return there, numpy.cumsum(self.number)[there] - self.number[there]

    def sums(self, terms):
        """For each figure the sum of terms over its cells: floats."""
        there, first = self._first
        totals = numpy.zeros(self.figures)
        if len(there):
            totals[there] = numpy.add.reduceat(numpy.asarray(terms, dtype=float), first)
        return totals

    def least(self, terms):
        """For each figure the smallest of terms over its cells; infinity without cells."""
        there, first = self._first
        found = numpy.full(self.figures, numpy.inf)
        if len(there):
            found[there] = numpy.minimum.reduceat(terms, first)
        return found

    def repeated(self, of_figures):
        """For each cell the number of its figure."""
        return numpy.repeat(of_figures, self.number)

    def by_document(self, document):
        """(Cells with documents instead of sentences, index of each cell in them)."""
        cached = self._by_document.get(id(document))
        if cached is None:
            cells, position = cells_of(document[self.sentence], self.figure, self.figures)
            cached = self._by_document[id(document)] = document, cells, position
        return cached[1:]

    def union(self, others):
        """(Cells of these and other Cells, for each of them the indexes of its cells in it)."""
        if all(other is self for other in others):
            return self, [slice(None)] * (1 + len(others))
        key = tuple(map(id, others))
        if key not in self._unions:
            sources = (self, *others)
            sentence, figure = (
                numpy.concatenate([getattr(source, name) for source in sources])
                for name in ("sentence", "figure")
            )
            cells, position = cells_of(sentence, figure, self.figures)
            ends = numpy.cumsum([len(source) for source in sources])[:-1]
            self._unions[key] = others, cells, numpy.split(position, ends)
        return self._unions[key][1:]


def cells_of(sentence, figure, figures):
    """(Cells, index of each contribution's cell) of contributions' sentences and figures."""
    width = int(sentence.max(initial=0)) + 1
    cells, position = numbered(figure * numpy.int64(width) + sentence, figures * width)
    figure, sentence = (own.astype(numpy.int32) for own in numpy.divmod(cells, width))
    return Cells(sentence, figure, figures), position.astype(numpy.int32)


class CellRatios(NamedTuple):
    """What each cell adds to the numerators (above) and denominators (below): floats."""

    cells: Cells
    above: numpy.ndarray
    below: numpy.ndarray

    def values(self):
        """The figures; nan for 0/0."""
        return _divided(*self.sums())

    def estimate(self):
        """CellEstimate of the figures; formula: see attachment_scores.Ratios."""
        above, below = self.sums()
        values, repeated = _divided(above, below), self.cells.repeated
        defined = below > 0
        x, b = numpy.where(defined, values, 0), numpy.where(defined, below, 1)
        influence = (self.above - repeated(x) * self.below) / repeated(b)
        if not defined.all():
            influence[repeated(~defined)] = 0
        counts = self.below > 0
        return CellEstimate(
            values, self.cells, influence, None if counts.all() else counts,
            weight=self.below / repeated(b),
        )  # fmt: skip

    def plus(self, other):
        """CellRatios of the sum of both."""
        cells, positions = self.cells.union((other.cells,))
        above, below = numpy.zeros((2, len(cells)))
        for ratios, position in zip((self, other), positions):
            above[position] += ratios.above
            below[position] += ratios.below
        return CellRatios(cells, above, below)

    def sums(self):
        """(above, below) of each figure."""
        return [self.cells.sums(terms) for terms in (self.above, self.below)]


def _divided(above, below):
    return numpy.divide(above, below, out=numpy.full(len(below), numpy.nan), where=below > 0)


class Contributions:
    """The cells of contributions, to sum up any numbers by cell.

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
        """CellRatios of the contributions.

        above, below  floats, one for each contribution; below may be one for all
        """
        if numpy.isscalar(below):
            return CellRatios(self.cells, self._sums(above), below * self.number)
        return CellRatios(self.cells, self._sums(above), self._sums(below))

    def _sums(self, terms):
        return numpy.bincount(self._place, terms, minlength=len(self.cells))


class Everywhere(NamedTuple):
    """Influence of every sentence on every figure, besides that of cells: weight times factor.

    weight  of each sentence: whole numbers
    factor  of each figure: floats
    """

    weight: numpy.ndarray
    factor: numpy.ndarray


class CellEstimate(NamedTuple):
    """A sparse Estimate.

    value              floats, one for each figure; nan where undefined
    cells              Cells
    influence, counts  of each cell, as in Estimate; counts is None if all cells count
    scale, expected    as in Estimate
    everywhere         Everywhere; None: sentences without a cell have no influence
    weight, chance     of each cell, as in Estimate, with what is Everywhere
    parts              CellEstimates with these cells that this is the mean of
    """

    value: numpy.ndarray
    cells: Cells
    influence: numpy.ndarray
    counts: Optional[numpy.ndarray]
    scale: str = SHARE
    expected: Union[float, numpy.ndarray] = 1.0
    everywhere: Optional[Everywhere] = None
    weight: Optional[numpy.ndarray] = None
    chance: Any = 0.0
    parts: Any = ()

    @property
    def sampling(self):
        """As in Estimate; only whole projects are sampled."""
        return 0.0

    def sums(self, terms):
        """For each figure the sum over its cells."""
        return self.cells.sums(terms)

    def least(self, terms):
        """For each figure the smallest over its cells."""
        return self.cells.least(terms)

    def repeated(self, of_figures):
        """A number of each figure, for each of its cells."""
        return self.cells.repeated(of_figures)

    def outside(self, power):
        """For each figure the sum of powers of the influences of sentences without a cell."""
        if self.everywhere is None:
            return 0.0
        weight, factor = self.everywhere
        inside = self.cells.sums(weight[self.cells.sentence].astype(float) ** power)
        return factor**power * ((weight.astype(float) ** power).sum() - inside)

    def total_influence(self):
        """The influence of each cell, with what is Everywhere."""
        if self.everywhere is None:
            return self.influence
        weight, factor = self.everywhere
        return self.influence + self.cells.repeated(factor) * weight[self.cells.sentence]

    def which(self):
        """Whether each cell counts: booleans."""
        return numpy.ones(len(self.cells), dtype=bool) if self.counts is None else self.counts

    def weights(self):
        """Each cell's share of what the figure is divided by."""
        if self.weight is not None:
            return self.weight
        counts = self.which()
        return counts / self.cells.repeated(numpy.maximum(self.cells.sums(counts), 1))

    def of_figure(self, figure, sentences):
        """The Estimate of one figure, by its number. Not with Everywhere."""
        rows = self.cells.figure == figure

        def dense(terms):
            if not isinstance(terms, numpy.ndarray):
                return terms
            column = numpy.zeros((sentences, 1), terms.dtype)
            column[self.cells.sentence[rows], 0] = terms[rows]
            return column

        expected = numpy.broadcast_to(self.expected, len(self.value))[[figure]]
        return Estimate(
            self.value[[figure]], dense(self.influence), dense(self.which()), self.scale, expected,
            weight=dense(self.weight), chance=dense(self.chance),
            parts=tuple(part.of_figure(figure, sentences) for part in self.parts),
        )  # fmt: skip

    def on(self, cells, position) -> "CellEstimate":
        """The same on other Cells; position: of these cells in them."""
        if cells is self.cells:
            return self

        def moved(terms):
            if not isinstance(terms, numpy.ndarray):
                return terms
            found = numpy.zeros(len(cells), terms.dtype)
            found[position] = terms
            return found

        return self._replace(
            cells=cells, influence=moved(self.influence), counts=moved(self.which()),
            weight=moved(self.weights()), chance=moved(self.chance),
            parts=tuple(part.on(cells, position) for part in self.parts),
        )  # fmt: skip

    def of_documents(self, document) -> "CellEstimate":
        """The same with documents as the sentences; document: number of each sentence's."""
        cells, position = self.cells.by_document(document)

        def added(terms):
            arrays = isinstance(terms, numpy.ndarray)
            return numpy.bincount(position, terms, minlength=len(cells)) if arrays else terms

        everywhere = self.everywhere
        if everywhere is not None:
            everywhere = everywhere._replace(weight=numpy.bincount(document, everywhere.weight))
        return self._replace(
            cells=cells, influence=added(self.influence),
            counts=None if self.counts is None else added(self.counts) > 0, everywhere=everywhere,
            weight=added(self.weight), chance=added(self.chance),
            parts=tuple(part.of_documents(document) for part in self.parts),
        )  # fmt: skip


def mean_of_cells(estimates: list) -> CellEstimate:
    """CellEstimate of the unweighted mean over defined estimates, figure by figure.

    estimates  CellEstimates of the same figures and sentences, without Everywhere
    """
    value, defined = mean_of_defined([estimate.value for estimate in estimates])
    first, *others = (estimate.cells for estimate in estimates)
    cells, positions = first.union(tuple(others))
    influence, counts = numpy.zeros(len(cells)), numpy.zeros(len(cells), dtype=bool)
    for own, position in zip(estimates, positions):
        influence[position] += own.influence
        counts[position] |= own.which()
    expected = [
        numpy.where(numpy.isnan(estimate.value), numpy.nan, estimate.expected)
        for estimate in estimates
    ]
    return CellEstimate(
        value, cells, influence / cells.repeated(numpy.maximum(defined, 1)),
        None if counts.all() else counts, estimates[0].scale, mean_of_defined(expected)[0],
        parts=_Parts(cells, estimates, positions),
    )  # fmt: skip


class _Parts:
    """CellEstimates on the cells of their mean: sparse, and moved there one after the other.

    positions  of the cells of each estimate in those of the mean
    """

    def __init__(self, cells, estimates, positions):
        self._cells, self._moves = cells, list(zip(estimates, positions))

    def __iter__(self):
        return (own.on(self._cells, position) for own, position in self._moves)
