"""Spearman's rank correlation: do two figures of the same items rise and fall together?"""

import numpy

from brat_iaa.errors import Undefined

# The ranks of two items always agree or disagree completely.
FEWEST = 3


def spearman(x, y) -> float:
    """Spearman's rho, in [-1, 1]: the correlation of ranks; ties share the mean of their ranks.

    x, y  sequences of numbers of the same length
    Raises Undefined with the reason.
    """
    if len(x) < FEWEST:
        raise Undefined(f"fewer than {FEWEST} to correlate")
    a, b = (ranks - ranks.mean() for ranks in (_ranks(x), _ranks(y)))
    if not a.any() or not b.any():
        raise Undefined("one of the two is the same for all")
    return float((a * b).sum() / numpy.sqrt((a * a).sum() * (b * b).sum()))


def _ranks(values):
    """Ranks from 1; ties share their mean."""
    _, group, counts = numpy.unique(
        numpy.asarray(values, dtype=float), return_inverse=True, return_counts=True
    )
    last = numpy.cumsum(counts)
    return (last - (counts - 1) / 2)[group]
