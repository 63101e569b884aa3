"""Ratios of pairs of annotators, and their means, from sums that need not be added up anew.

A ratio x = A / B of sums over sentences has the influence u_s = (a_s - x b_s) / B of sentence s
(estimate.py, attachment_scores.py), so what its interval needs is

    sum over s of u_s^2 = (aa - 2 x ab + x^2 bb) / B^2

with aa = sum of a_s^2, ab = sum of a_s b_s, bb = sum of b_s^2. The mean over n pairs p has the
influence (1 / n) sum over p of (a_ps - x_p b_ps) / B_p; its square needs the sums of products of
different pairs as well. All of these are sums over sentences, or over documents in their place. A
document that changes takes its old terms out, and adds its new ones: they are whole numbers, so
the sums are the same as if they had been added up from the beginning.
"""

from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

import numpy

from brat_iaa.measures.cells import cells_of
from brat_iaa.measures.estimate import Spread, SummedEstimate, mean_of_defined

# Below these bounds floats, and 64-bit integers, hold whole numbers exactly.
_WHOLE_FLOAT, _WHOLE_INTEGER = 2.0**53, 2.0**62
# Cells in one product of matrices: more, or a matrix and itself, would be shared among threads that
# take longer to wait for each other than to multiply.
_PRODUCT = 512
# Where so little of a sum is left after its terms have cancelled out, it is worked out exactly.
_CANCELLED = 1e-7
# What rounding may leave of fractions that cancel out counts as 0: a spread of that share of the
# figure itself is smaller than what one item among ten million makes.
_ROUNDING = 1e-13


class PairSums(NamedTuple):
    """Arrays over subjects (the project, or its labels), then ratios, then pairs.

    above, below   A and B
    squares        units x the three of aa, ab, bb: for sentences, and for documents
    units          for sentences, and for documents: how many have items of the ratio
    products       for sentences, and for documents: subjects x means x 2 pairs x 2 pairs, sums of
                   products of the above of all pairs, then the below, with one another
    units_of_any   for sentences, and for documents: how many have items of any of the pairs
    items          number of items of each pair: subjects x pairs
    items_of_any   number of items of any of the pairs
    """

    above: numpy.ndarray
    below: numpy.ndarray
    squares: numpy.ndarray
    units: numpy.ndarray
    products: numpy.ndarray
    units_of_any: numpy.ndarray
    items: numpy.ndarray
    items_of_any: numpy.ndarray


def pair_sums(ratios: list, means: int, items, items_of_any, counted, document) -> tuple:
    """(PairSums, whether they are exact) of some sentences.

    ratios    for each ratio the CellRatios of each pair, with a figure for each subject
    means     how many of the ratios, the first ones, have a mean over pairs
    counted   booleans: which pairs have a value that enters means
    document  number of each sentence's document, in ascending order
    items, items_of_any  as in PairSums
    """
    subjects, pairs = items.shape
    cells, position = _union([own.cells for of_pairs in ratios for own in of_pairs])
    above, below = numpy.zeros((2, len(ratios), pairs, len(cells)))
    for number, of_pairs in enumerate(ratios):
        for pair, own in enumerate(of_pairs):
            above[number, pair, position[id(own.cells)]] = own.above
            below[number, pair, position[id(own.cells)]] = own.below
    of_documents, place = cells.by_document(document)
    first = numpy.flatnonzero(numpy.diff(place, prepend=-1))
    by_document = [
        numpy.add.reduceat(terms, first, axis=2) if len(first) else terms
        for terms in (above, below)
    ]
    of_units = [
        _of_units(cells, above, below, subjects, means, counted),
        _of_units(of_documents, by_document[0], by_document[1], subjects, means, counted),
    ]
    squares, units, products, units_of_any = (numpy.stack(both, axis=1) for both in zip(*of_units))
    sums = PairSums(
        _of_subjects(cells, above, subjects), _of_subjects(cells, below, subjects), squares, units,
        products, units_of_any, items, items_of_any,
    )  # fmt: skip
    return sums, sums.squares.max(initial=0) < _WHOLE_FLOAT and not (above % 1).any()


