"""Estimates: figures with the influence of each sentence on them; and what figures are made of.

A figure x is a smooth function of sums over sentences, x(w) with a weight w_s = 1 for each sentence
s. The influence of a sentence is u_s = dx / dw_s. See intervals.py for what follows from it.
"""

from functools import cached_property
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.measures.cells import Cells, cells_of, every_cell

SHARE, CORRECTED, DIFFERENCE = "share", "corrected", "difference"


class Everywhere(NamedTuple):
    """Influence of every sentence on every figure, besides that of cells: weight times factor.

    weight  of each sentence: whole numbers
    factor  of each figure: floats
    """

    weight: numpy.ndarray
    factor: numpy.ndarray


class Estimate(NamedTuple):
    """Figures, and the influence of each sentence on them.

    value      floats, one for each figure; nan where undefined
    cells      Cells: the sentences with items of a figure, or all sentences
    influence  floats, of each cell: u_s; 0 where the figure is undefined
    counts     booleans, of each cell: whether the sentence has items of the figure; None: all have
    scale      SHARE, CORRECTED or DIFFERENCE (of two figures; in [-1, 1])
    expected   D_e of each figure: floats, or 1 where chance plays no part
    everywhere Everywhere; None: sentences without a cell have no influence
    weight     of each cell: the sentence's share of what the figure is divided by; None: sentences
               that count have the same
    chance     of each cell: D_e'_s / D_e; 0 without chance
    parts      Estimates that this is the mean of, on these cells
    harmonic   whether it is the harmonic mean of its two parts
    sampling   variance to add because D_e was estimated from a sample of pairs
    """

    value: numpy.ndarray
    cells: Cells
    influence: numpy.ndarray
    counts: Optional[numpy.ndarray] = None
    scale: str = SHARE
    expected: Union[float, numpy.ndarray] = 1.0
    everywhere: Optional[Everywhere] = None
    weight: Optional[numpy.ndarray] = None
    chance: Any = 0.0
    parts: Any = ()
    harmonic: bool = False
    sampling: float = 0.0

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

    def of_figure(self, figure, sentences) -> "Estimate":
        """That of one figure, by its number, on all sentences. Not with Everywhere."""
        rows = numpy.flatnonzero(self.cells.figure == figure)
        expected = numpy.broadcast_to(self.expected, len(self.value))[[figure]]
        figure_alone = self._replace(
            value=self.value[[figure]], expected=expected,
            parts=tuple(part.of_figure(figure, sentences) for part in self.parts),
        )  # fmt: skip
        return figure_alone._on(every_cell(sentences), self.cells.sentence[rows], rows)

    def on(self, cells, position) -> "Estimate":
        """The same on other Cells; position: of these cells in them."""
        if cells is self.cells:
            return self
        parts = tuple(part.on(cells, position) for part in self.parts)
        weighted = self._replace(weight=self.weights(), parts=parts)
        return weighted._on(cells, position, slice(None))

    def _on(self, cells, position, rows):
        def moved(terms):
            if not isinstance(terms, numpy.ndarray):
                return terms
            terms_there = numpy.zeros(len(cells), terms.dtype)
            terms_there[position] = terms[rows]
            return terms_there

        return self._replace(
            cells=cells, influence=moved(self.influence), counts=moved(self.which()),
            weight=moved(self.weight), chance=moved(self.chance),
        )  # fmt: skip

    def of_documents(self, document) -> "Estimate":
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


