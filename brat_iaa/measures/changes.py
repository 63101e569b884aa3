"""How a figure changes on the same sentences, or differs between two samples, with intervals."""

from typing import Any, NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import Estimate, difference
from brat_iaa.measures.intervals import (
    ROUNDING,
    Spread,
    changes_without,
    degrees_of_freedom,
    deleted_variance,
    intervals,
    left_without,
)
from brat_iaa.measures.score import FEWEST
from brat_iaa.measures.student import t_quantile


class FigureChange(NamedTuple):
    """How a figure changed, on the same sentences.

    ratio        (1 - later) / (1 - earlier), the remaining share of disagreement; inf if there was
                 none before, nan if a figure is undefined or nobody ever differed
    low, high    bounds of the 95 % interval of the ratio; nan with fewer than FEWEST units
    degrees      its degrees of freedom
    differing    in how many units somebody differs, earlier or later
    of_each      in how many earlier, and in how many later
    difference   Spread of later - earlier, with bounds
    """

    ratio: float
    low: float
    high: float
    degrees: float
    differing: int
    of_each: tuple[int, int]
    difference: Spread


def change(earlier: Estimate, later: Estimate, document: numpy.ndarray, unit: str) -> FigureChange:
    """FigureChange between two Estimates of one figure each, on the same sentences.

    The interval of the ratio is symmetric on a log scale; a sentence left out changes its log by
    the difference of the changes of both log(1 - x). Where one of the figures is 1, their
    intervals bound the ratio.
    """
    plain = intervals(difference(earlier, later), document, unit)
    before, after = 1 - earlier.value[0], 1 - later.value[0]
    ratio = low = high = numpy.nan
    degrees = plain.degrees[0]
    if before > 0 and after > 0:
        ratio = after / before
        _, error, degrees = _ratio_spread(later, earlier, True, document, unit)
        factor = numpy.exp(t_quantile(degrees) * error)[0]
        degrees = degrees[0]
        low, high = ratio / factor, ratio * factor
    elif before > 0 == after or after > 0 == before:
        first, second = (intervals(estimate, document, unit) for estimate in (earlier, later))
        ratio, low, high = _of_none(
            before, (first.low[0], first.high[0]), (second.low[0], second.high[0])
        )
    if plain.units[0] < FEWEST:
        low = high = numpy.nan
    differ = _differ(earlier, later, document, unit)
    of_each = int(differ[0].sum()), int(differ[1].sum())
    return FigureChange(
        float(ratio), float(low), float(high), float(degrees),
        int(numpy.logical_or(*differ).sum()), of_each, plain,
    )  # fmt: skip


def _differ(earlier, later, document, unit):
    """[whether somebody differs in each unit] earlier, and later."""
    drawn = [
        estimate.of_documents(document) if unit == "documents" else estimate
        for estimate in (earlier, later)
    ]
    return [left_without(estimate, (True,))[0][2] > ROUNDING for estimate in drawn]


def _ratio_spread(first, second, of_disagreement, document, unit):
    """(number of units, standard error, degrees of freedom) of the log of the ratio of two figures,
    or of what they are short of 1; all above 0. second: None for 1
    """
    changes = influence = sampling = 0.0
    counts: Any = False
    for estimate, sign in ((first, 1), (second, -1)):
        if estimate is not None:
            drawn = estimate.of_documents(document) if unit == "documents" else estimate
            figure = -(1 - drawn.value[0]) if of_disagreement else drawn.value[0]
            changes = changes + sign * changes_without(drawn, (of_disagreement,))[0][0]
            influence = influence + sign * drawn.influence / figure
            sampling = sampling + drawn.sampling / figure**2
            counts = counts | drawn.which()
    units, squares, fourth = map(drawn.cells.sums, (counts, influence**2, influence**4))
    variance = deleted_variance(drawn, changes, units) if squares[0] > ROUNDING**2 else squares
    degrees = degrees_of_freedom(units, squares, fourth)
    return int(units[0]), numpy.sqrt(variance + sampling), degrees


class SampleContrast(NamedTuple):
    """By how much a figure differs between two samples.

    difference           second - first
    interval             (low, high), 95 %
    ratio                (1 - second) / (1 - first); inf if there is no disagreement in the first,
                         nan if there is none in either
    ratio_interval       (low, high), 95 %; nan where the ratio is
    """

    difference: float
    interval: tuple[float, float]
    ratio: float
    ratio_interval: tuple[float, float]


def contrast(first, second) -> SampleContrast:
    """SampleContrast of two samples without a common unit: their variances add up.

    first, second  the figure in either, with the attributes value, interval, standard_error and
                   degrees of a Score

    As in change(), the ratio's interval is symmetric on a log scale, and bounded by the intervals
    of both figures where one of them is 1.
    """
    plain, before, after = second.value - first.value, 1 - first.value, 1 - second.value
    errors = first.standard_error, second.standard_error
    half = _t_of_both(errors, (first, second)) * numpy.hypot(*errors)
    ratio = low = high = numpy.nan
    if before > 0 and after > 0:
        errors = first.standard_error / before, second.standard_error / after
        on_logs = _t_of_both(errors, (first, second)) * numpy.hypot(*errors)
        ratio, factor = after / before, numpy.exp(on_logs)
        low, high = ratio / factor, ratio * factor
    elif before > 0 == after or after > 0 == before:
        ratio, low, high = _of_none(before, first.interval, second.interval)
    interval = float(plain - half), float(plain + half)
    return SampleContrast(float(plain), interval, float(ratio), (float(low), float(high)))


def _t_of_both(errors, samples):
    """Student's t of a sum of two variances (Welch 1947, as Satterthwaite)."""
    variances = numpy.square(errors)
    each = sum(variance**2 / sample.degrees for variance, sample in zip(variances, samples))
    degrees = variances.sum() ** 2 / each if each else sum(sample.degrees for sample in samples)
    return float(t_quantile(numpy.array([degrees]))[0])


def ratio_interval(first: Estimate, second: Optional[Estimate], document, unit: str):
    """(low, high), 95 %, of first / second, symmetric on a log scale; None if either is 0 or
    undefined, or there are fewer than FEWEST units.

    first, second   Estimates of one positive figure each, on the same sentences; None: 1
    document, unit  as in intervals()
    """
    ratio = first.value[0] / (1 if second is None else second.value[0])
    if not 0 < ratio < numpy.inf:
        return None
    units, error, degrees = _ratio_spread(first, second, False, document, unit)
    factor = float(numpy.exp(t_quantile(degrees) * error)[0])
    return None if units < FEWEST else (float(ratio / factor), float(ratio * factor))


def _of_none(before, first, second):
    """(ratio, low, high) where there is no disagreement either before or after.

    before         disagreement before
    first, second  (low, high) of the earlier and the later figure
    """
    if before > 0:
        return 0.0, 0.0, (1 - second[0]) / (1 - first[1])
    return numpy.inf, (1 - second[1]) / (1 - first[0]), numpy.inf


def direction(low, high) -> str:
    """Of a clear change "up" or "down", "" of others.

    low, high  interval of the ratio; high is None without a bound, both without an interval
    """
    if low is None:
        return ""
    if low > 1:
        return "down"
    return "up" if high is not None and high < 1 else ""