def _union(all_cells):
    """(Cells of all, {id of given Cells: their positions in these})."""
    distinct = list({id(cells): cells for cells in all_cells}.values())
    sentence, figure = (
        numpy.concatenate([getattr(cells, name) for cells in distinct])
        for name in ("sentence", "figure")
    )
    union, position = cells_of(sentence, figure, distinct[0].figures)
    ends = numpy.cumsum([len(cells) for cells in distinct])[:-1]
    return union, dict(zip(map(id, distinct), numpy.split(position, ends)))


def _of_units(cells, above, below, subjects, means, counted):
    """The last four of PairSums for one kind of unit."""
    squares = [
        _of_subjects(cells, terms, subjects)
        for terms in (above * above, above * below, below * below)
    ]
    there = below > 0
    of_any = there[:means, counted].any(axis=1)[:, None]
    both = numpy.concatenate([above[:means], below[:means]], axis=1)
    products = numpy.zeros((subjects, means, both.shape[1], both.shape[1]))
    ends = numpy.cumsum(cells.number)
    for subject in numpy.flatnonzero(cells.number).tolist():
        first, last = ends[subject] - cells.number[subject], ends[subject]
        for begin in range(first, last, _PRODUCT):
            terms = both[:, :, begin : min(begin + _PRODUCT, last)]
            products[subject] += terms @ terms.copy().transpose(0, 2, 1)
    return (
        numpy.stack(squares, axis=1), _of_subjects(cells, there, subjects), products,
        _of_subjects(cells, of_any, subjects)[:, :, 0],
    )  # fmt: skip


def _of_subjects(cells, terms, subjects):
    """Sums over the cells of each subject; terms: ratios x pairs x cells."""
    sums = numpy.zeros((subjects, *terms.shape[:2]))
    there = numpy.flatnonzero(cells.number)
    if len(there):
        starts = numpy.cumsum(cells.number)[there] - cells.number[there]
        totals = numpy.add.reduceat(numpy.asarray(terms, dtype=float), starts, axis=2)
        sums[there] = totals.transpose(2, 0, 1)
    return sums


class RunningSums:
    """PairSums of named subjects over documents that come and go.

    exact  whether all sums are whole numbers that are stored without loss; only then may documents
           be taken out
    """

    def __init__(self):
        self.exact = True
        self._row, self._sums, self._largest = {}, None, 0.0

    def add(self, names: list, sums: PairSums, exact: bool, sign: int = 1):
        """Add PairSums, or take them out (sign -1). names: of their subjects"""
        self._largest += max(float(array.max(initial=0)) for array in sums)
        self.exact = self.exact and exact and self._largest < _WHOLE_INTEGER
        for name in names:
            self._row.setdefault(name, len(self._row))
        rows = [self._row[name] for name in names]
        if self._sums is None:
            self._sums = PairSums(*(numpy.zeros((0, *a.shape[1:]), numpy.int64) for a in sums))
        kind = numpy.int64 if self.exact else float
        self._sums = PairSums(*map(self._longer, self._sums))
        for total, array in zip(self._sums, sums):
            total[rows] += sign * array.astype(kind)

    def _longer(self, array):
        more = numpy.zeros((len(self._row) - len(array), *array.shape[1:]), array.dtype)
        array = numpy.concatenate([array, more]) if len(more) else array
        return array if self.exact else array.astype(float)

    def named(self) -> list:
        """Names of all subjects that any pair has items of, sorted."""
        if self._sums is None:
            return []
        there = self._sums.below.any(axis=(1, 2))
        return sorted(name for name, row in self._row.items() if there[row])

    def of(self, names) -> PairSums:
        """The PairSums of some subjects."""
        rows = [self._row[name] for name in names]
        return PairSums(*(array[rows] for array in self._sums))


