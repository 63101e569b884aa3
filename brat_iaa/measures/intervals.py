"""Intervals of 95 % of Estimates, computed on a scale z without an end, on which few sentences that
differ weigh as they should:

    a share, in [0, 1]      z = logit x
    corrected for chance    z = log(1 - x) = log D_o - log D_e

With S sentences drawn at random (or documents, with their sums added up) the standard error of z
comes from leaving each of them out (Efron 1982, The jackknife, the bootstrap and other resampling
plans), z_-s being z of the sums without s:

    se^2 = (S - 1) / S  sum over s of (z_-s - mean of z_-s)^2

D_o without s is exact, the change of log D_e is its influence; what would be 0 without s is half of
the least that any sentence adds. Student's t has the degrees of freedom of that variance, with the
fourth moment of the influences in the place of normality (Satterthwaite 1946, An approximate
distribution of estimates of variance components, Biometrics Bulletin 2):

    nu = 2 A^2 / (B - A^2 / S)    A = sum of u_s^2, B = sum of u_s^4; from 1 to S - 1

If none of S units has a property, at most 1 - .05^(1/S) of all units have it, with 95 %
confidence (Hanley & Lippman-Hand 1983, If nothing goes wrong, is everything all right?).
That bounds the disagreement where nobody differs, and a share that is the same in all
sentences.
"""

from typing import Any, NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import CORRECTED, DIFFERENCE, SHARE, Estimate, difference
from brat_iaa.measures.score import FEWEST
from brat_iaa.measures.student import TAILS, t_quantile

# A half width below this is rounding: all sentences are alike.
_ROUNDING = 1e-12


class Spread(NamedTuple):
    """Arrays over figures: what their intervals are made of.

    units          number of sentences, or documents, that have items of the figure
    differing      in how many of them somebody differs
    error          standard error, that of z brought to the scale of the figure
    degrees        degrees of freedom of Student's t
    design_effect  variance with documents drawn / variance with sentences drawn (Kish 1965);
                   nan where either is 0
    low, high      bounds of the interval, nan with fewer than FEWEST units or no value; None where
                   they are not asked for
    """

    units: numpy.ndarray
    differing: numpy.ndarray
    error: numpy.ndarray
    degrees: numpy.ndarray
    design_effect: numpy.ndarray
    low: Any = None
    high: Any = None


class FigureChange(NamedTuple):
    """How a figure changed, on the same sentences.

    ratio        (1 - later) / (1 - earlier), the remaining share of disagreement; inf if there was
                 none before, nan if a figure is undefined or nobody ever differed
    low, high    bounds of the 95 % interval of the ratio; nan with fewer than FEWEST units
    degrees      its degrees of freedom
    differing    in how many units somebody differs, earlier or later
    difference   Spread of later - earlier, with bounds
    """

    ratio: float
    low: float
    high: float
    degrees: float
    differing: int
    difference: Spread


def intervals(estimate: Estimate, document: numpy.ndarray, unit: str) -> Spread:
    """The Spread of all figures, with bounds.

    document  number of each sentence's document, in ascending order
    unit      what is drawn at random: "sentences" or "documents"
    """
    found = spread(estimate, document, unit)
    expected = numpy.broadcast_to(estimate.expected, len(found.units))
    low, high = bounds(estimate.value, found, estimate.scale, expected)
    return found._replace(low=low, high=high)


def bounds(value, spread, scale, expected) -> tuple:
    """(low, high) of the 95 % intervals of some figures; nan with fewer than FEWEST units.

    value, expected  arrays over figures: as in Estimate
    spread           their Spread
    scale            as in Estimate
    """
    half = t_quantile(spread.degrees) * spread.error
    units = spread.units
    low, high = (numpy.full(len(units), numpy.nan) for _ in range(2))
    enough = (units >= FEWEST) & ~numpy.isnan(value)
    for rows, of_case in _cases(value, half, scale):
        rows = rows & enough
        low[rows], high[rows] = of_case(value[rows], half[rows], units[rows], expected[rows])
    return low, high


