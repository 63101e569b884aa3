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

An interval that is wider than half of its scale says nothing, and is left out.
"""

from typing import Any, NamedTuple

import numpy

from brat_iaa.measures.estimate import CORRECTED, DIFFERENCE, SHARE, Estimate
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
    low, high      bounds of the interval, nan with fewer than FEWEST units, no value, or where they
                   are further apart than WIDEST; None where they are not asked for
    """

    units: numpy.ndarray
    differing: numpy.ndarray
    error: numpy.ndarray
    degrees: numpy.ndarray
    design_effect: numpy.ndarray
    low: Any = None
    high: Any = None


def intervals(estimate: Estimate, document: numpy.ndarray, unit: str) -> Spread:
    """The Spread of all figures, with bounds.

    document  number of each sentence's document, in ascending order
    unit      what is drawn at random: "sentences" or "documents"
    """
    spreads = spread(estimate, document, unit)
    expected = numpy.broadcast_to(estimate.expected, len(spreads.units))
    low, high = bounds(estimate.value, spreads, estimate.scale, expected)
    narrow = high - low <= WIDEST[estimate.scale]
    low, high = (numpy.where(narrow, bound, numpy.nan) for bound in (low, high))
    return spreads._replace(low=low, high=high)


def bounds(value, spread, scale, expected) -> tuple:
    """(low, high) of the 95 % intervals of some figures; nan with fewer than FEWEST units.

    value, expected  arrays over figures: as in Estimate
    spread           their Spread
    scale            as in Estimate
    """
    x, half, units = value, t_quantile(spread.degrees) * spread.error, spread.units
    # Both ways are computed for all, and one of them is taken.
    with numpy.errstate(all="ignore"):
        # Upper bound, with 95 % confidence, of the share of units with what none of the seen has.
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
        else:
            # Where all sentences have the same share, unseen ones may have none, or all.
            alike = (half < ROUNDING) | (x <= 0) | (x >= 1)
            odds, factor = x / (1 - x), numpy.exp(half / (x * (1 - x)))
            low = numpy.where(alike, x - unseen * x, odds / (odds + factor))
            high = numpy.where(alike, x + unseen * (1 - x), odds * factor / (1 + odds * factor))
    enough = (units >= FEWEST) & ~numpy.isnan(value)
    low, high = (numpy.where(enough, bound, numpy.nan) for bound in (low, high))
    return low, high


