"""Intervals of 95% of Estimates, and of how two figures differ, without resampling.

They are computed on a scale z without an end, on which few sentences that differ weigh as they
should:

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

If none of S units has a property, at most 1 - .05^(1/S) of all units have it, with 95%
confidence (Hanley & Lippman-Hand 1983, If nothing goes wrong, is everything all right?).
That bounds the disagreement where nobody differs, and a share that is the same in all
sentences.

An interval that is wider than half of its scale says nothing, and is left out.
"""

from typing import Any, NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import CORRECTED, DIFFERENCE, SHARE, Estimate, difference
from brat_iaa.measures.score import FEWEST
from brat_iaa.measures.student import TAILS, t_quantile

# Of each scale, the width above which an interval says nothing: half of 0 to 1, or of -1 to 1.
WIDEST = {SHARE: 0.5, CORRECTED: 1.0, DIFFERENCE: 1.0}
# A half width below this is rounding: all sentences are alike.
ROUNDING = 1e-12


class Spread(NamedTuple):
    """Arrays over figures: what their intervals are made of.

    units          number of sentences, or documents, that have items of the figure
    differing      in how many of them somebody differs
    error          standard error, that of z brought to the scale of the figure
    degrees        degrees of freedom of Student's t
    design_effect  variance with documents drawn / variance with sentences drawn (Kish 1965);
                   nan where either is 0
    low, high      bounds of the interval, nan with fewer than FEWEST units, no value, where they
                   are further apart than WIDEST, or where no sentence changes a figure corrected
                   for chance
    """

    units: numpy.ndarray
    differing: numpy.ndarray
    error: numpy.ndarray
    degrees: numpy.ndarray
    design_effect: numpy.ndarray
    low: Any = None
    high: Any = None


def intervals(estimate: Estimate, document: numpy.ndarray, unit: str) -> Spread:
    """The Spread of all figures.

    document  number of each sentence's document, in ascending order
    unit      what is drawn at random: "sentences" or "documents"
    """
    # Of the design effect nothing but the influences is needed.
    needed = estimate._replace(weight=None, chance=0.0, parts=())
    by_document = (estimate if unit == "documents" else needed).of_documents(document)
    drawn = by_document if unit == "documents" else estimate
    # A sum of squares that is 0 may come out below it by rounding.
    units, squares, scale = drawn.units(), numpy.maximum(drawn.powers(2), 0), estimate.scale
    x, variance, differing = numpy.nan_to_num(estimate.value), squares * _correction(units), units
    if scale != DIFFERENCE:
        of_logs, adds = log_changes(drawn, True)
        differing = drawn.cells.sums(adds).astype(numpy.int64)
        slope, outside = 1 - x, (0.0, 0.0)
        if scale == CORRECTED:
            divisor = numpy.where(x < 1, 1 - x, 1)
            outside = drawn.outside(1) / divisor, drawn.outside(2) / divisor**2
        else:
            slope, of_logs = x * (1 - x), log_changes(drawn, False)[0] - of_logs
        deleted = deleted_variance(drawn, of_logs, units, *outside) * slope**2
        variance = numpy.where(slope > 0, deleted, variance)
    # Where all sentences are alike, what is left without one of them differs by rounding.
    variance = numpy.where(squares < ROUNDING**2, squares, variance)
    spread = Spread(
        units, differing, numpy.sqrt(variance),
        degrees_of_freedom(units, squares, drawn.powers(4)), _design_effect(estimate, by_document),
    )  # fmt: skip
    expected = numpy.broadcast_to(estimate.expected, len(units))
    low, high = bounds(estimate.value, spread, scale, expected)
    narrow = high - low <= WIDEST[scale]
    low, high = (numpy.where(narrow, bound, numpy.nan) for bound in (low, high))
    return spread._replace(low=low, high=high)


def bounds(value, spread, scale, expected) -> tuple:
    """(low, high) of the 95% intervals of some figures; nan with fewer than FEWEST units.

    value, expected  arrays over figures: as in Estimate
    spread           their Spread
    scale            as in Estimate
    """
    x, half, units = value, t_quantile(spread.degrees) * spread.error, spread.units
    # Both ways are computed for all, and one of them is taken.
    with numpy.errstate(all="ignore"):
        # Upper bound, with 95% confidence, of the share of units with what none of the seen has.
        unseen = 1 - TAILS ** (1 / units)
        if scale == DIFFERENCE:
            low, high = x - half, x + half
        elif scale == CORRECTED:
            factor = numpy.exp(half / (1 - x))
            # Where nobody differs; no coefficient is below -1.
            low = numpy.where(
                x == 1, numpy.maximum(1 - unseen / expected, -1), 1 - (1 - x) * factor
            )
            high = numpy.where(x == 1, x, 1 - (1 - x) / factor)
            # Where no sentence changes it, nothing says how far it varies.
            low, high = (
                numpy.where((x < 1) & (half < ROUNDING), numpy.nan, bound) for bound in (low, high)
            )
        else:
            # Where all sentences have the same share, unseen ones may have none, or all.
            alike = (half < ROUNDING) | (x <= 0) | (x >= 1)
            odds, factor = x / (1 - x), numpy.exp(half / (x * (1 - x)))
            low = numpy.where(alike, x - unseen * x, odds / (odds + factor))
            high = numpy.where(alike, x + unseen * (1 - x), odds * factor / (1 + odds * factor))
    enough = (units >= FEWEST) & ~numpy.isnan(value)
    low, high = (numpy.where(enough, bound, numpy.nan) for bound in (low, high))
    return low, high


