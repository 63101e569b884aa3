"""Influences and intervals the slow way: derivatives by two points, formulas for one figure.

Nothing of it comes from the package. Student's t is found by integrating its density.
"""

from math import atan, cos, exp, lgamma, log, pi, sqrt

import pytest

_STEP = 1e-5


def influences(figure, sentences):
    """d figure / d weight of each sentence, at 1; figure: function of a list of weights."""
    found = []
    for sentence in range(sentences):
        at = []
        for step in (_STEP, -_STEP):
            weights = [1.0] * sentences
            weights[sentence] += step
            at.append(figure(weights))
        found.append((at[0] - at[1]) / (2 * _STEP))
    return found


def check_influences(estimate, figure, column=0, within=1e-7):
    """An Estimate has the influences of a figure, a function of weights."""
    assert estimate.value[column] == pytest.approx(
        figure([1.0] * len(estimate.influence)), abs=1e-12
    )
    expected = influences(figure, len(estimate.influence))
    assert estimate.influence[:, column] == pytest.approx(expected, abs=within)


def student(degrees, tails=0.05):
    """The t above which, and below whose negative, lies that much of the distribution."""
    low, high = 0.0, 1000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - _within(middle, degrees) > tails else (low, middle)
    return low


def _within(t, n, steps=4000):
    """Share of the distribution between -t and t, by Simpson's rule.

    With t = sqrt(n) tan(a) the density is a power of cos(a).
    """
    end = atan(t / sqrt(n))
    width = end / steps
    total = sum(
        (1 if k in (0, steps) else 4 if k % 2 else 2) * cos(k * width) ** (n - 1)
        for k in range(steps + 1)
    )
    return 2 * exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(pi) * total * width / 3


def standard_error(u, units):
    return sqrt(units / (units - 1) * sum(each**2 for each in u))


def share(x, u, units):
    """Interval of a share that is neither 0 nor 1, on the scale of its logit."""
    half = student(units - 1) * standard_error(u, units) / (x * (1 - x))
    return tuple(1 / (1 + exp(-(log(x / (1 - x)) + side * half))) for side in (-1, 1))


def corrected(x, u, units):
    """Interval of a figure corrected for chance, below 1, on the scale of log(1 - x)."""
    half = student(units - 1) * standard_error(u, units) / (1 - x)
    return tuple(1 - (1 - x) * exp(-side * half) for side in (-1, 1))


def difference(x, u, units):
    half = student(units - 1) * standard_error(u, units)
    return x - half, x + half