def spread(estimate: Estimate, document: numpy.ndarray, unit: str) -> Spread:
    """The same without bounds."""
    # Of the design effect nothing but the influences is needed.
    needed = (
        estimate if unit == "documents" else estimate._replace(weight=None, chance=0.0, parts=())
    )
    by_document = needed.of_documents(document)
    sentences, documents = (
        (units_of(drawn), _powers(drawn, 2)) for drawn in (estimate, by_document)
    )
    drawn, (units, squares) = (
        (by_document, documents) if unit == "documents" else (estimate, sentences)
    )
    x, variance = numpy.nan_to_num(estimate.value), squares * _correction(units)
    differing, scale = units, estimate.scale
    if scale != DIFFERENCE:
        (on_logs, apart), *of_x = changes_without(drawn, (True, False)[: 1 + (scale == SHARE)])
        differing = drawn.cells.sums(apart).astype(numpy.int64)
    if scale == CORRECTED:
        outside = [drawn.outside(power) / numpy.where(x < 1, 1 - x, 1) ** power for power in (1, 2)]
        variance = numpy.where(
            x < 1, deleted_variance(drawn, on_logs, units, *outside) * (1 - x) ** 2, variance
        )
    elif scale == SHARE:
        slope, on_logits = x * (1 - x), of_x[0][0] - on_logs
        variance = numpy.where(
            slope > 0, deleted_variance(drawn, on_logits, units) * slope**2, variance
        )
    # Where all sentences are alike, what is left without one of them differs by rounding.
    variance = numpy.where(squares < ROUNDING**2, squares, variance)
    return Spread(
        units, differing, numpy.sqrt(variance + estimate.sampling),
        degrees_of_freedom(units, squares, _powers(drawn, 4)), _design_effect(sentences, documents),
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


def degrees_of_freedom(units, squares, fourth):
    """nu; squares, fourth: sums of the second and fourth powers of influences."""
    apart = fourth - squares**2 / numpy.maximum(units, 1)
    most = numpy.maximum(units - 1, 1)
    there = apart > ROUNDING * fourth
    nu = numpy.divide(2 * squares**2, apart, out=most.astype(float), where=there)
    return numpy.clip(nu, 1, most)


def deleted_variance(estimate, changes, units, outside=0.0, squares_outside=0.0):
    """se^2 of z from its changes where a unit is left out; the others are those outside of
    `changes`, by the sum and the sum of squares.
    """
    total = estimate.cells.sums(changes) + outside
    squares = estimate.cells.sums(changes**2) + squares_outside
    variance = numpy.maximum(squares - total**2 / numpy.maximum(units, 1), 0)
    return variance * numpy.maximum(units - 1, 0) / numpy.maximum(units, 1)


def changes_without(estimate, ways) -> list:
    """For each way [(what log(1 - x), or log x, changes by where a unit is left out; booleans:
    whether the unit adds to 1 - x, or x)].

    ways  of each whether it is log(1 - x)
    """
    repeated, results = estimate.cells.repeated, []
    for total, left, added, factor in left_without(estimate, ways):
        positive = added > ROUNDING * repeated(numpy.abs(total))
        least = estimate.cells.least(numpy.where(positive, added, numpy.inf))
        floor = numpy.where(numpy.isfinite(least), least / 2, 1)
        whole = repeated(numpy.where(total > 0, total, 1))
        changes = numpy.log(numpy.maximum(left, repeated(floor)) * factor / whole)
        results.append((numpy.where(repeated(total > 0), changes, 0), positive))
    return results


def left_without(estimate, ways) -> list:
    """For each way (1 - x, or x; what is left of it without each unit, but for a factor; what each
    unit adds; the factor).

    With the share w of what x = A / B is divided by, and D_e'_s / D_e = g, unit s adds
    (1 - x) (w + g) - u to 1 - x, and x w + u to x. What is left counts 1 / (1 - w) times as much,
    and that of D_o / D_e e^g times.
    """
    x, repeated = estimate.value, estimate.cells.repeated
    totals = [numpy.nan_to_num(1 - x if of_disagreement else x) for of_disagreement in ways]
    if estimate.parts and not estimate.harmonic:
        sums, number = [(0.0, 0.0)] * len(totals), 0
        for part in estimate.parts:
            sums = [
                (left + of_part * factor, added + by_part)
                for (left, added), (_, of_part, by_part, factor) in zip(
                    sums, left_without(part, ways)
                )
            ]
            number = number + ~numpy.isnan(part.value)
        number = repeated(numpy.maximum(number, 1))
        return [
            (total, left / number, added / number, 1.0)
            for total, (left, added) in zip(totals, sums)
        ]
    weight, u, results = estimate.weights(), estimate.total_influence(), []
    # Without the only unit that it is made of a figure would be undefined: it stays as it is.
    all_of_it = weight > 1 - ROUNDING
    factor = 1 / (1 - numpy.where(all_of_it, 0, weight))
    if estimate.harmonic:
        sides = [left_without(part, (False,))[0] for part in estimate.parts]
        recall, precision = (left * of_left for _, left, _, of_left in sides)
        # What a harmonic mean is without a unit is no sum: it comes from both of its parts.
        mean = 2 * recall * precision / numpy.where(recall > 0, recall + precision, 1)
    for of_disagreement, total in zip(ways, totals):
        whole = repeated(total)
        added = whole * (weight + estimate.chance) - u if of_disagreement else whole * weight + u
        left = numpy.where(all_of_it, whole, whole - added)
        if estimate.harmonic:
            left = (1 - mean if of_disagreement else mean) / factor
            left[repeated(numpy.isnan(x))] = 0
        results.append((
            total, left, added, factor * numpy.exp(estimate.chance) if of_disagreement else factor,
        ))  # fmt: skip
    return results