def spread(estimate: Estimate, document: numpy.ndarray, unit: str) -> Spread:
    """The same without bounds."""
    # Of the design effect nothing but the influences is needed.
    needed = (
        estimate if unit == "documents" else estimate._replace(weight=None, chance=0.0, parts=())
    )
    by_document = needed.of_documents(document)
    sentences, documents = ((units_of(own), _powers(own, 2)) for own in (estimate, by_document))
    drawn, (units, squares) = (
        (by_document, documents) if unit == "documents" else (estimate, sentences)
    )
    x, variance = numpy.nan_to_num(estimate.value), squares * _correction(units)
    differing = units
    if estimate.scale != DIFFERENCE:
        on_logs, apart = _without(drawn)
        differing = drawn.cells.sums(apart).astype(numpy.int64)
    if estimate.scale == CORRECTED:
        outside = [drawn.outside(power) / numpy.where(x < 1, 1 - x, 1) ** power for power in (1, 2)]
        variance = numpy.where(
            x < 1, _deleted(drawn, on_logs, units, *outside) * (1 - x) ** 2, variance
        )
    elif estimate.scale == SHARE:
        on_logits = _without(drawn, False)[0] - on_logs
        slope = x * (1 - x)
        variance = numpy.where(slope > 0, _deleted(drawn, on_logits, units) * slope**2, variance)
    # Where all sentences are alike, what is left without one of them differs by rounding.
    variance = numpy.where(squares < _ROUNDING**2, squares, variance)
    return Spread(
        units, differing, numpy.sqrt(variance + estimate.sampling),
        _degrees(units, squares, _powers(drawn, 4)), _design_effect(sentences, documents),
    )  # fmt: skip


def units_of(estimate) -> numpy.ndarray:
    """For each figure of an Estimate the number of sentences with items of it."""
    return estimate.cells.sums(estimate.which()).astype(numpy.int64)


def _powers(estimate, power):
    """Sum of the second, or fourth, powers of the influences."""
    influence = estimate.total_influence()
    squares = influence * influence
    return estimate.cells.sums(squares if power == 2 else squares * squares) + estimate.outside(
        power
    )


def _correction(units):
    return units / numpy.maximum(units - 1, 1)


def _design_effect(*drawn):
    """drawn: (number of units, sum of the squares of influences) of sentences, then of documents"""
    of_sentences, of_documents = (squares * _correction(units) for units, squares in drawn)
    there = (drawn[1][0] > 1) & (of_sentences > 0)
    return numpy.where(there, of_documents / numpy.where(there, of_sentences, 1), numpy.nan)


def _degrees(units, squares, fourth):
    """nu; squares, fourth: sums of the second and fourth powers of influences."""
    apart = fourth - squares**2 / numpy.maximum(units, 1)
    most = numpy.maximum(units - 1, 1)
    there = apart > _ROUNDING * fourth
    nu = numpy.divide(2 * squares**2, apart, out=most.astype(float), where=there)
    return numpy.clip(nu, 1, most)


def _deleted(estimate, changes, units, outside=0.0, squares_outside=0.0):
    """se^2 of z from its changes where a unit is left out; the others are those outside of
    `changes`, by the sum and the sum of squares.
    """
    total = estimate.cells.sums(changes) + outside
    squares = estimate.cells.sums(changes**2) + squares_outside
    variance = numpy.maximum(squares - total**2 / numpy.maximum(units, 1), 0)
    return variance * numpy.maximum(units - 1, 0) / numpy.maximum(units, 1)


def _without(estimate, of_disagreement=True):
    """(what log(1 - x), or log x, changes by where a unit is left out; booleans: whether the unit
    adds to 1 - x, or x).
    """
    total, left, added, factor = _left(estimate, of_disagreement)
    repeated = estimate.cells.repeated
    positive = added > _ROUNDING * repeated(numpy.abs(total))
    least = estimate.cells.least(numpy.where(positive, added, numpy.inf))
    floor = numpy.where(numpy.isfinite(least), least / 2, 1)
    whole = repeated(numpy.where(total > 0, total, 1))
    changes = numpy.log(numpy.maximum(left, repeated(floor)) * factor / whole)
    return numpy.where(repeated(total > 0), changes, 0), positive


