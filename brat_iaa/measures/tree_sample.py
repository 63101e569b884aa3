"""Alpha over trees with expected disagreement estimated from a sample of pairs.

D_e of tree_alpha is a mean over all pairs of annotations: quadratic in their number. The mean q of
M pairs drawn at random, with replacement, is an unbiased estimate of it. With the mean's standard
error, s / sqrt(M), and cv = s / q,

    SE(alpha) = (1 - alpha) cv / sqrt(M)

by the delta method. D_o is exact: its pairs are those within units.

The pairs drawn depend on the trees alone. UnitAnnotations are put in an order of
what they are, so neither names nor the order of annotators, documents or
units has a part in it.
"""

import math
import random
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.shared_work import in_order
from brat_iaa.measures.tree_alpha import TreeAlpha, UnitAnnotations, squares_of

_SEED = 1
# Pairs in a task: some tenths of a second.
_PORTION = 1000


class Sample(NamedTuple):
    """pairs: number of pairs drawn; error: standard error of alpha from sampling, or None."""

    pairs: int
    error: float


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
        self._annotations = annotations = UnitAnnotations(unit, units)
        tree = numpy.asarray(tree, dtype=numpy.intp)[annotations.order]
        size = numpy.asarray(size, dtype=numpy.int64)[annotations.order]
        within, drawn = annotations.pairs(), _drawn(forests, tree, size, pairs, seed)
        both = numpy.concatenate([within, drawn], axis=1)
        distance = _distances(forests, tree[both].T.tolist(), progress, executor)
        cut = within.shape[1]
        self._within = squares_of(distance[:cut], size[within])
        self._squares = squares_of(distance[cut:], size[drawn])
        self._drawn, self._size = drawn, size

    def of(self, metric):
        """The SampledTreeAlpha of one metric."""
        annotations = self._annotations
        within = annotations.within(self._within[metric])
        most = int(self._size.max(initial=0))
        by_size = _by_size(self._squares[metric], self._size[self._drawn], most)
        # Few pairs have any one tree; trees of one size are about equally far from the others.
        by_unit = annotations.by_unit(by_size[self._size] * (len(self._size) - 1))
        return SampledTreeAlpha(annotations.n, within, by_unit, self._squares[metric])


class SampledTreeAlpha(TreeAlpha):
    """Alpha over trees by one metric.

    n, within  as in TreeAlpha
    by_unit    estimated
    squares    d² of each sampled pair
    """

    def __init__(self, n, within, by_unit, squares):
        N, total = int(n.sum()), math.fsum(by_unit)
        self._squares = squares
        everywhere = float(squares.mean()) * N * (N - 1) if len(squares) else 0.0
        super().__init__(n, within, by_unit * (everywhere / total if total else 0.0))

    @property
    def sample(self):
        """The Sample."""
        D_o, D_e = self._disagreements()
        M = len(self._squares)
        if not D_e:
            return Sample(M, None)
        cv = float(self._squares.std(ddof=1) / self._squares.mean())
        return Sample(M, D_o / D_e * cv / math.sqrt(M))

    def score(self):
        """As in TreeAlpha."""
        if self.items[0] and not self._squares.any():
            raise Undefined(f"the trees of all {len(self._squares)} sampled pairs are the same")
        return super().score()

    def estimate(self):
        """As in TreeAlpha, with the sampling variance."""
        return super().estimate()._replace(sampling=(self.sample.error or 0.0) ** 2)


def _drawn(forests, tree, size, pairs, seed):
    """Indexes of two different annotations for each pair: integers, 2 x pairs, or 2 x 0."""
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
    portions = [wanted[first : first + _PORTION] for first in range(0, len(wanted), _PORTION)]
    tasks = ([(forests[i], forests[j]) for i, j in portion] for portion in portions)
    results = in_order(pair_distances, tasks, len(portions), executor)
    distance_of = {}
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
    total = numpy.bincount(sizes.ravel(), numpy.tile(squares, 2), minlength=most + 1)
    overall = squares.mean() if len(squares) else 0.0
    return numpy.where(pairs, total / numpy.maximum(pairs, 1), overall)


def pair_distances(pairs: list) -> list:
    """List of the tree edit distances of (Forest, Forest) (Zhang & Shasha 1989, section 4);
    insertion, deletion, change of label cost 1. For all pairs of many forests tree_edit is faster.
    """
    ready = {}
    for forest in {forest for pair in pairs for forest in pair}:
        # Below a common root, which is matched with itself.
        labels, leftmost = [*forest.labels, None], [*forest.leftmost, 0]
        keyroots = sorted({first: node for node, first in enumerate(leftmost)}.values())
        ready[forest] = labels, leftmost, keyroots
    return [_distance(*ready[first], *ready[second]) for first, second in pairs]


def _distance(a, left_a, keyroots_a, b, left_b, keyroots_b):
    tree = [[0] * len(b) for _ in a]
    for i in keyroots_a:
        for j in keyroots_b:
            top, side = left_a[i], left_b[j]
            # Distances of the forests top .. x and side .. y, empty ones first.
            rows = [list(range(j - side + 2))]
            for x in range(top, i + 1):
                above, row = rows[-1], [rows[-1][0] + 1]
                of_x, first = tree[x], left_a[x]
                before = rows[first - top]
                for y in range(side, j + 1):
                    best = min(above[y - side + 1], row[-1]) + 1
                    if first == top and left_b[y] == side:
                        best = min(best, above[y - side] + (a[x] != b[y]))
                        of_x[y] = best
                    else:
                        best = min(best, before[left_b[y] - side] + of_x[y])
                    row.append(best)
                rows.append(row)
    return tree[-1][-1]