def _correction(units):
    return units / numpy.maximum(units - 1, 1)


def _design_effect(*drawn):
    """drawn: the Estimate by sentences, and by documents"""
    of_sentences, of_documents = (each.powers(2) * _correction(each.units()) for each in drawn)
    there = (drawn[1].units() > 1) & (of_sentences > 0)
    return numpy.where(there, of_documents / numpy.where(there, of_sentences, 1), numpy.nan)


def degrees_of_freedom(units, squares, fourth) -> numpy.ndarray:
    """nu; squares, fourth: sums of the second and fourth powers of influences."""
    apart = fourth - squares**2 / numpy.maximum(units, 1)
    most = numpy.maximum(units - 1, 1).astype(float)
    nu = numpy.divide(2 * squares**2, apart, out=most.copy(), where=apart > ROUNDING * fourth)
    return numpy.clip(nu, 1, most)


def deleted_variance(estimate, changes, units, outside=0.0, squares_outside=0.0) -> numpy.ndarray:
    """se^2 of z from its changes where a unit is left out; the others are those outside of
    `changes`, by the sum and the sum of squares.
    """
    total = estimate.cells.sums(changes) + outside
    squares = estimate.cells.sums(changes**2) + squares_outside
    variance = numpy.maximum(squares - total**2 / numpy.maximum(units, 1), 0)
    return variance * numpy.maximum(units - 1, 0) / numpy.maximum(units, 1)


def log_changes(estimate, of_disagreement) -> tuple:
    """(what log(1 - x) changes by where a unit is left out, or log x; whether the unit adds to it):
    of each cell. What would be 0 is half of the least that any unit adds.
    """
    repeated = estimate.cells.repeated
    total = numpy.nan_to_num(1 - estimate.value if of_disagreement else estimate.value)
    left, added, factor = without_each(estimate, of_disagreement)
    adds = added > ROUNDING * repeated(numpy.abs(total))
    least = estimate.cells.least(numpy.where(adds, added, numpy.inf))
    floor = repeated(numpy.where(numpy.isfinite(least), least / 2, 1))
    whole = repeated(numpy.where(total > 0, total, 1))
    changes = numpy.log(numpy.maximum(left, floor) * factor / whole)
    return numpy.where(repeated(total > 0), changes, 0), adds


def without_each(estimate, of_disagreement) -> tuple:
    """(what is left of 1 - x, or x, without each unit, but for a factor; what the unit adds; the
    factor): of each cell.

    With the share w of what x = A / B is divided by, and D_e'_s / D_e = g, unit s adds
    (1 - x) (w + g) - u to 1 - x, and x w + u to x. What is left counts 1 / (1 - w) times as much,
    and that of D_o / D_e e^g times.
    """
    x, repeated = estimate.value, estimate.cells.repeated
    if estimate.parts and not estimate.harmonic:
        defined = sum(~numpy.isnan(part.value) for part in estimate.parts)
        number = repeated(numpy.maximum(defined, 1))
        parts = (without_each(part, of_disagreement) for part in estimate.parts)
        lefts, adds, factors = zip(*parts)
        return sum(map(numpy.multiply, lefts, factors)) / number, sum(adds) / number, 1.0
    weight, u = estimate.weights(), estimate.total_influence()
    # Without the only unit that it is made of a figure would be undefined: it stays as it is.
    all_of_it = weight > 1 - ROUNDING
    factor = 1 / (1 - numpy.where(all_of_it, 0, weight))
    total = repeated(numpy.nan_to_num(1 - x if of_disagreement else x))
    added = total * (weight + estimate.chance) - u if of_disagreement else total * weight + u
    left = numpy.where(all_of_it, total, total - added)
    if estimate.harmonic:
        # What a harmonic mean is without a unit is no sum: it comes from both of its parts.
        shares = (without_each(part, False) for part in estimate.parts)
        recall, precision = (left * of_left for left, _, of_left in shares)
        mean = 2 * recall * precision / numpy.where(recall > 0, recall + precision, 1)
        mean = 1 - mean if of_disagreement else mean
        left = numpy.where(repeated(numpy.isnan(x)), 0, mean / factor)
    return left, added, factor * numpy.exp(estimate.chance) if of_disagreement else factor


