"""The 90% interval of a difference: each of its ends is where a one-sided test of 5% turns."""

from math import isnan, log
from random import Random

import numpy
import pytest
import slow_intervals as slow

from brat_iaa.measures.equivalence import difference_bounds
from brat_iaa.measures.estimate import ratios_of_sentences

SENTENCES = 24


def bounds(first, second, unit="sentences"):
    estimates = [ratios_of_sentences(*map(numpy.array, own)).estimate() for own in (first, second)]
    document = numpy.arange(len(first[0])) // 2
    return difference_bounds(*estimates, document, unit)


def share(above, below):
    def figure(weights):
        return sum(map(float.__mul__, above, weights)) / sum(map(float.__mul__, below, weights))

    return figure


def sentences(seed, better=0.1):
    random = Random(seed)
    tokens = [float(random.randint(4, 12)) for _ in range(SENTENCES)]
    first = [sum(random.random() < 0.8 for _ in range(int(n))) * 1.0 for n in tokens]
    second = [
        min(n, own + (random.random() < 3 * better)) - (random.random() < better)
        for n, own in zip(tokens, first)
    ]
    return (first, tokens), (second, tokens)


@pytest.mark.parametrize("seed", range(4))
def test_ends_by_leaving_out_each_sentence(seed):
    both = sentences(seed)
    one, other = (share(*own) for own in both)
    low, high = bounds(*both)
    for end, side in ((low, -1), (high, 1)):

        def statistic(weights, end=end):
            return log(1 - other(weights)) - log(1 - one(weights) - end)

        whole = statistic([1.0] * SENTENCES)
        changes = [own - whole for own in slow.without_each(statistic, SENTENCES)]
        nu = slow.degrees(slow.influences(statistic, SENTENCES), SENTENCES)
        half = slow.student(nu, tails=0.1) * slow.jackknife(changes, SENTENCES)
        assert whole == pytest.approx(side * half, rel=1e-4)
    plain = other([1.0] * SENTENCES) - one([1.0] * SENTENCES)
    assert low < plain < high
    assert bounds(*both, unit="documents") != pytest.approx((low, high))


def test_the_same_twice_differs_by_nothing_and_perfect_figures_have_no_bounds():
    own, _ = sentences(1)
    assert bounds(own, own) == pytest.approx((0, 0), abs=1e-8)
    perfect = own[1], own[1]
    assert all(map(isnan, bounds(own, perfect) + bounds(perfect, own)))
