"""Estimates and their intervals: figures with the influence of each sentence on them.

A figure x is a smooth function of sums over sentences, x(w) with a weight w_s = 1
for each sentence s. The influence of a sentence is u_s = dx / dw_s. With S sentences
drawn at random (or documents, with their u_s added up) the variance of x is

    se^2 = S / (S - 1)  sum over s of u_s^2

which is the linearised, delta-method or infinitesimal-jackknife variance (Efron
1982, The jackknife, the bootstrap and other resampling plans, chapter 6). Intervals
of 95 % have Student's t with S - 1 degrees of freedom, on a scale without an end:

    a share, in [0, 1]      logit x
    corrected for chance    log(1 - x) = log D_o - log D_e

If none of S units has a property, at most 1 - .05^(1/S) of all units have it, with 95 %
confidence (Hanley & Lippman-Hand 1983, If nothing goes wrong, is everything all right?).
That bounds the disagreement where nobody differs, and a share that is the same in all
sentences.
"""

from collections.abc import Callable
from typing import NamedTuple, Union

import numpy

from brat_iaa.measures.student import TAILS, t_quantile

LEVEL = 95
# Sentences or documents that an interval needs.
FEWEST = 10
# A half width below this is rounding: all sentences are alike.
_ROUNDING = 1e-12
SHARE, CORRECTED, DIFFERENCE = "share", "corrected", "difference"


class Estimate(NamedTuple):
    """Figures, and the influence of each sentence on them.

    value      floats, one for each figure; nan where undefined
    influence  floats, sentences x figures: u_s; 0 where the figure is undefined
    counts     booleans, sentences x figures: whether the sentence has items of the figure
    scale      SHARE, CORRECTED or DIFFERENCE (of two figures; in [-1, 1])
    expected   D_e of each figure: floats, or 1 where chance plays no part
    sampling   variance to add because D_e was estimated from a sample of pairs
    """

    value: numpy.ndarray
    influence: numpy.ndarray
    counts: numpy.ndarray
    scale: str = SHARE
    expected: Union[float, numpy.ndarray] = 1.0
    sampling: float = 0.0

    def spread(self, document):
        """Spread of every figure; document: number of each sentence's document, ascending."""
        starts = numpy.flatnonzero(numpy.diff(document, prepend=-1))
        influence, counts = self.influence, self.counts
        if len(document):
            influence = numpy.add.reduceat(influence, starts, axis=0)
            counts = numpy.logical_or.reduceat(counts, starts, axis=0)
        return Spread(
            self.counts.sum(axis=0), counts.sum(axis=0), (self.influence**2).sum(axis=0),
            (influence**2).sum(axis=0), self.sampling,
        )  # fmt: skip


class Spread(NamedTuple):
    """Arrays over figures: number of units, and the sum of u_s^2 over them.

    sentences, documents        how many have items of the figure
    by_sentence, by_document    sums of squares
    sampling                    as in Estimate
    """

    sentences: numpy.ndarray
    documents: numpy.ndarray
    by_sentence: numpy.ndarray
    by_document: numpy.ndarray
    sampling: float = 0.0


class SummedEstimate(NamedTuple):
    """Figures with what their intervals need, as CellEstimate has it.

    value   floats, one for each figure; nan where undefined
    summed  function that returns the Spread of every figure: few sentences need none
    scale, expected  as in Estimate
    """

    value: numpy.ndarray
    summed: Callable
    scale: str = SHARE
    expected: Union[float, numpy.ndarray] = 1.0

    def spread(self, document):
        """Spread of every figure, whose units are those that were added up."""
        return self.summed()


class Intervals(NamedTuple):
    """Arrays over figures.

    low, high      bounds of the 95 % interval; nan with fewer than FEWEST units or no value
    units          number of sentences, or documents, that have items of the figure
    error          standard error of each figure
    design_effect  variance with documents drawn / variance with sentences drawn (Kish 1965);
                   nan where either is 0
    """

    low: numpy.ndarray
    high: numpy.ndarray
    units: numpy.ndarray
    error: numpy.ndarray
    design_effect: numpy.ndarray


