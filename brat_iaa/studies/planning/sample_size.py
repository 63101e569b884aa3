"""How wide an interval will be with more units, and how many units a width needs.

With n sentences of the same kind in place of S each influence is S / n as large and there are n / S
as many (measures.estimate), so that

    se(n)^2 = (S - 1) / (n - 1)  se(S)^2        nu(n) = (n - 1) / (S - 1)  nu(S)

The interval at n is that of the one estimator, with the same figure, this standard error and
Student's t with these degrees of freedom, on its own scale. It is what is to be expected: the next
sentences may differ more, or less.

To tell a change of the disagreement, the ratio r, from none, its interval on log r must leave out
0. If r is the true ratio, that happens with a probability of POWER if (Cohen 1988, Statistical
power analysis for the behavioral sciences, chapter 2, with t for the normal quantile of the level)

    (t + z) se_log(n) <= |log r|        z: the normal quantile of POWER
"""

from math import log, sqrt

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import CORRECTED, SHARE
from brat_iaa.measures.intervals import FEWEST, Spread, bounds
from brat_iaa.measures.student import t_quantile

POWER = 0.8
_POWER_QUANTILE = 0.8416212335729143
# Beyond this number of units nobody annotates.
MOST = 10**7
_ALL_ALIKE = 1e-12

NO_INTERVAL = "there is no interval to start from"
NOBODY_DIFFERS = "nobody differs yet, so nothing tells how much sentences vary"
NEVER_AGREE = "nobody agrees yet, so nothing tells how much sentences vary"
ALL_ALIKE = "all sentences have the same share, so nothing tells how much they vary"
OUT_OF_REACH = "more than ten million would be needed"
NOBODY_DIFFERS_IN_ONE = "nobody differs in one of them, so nothing tells how much sentences vary"
NO_CHANGE = "the two do not differ at all"


def half_widths(score, at) -> numpy.ndarray:
    """Half the width of the interval to be expected with other numbers of units.

    score  the figure as it is, with the attributes value, standard_error, units, degrees and
           expected of a Score
    at     numbers of units: array of numbers from FEWEST

    Raises Undefined, with the reason, where units do not vary.
    """
    corrected = score.expected is not None
    _require_variation(score.value, score.standard_error, corrected)
    at = numpy.asarray(at)
    alike = numpy.full(at.shape, float(score.value))
    more = (at - 1) / (score.units - 1)
    error = float(score.standard_error) / numpy.sqrt(more)
    spread = Spread(at, at, error, _degrees(score, more), alike)
    scale = CORRECTED if corrected else SHARE
    low, high = bounds(alike, spread, scale, numpy.ones(at.shape))
    return (high - low) / 2


def _degrees(figure, more):
    """Degrees of freedom with so many times more units, less one."""
    return numpy.maximum(figure.degrees * more, 1)


def units_for_width(score, width) -> int:
    """The smallest number of units, from FEWEST, whose half width is at most `width`.

    Raises Undefined, with the reason, where units do not vary, and beyond MOST.
    """
    return _smallest(lambda number: half_widths(score, [number])[0] <= width)


def units_to_tell(change) -> int:
    """The smallest number of units that tell a change from none with a probability of POWER.

    change  with the attributes ratio, ratio_interval, units and degrees of a Difference

    Raises Undefined, with the reason.
    """
    interval: tuple = change.ratio_interval or (None, None)
    ratio, (low, high) = change.ratio, interval
    if ratio == 0 or high is None and low is not None:
        raise Undefined(NOBODY_DIFFERS_IN_ONE)
    if ratio is not None and abs(log(ratio)) < _ALL_ALIKE:
        raise Undefined(NO_CHANGE)
    if None in (ratio, low, high):
        raise Undefined(NO_INTERVAL)
    error = log(high / low) / 2 / float(t_quantile(change.degrees))

    def enough(number):
        more = (number - 1) / (change.units - 1)
        t = float(t_quantile(_degrees(change, more)))
        return (t + _POWER_QUANTILE) * error / sqrt(more) <= abs(log(ratio))

    return _smallest(enough)


def _require_variation(value, error, corrected):
    if value == 1:
        raise Undefined(NOBODY_DIFFERS)
    if value == 0 and not corrected:
        raise Undefined(NEVER_AGREE)
    if error < _ALL_ALIKE:
        raise Undefined(ALL_ALIKE)


def _smallest(enough):
    """The smallest number from FEWEST for which enough(number), which stays true from there on."""
    low, high = FEWEST - 1, FEWEST
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST:
            raise Undefined(OUT_OF_REACH)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
