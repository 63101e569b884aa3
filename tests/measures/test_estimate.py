"""Intervals from influences: by hand, against formulas written out, and at the ends of scales."""

import math
from random import Random

import numpy
import pytest
import slow_intervals as slow

from brat_iaa.measures.estimate import (
    CORRECTED,
    DIFFERENCE,
    SHARE,
    Estimate,
    every_cell,
)
from brat_iaa.measures.intervals import WIDEST, change, intervals

nan = math.nan


def one(value, influence, scale=SHARE, expected=1.0, counts=None):
    """Estimate of one figure; without counts every sentence has items of it."""
    influence, cells = numpy.array(influence, dtype=float), every_cell(len(influence))
    counts = None if counts is None else numpy.array(counts, dtype=bool)
    return Estimate(numpy.array([value]), cells, influence, counts, scale, expected)


def interval(estimate, document=None, unit="sentences"):
    document = (
        numpy.zeros(len(estimate.influence), dtype=int)
        if document is None
        else numpy.array(document)
    )
    found = intervals(estimate, document, unit)
    return float(found.low[0]), float(found.high[0])


def random_influences(random, sentences, size=0.01):
    found = [random.gauss(0, size) for _ in range(sentences)]
    return [each - sum(found) / sentences for each in found]


def test_a_share_by_hand():
    """32 of 36 in 12 sentences of 3, 4 of which have one error: u is 8 times 1/108, 4 times -1/54.

    Without a sentence that has none: 29 of 33, logit log(29/4) = 1.9810. Without one that has one:
    30 of 33, log 10 = 2.3026; mean 2.0882. se² = 11/12 (8 · .1072² + 4 · .2144²), se = .5028.
    Σu² = .002058, Σu⁴ = 5.293e-7, less Σu²²/12 = 1.765e-7: nu = 24 is more than 11, t = 2.201; on
    the scale of the logit log 8 = 2.0794 ± 1.1067
    """
    low, high = interval(one(8 / 9, [1 / 108, 1 / 108, -1 / 54] * 4))
    assert (round(low, 4), round(high, 4)) == (0.7257, 0.9603)


def test_a_coefficient_by_hand():
    """1 - x = 1/9 = 4/36 with the same influences: without a sentence that has no error log(4/33),
    without one that has one log(3/33); of the logs -2.1102 and -2.3979, mean -2.2061, se = .4498;
    t se = .9900.
    """
    low, high = interval(one(8 / 9, [1 / 108, 1 / 108, -1 / 54] * 4, CORRECTED, 0.5))
    assert (round(low, 4), round(high, 4)) == (0.701, 0.9587)


@pytest.mark.parametrize("sentences", [10, 131])
@pytest.mark.parametrize("x", [0.02, 0.5, 0.94, -0.3])
def test_the_formulas_written_out(sentences, x):
    u = random_influences(Random(repr((sentences, x))), sentences)
    for scale, expected in (
        (SHARE, slow.share),
        (CORRECTED, slow.corrected),
        (DIFFERENCE, slow.difference),
    ):
        if scale == SHARE and x < 0:
            continue
        low, high = expected(x, u)
        if high - low > WIDEST[scale]:
            low = high = nan
        found = interval(one(x, u, scale, 0.8))
        assert found == pytest.approx((low, high), abs=1e-6, nan_ok=True)


def test_sentences_without_items_count_as_influence_only():
    """A label used in ten sentences of thirty: the others move its figure a little, too."""
    u, counts = random_influences(Random(1), 30), [True, False, False] * 10
    found = interval(one(0.8, u, counts=counts))
    assert found == pytest.approx(slow.share(0.8, u, counts), abs=1e-6)


@pytest.mark.parametrize("units, expected", [(10, 0.7411), (29, 0.9019), (130, 0.9772)])
def test_where_nobody_differs(units, expected):
    """1 - (1 - .05^(1/S)) is .05^(1/S): for ten sentences .05^.1 = .7411."""
    low, high = interval(one(1.0, [0] * units))
    assert (round(low, 4), high) == (expected, 1)


