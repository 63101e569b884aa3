"""Krippendorff's alpha over trees (Skjærholt 2014, section 2).

The value of a unit, such as a sentence, is a tree; d is a function of the tree edit distance and
of m and n, the sizes of the two trees:

    plain   distance
    diff    distance - |m - n|
    norm    distance / (m + n)

alpha = 1 - D_o / D_e as in the module alphas, with d squared:

    D_o = 1/N  sum over units u of  1/(n_u - 1)  sum over ordered pairs within u of d²
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N annotations of d²

Units with fewer than two annotations are dropped before D_e. m and n count all tokens, including
those on a cycle, which are not in the tree; so diff may be below 0 before it is squared.
"""

import numpy

from brat_iaa.measures.alphas import Coefficients

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


class TreeAlpha(Coefficients):
    """Alpha over trees by one metric; its sentences are the units.

    n        number of annotations of each unit
    within   for each unit the sum of d² over its ordered pairs of annotations
    by_unit  for each unit the sum of d² between its annotations and all

    T_su is the sum of d² between annotations of the units s and u, n_s the annotations of s:

        D_o'_s = (T_ss / (n_s - 1) - D_o n_s) / N
        D_e'_s = (2 sum over u of T_su - D_e (2 N - 1) n_s) / (N (N - 1))
    """

    def __init__(self, n, within, by_unit):
        N = int(n.sum())
        pairs = max(N * (N - 1), 1)
        o = within / (n - 1)
        D_o, D_e = o.sum() / max(N, 1), by_unit.sum() / pairs
        D_o_by, D_e_by = (o - D_o * n) / max(N, 1), (2 * by_unit - D_e * (2 * N - 1) * n) / pairs
        one_group = numpy.zeros(len(n), dtype=numpy.int64)
        super().__init__(
            [len(n)], one_group, n, numpy.array([D_o]), numpy.array([D_e]), D_o_by, D_e_by
        )


class _Annotations:
    """The trees of units that have at least two annotations.

    tree, size, unit, units  as in TreeAlphaTable
    n      number of annotations of each unit
    pairs  positions of each two annotations of a unit: integers, 2 x pairs
    """

    def __init__(self, tree, size, unit, units):
        unit = numpy.asarray(unit, dtype=numpy.int64)
        counts, order = numpy.bincount(unit, minlength=units), numpy.argsort(unit, kind="stable")
        order = order[counts[unit[order]] >= 2]
        self.tree = numpy.asarray(tree, dtype=numpy.intp)[order]
        self.size = numpy.asarray(size, dtype=numpy.int64)[order]
        self.n = counts[counts >= 2]
        self._unit = numpy.repeat(numpy.arange(len(self.n)), self.n)
        starts, parts = numpy.cumsum(self.n) - self.n, [numpy.zeros((2, 0), dtype=numpy.intp)]
        for n in numpy.unique(self.n).tolist():
            both = numpy.stack(numpy.triu_indices(n, 1))
            parts.append((starts[self.n == n, None] + both[:, None]).reshape(2, -1))
        self.pairs = numpy.concatenate(parts, axis=1)

    def alpha(self, within, of_annotations) -> TreeAlpha:
        """within: d² of each of the pairs; of_annotations: of each its sum of d² to all"""
        of_units = 2 * numpy.bincount(self._unit[self.pairs[0]], within, len(self.n))
        by_unit = numpy.bincount(self._unit, of_annotations, len(self.n))
        return TreeAlpha(self.n, of_units, by_unit)


class TreeAlphaTable:
    """The trees of all units by all annotators.

    distance  integer array, distinct trees x distinct trees
    tree      for each annotation the index of its tree
    size      for each annotation its number of tokens, including unreachable ones, and the root
    unit      for each annotation its unit, from 0
    units     number of units
    """

    def __init__(self, distance, tree, size, unit, units):
        self._annotations = annotations = _Annotations(tree, size, unit, units)
        tree, size, pairs = annotations.tree, annotations.size, annotations.pairs
        self._within = _squares_of(distance[tree[pairs[0]], tree[pairs[1]]], size[pairs])
        # Equal trees of one size are one value.
        (sizes, trees), value, number = numpy.unique(
            [size, tree], axis=1, return_inverse=True, return_counts=True
        )
        by_value = _sums(distance, trees.astype(numpy.intp), sizes, number)
        self._sums = {metric: sums[value.reshape(-1)] for metric, sums in by_value.items()}

    def of(self, metric: str) -> TreeAlpha:
        """The TreeAlpha of one metric."""
        return self._annotations.alpha(self._within[metric], self._sums[metric])


def _squares_of(distance, size):
    """{metric: d² of each pair}; distance: of each pair; size: sizes of the trees, 2 x pairs."""
    distance = numpy.asarray(distance, dtype=numpy.float64)
    return {
        metric: squared(1, distance, distance**2, *size) for metric, squared in _SQUARED.items()
    }


def _sums(distance, tree, size, number):
    """{metric: for each value the sum of d² to all annotations}. That over trees of the same size
    follows from their number, the sum of their distances and the sum of the squares.

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
        plain, squares = (
            numpy.stack([values[:, cut] @ number[cut] for cut in cuts], axis=1)
            for values in (plain, plain**2)
        )
        for metric, squared in _SQUARED.items():
            of_sizes = squared(pairs, plain, squares, size[rows, None], sizes)
            totals[metric][rows] = of_sizes.sum(axis=1)
    return totals
