"""Ratios of pairs and their means from running sums, against the influences of all sentences."""

from random import Random

import numpy
import pytest

from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.running_sums import RunningSums, SummedRatios, pair_sums

PAIRS, SUBJECTS = 3, 4
NAMES = list("wxyz")


class RandomDocument:
    """Contributions of items of one document to ratios of all pairs and subjects."""

    def __init__(self, random, share=0.8, size=1):
        self.sentences = random.randint(1, 4)
        self.rows = [
            [self._row(random, share, size) for _ in range(random.randint(1, 30))]
            for _ in range(PAIRS)
        ]

    def _row(self, random, share, size):
        sentence, subject = random.randrange(self.sentences), random.randrange(SUBJECTS)
        return sentence, subject, size * (random.random() < share), size


def ratios_of(documents):
    """([CellRatios of each pair], number of each sentence's document)."""
    first = numpy.cumsum([0] + [own.sentences for own in documents])
    of_pairs = []
    for pair in range(PAIRS):
        rows = [
            (sentence + begin, *rest)
            for own, begin in zip(documents, first)
            for sentence, *rest in own.rows[pair]
        ]
        sentence, subject, above, below = numpy.array(rows, dtype=numpy.int64).T
        contributions = Contributions(sentence, subject, SUBJECTS)
        of_pairs.append(contributions.ratios(above.astype(float), below.astype(float)))
    document = numpy.repeat(numpy.arange(len(documents)), [own.sentences for own in documents])
    return of_pairs, document


def add(sums, documents, sign=1):
    of_pairs, document = ratios_of(documents)
    items = numpy.ones((SUBJECTS, PAIRS))
    counted = numpy.ones(PAIRS, dtype=bool)
    sums.add(NAMES, *pair_sums([of_pairs], 1, items, items[:, 0], counted, document), sign)


def check(estimate, expected, document):
    assert estimate.value == pytest.approx(expected.value, abs=1e-14, nan_ok=True)
    for found, wanted in zip(estimate.spread(document)[:4], expected.spread(document)[:4]):
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-24)


@pytest.mark.parametrize("share", [0, 0.5, 0.95, 1])
@pytest.mark.parametrize("seed", range(4))
def test_against_influences_of_all_sentences(seed, share):
    random, sums = Random(seed), RunningSums()
    documents = [RandomDocument(random, share) for _ in range(6)]
    gone = [RandomDocument(random, share) for _ in range(3)]
    add(sums, documents[:4] + gone)
    add(sums, gone, -1)
    add(sums, documents[4:])
    of_pairs, document = ratios_of(documents)
    estimates = [own.estimate() for own in of_pairs]
    ratios = SummedRatios(sums.of(NAMES))
    for pair, expected in enumerate(estimates):
        check(ratios.of_pairs(0)[pair], expected, document)
    check(ratios.mean(0), mean_of_cells(estimates), document)


def test_sums_do_not_depend_on_what_came_and_went():
    random, kept = Random(1), RunningSums()
    documents = [RandomDocument(random, size=7560) for _ in range(4)]
    for own in documents * 5:
        add(kept, [own])
    for own in documents * 4:
        add(kept, [own], -1)
    anew = RunningSums()
    for own in documents:
        add(anew, [own])
    for found, expected in zip(kept.of(NAMES), anew.of(NAMES)):
        assert (found == expected).all()
    assert kept.exact and kept.named() == NAMES


def test_sentences_that_are_all_alike_have_no_spread_at_all():
    """Each pair varies, but the mean does not: what remains must be 0, not a rounding error."""
    rows = [
        [(sentence, 0, 1 - (sentence % PAIRS == pair) / 1, 1) for sentence in range(PAIRS)]
        for pair in range(PAIRS)
    ]
    more = [[(sentence, 0, 1, 1) for sentence in range(PAIRS)] * 6 for _ in range(PAIRS)]
    document = RandomDocument(Random(0))
    document.sentences = PAIRS
    document.rows = [one + other for one, other in zip(rows, more)]
    sums = RunningSums()
    add(sums, [document] * 10)
    ratios = SummedRatios(sums.of(NAMES[:1]))
    estimate = ratios.mean(0)
    assert estimate.value == pytest.approx([20 / 21])
    assert estimate.summed().by_sentence.tolist() == [0]
    assert (ratios.of_pairs(0)[0].summed().by_sentence > 1e-6).all()


@pytest.mark.parametrize("denominator", [1, 3, 7, 31, 62])
@pytest.mark.parametrize("sentences", [1, 2, 3, 11])
def test_fractions_that_are_all_alike_have_no_spread_either(denominator, sentences):
    rows = numpy.arange(sentences), numpy.zeros(sentences, dtype=numpy.int64)
    below = numpy.full(sentences, 7560.0)
    of_pairs = [
        Contributions(*rows, 1).ratios(below * number / denominator, below)
        for number in range(denominator + 1)
    ]
    items, counted = numpy.ones((1, len(of_pairs))), numpy.ones(len(of_pairs), dtype=bool)
    document = numpy.zeros(sentences, dtype=numpy.int64)
    sums, _ = pair_sums([of_pairs], 1, items, items[:, 0], counted, document)
    ratios = SummedRatios(sums)
    for estimate in [*ratios.of_pairs(0), ratios.mean(0)]:
        spread = estimate.spread(document)
        assert spread.by_sentence == [0] and spread.by_document == [0]


@pytest.mark.parametrize("size", [0.1, 2.0**30])
def test_sums_that_floats_cannot_hold_are_not_exact(size):
    """They are added up anew, so that they are the same as in a study that begins."""
    sums, document = RunningSums(), RandomDocument(Random(0))
    of_pairs, numbers = ratios_of([document])
    of_pairs = [own._replace(above=own.above * size, below=own.below * size) for own in of_pairs]
    items = numpy.ones((SUBJECTS, PAIRS))
    found = pair_sums([of_pairs], 1, items, items[:, 0], numpy.ones(PAIRS, dtype=bool), numbers)
    sums.add(NAMES, *found)
    assert not sums.exact
