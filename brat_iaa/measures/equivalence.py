"""Whether a figure is not worse than another by more than a margin: two one-sided tests (Schuirmann
1987), on the scale of the intervals.

If later - earlier = d, the disagreement 1 - x' is (1 - x) - d. The statistic for this d is

    T(d) = log (1 - x') - log (1 - x - d)

with the delete-one standard error of the ratio of two phases, and its degrees of freedom; see
intervals.py. The 90% interval has each d that neither test of 5% rejects.
"""

from math import log, nan

import numpy

from brat_iaa.measures.intervals import (
    ROUNDING,
    degrees_of_freedom,
    deleted_variance,
    drawn_by,
    log_changes,
    without_each,
)
from brat_iaa.measures.student import t_below

# Of each of the two tests. By so much a difference is sought on either side, as exactly.
_LEVEL, _FURTHEST, _EXACT = 0.05, 2.0, 1e-9


def difference_bounds(earlier, later, document, unit) -> tuple:
    """(low, high) of the 90% interval of later - earlier; nan where a figure is 1 or undefined, or
    without a bound.

    earlier, later  Estimates of one figure each, on the same sentences
    document, unit  as in intervals()
    """
    first, second = (drawn_by(estimate, document, unit) for estimate in (earlier, later))
    before, after = 1 - first.value[0], 1 - second.value[0]
    if not (before > 0 and after > 0):
        return nan, nan
    left, added, factor = without_each(first, True)
    least = added[added > ROUNDING * before].min(initial=before) / 2
    without, later_changes = left * factor, log_changes(second, True)[0]
    counts = numpy.array([(first.which() | second.which()).sum()])

    def below(difference):
        """The probability of T or less, if this is the difference."""
        expected = before - difference
        left = numpy.maximum(without - difference, least) / expected
        influence = first.total_influence() / expected - second.total_influence() / after
        squares, fourth = ((influence**power).sum(keepdims=True) for power in (2, 4))
        error = numpy.sqrt(deleted_variance(first, later_changes - numpy.log(left), counts))[0]
        T = log(after / expected)
        if error < ROUNDING:
            return 0.5 + numpy.sign(T) / 2 if abs(T) > ROUNDING else 0.5
        return t_below(T / error, degrees_of_freedom(counts, squares, fourth)[0])

    plain = before - after
    return (
        _where(below, _LEVEL, plain - _FURTHEST, plain),
        _where(below, 1 - _LEVEL, plain, before * (1 - _EXACT)),
    )


def _where(below, level, low, high):
    """Where a function that ascends reaches a level; nan if it does not between two numbers."""
    if not below(low) <= level <= below(high):
        return nan
    while high - low > _EXACT:
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < level else (low, middle)
    return float(low + high) / 2
