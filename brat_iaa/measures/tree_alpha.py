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
from brat_iaa.measures.estimate import corrected

_DISTANCES = {
    "plain": lambda distance, m, n: distance,
    "diff": lambda distance, m, n: distance - abs(m - n),
    "norm": lambda distance, m, n: distance / (m + n),
}
METRICS = tuple(_DISTANCES)
# Squared distances held at once (8 bytes each).
_PORTION = 500_000


class TreeAlphaTable:
    """The trees of all units by all annotators.

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

    def of(self, metric):
        """The TreeAlpha of one metric. A large corpus needs 100 MB for it."""
        return TreeAlpha(self._collapse(_DISTANCES[metric]), self._n)

    def _collapse(self, function):
        """For each pair of units the sum of d² over their pairs of annotations: units x units."""
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


class TreeAlpha:
    """Alpha over trees by one metric.

    sums  units x units: sums of d² between their annotations; those of plain and diff are exact
    n     number of annotations of each unit
    """

    def __init__(self, sums, n):
        self.items, self._n, self._N = len(n), n, int(n.sum())
        # Added up as by all earlier versions, since snapshots are verified to the last digit.
        ones = numpy.ones((1, len(n)))
        self._within_by, self._by_unit = sums.diagonal() / (n - 1), (ones @ sums)[0]
        self._within, self._everywhere = (
            (ones @ self._within_by)[0], numpy.einsum("u,u->", self._by_unit, ones[0])
        )

    def score(self):
        """Alpha of all units; items are units, values annotations.

        Raises Undefined with the reason where there is none.
        """
        if not self.items:
            raise Undefined("no item with at least two values")
        D_o, D_e = self._disagreements()
        if D_e == 0:
            raise Undefined("every value is the same")
        return Alpha(1 - D_o / D_e, D_o, D_e, self.items, self._N)

    def estimate(self):
        """Estimate of alpha, nan where undefined; its sentences are the units.

        With T_su the sum of d² between the annotations of units s and u, and n_s annotations in s:

            D_o'_s = (T_ss / (n_s - 1) - D_o n_s) / N
            D_e'_s = (2 sum over u of T_su - D_e (2 N - 1) n_s) / (N (N - 1))
        """
        D_o, D_e = self._disagreements()
        value = 1 - D_o / D_e if D_e else numpy.nan
        N, n = self._N, self._n
        D_o_by = (self._within_by - D_o * n) / max(N, 1)
        D_e_by = (2 * self._by_unit - D_e * (2 * N - 1) * n) / max(N * (N - 1), 1)
        return corrected(
            numpy.array([value]), D_o, D_e, D_o_by[:, None], D_e_by[:, None], n[:, None] > 0
        )

    def _disagreements(self):
        """D_o and D_e; 0 where there are no annotations."""
        N = self._N
        return float(self._within) / max(N, 1), float(self._everywhere) / max(N * (N - 1), 1)
