"""Krippendorff's alpha over trees (Skjærholt 2014, section 2).

The value of a unit, such as a sentence, is a tree; d is a function of the tree edit distance and
of m and n, the sizes of the two trees:

    plain   distance
    diff    distance - |m - n|
    norm    distance / (m + n)

alpha = 1 - D_o / D_e as in the module alpha, with d squared:

    D_o = 1/N  sum over units u of  1/(n_u - 1)  sum over ordered pairs within u of d²
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N annotations of d²

Units with fewer than two annotations are dropped before D_e. m and n count all tokens, including
those on a cycle, which are not in the tree; so diff may be below 0 before it is squared.

The sum of d² over trees of the same size n follows from their number, the sum of their distances
and the sum of the squares: whole numbers, so the order of summation does not matter.
"""

import math

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.cells import every_cell
from brat_iaa.measures.estimate import corrected
from brat_iaa.measures.item_alpha import Alpha

# Sum of d² over pairs, from their number, the sums of distances and of squares, m and n.
_SQUARED = {
    "plain": lambda pairs, distance, squares, m, n: squares,
    "diff": lambda pairs, distance, squares, m, n: (
        squares - 2 * abs(m - n) * distance + pairs * (m - n) ** 2
    ),
    "norm": lambda pairs, distance, squares, m, n: squares / (m + n) ** 2,
}
METRICS = tuple(_SQUARED)
# Distances in memory as floats (8 bytes each).
_PORTION = 500_000


class TreeAlphaTable:
    """The trees of all units by all annotators.

    distance  integer array, distinct trees x distinct trees
    tree      for each annotation the index of its tree
    size      for each annotation its number of tokens, including unreachable ones, and the root
    unit      for each annotation its unit, from 0
    units     number of units
    """

    def __init__(self, distance, tree, size, unit, units):
        annotations = UnitAnnotations(unit, units)
        tree = numpy.asarray(tree, dtype=numpy.intp)[annotations.order]
        size = numpy.asarray(size, dtype=numpy.float64)[annotations.order]
        self._annotations = annotations
        pairs = annotations.pairs()
        self._within = squares_of(distance[tree[pairs[0]], tree[pairs[1]]], size[pairs])
        # Equal trees of one size are one value.
        (sizes, trees), self._value, number = numpy.unique(
            [size, tree], axis=1, return_inverse=True, return_counts=True
        )
        self._value = self._value.reshape(-1)
        self._by_value = _sums(distance, trees.astype(numpy.intp), sizes, number)

    def of(self, metric: str) -> "TreeAlpha":
        """The TreeAlpha of one metric."""
        annotations = self._annotations
        by_unit = annotations.by_unit(self._by_value[metric][self._value])
        return TreeAlpha(annotations.n, annotations.within(self._within[metric]), by_unit)


class UnitAnnotations:
    """The annotations of units that have at least two.

    unit, units  as in TreeAlphaTable
    order        indexes of the annotations, by unit
    n            number of annotations of each unit
    """

    def __init__(self, unit, units):
        unit = numpy.asarray(unit, dtype=numpy.int64)
        counts = numpy.bincount(unit, minlength=units)
        order = numpy.argsort(unit, kind="stable")
        self.order = order[counts[unit[order]] >= 2]
        self.n = counts[counts >= 2]
        self._unit = numpy.repeat(numpy.arange(len(self.n)), self.n)
        self._starts = numpy.cumsum(self.n) - self.n

    def pairs(self):
        """Positions in `order` of each two annotations of a unit: integers, 2 x pairs."""
        parts = [numpy.zeros((2, 0), dtype=numpy.intp)]
        for n in numpy.unique(self.n).tolist():
            first, second = numpy.triu_indices(n, 1)
            starts = self._starts[self.n == n, None]
            parts.append(numpy.stack([(starts + first).ravel(), (starts + second).ravel()]))
        return numpy.concatenate(parts, axis=1)

    def within(self, squares):
        """For each unit the sum over its ordered pairs; squares: one for each of pairs()."""
        return 2 * numpy.bincount(self._unit[self.pairs()[0]], squares, minlength=len(self.n))

    def by_unit(self, sums):
        """For each unit the sum over its annotations; sums: one for each in `order`."""
        return numpy.bincount(self._unit, sums, minlength=len(self.n))


