"""Estimates: figures with the influence of each sentence on them, and what figures are made of.

A figure x is a smooth function of sums over sentences, x(w) with a weight w_s = 1 for each sentence
s. The influence of a sentence is u_s = dx / dw_s. See intervals.py for what follows from it.
"""

from functools import lru_cache
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.measures.distinct import numbered, packed

SHARE, CORRECTED, DIFFERENCE = "share", "corrected", "difference"


class Cells:
    """Distinct pairs of a sentence and a figure that has items in it: figures of some sentences
    only, such as those with a label, take memory that grows with the items.

    sentence, figure  of each cell: integers
    figures           number of figures
    """

    def __init__(self, sentence, figure, figures):
        self.sentence, self.figure, self.figures = sentence, figure, figures

    def __len__(self):
        return len(self.figure)

    def sums(self, terms) -> numpy.ndarray:
        """For each figure the sum of terms over its cells: floats."""
        return numpy.bincount(self.figure, terms, self.figures)

    def least(self, terms) -> numpy.ndarray:
        """For each figure the smallest of terms over its cells; infinity without cells."""
        smallest = numpy.full(self.figures, numpy.inf)
        numpy.minimum.at(smallest, self.figure, terms)
        return smallest

    def repeated(self, of_figures):
        """For each cell the number of its figure; a number for all stays as it is."""
        return of_figures[self.figure] if numpy.ndim(of_figures) else of_figures


@lru_cache(4)
def every_cell(sentences: int, figures: int = 1) -> Cells:
    """The Cells of every sentence and figure."""
    figure, sentence = numpy.indices((figures, sentences)).reshape(2, -1)
    return Cells(sentence, figure, figures)


def cells_of(sentence, figure, figures) -> tuple:
    """(Cells, index of each contribution's cell) of contributions' sentences and figures."""
    width = int(sentence.max(initial=0)) + 1
    cells, position = numbered(packed(figure, width, sentence), figures * width)
    figure, sentence = numpy.divmod(cells, width)
    return Cells(sentence, figure, figures), position


