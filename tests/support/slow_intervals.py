"""Influences and intervals the slow way: derivatives by two points, each sentence left out in turn.

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
    own = estimate.influence.reshape(len(estimate.value), -1)[column]
    assert estimate.value[column] == pytest.approx(figure([1.0] * len(own)), abs=1e-12)
    assert own == pytest.approx(influences(figure, len(own)), abs=within)


def student(degrees, tails=0.05):
    """The t above which, and below whose negative, lies that much of the distribution."""
    low, high = 0.0, 1000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - _within(middle, degrees) > tails else (low, middle)
    return low


def _within(t, n, steps=800):
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


def degrees(u, units):
    """Satterthwaite's degrees of freedom, with the fourth moment of the influences."""
    squares, fourth = sum(each**2 for each in u), sum(each**4 for each in u)
    if fourth * units <= squares**2 * (1 + 1e-12):
        return units - 1
    return max(1, min(units - 1, 2 * squares**2 / (fourth - squares**2 / units)))


def jackknife(changes, units):
    """Standard error from what leaving out each of the units changes; others change nothing."""
    squares = sum(each**2 for each in changes) - sum(changes) ** 2 / units
    return sqrt((units - 1) / units * squares)


def interval(figure, sentences, is_corrected=False):
    """Interval of a figure, a function of weights, each sentence left out in turn."""
    scale = (lambda x: log(1 - x)) if is_corrected else (lambda x: log(x / (1 - x)))
    x = figure([1.0] * sentences)
    half = _half([scale(own) - scale(x) for own in without_each(figure, sentences)], figure)
    if is_corrected:
        return 1 - (1 - x) * exp(half), 1 - (1 - x) * exp(-half)
    return tuple(1 / (1 + exp(-(scale(x) + side * half))) for side in (-1, 1))


def ratio_of_changes(first, second, sentences):
    """Interval of (1 - second) / (1 - first), two functions of weights."""

    def log_ratio(weights):
        return log((1 - second(weights)) / (1 - first(weights)))

    whole = log_ratio([1.0] * sentences)
    half = _half([own - whole for own in without_each(log_ratio, sentences)], log_ratio)
    return exp(whole - half), exp(whole + half)


def without_each(figure, sentences):
    """The figure without each sentence."""
    return [
        figure([float(other != sentence) for other in range(sentences)])
        for sentence in range(sentences)
    ]


def _half(changes, figure):
    units = len(changes)
    return student(degrees(influences(figure, units), units)) * jackknife(changes, units)


def left_out(total, added, weights):
    """log of a total without each sentence over the total; what would be 0 is half of the least."""
    least = min(each for each in added if each > 1e-12 * total) / 2
    return [
        log(max(total - each, least) / total / (1 - weight)) for each, weight in zip(added, weights)
    ]


def _logs(x, u, counts, of_disagreement):
    """left_out() of 1 - x, or x, where sentences that count have the same share of the divisor."""
    weights = [1 / sum(counts) if each else 0 for each in counts]
    total = 1 - x if of_disagreement else x
    sign = -1 if of_disagreement else 1
    added = [total * weight + sign * each for each, weight in zip(u, weights)]
    return left_out(total, added, weights)


def share(x, u, counts=None):
    """Interval of a share that is neither 0 nor 1, on the scale of its logit."""
    counts = counts or [True] * len(u)
    units = sum(counts)
    both = zip(_logs(x, u, counts, False), _logs(x, u, counts, True))
    half = student(degrees(u, units)) * jackknife([a - d for a, d in both], units)
    return tuple(1 / (1 + exp(-(log(x / (1 - x)) + side * half))) for side in (-1, 1))


def corrected(x, u, counts=None):
    """Interval of a figure corrected for chance, below 1, on the scale of log(1 - x)."""
    counts = counts or [True] * len(u)
    units = sum(counts)
    half = student(degrees(u, units)) * jackknife(_logs(x, u, counts, True), units)
    return tuple(1 - (1 - x) * exp(-side * half) for side in (-1, 1))


def difference(x, u, counts=None):
    units = sum(counts) if counts else len(u)
    half = student(degrees(u, units)) * sqrt(units / (units - 1) * sum(each**2 for each in u))
    return x - half, x + half


def ratio(x, u, y, v):
    """Interval of (1 - y) / (1 - x), with the influences u and v."""
    counts = [True] * len(u)
    both = zip(_logs(x, u, counts, True), _logs(y, v, counts, True))
    logs = [b / -(1 - y) - a / -(1 - x) for a, b in zip(u, v)]
    half = student(degrees(logs, len(u))) * jackknife([b - a for a, b in both], len(u))
    found = (1 - y) / (1 - x)
    return found * exp(-half), found * exp(half)
