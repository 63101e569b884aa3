"""Relative risk: by hand, against the textbook where each sentence is one item, and at the ends."""

from math import exp, log, sqrt
from random import Random

import numpy
import pytest
import slow_intervals as slow

from brat_iaa.places.relative_risk import relative_risk


def risk(exposed, affected, sentence=None, unit="sentences"):
    exposed, affected = (numpy.array(own, dtype=bool) for own in (exposed, affected))
    sentence = numpy.arange(len(exposed)) if sentence is None else numpy.array(sentence)
    return relative_risk(exposed, affected, sentence, numpy.zeros(sentence.max() + 1, int), unit)


@pytest.mark.parametrize("e1, n1, e0, n0", [(70, 100, 30, 200), (100, 400, 100, 500)])
def test_one_item_a_sentence_is_the_textbook(e1, n1, e0, n0):
    """var log RR = 1/e1 - 1/n1 + 1/e0 - 1/n0 (Katz et al. 1978): nearly, as there are many."""
    found = risk(
        [True] * n1 + [False] * n0,
        [True] * e1 + [False] * (n1 - e1) + [True] * e0 + [False] * (n0 - e0),
    )
    ratio, units = (e1 / n1) / (e0 / n0), n1 + n0
    error = sqrt((1 / e1 - 1 / n1 + 1 / e0 - 1 / n0) * units / (units - 1))
    assert log(found.interval[1] / found.ratio) == pytest.approx(2 * error, rel=0.1)
    assert (found.items, found.affected) == ((n1, n0), (e1, e0))
    assert found.ratio == pytest.approx(ratio)
    assert found.interval[0] * found.interval[1] == pytest.approx(ratio**2)
    assert found.share == e1 / (e1 + e0)
    low, high = found.share_interval
    assert 0 <= low < found.share < high <= 1


@pytest.mark.parametrize("seed", range(3))
def test_each_sentence_left_out(seed):
    """se from log RR without each sentence, nu from its derivatives by the sentences' weights."""
    random, sentences = Random(seed), 30
    sentence = numpy.repeat(numpy.arange(sentences), 5)
    exposed = numpy.array([random.random() < 0.4 for _ in sentence])
    affected = numpy.array([random.random() < (0.5 if own else 0.2) for own in exposed])

    def log_ratio(weights):
        own = numpy.array(weights)[sentence]
        risks = [own[affected & g].sum() / own[g].sum() for g in (exposed, ~exposed)]
        return log(risks[0] / risks[1])

    whole = log_ratio([1] * sentences)
    changes = [
        log_ratio([float(other != own) for other in range(sentences)]) - whole
        for own in range(sentences)
    ]
    t = slow.student(slow.degrees(slow.influences(log_ratio, sentences), sentences))
    factor = exp(t * slow.jackknife(changes, sentences))
    found = risk(exposed, affected, sentence)
    assert found.interval == pytest.approx((found.ratio / factor, found.ratio * factor), rel=1e-5)