class Ratios(NamedTuple):
    """What each cell adds to the numerators (above) and denominators (below): floats."""

    cells: Cells
    above: numpy.ndarray
    below: numpy.ndarray

    def estimate(self) -> Estimate:
        """Estimate of the figures x = a / b, nan for 0/0: u_s = (a_s - x b_s) / b; a is above, b
        below.
        """
        above, below = map(self.cells.sums, (self.above, self.below))
        values = numpy.divide(above, below, out=numpy.full(len(below), numpy.nan), where=below > 0)
        defined, repeated = below > 0, self.cells.repeated
        x, b = numpy.where(defined, values, 0), numpy.where(defined, below, 1)
        influence = (self.above - repeated(x) * self.below) / repeated(b)
        if not defined.all():
            influence[repeated(~defined)] = 0
        counts = self.below > 0
        return Estimate(
            values, self.cells, influence, None if counts.all() else counts,
            weight=self.below / repeated(b),
        )  # fmt: skip

    def plus(self, other) -> "Ratios":
        """The sum of both."""
        cells, positions = self.cells.union((other.cells,))
        above, below = numpy.zeros((2, len(cells)))
        for ratios, position in zip((self, other), positions):
            above[position] += ratios.above
            below[position] += ratios.below
        return Ratios(cells, above, below)

    def sums(self):
        """[above, below] of each figure."""
        return [self.cells.sums(terms) for terms in (self.above, self.below)]


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

    def ratios(self, above, below) -> Ratios:
        """Ratios of the contributions.

        above, below  floats, one for each contribution; below may be one for all
        """
        if numpy.isscalar(below):
            return Ratios(self.cells, self._sums(above), below * self.number)
        return Ratios(self.cells, self._sums(above), self._sums(below))

    def _sums(self, terms):
        return numpy.bincount(self._place, terms, minlength=len(self.cells))


def by_sentence(above, below, sentence, sentences, column=None, columns=1) -> Ratios:
    """Ratios: the sums of contributions over all sentences and figures.

    above, below  one float for each contribution
    sentence      index of its sentence, below `sentences`
    column        index of its figure, below `columns` (None: all 0)
    """
    cell = (0 if column is None else column) * sentences + sentence
    sums = (numpy.bincount(cell, part, sentences * columns) for part in (above, below))
    return Ratios(every_cell(sentences, columns), *sums)


def ratios_of_sentences(above, below) -> Ratios:
    """Ratios of what all sentences add: arrays, sentences x figures, or of a single figure."""
    cells = every_cell(len(above), above.shape[1] if above.ndim > 1 else 1)
    return Ratios(cells, above.T.ravel(), below.T.ravel())


def influences(value, D_o, D_e, D_o_by, D_e_by) -> tuple:
    """(u_s, D_e'_s / D_e) of 1 - D_o / D_e; 0 where the value is nan.

    D_o_by, D_e_by  derivatives with respect to the weight of a sentence
    """
    defined = ~numpy.isnan(value)
    expected = numpy.where(defined, D_e, 1)
    influence = numpy.where(defined, (D_o / expected * D_e_by - D_o_by) / expected, 0)
    return influence, numpy.where(defined, D_e_by / expected, 0)


def corrected(cells, value, D_o, D_e, D_o_by, D_e_by, counts, weight=None) -> Estimate:
    """Estimate of 1 - D_o / D_e.

    value, D_o, D_e  of each figure
    D_o_by, D_e_by   of each cell: their derivatives with respect to the sentence's weight
    counts, weight   as in Estimate
    """
    x, observed, chance = (cells.repeated(of_figures) for of_figures in (value, D_o, D_e))
    influence, chance_by = influences(x, observed, chance, D_o_by, D_e_by)
    expected = numpy.where(numpy.isnan(value), 1, D_e)
    return Estimate(
        value, cells, influence, counts, CORRECTED, expected, weight=weight, chance=chance_by
    )


def mean_of_defined(values):
    """(mean over the first axis without nan, number of values in it); nan where all are nan.

    values  array, or list of arrays of the same shape
    """
    values = numpy.asarray(values)
    defined = ~numpy.isnan(values)
    number = defined.sum(axis=0)
    # One after the other: the order in which NumPy adds up depends on the shape, and so would the
    # last digits of a document's figures on how many documents were computed together.
    total = sum(numpy.where(defined, values, 0), start=numpy.zeros(values.shape[1:]))
    undefined = numpy.full(total.shape, numpy.nan)
    return numpy.divide(total, number, out=undefined, where=number > 0), number