class FigureChange(NamedTuple):
    """How a figure changed, on the same sentences.

    ratio        (1 - later) / (1 - earlier), the remaining share of disagreement; inf if there was
                 none before, nan if a figure is undefined or nobody ever differed
    low, high    bounds of the 95 % interval of the ratio; nan with fewer than FEWEST units
    difference   Intervals of later - earlier
    """

    ratio: float
    low: float
    high: float
    difference: Intervals


def mean_of_defined(values):
    """(mean over the first axis without nan, number of values in it); nan where all are nan.

    values  array, or list of arrays of the same shape
    """
    values = numpy.asarray(values)
    defined = ~numpy.isnan(values)
    number = defined.sum(axis=0)
    # One after the other: the order in which NumPy adds up depends on the shape, and so would the
    # last digits of a document's figures on how many documents were computed together.
    total = sum(numpy.where(defined, values, 0), start=numpy.zeros(values.shape[1:]))
    undefined = numpy.full(total.shape, numpy.nan)
    return numpy.divide(total, number, out=undefined, where=number > 0), number


def in_a_row(estimates: list) -> SummedEstimate:
    """The figures of several estimates, one estimate after the other.

    estimates  (values, Spread) of shares that are sampled from nothing
    """
    values, spreads = zip(*estimates)
    sentences, documents, by_sentence, by_document = (
        numpy.concatenate(parts) for parts in zip(*(spread[:4] for spread in spreads))
    )
    joined = Spread(sentences, documents, by_sentence, by_document)
    return SummedEstimate(numpy.concatenate(values), lambda: joined)


def corrected(value, D_o, D_e, D_o_by, D_e_by, counts) -> Estimate:
    """Estimate of 1 - D_o / D_e.

    D_o_by, D_e_by  derivatives with respect to the sentences' weights: sentences x figures
    """
    defined = ~numpy.isnan(value)
    expected = numpy.where(defined, D_e, 1)
    influence = numpy.where(defined, (D_o / expected * D_e_by - D_o_by) / expected, 0)
    return Estimate(value, influence, counts, CORRECTED, expected)


def mean(estimates: list[Estimate]) -> Estimate:
    """Estimate of the unweighted mean over the estimates that are defined, figure by figure."""
    value, defined = mean_of_defined([estimate.value for estimate in estimates])
    influence = sum(estimate.influence for estimate in estimates) / numpy.maximum(defined, 1)
    counts = numpy.any([estimate.counts for estimate in estimates], axis=0)
    expected = [
        numpy.where(numpy.isnan(estimate.value), numpy.nan, estimate.expected)
        for estimate in estimates
    ]
    return Estimate(value, influence, counts, estimates[0].scale, mean_of_defined(expected)[0])


def difference(earlier: Estimate, later: Estimate) -> Estimate:
    """Estimate of later - earlier, both on the same sentences."""
    defined = ~numpy.isnan(later.value - earlier.value)
    influence = numpy.where(defined, later.influence - earlier.influence, 0)
    return Estimate(
        later.value - earlier.value, influence, earlier.counts | later.counts, DIFFERENCE,
        sampling=earlier.sampling + later.sampling,
    )  # fmt: skip


def intervals(estimate, document: numpy.ndarray, unit: str) -> Intervals:
    """Intervals of all figures.

    estimate  Estimate or CellEstimate
    document  number of each sentence's document, in ascending order
    unit      what is drawn at random: "sentences" or "documents"
    """
    units, error, design_effect = _standard_error(estimate, document, unit)
    expected = numpy.broadcast_to(estimate.expected, len(units))
    low, high = bounds(estimate.value, error, units, estimate.scale, expected)
    return Intervals(low, high, units, error, design_effect)


def bounds(value, error, units, scale, expected) -> tuple:
    """(low, high) of the 95 % intervals of some figures; nan with fewer than FEWEST units.

    value, error, units, expected  arrays over figures: as in Estimate and Intervals
    scale                          as in Estimate
    """
    half = t_quantile(numpy.maximum(units - 1, 1)) * error
    low, high = (numpy.full(len(units), numpy.nan) for _ in range(2))
    enough = (units >= FEWEST) & ~numpy.isnan(value)
    for rows, of_case in _cases(value, half, scale):
        rows = rows & enough
        low[rows], high[rows] = of_case(value[rows], half[rows], units[rows], expected[rows])
    return low, high


