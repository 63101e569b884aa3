"""Relative risk: by hand, against the textbook where each sentence is one item, and at the ends."""

from math import exp, sqrt
from random import Random

import numpy
import pytest

from brat_iaa.measures.relative_risk import relative_risk
from brat_iaa.measures.student import t_quantile


def risk(exposed, affected, sentence=None, unit="sentences"):
    exposed, affected = (numpy.array(own, dtype=bool) for own in (exposed, affected))
    sentence = numpy.arange(len(exposed)) if sentence is None else numpy.array(sentence)
    return relative_risk(exposed, affected, sentence, numpy.zeros(sentence.max() + 1, int), unit)


@pytest.mark.parametrize("e1, n1, e0, n0", [(7, 10, 3, 20), (10, 40, 10, 50), (1, 30, 29, 30)])
def test_one_item_a_sentence_is_the_textbook(e1, n1, e0, n0):
    """var log RR = 1/e1 - 1/n1 + 1/e0 - 1/n0 (Katz et al. 1978), here times S / (S - 1)."""
    found = risk(
        [True] * n1 + [False] * n0,
        [True] * e1 + [False] * (n1 - e1) + [True] * e0 + [False] * (n0 - e0),
    )
    ratio, units = (e1 / n1) / (e0 / n0), n1 + n0
    error = sqrt((1 / e1 - 1 / n1 + 1 / e0 - 1 / n0) * units / (units - 1))
    factor = exp(float(t_quantile([units - 1])[0]) * error)
    assert (found.items, found.affected) == ((n1, n0), (e1, e0))
    assert found.ratio == pytest.approx(ratio)
    assert found.interval == pytest.approx((ratio / factor, ratio * factor))
    assert found.share == e1 / (e1 + e0)
    low, high = found.share_interval
    assert 0 <= low < found.share < high <= 1


def test_influences_are_derivatives():
    """A sentence with weight 1 + h changes log RR by h times its influence: se² from differences."""
    random, sentences, h = Random(7), 30, 1e-6
    sentence = numpy.repeat(numpy.arange(sentences), 5)
    exposed = numpy.array([random.random() < 0.4 for _ in sentence])
    affected = numpy.array([random.random() < (0.5 if own else 0.2) for own in exposed])

    def log_ratio(weight):
        own = weight[sentence]
        risks = [own[affected & g].sum() / own[g].sum() for g in (exposed, ~exposed)]
        return numpy.log(risks[0] / risks[1])

    ones = numpy.ones(sentences)
    slopes = [
        (log_ratio(ones + h * (numpy.arange(sentences) == s)) - log_ratio(ones)) / h
        for s in range(sentences)
    ]
    error = sqrt(sentences / (sentences - 1) * sum(slope**2 for slope in slopes))
    factor = exp(float(t_quantile([sentences - 1])[0]) * error)
    found = risk(exposed, affected, sentence)
    assert found.interval == pytest.approx((found.ratio / factor, found.ratio * factor), rel=1e-4)


def test_what_is_undefined_is_none():
    nobody = risk([False] * 12, [True] * 12)
    assert (nobody.risks[0], nobody.ratio, nobody.interval) == (None, None, None)
    never = risk([True, False] * 6, [True, False] * 6)
    assert (never.risks, never.ratio, never.share) == ((1, 0), None, 1)
    none = risk([True, False] * 6, [False] * 12)
    assert (none.ratio, none.share, none.share_interval) == (None, None, None)
    zero = risk([True, False] * 6, [False, True] * 6)
    assert (zero.ratio, zero.interval) == (0, None)
    few = risk([True, True, False, False], [True, False, True, False])
    assert (few.ratio, few.interval, few.share_interval) == (1, None, None)