def test_where_nobody_differs_corrected_for_chance():
    """De = .5: twice as far from 1. With a De of .01 the interval would say nothing."""
    assert interval(one(1.0, [0] * 10, CORRECTED, 0.5)) == pytest.approx(
        (1 - 2 * (1 - 0.05**0.1), 1)
    )
    assert interval(one(1.0, [0] * 10, CORRECTED, 0.01)) == pytest.approx((nan, nan), nan_ok=True)


def test_where_nothing_is_the_same():
    assert interval(one(0.0, [0] * 10)) == pytest.approx((0, 1 - 0.05**0.1))


def test_where_all_sentences_are_alike():
    """Three of four in each of twelve: others, up to .2209 of all, may have none or all four."""
    unseen = 1 - 0.05 ** (1 / 12)
    assert interval(one(0.75, [1e-18] * 12)) == pytest.approx(
        (0.75 * (1 - unseen), 0.75 + 0.25 * unseen)
    )


def test_documents_are_drawn_as_wholes():
    """Two sentences each: their influences are added up, and S is the number of documents."""
    random = Random(2)
    u = random_influences(random, 24)
    document = [number // 2 for number in range(24)]
    summed = [u[2 * number] + u[2 * number + 1] for number in range(12)]
    assert interval(one(0.9, u), document, "documents") == pytest.approx(
        slow.share(0.9, summed), abs=1e-6
    )
    assert all(map(math.isnan, interval(one(0.9, u[:18]), document[:18], "documents")))


def test_design_effect():
    """Alike in each document: 2 · 2² · 2 over 4/3 · 1² · 4 = 3. One document has no other to differ
    from."""
    same, opposite = one(0.9, [1, 1, -1, -1]), one(0.9, [1, -1, 1, -1])
    document = numpy.array([0, 0, 1, 1])
    assert intervals(same, document, "sentences").design_effect[0] == pytest.approx(3)
    assert intervals(opposite, document, "sentences").design_effect.tolist() == [0]
    assert math.isnan(intervals(same, numpy.zeros(4, int), "sentences").design_effect[0])


# Differences of two figures on the same sentences.


def changed(earlier, later, unit="sentences"):
    document = numpy.zeros(len(earlier.influence), dtype=int)
    found = change(earlier, later, document, unit)
    low, high = found.difference.low[0], found.difference.high[0]
    return found.ratio, (found.low, found.high), (float(low), float(high))


@pytest.mark.parametrize("scale", [SHARE, CORRECTED])
def test_a_change_written_out(scale):
    """Ratio of the disagreements on the scale of its logarithm, beside it the plain difference."""
    u, v = random_influences(Random(5), 25), random_influences(Random(6), 25)
    ratio, found, plain = changed(one(0.8, u, scale, 0.9), one(0.9, v, scale, 0.9))
    assert ratio == pytest.approx(0.5)
    assert found == pytest.approx(slow.ratio(0.8, u, 0.9, v), rel=1e-5)
    assert plain == pytest.approx(slow.difference(0.1, [b - a for a, b in zip(u, v)]), abs=1e-6)


def test_all_disagreement_gone_or_come():
    """At most what may be left where nobody differs, over the least that there was before."""
    some, none = one(0.8, random_influences(Random(10), 25)), one(1.0, [0] * 25)
    high_of_some, low_of_none = slow.share(0.8, [*some.influence])[1], 0.05 ** (1 / 25)
    ratio, bounds, _ = changed(some, none)
    assert (ratio, bounds) == (
        0, pytest.approx((0, (1 - low_of_none) / (1 - high_of_some)), rel=1e-5),
    )  # fmt: skip
    ratio, bounds, _ = changed(none, some)
    assert (ratio, bounds) == (
        math.inf, pytest.approx(((1 - high_of_some) / (1 - low_of_none), math.inf), rel=1e-5),
    )  # fmt: skip


def test_a_change_over_few_sentences_has_a_ratio_and_no_interval():
    ratio, bounds, plain = changed(one(0.8, [0.1] * 9), one(0.9, [0.1] * 9))
    assert ratio == pytest.approx(0.5)
    assert all(map(math.isnan, (*bounds, *plain)))