def mean(estimates) -> Estimate:
    """Estimate of the unweighted mean over defined estimates, figure by figure.

    estimates  of the same figures and sentences, without Everywhere. They are gone through once
               more for intervals: what is large may be computed whenever it is gone through
    """
    values, expected, cells = [], [], []
    for estimate in estimates:
        if not cells:
            influence, counts = (
                numpy.zeros(len(estimate.cells)),
                numpy.zeros(len(estimate.cells), bool),
            )
        values.append(estimate.value)
        expected.append(numpy.where(numpy.isnan(estimate.value), numpy.nan, estimate.expected))
        cells.append(estimate.cells)
        if estimate.cells is cells[0]:
            influence += estimate.influence
            counts |= estimate.which()
    union, positions = cells[0].union(tuple(cells[1:]))
    if union is not cells[0]:
        influence, counts = numpy.zeros(len(union)), numpy.zeros(len(union), dtype=bool)
        for part, position in zip(estimates, positions):
            influence[position] += part.influence
            counts[position] |= part.which()
    value, defined = mean_of_defined(values)
    return Estimate(
        value, union, influence / union.repeated(numpy.maximum(defined, 1)),
        None if counts.all() else counts, estimate.scale, mean_of_defined(expected)[0],
        parts=_Parts(union, estimates, positions, defined),
    )  # fmt: skip


class _Parts:
    """Estimates on the cells of their mean: sparse, and moved there one after the other.

    positions  of the cells of each estimate in those of the mean
    defined    of each figure the number of estimates that have it
    """

    def __init__(self, cells, estimates, positions, defined):
        self._cells, self._estimates, self._positions = cells, estimates, positions
        self.defined = defined

    def __iter__(self):
        moves = zip(self._estimates, self._positions)
        return (estimate.on(self._cells, position) for estimate, position in moves)


_OF_FIGURES, _OF_CELLS = (
    ("value", "expected", "sampling"),
    ("influence", "counts", "weight", "chance"),
)


def joined(estimates) -> list:
    """[(numbers of some of the estimates, Estimate of all their figures, one after the other)]; one
    Estimate has figures of one scale, and made in one way.
    """
    groups: dict = {}
    for number, estimate in enumerate(estimates):
        estimate = estimate._replace(parts=tuple(estimate.parts))
        # Sums over all sentences are of one figure's sentences.
        alone = number if estimate.everywhere is not None else None
        groups.setdefault((alone, _made(estimate)), []).append((number, estimate))
    numbers_and_estimates = (zip(*group) for group in groups.values())
    return [(numbers, _side_by_side(group)) for numbers, group in numbers_and_estimates]


def _made(estimate):
    shape = estimate.scale, estimate.harmonic, estimate.weight is None
    return shape, tuple(map(_made, estimate.parts))


def _side_by_side(estimates):
    first = estimates[0]
    if len(estimates) == 1:
        return first
    cells = [estimate.cells for estimate in estimates]
    sizes = [estimate.cells.figures for estimate in estimates], list(map(len, cells))
    columns: dict = {}
    for sizes_of, names in zip(sizes, (_OF_FIGURES, _OF_CELLS)):
        for name in names:
            values = [getattr(estimate, name) for estimate in estimates]
            if any(value is not values[0] for value in values) or numpy.ndim(values[0]):
                # Without counts all sentences count.
                values = [True if value is None else value for value in values]
                columns[name] = numpy.concatenate([
                    value if numpy.ndim(value) else numpy.full(size, value)
                    for value, size in zip(values, sizes_of)
                ])  # fmt: skip
    parts = tuple(map(_side_by_side, zip(*(estimate.parts for estimate in estimates))))
    return first._replace(cells=Cells.side_by_side(cells), parts=parts, **columns)


def difference(earlier: Estimate, later: Estimate) -> Estimate:
    """Estimate of later - earlier, both on the same cells."""
    value = later.value - earlier.value
    defined = later.cells.repeated(~numpy.isnan(value))
    influence = numpy.where(defined, later.influence - earlier.influence, 0)
    return Estimate(
        value, later.cells, influence, earlier.which() | later.which(), DIFFERENCE,
        sampling=earlier.sampling + later.sampling,
    )  # fmt: skip


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