class FigureChange(NamedTuple):
    """How a figure changed, on the same sentences.

    ratio        (1 - later) / (1 - earlier), the remaining share of disagreement; inf if there was
                 none before, nan if a figure is undefined or nobody ever differed
    low, high    bounds of the 95% interval of the ratio; nan with fewer than FEWEST units
    degrees      its degrees of freedom
    differing    in how many units somebody differs, earlier or later
    of_each      in how many earlier, and in how many later
    difference   Spread of later - earlier
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
    both = drawn_by(earlier, document, unit), drawn_by(later, document, unit)
    degrees = plain.degrees[0]
    if before > 0 and after > 0:
        _, error, degrees = _ratio_spread(*both[::-1], True)
        ratio, low, high = _ratio(before, after, t_quantile(degrees) * error)
    else:
        spreads = (intervals(estimate, document, unit) for estimate in (earlier, later))
        ratio, low, high = _of_none(before, after, *((s.low[0], s.high[0]) for s in spreads))
    if plain.units[0] < FEWEST:
        low = high = numpy.nan
    differ = [without_each(estimate, True)[1] > ROUNDING for estimate in both]
    return FigureChange(
        float(ratio), float(low), float(high), float(degrees),
        int(numpy.logical_or(*differ).sum()), (int(differ[0].sum()), int(differ[1].sum())), plain,
    )  # fmt: skip


def drawn_by(estimate, document, unit) -> Estimate:
    """The Estimate with what is drawn at random as its sentences; unit: as in intervals()"""
    return estimate.of_documents(document) if unit == "documents" else estimate


def _ratio(before, after, half):
    """(after / before, low, high), with a half width on the scale of logs."""
    ratio, factor = after / before, numpy.exp(half)
    return ratio, ratio / factor, ratio * factor


def _of_none(before, after, first, second):
    """(ratio, low, high) of the disagreements where one or both are 0.

    first, second  (low, high) of the earlier and the later figure
    """
    if before > 0 == after:
        return 0.0, 0.0, (1 - second[0]) / (1 - first[1])
    if after > 0 == before:
        return numpy.inf, (1 - second[1]) / (1 - first[0]), numpy.inf
    return numpy.nan, numpy.nan, numpy.nan


def _ratio_spread(first, second, of_disagreement):
    """(number of units, standard error, degrees of freedom) of the log of the ratio of two figures,
    or of what they are short of 1; all above 0. second: None for 1
    """
    changes = influence = 0.0
    counts = numpy.zeros(len(first.cells), dtype=bool)
    for estimate, sign in ((first, 1), (second, -1)):
        if estimate is not None:
            figure = -(1 - estimate.value[0]) if of_disagreement else estimate.value[0]
            changes = changes + sign * log_changes(estimate, of_disagreement)[0]
            influence = influence + sign * estimate.influence / figure
            counts |= estimate.which()
    units, squares, fourth = map(first.cells.sums, (counts, influence**2, influence**4))
    variance = deleted_variance(first, changes, units) if squares[0] > ROUNDING**2 else squares
    degrees = degrees_of_freedom(units, squares, fourth)[0]
    return int(units[0]), numpy.sqrt(variance)[0], degrees


def ratio_interval(first: Estimate, second: Optional[Estimate], document, unit: str):
    """(low, high), 95%, of first / second, symmetric on a log scale; None if either is 0 or
    undefined, or there are fewer than FEWEST units.

    first, second   Estimates of one positive figure each, on the same sentences; None: 1
    document, unit  as in intervals()
    """
    value = 1 if second is None else second.value[0]
    if not 0 < first.value[0] / value < numpy.inf:
        return None
    drawn = drawn_by(first, document, unit), second and drawn_by(second, document, unit)
    units, error, degrees = _ratio_spread(*drawn, False)
    _, low, high = _ratio(value, first.value[0], t_quantile(degrees) * error)
    return None if units < FEWEST else (float(low), float(high))


class SampleContrast(NamedTuple):
    """By how much a figure differs between two samples.

    difference      second - first
    interval        (low, high), 95%
    ratio           (1 - second) / (1 - first); inf if there is no disagreement in the first, nan if
                    there is none in either
    ratio_interval  (low, high), 95%; nan where the ratio is
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

    def half(of_first, of_second):
        """Half the width from both variances: Student's t with the degrees of freedom of Welch 1947
        for their sum.
        """
        variances = numpy.square([of_first, of_second])
        each = (variances**2 / [first.degrees, second.degrees]).sum()
        degrees = variances.sum() ** 2 / each if each else first.degrees + second.degrees
        return float(t_quantile(degrees)) * numpy.sqrt(variances.sum())

    if before > 0 and after > 0:
        on_logs = half(first.standard_error / before, second.standard_error / after)
        ratio, low, high = _ratio(before, after, on_logs)
    else:
        ratio, low, high = _of_none(before, after, first.interval, second.interval)
    width = half(first.standard_error, second.standard_error)
    interval = float(plain - width), float(plain + width)
    return SampleContrast(float(plain), interval, float(ratio), (float(low), float(high)))


def direction(low, high) -> str:
    """Of a clear change "up" or "down", "" of others.

    low, high  interval of the ratio; high is None without a bound, both without an interval
    """
    if low is None:
        return ""
    if low > 1:
        return "down"
    return "up" if high is not None and high < 1 else ""