def _left(estimate, of_disagreement):
    """(1 - x, or x; what is left of it without each unit, but for a factor; what each unit adds;
    the factor).

    With the share w of what x = A / B is divided by, and D_e'_s / D_e = g, unit s adds
    (1 - x) (w + g) - u to 1 - x, and x w + u to x. What is left counts 1 / (1 - w) times as much,
    and that of D_o / D_e e^g times.
    """
    x = estimate.value
    total = numpy.nan_to_num(1 - x if of_disagreement else x)
    if estimate.parts:
        left = added = 0.0
        number = 0
        for part in estimate.parts:
            _, of_part, added_by_part, factor = _left(part, of_disagreement)
            left = left + of_part * factor
            added = added + added_by_part
            number = number + ~numpy.isnan(part.value)
        number = estimate.cells.repeated(numpy.maximum(number, 1))
        return total, left / number, added / number, 1.0
    weight, whole = estimate.weights(), estimate.cells.repeated(total)
    u = estimate.total_influence()
    added = whole * (weight + estimate.chance) - u if of_disagreement else whole * weight + u
    # Without the only unit that it is made of a figure would be undefined: it stays as it is.
    all_of_it = weight > 1 - _ROUNDING
    left = numpy.where(all_of_it, whole, whole - added)
    factor = 1 / (1 - numpy.where(all_of_it, 0, weight))
    return total, left, added, factor * numpy.exp(estimate.chance) if of_disagreement else factor


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
    differing = int(_differs(earlier, later, document, unit).sum())
    return FigureChange(float(ratio), float(low), float(high), float(degrees), differing, plain)


def _differs(earlier, later, document, unit):
    """Whether somebody differs in each unit, earlier or later."""
    drawn = [own.of_documents(document) if unit == "documents" else own for own in (earlier, later)]
    return numpy.logical_or(*(_left(own, True)[2] > _ROUNDING for own in drawn))


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
            changes = changes + sign * _without(drawn, of_disagreement)[0]
            influence = influence + sign * drawn.influence / figure
            sampling = sampling + drawn.sampling / figure**2
            counts = counts | drawn.which()
    units, squares, fourth = map(drawn.cells.sums, (counts, influence**2, influence**4))
    variance = _deleted(drawn, changes, units) if squares[0] > _ROUNDING**2 else squares
    degrees = _degrees(units, squares, fourth)
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
    each = sum(own**2 / sample.degrees for own, sample in zip(variances, samples))
    degrees = variances.sum() ** 2 / each if each else sum(own.degrees for own in samples)
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


def _cases(x, half, scale):
    """[(mask of the figures, function of (x, t se, units, D_e) that returns low and high)]"""
    if scale == DIFFERENCE:
        return [(~numpy.isnan(x), _on_its_own_scale)]
    if scale == CORRECTED:
        return [(x == 1, _nobody_differs), (x < 1, _on_log_scale)]
    alike = (half < _ROUNDING) | (x <= 0) | (x >= 1)
    return [(alike, _all_alike), (~alike, _on_logit_scale)]


def _on_its_own_scale(x, half, units, D_e):
    return x - half, x + half


def _on_logit_scale(x, half, units, D_e):
    odds, factor = x / (1 - x), numpy.exp(half / (x * (1 - x)))
    return odds / (odds + factor), odds * factor / (1 + odds * factor)


def _on_log_scale(x, half, units, D_e):
    factor = numpy.exp(half / (1 - x))
    return 1 - (1 - x) * factor, 1 - (1 - x) / factor


def _nobody_differs(x, half, units, D_e):
    # No coefficient is below -1.
    return numpy.maximum(1 - _unseen(units) / D_e, -1), x


def _all_alike(x, half, units, D_e):
    """All sentences have the same share; unseen ones may have none, or all."""
    return x - _unseen(units) * x, x + _unseen(units) * (1 - x)


def _unseen(units):
    """Upper bound, with 95 % confidence, of the share of units with what none of the seen has."""
    return 1 - TAILS ** (1 / units)