def squares_of(distance, size) -> dict:
    """{metric: d² of each pair}; distance: of each pair; size: sizes of the trees, 2 x pairs."""
    distance = numpy.asarray(distance, dtype=numpy.float64)
    return {
        metric: squared(1, distance, distance**2, *size) for metric, squared in _SQUARED.items()
    }


def _sums(distance, tree, size, number):
    """{metric: for each value the sum of d² to all annotations}

    tree, size, number  of each value: index of its tree; size, ascending; number of annotations
    """
    totals = {metric: numpy.empty(len(tree)) for metric in METRICS}
    sizes, starts = numpy.unique(size, return_index=True)
    cuts = [slice(*ends) for ends in zip(starts, [*starts[1:], len(size)])]
    number = number.astype(numpy.float64)
    pairs = numpy.array([number[cut].sum() for cut in cuts])
    step = max(1, _PORTION // max(1, len(tree)))
    for first in range(0, len(tree), step):
        rows = slice(first, first + step)
        plain = distance[numpy.ix_(tree[rows], tree)].astype(numpy.float64)
        squares = plain**2
        plain, squares = (
            numpy.stack([values[:, cut] @ number[cut] for cut in cuts], axis=1)
            for values in (plain, squares)
        )
        for metric, squared in _SQUARED.items():
            totals[metric][rows] = squared(pairs, plain, squares, size[rows, None], sizes).sum(
                axis=1
            )
    return totals


class TreeAlpha:
    """Alpha over trees by one metric; the sums of plain and diff are exact.

    n        number of annotations of each unit
    within   for each unit the sum of d² over its ordered pairs of annotations
    by_unit  for each unit the sum of d² between its annotations and all
    sample   the Sample that by_unit was estimated from; None: all pairs
    """

    sample = None

    def __init__(self, n, within, by_unit):
        self.items, self._n, self._N = [len(n)], n, int(n.sum())
        self._within_by, self._by_unit = within / (n - 1), by_unit

    def score(self) -> Alpha:
        """Alpha of all units: items are units, values are annotations. Raises Undefined."""
        if not self.items[0]:
            raise Undefined("no item with at least two values")
        D_o, D_e = self._disagreements()
        if D_e == 0:
            raise Undefined("every value is the same")
        return Alpha(1 - D_o / D_e, D_o, D_e, self.items[0], self._N)

    def scores(self) -> list:
        """[Alpha of all units], or [Undefined with the reason]."""
        try:
            return [self.score()]
        except Undefined as reason:
            return [reason]

    def estimate(self):
        """Estimate of alpha, nan where undefined; its sentences are the units.

        T_su is the sum of d² between annotations of the units s and u, n_s the annotations of s:

            D_o'_s = (T_ss / (n_s - 1) - D_o n_s) / N
            D_e'_s = (2 sum over u of T_su - D_e (2 N - 1) n_s) / (N (N - 1))
        """
        D_o, D_e = self._disagreements()
        value = 1 - D_o / D_e if D_e else numpy.nan
        N, n = self._N, self._n
        D_o_by = (self._within_by - D_o * n) / max(N, 1)
        D_e_by = (2 * self._by_unit - D_e * (2 * N - 1) * n) / max(N * (N - 1), 1)
        return corrected(
            every_cell(len(n)), numpy.array([value]), D_o, D_e, D_o_by, D_e_by, n > 0, n / max(N, 1)
        )

    def _disagreements(self):
        """D_o and D_e; 0 where there are no annotations."""
        N = self._N
        # Rounded once, so the order of the units does not matter.
        return math.fsum(self._within_by) / max(N, 1), math.fsum(self._by_unit) / max(
            N * (N - 1), 1
        )