def union(several) -> tuple:
    """(Cells of all of some Cells of the same figures, of each of them the place of its cells)."""
    first = several[0]
    if all(cells is first for cells in several):
        return first, [slice(None)] * len(several)
    sentence, figure = (
        numpy.concatenate([getattr(cells, name) for cells in several])
        for name in ("sentence", "figure")
    )
    cells, position = cells_of(sentence, figure, first.figures)
    return cells, numpy.split(position, numpy.cumsum([len(cells) for cells in several])[:-1])


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
    everywhere tuple of Everywhere; without any, sentences without a cell have no influence
    weight     of each cell: the sentence's share of what the figure is divided by; None: sentences
               that count have the same
    chance     of each cell: D_e'_s / D_e; 0 without chance
    parts      Estimates that this is the mean of, on these cells
    harmonic   whether it is the harmonic mean of its two parts
    divisor    of a share what each figure is divided by; None: it is no such share
    """

    value: numpy.ndarray
    cells: Cells
    influence: numpy.ndarray
    counts: Optional[numpy.ndarray] = None
    scale: str = SHARE
    expected: Union[float, numpy.ndarray] = 1.0
    everywhere: tuple = ()
    weight: Optional[numpy.ndarray] = None
    chance: Any = 0.0
    parts: tuple = ()
    harmonic: bool = False
    divisor: Optional[numpy.ndarray] = None

    def which(self) -> numpy.ndarray:
        """Whether each cell counts: booleans."""
        return numpy.ones(len(self.cells), dtype=bool) if self.counts is None else self.counts

    def units(self) -> numpy.ndarray:
        """For each figure the number of sentences with items of it."""
        return self.cells.sums(self.which()).astype(numpy.int64)

    def weights(self) -> numpy.ndarray:
        """Each cell's share of what the figure is divided by."""
        if self.weight is not None:
            return self.weight
        counts = self.which()
        return counts / self.cells.repeated(numpy.maximum(self.cells.sums(counts), 1))

    def total_influence(self) -> numpy.ndarray:
        """The influence of each cell, with what is Everywhere."""
        return self.influence + self._in_cells()

    def _in_cells(self):
        """What is Everywhere, in each cell."""
        cells = self.cells
        return sum(
            cells.repeated(factor) * weight[cells.sentence] for weight, factor in self.everywhere
        )

    def outside(self, power):
        """For each figure the sum of powers of the influences of sentences without a cell."""
        if not self.everywhere:
            return 0.0
        weights, factors = map(numpy.stack, zip(*self.everywhere))
        # Most sentences have the same few weights.
        weights, times = numpy.unique(weights, axis=1, return_counts=True)
        of_all = [((of_figure @ weights) ** power) @ times for of_figure in factors.T]
        return numpy.array(of_all) - self.cells.sums(self._in_cells() ** power)

    def powers(self, power) -> numpy.ndarray:
        """For each figure the sum of powers of the influences of all sentences."""
        return self.cells.sums(self.total_influence() ** power) + self.outside(power)

    def on(self, cells, position, rows=slice(None)) -> "Estimate":
        """The same on other Cells. position: of these cells in them, or of chosen rows of these"""
        if cells is self.cells:
            return self

        def moved(terms):
            if not isinstance(terms, numpy.ndarray):
                return terms
            there = numpy.zeros(len(cells), terms.dtype)
            there[position] = terms[rows]
            return there

        return self._replace(
            cells=cells, influence=moved(self.influence), counts=moved(self.which()),
            weight=moved(self.weights()), chance=moved(self.chance),
            parts=tuple(part.on(cells, position, rows) for part in self.parts),
        )  # fmt: skip

    def of_figure(self, figure, sentences) -> "Estimate":
        """That of one figure, by its number, on all sentences. Not with Everywhere."""
        rows = numpy.flatnonzero(self.cells.figure == figure)
        alone = self.on(every_cell(sentences), self.cells.sentence[rows], rows)
        return alone._with_values(figure)

    def _with_values(self, figure):
        expected = numpy.broadcast_to(self.expected, len(self.value))[[figure]]
        parts = tuple(part._with_values(figure) for part in self.parts)
        divisor = None if self.divisor is None else self.divisor[[figure]]
        return self._replace(
            value=self.value[[figure]], expected=expected, parts=parts, divisor=divisor
        )

    def of_documents(self, document) -> "Estimate":
        """The same with documents as the sentences; document: number of each sentence's."""
        cells, position = cells_of(
            document[self.cells.sentence], self.cells.figure, self.cells.figures
        )

        def added(terms):
            arrays = isinstance(terms, numpy.ndarray)
            return numpy.bincount(position, terms, len(cells)) if arrays else terms

        everywhere = tuple(
            Everywhere(numpy.bincount(document, weight), factor)
            for weight, factor in self.everywhere
        )
        return self._replace(
            cells=cells, influence=added(self.influence), counts=added(self.which()) > 0,
            everywhere=everywhere, weight=added(self.weight), chance=added(self.chance),
            parts=tuple(part.of_documents(document) for part in self.parts),
        )  # fmt: skip


class Ratios(NamedTuple):
    """What each cell adds to the numerators (above) and denominators (below): floats."""

    cells: Cells
    above: numpy.ndarray
    below: numpy.ndarray

    def estimate(self) -> Estimate:
        """Estimate of x = a / b, nan for 0/0: u_s = (a_s - x b_s) / b; a is above, b below."""
        above, below = self.sums()
        values = numpy.divide(above, below, out=numpy.full(len(below), numpy.nan), where=below > 0)
        x = self.cells.repeated(numpy.nan_to_num(values))
        b = self.cells.repeated(numpy.where(below > 0, below, 1))
        influence = numpy.where(self.cells.repeated(below > 0), self.above - x * self.below, 0) / b
        return Estimate(
            values, self.cells, influence, self.below > 0, weight=self.below / b, divisor=below
        )

    def sums(self) -> list:
        """[above, below] of each figure."""
        return [self.cells.sums(terms) for terms in (self.above, self.below)]


class Contributions:
    """The cells of contributions, to sum up any numbers by cell.

    sentence, figure  of each: integers
    figures           number of figures
    """

    def __init__(self, sentence, figure, figures):
        self.cells, self._place = cells_of(sentence, figure, figures)

    @classmethod
    def on(cls, cells, sentence) -> "Contributions":
        """Those of sentences to Cells that have each sentence once, in order."""
        made = cls.__new__(cls)
        made.cells, made._place = cells, sentence
        return made

    def ratios(self, above, below) -> Ratios:
        """Ratios of the contributions: floats, of each; below may be one for all."""
        below = numpy.broadcast_to(below, len(self._place))
        sums = (numpy.bincount(self._place, each, len(self.cells)) for each in (above, below))
        return Ratios(self.cells, *sums)


def by_sentence(above, below, sentence, sentences) -> Ratios:
    """Ratios of a single figure: sums of contributions over all sentences; sentence: of each."""
    sums = (numpy.bincount(sentence, part, sentences) for part in (above, below))
    return Ratios(every_cell(sentences), *sums)