class SummedRatios:
    """The ratios of PairSums: SummedEstimates with a figure for each subject."""

    def __init__(self, sums: PairSums):
        self._sums = sums
        self._values = _divided(sums.above, sums.below)

    def of_pairs(self, ratio: int) -> list:
        """For each pair the SummedEstimate of a ratio."""
        return [
            SummedEstimate(values, partial(self._spread, ratio, pair))
            for pair, values in enumerate(self._values[:, ratio].T)
        ]

    def mean(self, ratio: int) -> SummedEstimate:
        """Of the unweighted mean of a ratio over the pairs for which it is defined."""
        value, defined = mean_of_defined(self._values[:, ratio].T)
        return SummedEstimate(value, partial(self._spread_of_mean, ratio, defined))

    @cached_property
    def _spreads(self):
        """The arrays of a Spread: subjects x ratios x pairs."""
        above, below, squares, units, *_ = self._sums
        A, B = (numpy.repeat(own[:, None], 2, axis=1) for own in (above, below))
        squares = _squares(A, B, *numpy.moveaxis(squares, 2, 0))
        units = units.astype(numpy.int64)
        return units[:, 0], units[:, 1], squares[:, 0], squares[:, 1]

    def _spread(self, ratio, pair):
        return Spread(*(array[:, ratio, pair] for array in self._spreads))

    def _spread_of_mean(self, ratio, defined):
        A, B = self._sums.above[:, ratio], self._sums.below[:, ratio]
        products = self._sums.products[:, :, ratio]
        squares = [_squares_of_means(A, B, defined, products[:, unit]) for unit in (0, 1)]
        units = self._sums.units_of_any[:, :, ratio].astype(numpy.int64).T
        return Spread(*units, *squares)


def _divided(above, below):
    return numpy.divide(above, below, out=numpy.full(below.shape, numpy.nan), where=below > 0)


def _varies(A, B):
    """Whether a ratio may differ between sentences: not if all have all, or all have nothing."""
    return (A > 0) & (A < B)


def _squares(A, B, aa, ab, bb):
    """The sum of u_s^2 of ratios; arrays of any shape."""
    varies = _varies(A, B)
    divisor = numpy.where(varies, B, 1).astype(float)
    x = A / divisor
    left = aa - 2 * x * ab + x * x * bb
    found = numpy.where(varies, left / divisor**2, 0.0)
    for place in zip(*numpy.nonzero(varies & (left < _CANCELLED * aa))):
        a, b, *products = (Fraction(array[place].item()) for array in (A, B, aa, ab, bb))
        exact = products[0] - 2 * a / b * products[1] + (a / b) ** 2 * products[2]
        found[place] = float(exact / b**2) if exact > _ROUNDING * products[0] else 0
    return found


def _squares_of_means(A, B, defined, products):
    """The sum of u_s^2 of means over pairs; A, B: subjects x pairs."""
    varies = _varies(A, B)
    divisor = numpy.where(varies, B, 1).astype(float)
    n = numpy.maximum(defined, 1)[:, None]
    of_above = numpy.where(varies, 1 / divisor, 0) / n
    weights = numpy.concatenate([of_above, -of_above * A / divisor], axis=1)
    products = products.astype(float)
    found = _quadratic(weights, products)
    size = _quadratic(numpy.abs(weights), products)
    doubtful = (found < _CANCELLED * size) & varies.any(axis=1)
    for row in numpy.flatnonzero(doubtful).tolist():
        pairs = numpy.flatnonzero(varies[row]).tolist()
        below = [Fraction(B[row, pair].item()) for pair in pairs]
        exact = [1 / b for b in below]
        exact += [-Fraction(A[row, pair].item()) / b**2 for pair, b in zip(pairs, below)]
        chosen = pairs + [pair + A.shape[1] for pair in pairs]
        total = sum(
            v * w * Fraction(products[row, i, j].item())
            for v, i in zip(exact, chosen)
            for w, j in zip(exact, chosen)
        )
        square = float(total / int(n[row, 0]) ** 2)
        found[row] = square if square > _ROUNDING * size[row] else 0
    return found


def _quadratic(weights, products):
    """For each subject the sum over i, j of weights_i weights_j products_ij."""
    return ((products @ weights[:, :, None])[:, :, 0] * weights).sum(axis=1)
