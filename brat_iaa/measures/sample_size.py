"""How wide an interval will be with more units, and how many units a width needs.

The interval of a figure over S sentences has se^2 = S / (S - 1) sum u_s^2 (measures.estimate). With
n sentences of the same kind each influence is S / n as large and there are n / S as many, so that

    se(n)^2 = (S - 1) / (n - 1)  se(S)^2

The interval at n is that of the one estimator, with the same figure, this standard error, and
Student's t with n - 1 degrees of freedom, on its own scale. It is what is to be expected: the next
sentences may differ more, or less.

To tell a change of the disagreement, the ratio r, from none, its interval on log r must leave out
0. If r is the true ratio, that happens with a probability of POWER if (Cohen 1988, Statistical
power analysis for the behavioral sciences, chapter 2, with t for the normal quantile of the level)

    (t + z) se_log(n) <= |log r|        z: the normal quantile of POWER
"""

from math import log, sqrt

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import CORRECTED, FEWEST, SHARE, bounds
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


def half_widths(value, error, units, at, corrected) -> numpy.ndarray:
    """Half the width of the interval to be expected with other numbers of units.

    value, error, units  of the figure as it is: floats, and a number from FEWEST
    at                   numbers of units: array of numbers from FEWEST
    corrected            whether the figure is corrected for chance

    Raises Undefined, with the reason, where units do not vary.
    """
    _require_variation(value, error, corrected)
    at = numpy.asarray(at)
    alike = numpy.full(at.shape, float(value))
    errors = error * numpy.sqrt((units - 1) / (at - 1))
    scale = CORRECTED if corrected else SHARE
    low, high = bounds(alike, errors, at, scale, numpy.ones(at.shape))
    return (high - low) / 2


def units_for_width(value, error, units, width, corrected) -> int:
    """The smallest number of units, from FEWEST, whose half width is at most `width`.

    Raises Undefined, with the reason, where units do not vary, and beyond MOST.
    """

    def enough(number):
        return half_widths(value, error, units, [number], corrected)[0] <= width

    return _smallest(enough)


def units_to_tell(ratio, low, high, units) -> int:
    """The smallest number of units that tell a change from none with a probability of POWER.

    ratio      of the disagreements, with its interval from low to high over `units` units

    Raises Undefined, with the reason.
    """
    if ratio == 0 or high is None and low is not None:
        raise Undefined(NOBODY_DIFFERS_IN_ONE)
    if None in (ratio, low, high):
        raise Undefined(NO_INTERVAL)
    if abs(log(ratio)) < _ALL_ALIKE:
        raise Undefined(NO_CHANGE)
    error = log(high / low) / 2 / float(t_quantile(units - 1))

    def enough(number):
        at = error * sqrt((units - 1) / (number - 1))
        return (float(t_quantile(number - 1)) + _POWER_QUANTILE) * at <= abs(log(ratio))

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