def ratios_of_sentences(above, below) -> Ratios:
    """Ratios of what all sentences add: arrays, sentences x figures, or of a single figure."""
    cells = every_cell(len(above), above.shape[1] if above.ndim > 1 else 1)
    return Ratios(cells, above.T.ravel(), below.T.ravel())


class Groups(NamedTuple):
    """The groups of sentences and values.

    sentence  group of each sentence, in ascending order
    value     group of each value; different groups share no value
    number    of groups
    """

    sentence: numpy.ndarray
    value: Any
    number: int

    def sums(self, of_sentences) -> numpy.ndarray:
        """For each group the sum over its sentences."""
        return numpy.bincount(self.sentence, of_sentences, self.number)

    def ratio(self, above, below) -> Estimate:
        """Estimate of one sum over another; above and below: one number for each sentence."""
        cells = Cells(numpy.arange(len(self.sentence)), self.sentence, self.number)
        return Ratios(cells, above, below).estimate()


def one_group(sentences: int, values: int) -> Groups:
    """Groups with so many sentences and values in a single group."""
    return Groups(numpy.zeros(sentences, dtype=int), numpy.zeros(values, dtype=int), 1)


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


def mean_of_defined(values) -> tuple:
    """(mean over the first axis without nan, number of values in it); nan where all are nan."""
    values = numpy.asarray(values)
    defined = ~numpy.isnan(values)
    number = defined.sum(axis=0)
    # One after the other: the order in which NumPy adds up depends on the shape, and so would the
    # last digits of a document's figures on how many documents were computed together.
    total = sum(numpy.where(defined, values, 0), start=numpy.zeros(values.shape[1:]))
    undefined = numpy.full(total.shape, numpy.nan)
    return numpy.divide(total, number, out=undefined, where=number > 0), number


def mean(estimates) -> Estimate:
    """Estimate of the unweighted mean over defined estimates, figure by figure. They are of the
    same figures and sentences.
    """
    cells, positions = union([estimate.cells for estimate in estimates])
    parts = tuple(part.on(cells, position) for part, position in zip(estimates, positions))
    value, defined = mean_of_defined([part.value for part in parts])
    expected = [numpy.where(numpy.isnan(part.value), numpy.nan, part.expected) for part in parts]
    influence, number = sum(part.influence for part in parts), numpy.maximum(defined, 1)
    everywhere = tuple(
        Everywhere(weight, factor / number)
        for part in parts for weight, factor in part.everywhere
    )  # fmt: skip
    return Estimate(
        value, cells, influence / cells.repeated(number),
        numpy.any([part.which() for part in parts], axis=0), parts[0].scale,
        mean_of_defined(expected)[0], everywhere, parts=parts,
    )  # fmt: skip


def mean_of_pairs(estimates, compared=None) -> Estimate:
    """Estimate of all annotators, from those of their pairs.

    compared  for each pair in which sentences it is compared, booleans, where documents have
              different pairs: then shares are mean_by_sentence(); else it is the unweighted mean
    """
    if compared is None or any(estimate.divisor is None for estimate in estimates):
        return mean(estimates)
    return mean_by_sentence(estimates, compared)


def mean_by_sentence(estimates, compared) -> Estimate:
    """Estimate of shares of which each sentence has the mean over its pairs of annotators, however
    many these are: x = sum_s mean_p(a_ps) / sum_s mean_p(b_ps). Pairs without a value are none.

    estimates  of pairs, with a divisor, of the same figures and sentences
    compared   for each pair in which sentences it is compared: booleans
    """
    cells, positions = union([estimate.cells for estimate in estimates])
    above, below, number = numpy.zeros((3, len(cells)))
    for estimate, position, there in zip(estimates, positions, compared):
        part = estimate.on(cells, position)
        value, divisor = map(cells.repeated, (numpy.nan_to_num(part.value), part.divisor))
        above += divisor * (part.influence + value * part.weights())
        below += divisor * part.weights()
        number += there[cells.sentence] & cells.repeated(~numpy.isnan(part.value))
    number = numpy.maximum(number, 1)
    return Ratios(cells, above / number, below / number).estimate()


def difference(earlier: Estimate, later: Estimate) -> Estimate:
    """Estimate of later - earlier, both on the same cells."""
    value = later.value - earlier.value
    defined = later.cells.repeated(~numpy.isnan(value))
    influence = numpy.where(defined, later.influence - earlier.influence, 0)
    return Estimate(
        value, later.cells, influence, earlier.which() | later.which(), DIFFERENCE,
    )  # fmt: skip