def change(earlier: Estimate, later: Estimate, document: numpy.ndarray, unit: str) -> FigureChange:
    """FigureChange between two Estimates of one figure each, on the same sentences.

    The interval of the ratio is symmetric on a log scale: its influence is the difference of the
    influences of log(1 - x). Where one of the figures is 1, their intervals bound the ratio.
    """
    contrast = difference(earlier, later)
    plain = intervals(contrast, document, unit)
    before, after = 1 - earlier.value[0], 1 - later.value[0]
    ratio = low = high = numpy.nan
    if before > 0 and after > 0:
        influence = earlier.influence / before - later.influence / after
        sampling = earlier.sampling / before**2 + later.sampling / after**2
        on_logs = contrast._replace(influence=influence, sampling=sampling)
        units, error, _ = _standard_error(on_logs, document, unit)
        factor = numpy.exp(t_quantile(numpy.maximum(units - 1, 1)) * error)[0]
        ratio = after / before
        low, high = ratio / factor, ratio * factor
    elif before > 0 == after or after > 0 == before:
        first, second = (intervals(estimate, document, unit) for estimate in (earlier, later))
        ratio, low, high = _of_none(
            before, (first.low[0], first.high[0]), (second.low[0], second.high[0])
        )
    if plain.units[0] < FEWEST:
        low = high = numpy.nan
    return FigureChange(float(ratio), float(low), float(high), plain)


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
                   units of a Score

    As in change(), the ratio's interval is symmetric on a log scale, and bounded by the intervals
    of both figures where one of them is 1. Student's t has the degrees of freedom of both samples.
    """
    t = float(t_quantile(numpy.array([first.units + second.units - 2]))[0])
    plain = second.value - first.value
    half = t * numpy.hypot(first.standard_error, second.standard_error)
    before, after = 1 - first.value, 1 - second.value
    ratio = low = high = numpy.nan
    if before > 0 and after > 0:
        on_logs = numpy.hypot(first.standard_error / before, second.standard_error / after)
        ratio, factor = after / before, numpy.exp(t * on_logs)
        low, high = ratio / factor, ratio * factor
    elif before > 0 == after or after > 0 == before:
        ratio, low, high = _of_none(before, first.interval, second.interval)
    interval = float(plain - half), float(plain + half)
    return SampleContrast(float(plain), interval, float(ratio), (float(low), float(high)))


def positive_interval(value: float, influence, counts, document, unit: str):
    """(low, high), 95 %, of a positive figure without an upper end, symmetric on a log scale; None
    if it is 0 or infinite, or there are fewer than FEWEST units.

    influence, counts  of each sentence on the figure, as in Estimate: arrays over sentences
    document, unit     as in intervals()
    """
    if not 0 < value < numpy.inf:
        return None
    on_logs = Estimate(
        numpy.array([numpy.log(value)]), influence[:, None] / value, counts[:, None], DIFFERENCE
    )
    found = intervals(on_logs, document, unit)
    low, high = numpy.exp(found.low[0]), numpy.exp(found.high[0])
    return None if numpy.isnan(low) else (float(low), float(high))


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


def _standard_error(estimate, document, unit):
    """(number of units, se, design effect) of each figure."""
    spread = estimate.spread(document)
    has_documents = (spread.documents > 1) & (spread.by_sentence > 0)
    design_effect = numpy.where(
        has_documents,
        spread.by_document / numpy.where(has_documents, spread.by_sentence, 1),
        numpy.nan,
    )
    whole = unit == "documents"
    units = spread.documents if whole else spread.sentences
    squares = spread.by_document if whole else spread.by_sentence
    variance = squares * units / numpy.maximum(units - 1, 1) + spread.sampling
    return units, numpy.sqrt(variance), design_effect


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
