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

D_e is a mean over all pairs of annotations: quadratic in their number. The mean q of M pairs drawn
at random, with replacement, is an unbiased estimate of it. With the mean's standard error,
s / sqrt(M), and cv = s / q,

    SE(alpha) = (1 - alpha) cv / sqrt(M)

by the delta method. D_o is exact: its pairs are those within units.
"""

import math
import random
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.alphas import Coefficients
from brat_iaa.measures.shared_work import in_order
from brat_iaa.measures.trees import pair_distances

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
# Pairs in a task: some tenths of a second.
_PAIRS = 1000
_SEED = 1


class Sample(NamedTuple):
    """pairs: number of pairs drawn; error: standard error of alpha from sampling, or None."""

    pairs: int
    error: Optional[float]


class TreeAlpha(Coefficients):
    """Alpha over trees by one metric; its sentences are the units.

    sample   the Sample that D_e was estimated from; None: all pairs

    n        number of annotations of each unit
    within   for each unit the sum of d² over its ordered pairs of annotations
    by_unit  for each unit the sum of d² between its annotations and all
    squares  d² of each sampled pair

    T_su is the sum of d² between annotations of the units s and u, n_s the annotations of s:

        D_o'_s = (T_ss / (n_s - 1) - D_o n_s) / N
        D_e'_s = (2 sum over u of T_su - D_e (2 N - 1) n_s) / (N (N - 1))
    """

    def __init__(self, n, within, by_unit, squares=None):
        N, reasons, self.sample = int(n.sum()), (), None
        pairs = max(N * (N - 1), 1)
        if squares is not None:
            all_pairs = squares.mean() * N * (N - 1) if len(squares) else 0.0
            by_unit = by_unit * (all_pairs / by_unit.sum() if by_unit.sum() else 0.0)
            alike = f"the trees of all {len(squares)} sampled pairs are the same"
            reasons = "no item with at least two values", alike
        o = within / (n - 1)
        D_o, D_e = o.sum() / max(N, 1), by_unit.sum() / pairs
        D_o_by, D_e_by = (o - D_o * n) / max(N, 1), (2 * by_unit - D_e * (2 * N - 1) * n) / pairs
        one_group = numpy.zeros(len(n), dtype=numpy.int64)
        super().__init__(
            [len(n)], one_group, n, numpy.array([D_o]), numpy.array([D_e]), D_o_by, D_e_by, reasons
        )
        if squares is not None:
            cv = squares.std(ddof=1) / squares.mean() if D_e else math.nan
            error = float(D_o / D_e * cv) / math.sqrt(len(squares)) if D_e else None
            self.sample = Sample(len(squares), error)

    def estimate(self):
        """As in Coefficients, with the sampling variance."""
        error = self.sample.error if self.sample else None
        return super().estimate()._replace(sampling=(error or 0.0) ** 2)


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

    def alpha(self, within, of_annotations, squares=None) -> TreeAlpha:
        """within: d² of each of the pairs; of_annotations: of each its sum of d² to all"""
        of_units = 2 * numpy.bincount(self._unit[self.pairs[0]], within, len(self.n))
        by_unit = numpy.bincount(self._unit, of_annotations, len(self.n))
        return TreeAlpha(self.n, of_units, by_unit, squares)


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


class SampledTreeAlphaTable:
    """Like TreeAlphaTable, with D_e from a sample.

    forests      list of Forest, with sortable labels
    tree, size, unit, units   as in TreeAlphaTable; tree is an index of forests
    pairs        number of pairs to draw, 2 or more
    progress     called with (done, total) now and then
    executor     a concurrent.futures.Executor that computes distances, or None
    seed         of the pairs
    """

    def __init__(
        self, forests, tree, size, unit, units, pairs, progress=None, executor=None, seed=_SEED
    ):
        self._annotations = annotations = _Annotations(tree, size, unit, units)
        tree, size, within = annotations.tree, annotations.size, annotations.pairs
        drawn = _drawn(forests, tree, size, pairs, seed)
        both = numpy.concatenate([within, drawn], axis=1)
        distance = _distances(forests, tree[both].T.tolist(), progress, executor)
        self._within = _squares_of(distance[: within.shape[1]], size[within])
        self._squares = _squares_of(distance[within.shape[1] :], size[drawn])
        self._sizes = size[drawn]

    def of(self, metric) -> TreeAlpha:
        """The TreeAlpha of one metric."""
        squares, size = self._squares[metric], self._annotations.size
        # Few pairs have any one tree; trees of one size are about equally far from the others.
        by_size = _by_size(squares, self._sizes, int(size.max(initial=0)))
        of_annotations = by_size[size] * (len(size) - 1)
        return self._annotations.alpha(self._within[metric], of_annotations, squares)


def _drawn(forests, tree, size, pairs, seed):
    """Indexes of two different annotations for each pair: integers, 2 x pairs, or 2 x 0. They are
    in an order of what they are, so neither names nor the order of annotators, documents or units
    has a part in which are drawn.
    """
    N = len(tree)
    if not N:
        return numpy.zeros((2, 0), dtype=numpy.intp)
    order = sorted(range(N), key=lambda index: (size[index], *forests[tree[index]]))
    # The only generator of random that is guaranteed to stay the same.
    dice = random.Random(seed).random
    first = numpy.array([int(dice() * N) for _ in range(pairs)])
    second = numpy.array([int(dice() * (N - 1)) for _ in range(pairs)])
    return numpy.array(order)[numpy.stack([first, second + (second >= first)])]


def _distances(forests, pairs, progress, executor):
    """Distance of each pair of indexes of forests."""
    wanted = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    portions = [wanted[first : first + _PAIRS] for first in range(0, len(wanted), _PAIRS)]
    tasks = ([(forests[i], forests[j]) for i, j in portion] for portion in portions)
    results = in_order(pair_distances, tasks, len(portions), executor)
    distance_of: dict = {}
    for done, (portion, result) in enumerate(zip(portions, results), 1):
        distance_of.update(zip(portion, result))
        if progress:
            progress(done, len(portions))
    return numpy.array(
        [distance_of.get((min(pair), max(pair)), 0) for pair in pairs], dtype=numpy.int64
    )


def _by_size(squares, sizes, most):
    """For each size up to most the mean d² of pairs with such a tree; if there are none, of all."""
    pairs = numpy.bincount(sizes.ravel(), minlength=most + 1)
    total = numpy.bincount(sizes.ravel(), numpy.tile(squares, 2), most + 1)
    overall = squares.mean() if len(squares) else 0.0
    return numpy.where(pairs, total / numpy.maximum(pairs, 1), overall)
