"""Krippendorff's alpha over trees (Skjærholt 2014, section 2.2).

The value of a unit, for example a sentence, is a tree; d is a function of the
tree edit distance and of m and n, the sizes of the two trees:

    plain   distance
    diff    distance - |m - n|
    norm    distance / (m + n)

alpha = 1 - D_o / D_e as in the module alpha, with d squared:

    D_o = 1/N  sum over units u of  1/(n_u - 1)  sum over ordered pairs within u of d²
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N annotations of d²

Units with fewer than two annotations are dropped before D_e. m and n count
what the tree should have held, also tokens that hang on a cycle and are not
in it; so diff can be below 0 before it is squared.
"""

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.alpha import Alpha

_DISTANCES = {
    "plain": lambda distance, m, n: distance,
    "diff": lambda distance, m, n: distance - abs(m - n),
    "norm": lambda distance, m, n: distance / (m + n),
}
METRICS = tuple(_DISTANCES)
# Squared distances held at once (8 bytes each).
_PORTION = 500_000


class TreeAlphaTable:
    """The trees of all units by all annotators, ready to be weighted by unit.

    distance  integer array, distinct trees x distinct trees
    tree      for each annotation the index of its tree
    size      for each annotation the number of its tokens and the root, unreachable tokens counted too
    unit      for each annotation its unit, from 0
    units     number of units
    """

    def __init__(self, distance, tree, size, unit, units):
        unit = numpy.asarray(unit, dtype=numpy.int64)
        counts = numpy.bincount(unit, minlength=units)
        self._units = numpy.flatnonzero(counts >= 2)
        self._n = counts[self._units]
        annotations = numpy.argsort(unit, kind="stable")
        annotations = annotations[counts[unit[annotations]] >= 2]
        self._starts = numpy.cumsum(self._n) - self._n
        self._distance = distance
        self._tree = numpy.asarray(tree, dtype=numpy.intp)[annotations]
        self._size = numpy.asarray(size, dtype=numpy.int64)[annotations]
        self._collapsed = (None, None)

    def score(self, metric):
        """Alpha of all units; items are units, values annotations. Raises Undefined with the reason where there is none."""
        if not len(self._units):
            raise Undefined("no item with at least two values")
        D_o, D_e = self._disagreements(metric, numpy.ones((1, len(self._units))))
        D_o, D_e = float(D_o[0]), float(D_e[0])
        if D_e == 0:
            raise Undefined("every value is the same")
        return Alpha(1 - D_o / D_e, D_o, D_e, len(self._units), len(self._tree))

    def resampled(self, metric, weights):
        """Alpha for each row of weights, resamples x units; nan where undefined."""
        D_o, D_e = self._disagreements(metric, numpy.asarray(weights, dtype=float)[:, self._units])
        return 1 - numpy.divide(D_o, D_e, out=numpy.full(len(D_e), numpy.nan), where=D_e > 0)

    def _disagreements(self, metric, weights):
        """D_o and D_e for each row of weights of the units that count; nan where there are no annotations."""
        sums = self._sums(metric)
        N = weights @ self._n.astype(float)
        # A unit drawn twice meets its own copy: each annotation once more at distance 0, the others at theirs.
        everywhere = numpy.einsum("ru,ru->r", weights @ sums, weights)
        within = weights @ (sums.diagonal() / (self._n - 1))
        pairs = N * (N - 1)
        D_o = numpy.divide(within, N, out=numpy.full(len(N), numpy.nan), where=N > 0)
        D_e = numpy.divide(everywhere, pairs, out=numpy.full(len(N), numpy.nan), where=pairs > 0)
        return D_o, D_e

    def _sums(self, metric):
        """For each pair of units the sum of d² over their pairs of annotations: floats, units x units.

        plain and diff give whole numbers, which floats hold exactly. Only the
        last metric asked for is held: a large corpus needs 100 MB for each.
        """
        if self._collapsed[0] != metric:
            self._collapsed = (None, None)
            self._collapsed = (metric, self._collapse(_DISTANCES[metric]))
        return self._collapsed[1]

    def _collapse(self, function):
        sums = numpy.empty((len(self._units), len(self._units)))
        ends = self._starts + self._n
        step = max(1, _PORTION // max(1, int(self._n.max(initial=0)) * len(self._tree)))
        for first in range(0, len(self._units), step):
            last = min(first + step, len(self._units))
            rows = slice(self._starts[first], ends[last - 1])
            # int64 first: distances may come in a type too small for their squares.
            distance = self._distance[numpy.ix_(self._tree[rows], self._tree)].astype(numpy.int64)
            squared = function(distance, self._size[rows, None], self._size) ** 2
            by_unit = numpy.add.reduceat(squared, self._starts, axis=1)
            sums[first:last] = numpy.add.reduceat(by_unit, self._starts[first:last] - rows.start, axis=0)
        return sums
