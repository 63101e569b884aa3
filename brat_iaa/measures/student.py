"""Student's t: its quantile (Hill 1970, Algorithm 396, Communications of the ACM 13 (10)), and the
probability of what lies below a value.
"""

from math import exp, lgamma, log

import numpy

# The two tails outside of a 95% interval, and the normal deviate of the lower one.
TAILS = 0.05
_NORMAL = -1.959963984540054
# Below three degrees of freedom Hill's expansions are less exact: log t is the polynomial in
# 1 / degrees through these (of 1 and 2 closed forms, of the others the density integrated).
_FEW = {
    1: 12.7062047, 1.1: 10.2768013, 1.25: 8.0279514, 1.5: 6.0166631, 1.75: 4.9488478,
    2: 4.3026527, 2.5: 3.5746548, 3: 3.1824463,
}  # fmt: skip
_OF_FEW = numpy.polyfit(1 / numpy.array([*_FEW]), numpy.log([*_FEW.values()]), len(_FEW) - 1)
# Where the continued fraction of t_below() stops.
_MOST_TERMS, _ENOUGH = 500, 1e-15


def t_quantile(degrees) -> numpy.ndarray:
    """The t whose absolute value is exceeded with probability .05.

    degrees  degrees of freedom: numbers from 1, an array of any shape
    returns  floats of the same shape: 12.706 for 1, 1.960 for infinity; five digits are right
    """
    degrees = numpy.asarray(degrees, dtype=float)
    n = numpy.maximum(degrees, 3)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * numpy.sqrt(a * numpy.pi / 2) * n
    y = (d * TAILS) ** (2 / n)
    squares = numpy.where(y > 0.05 + a, _near_normal(n, a, b, c, d), _in_the_tail(n, d, y))
    few = numpy.exp(numpy.polyval(_OF_FEW, 1 / numpy.minimum(degrees, 3)))
    return numpy.where(degrees < 3, few, numpy.sqrt(n * squares))


def _near_normal(n, a, b, c, d):
    """t² / n, expanded around the normal deviate."""
    x = _NORMAL
    c = numpy.where(n < 5, c + 0.3 * (n - 4.5) * (x + 0.6), c)
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
    y = x**2
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    return numpy.expm1(a * y**2)


def _in_the_tail(n, d, y):
    """t² / n, expanded from the tail."""
    inner = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
    return (inner * y - 1) * (n + 1) / (n + 2) + 1 / y


def t_below(t: float, degrees: float) -> float:
    """The probability that Student's t lies below a value; degrees: a number above 0."""
    tail = _incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
    return tail if t < 0 else 1 - tail


def _incomplete_beta(x, a, b):
    """The regularized incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    # The continued fraction (Abramowitz & Stegun 26.5.8) by Lentz's method: quotients c and d of
    # numerators and denominators in a row.
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            fraction *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return front * fraction / a
