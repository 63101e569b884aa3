"""B3, CEAFe and LEA against the printed cases of the CoNLL reference scorer, and by brute force."""

from fractions import Fraction as F
from itertools import permutations
from random import Random

import numpy
import pytest
from cases import each
from coreference_classes import added_by
from slow_intervals import check_influences

from brat_iaa.measures.coreference import b_cubed, ceaf_e, f1, lea, mean_of_all
from brat_iaa.measures.estimate import mean, ratios_of_sentences
from brat_iaa.measures.intervals import intervals

KEY = "a bc def"
# Cases of the reference scorer (Pradhan et al. 2014; coval, commit 87071a6):
# response, then recall and precision of B3, CEAFe and LEA.
CASES = {
    "a bc def": [(F(1), F(1)), (F(1), F(1)), (F(1), F(1))],
    "a de": [(F(7, 18), F(1)), (F(3, 5), F(9, 10)), (F(1, 3), F(1))],
    "a bcx defy z": [(F(1), F(55, 108)), (F(31, 35), F(93, 140)), (F(1), F(4, 9))],
    "a bcx dy z": [(F(5, 9), F(17, 42)), (F(11, 15), F(11, 20)), (F(1, 2), F(2, 7))],
    "a bcxB dy z": [(F(5, 9), F(5, 16)), (F(31, 45), F(31, 60)), (F(1, 2), F(5, 24))],
    "a bcx dy Bz": [(F(5, 9), F(17, 48)), (F(11, 15), F(11, 20)), (F(1, 2), F(1, 4))],
}


def classes(text):
    return [set(members) for members in text.split()]


def share(metric, key, response):
    added = added_by(metric, key, response).values()
    return sum(above for above, _ in added) / sum(below for _, below in added)


@pytest.mark.parametrize("response", CASES)
@pytest.mark.parametrize("metric", [b_cubed, ceaf_e, lea], ids=lambda metric: metric.__name__)
def test_printed_cases(metric, response):
    recall, precision = CASES[response][[b_cubed, ceaf_e, lea].index(metric)]
    key, response = classes(KEY), classes(response)
    assert share(metric, key, response) == recall
    assert share(metric, response, key) == precision


def test_single_mentions():
    """Case A-10: nobody is linked with anybody; LEA knows the one class of a single mention."""
    key, response = classes(KEY), classes("a b c d e f")
    assert share(b_cubed, key, response) == F(1, 2)
    assert share(lea, key, response) == F(1, 6) == share(lea, response, key)


def drawn(random, mentions):
    """Some of the mentions in classes at random."""
    groups = {}
    for mention in mentions:
        if random.random() < 0.8:
            groups.setdefault(random.randrange(4), set()).add(mention)
    return list(groups.values())


def phi(first, second):
    return F(2 * len(first & second), len(first) + len(second))


def best_similarity(key, response):
    """Sum over the best of all one-to-one matchings."""
    short, long = sorted((key, response), key=len)
    return max(sum(map(phi, short, chosen)) for chosen in permutations(long, len(short)))


def link_share(key, response):
    """LEA as written: classes weighted by size, links counted as pairs."""

    def links(members):
        ordered = sorted(members)
        pairs = {(a, b) for a in ordered for b in ordered if a < b}
        return pairs or {(ordered[0], ordered[0])}

    theirs = set().union(*map(links, response)) if response else set()
    above = sum(F(len(own) * len(links(own) & theirs), len(links(own))) for own in key)
    return above / sum(map(len, key))


@each("seed", range(60))
def test_by_brute_force(seed):
    random = Random(seed)
    key, response = drawn(random, range(9)), drawn(random, range(9))
    if not key or not response:
        return
    best = best_similarity(key, response)
    assert share(ceaf_e, key, response) == best / len(key)
    assert share(ceaf_e, response, key) == best / len(response)
    assert share(lea, key, response) == link_share(key, response)
    by_mention = [
        F(len(own & other), len(own))
        for own in key
        for mention in own
        for other in [next((other for other in response if mention in other), set())]
    ]
    assert share(b_cubed, key, response) == sum(by_mention) / len(by_mention)


@pytest.mark.parametrize("metric", [b_cubed, ceaf_e, lea], ids=lambda metric: metric.__name__)
def test_agreement_with_oneself_is_perfect_and_order_does_not_matter(metric):
    key = classes("ab cde f gh")
    assert share(metric, key, key) == 1
    other = classes("abc de fg h")
    assert added_by(metric, key, other) == added_by(metric, key[::-1], other[::-1])


def some_ratios(random, sentences=8):
    below = numpy.array([random.randrange(4) for _ in range(sentences)], dtype=float)
    return ratios_of_sentences(below * random.random(), below)


def harmonic_mean(recall, precision):
    """F1 as a function of the weights of sentences."""

    def figure(weights):
        shares = [
            sum(w * own for w, own in zip(weights, ratios.above))
            / sum(w * own for w, own in zip(weights, ratios.below))
            for ratios in (recall, precision)
        ]
        return 2 * shares[0] * shares[1] / sum(shares)

    return figure


@each("seed", range(5))
def test_influences_on_f1_and_on_a_mean(seed):
    random = Random(seed)
    pairs = [
        [each._replace(above=each.above * numpy.linspace(0.2, 1, 8)) for each in pair]
        for pair in ([some_ratios(random), some_ratios(random)] for _ in range(3))
    ]
    figures = [harmonic_mean(*pair) for pair in pairs]
    estimates = [f1(*pair) for pair in pairs]
    for estimate, figure in zip(estimates, figures):
        check_influences(estimate.of_figure(0, 8), figure)
    check_influences(
        mean_of_all(estimates).of_figure(0, 8),
        lambda weights: sum(figure(weights) for figure in figures) / 3,
    )


def test_f1_without_anything_in_common_and_without_anything():
    some = ratios_of_sentences(numpy.zeros(3), numpy.ones(3))
    none = ratios_of_sentences(*numpy.zeros((2, 3)))
    assert f1(some, some).value == f1(none, some).value == f1(some, none).value == 0
    assert not f1(some, none).influence.any()
    undefined = f1(none, none)
    assert numpy.isnan(undefined.value) and not undefined.influence.any()
    of_all = mean_of_all([f1(some, some), undefined])
    assert numpy.isnan(of_all.value) and not of_all.influence.any()


def test_sentences_count_in_which_either_has_anything():
    first, second = (
        ratios_of_sentences(numpy.zeros(4), numpy.array(below))
        for below in ([1, 1, 0, 0], [0, 1, 1, 0])
    )
    assert f1(first, second).counts.tolist() == [True, True, True, False]


def test_f1_of_perfect_agreement_is_exactly_1():
    thirds = ratios_of_sentences(*[numpy.full(7, 1 / 3)] * 2)
    assert f1(thirds, thirds).value == 1


def test_of_several_best_matchings_both_directions_take_the_same():
    """Of ab|cd and ac|bd each class is as like the one as the other."""
    for first, second in (
        ("ab cd", "ac bd"),
        ("cd ab", "bd ac"),
        ("abc def", "ad be cf"),
        ("abd ce", "be cd"),
    ):
        key, response = classes(first), classes(second)
        counted = [
            {mention for mention, (above, _) in added_by(ceaf_e, *sides).items() if above}
            for sides in ((key, response), (response, key), (key[::-1], response[::-1]))
        ]
        assert counted[0] == counted[1] == counted[2]


def test_pairs_that_marked_nothing_are_not_in_the_interval_of_the_mean():
    random = numpy.random.default_rng(1)
    above, below = random.integers(0, 3, 12), random.integers(3, 5, 12)
    sides = [ratios_of_sentences(above, below), ratios_of_sentences(above, below + 1)]
    nothing = ratios_of_sentences(numpy.zeros(12), numpy.zeros(12))
    one, none = f1(*sides), f1(nothing, nothing)
    document = numpy.zeros(12, dtype=int)
    of_one, of_mean = (
        intervals(estimate, document, "sentences") for estimate in (one, mean([one, none]))
    )
    assert of_one.units[0] == 12 and of_one.error[0] > 0.01
    for name in ("error", "low", "high"):
        assert getattr(of_mean, name)[0] == pytest.approx(getattr(of_one, name)[0], abs=1e-12)
