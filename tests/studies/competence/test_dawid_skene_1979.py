"""Dawid & Skene 1979: five anaesthetists and 45 patients, annotators of known quality, and a slow
oracle that follows the equations one by one.
"""

from math import log
from random import Random

import numpy
import pytest
from cases import each

from brat_iaa.studies.competence import dawid_skene
from brat_iaa.studies.competence.dawid_skene import TrueLabels, given_labels, true_labels

# Table 1: for each patient the three readings of the first observer, then of the other four.
PATIENTS = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343
1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222
1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343
2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
""".split()
OBSERVERS = [0, 0, 0, 1, 2, 3, 4]


def counted(rows, annotators, labels):
    """Counts of [(annotator, label), ...] for each item."""
    counts = numpy.zeros((len(rows), annotators, labels))
    for item, given in enumerate(rows):
        for annotator, label in given:
            counts[item, annotator, label] += 1
    return counts


@pytest.fixture(scope="module")
def patients():
    rows = [[(o, int(digit) - 1) for o, digit in zip(OBSERVERS, row)] for row in PATIENTS]
    return counted(rows, 5, 4)


def test_marginals_as_printed(patients):
    assert len(PATIENTS) == 45
    assert true_labels(patients).marginals.round(2).tolist() == [0.4, 0.42, 0.11, 0.07]


def test_error_rates_of_the_first_observer(patients):
    """Who calls half of the worst patients one class better."""
    assert true_labels(patients).error_rates[0].round(2).tolist() == [
        [0.89, 0.11, 0, 0], [0.07, 0.88, 0.05, 0], [0, 0.34, 0.66, 0], [0, 0, 0.56, 0.44],
    ]  # fmt: skip


def by_the_book(counts, steps):
    """Equations 2.3 to 2.7 with loops, for a number of steps."""
    items, annotators, labels = counts.shape
    truth = [[counts[i, :, k].sum() / counts[i].sum() for k in range(labels)] for i in range(items)]
    for _ in range(steps):
        prior = [sum(row[k] for row in truth) / items for k in range(labels)]
        rates = numpy.zeros((annotators, labels, labels))
        for a in range(annotators):
            for k in range(labels):
                given = [sum(truth[i][k] * counts[i, a, g] for i in range(items)) for g in
                         range(labels)]  # fmt: skip
                rates[a, k] = [one / sum(given) if sum(given) else 0 for one in given]
        likelihood, truth = 0.0, []
        for i in range(items):
            row = [
                prior[k]
                * numpy.prod(
                    [
                        rates[a, k, g] ** counts[i, a, g]
                        for a in range(annotators)
                        for g in range(labels)
                    ]
                )  # fmt: skip
                for k in range(labels)
            ]
            likelihood += log(sum(row))
            truth.append([one / sum(row) for one in row])
    return prior, rates, truth, likelihood


def test_by_the_book(patients):
    found = true_labels(patients)
    prior, rates, truth, likelihood = by_the_book(patients, found.steps)
    assert found.marginals == pytest.approx(prior, abs=1e-12)
    assert found.error_rates == pytest.approx(rates, abs=1e-12)
    assert found.posteriors == pytest.approx(numpy.array(truth), abs=1e-12)
    assert found.log_likelihood == pytest.approx(likelihood, abs=1e-9)


def simulated(seed, items=1500, qualities=(0.95, 0.8, 0.6), labels=4):
    """(counts, true labels): each annotator errs at random, and leaves out some items."""
    random = Random(seed)
    truth = [random.randrange(labels) for _ in range(items)]
    rows = [
        [
            (annotator, label if random.random() < quality else random.randrange(labels))
            for annotator, quality in enumerate(qualities)
            if annotator == 0 or random.random() < 0.9
        ]
        for label in truth
    ]
    return counted(rows, len(qualities), labels), numpy.array(truth)


@pytest.mark.system
@each("seed", range(5))
def test_annotators_of_known_quality(seed):
    """Who gives a random label in a share of items errs in 3 of 4 of these."""
    counts, truth = simulated(seed)
    found = true_labels(counts)
    right = found.error_rates[:, range(4), range(4)].mean(axis=1)
    assert right == pytest.approx([0.9625, 0.85, 0.7], abs=0.05)
    assert (found.posteriors.argmax(axis=1) == truth).mean() > 0.95


@each("seed", range(5))
def test_names_and_order_do_not_matter(seed):
    counts, _ = simulated(seed, items=80)
    found = true_labels(counts)
    assert found.posteriors.sum(axis=1) == pytest.approx(numpy.ones(80))
    items, annotators, labels = (
        numpy.random.RandomState(seed).permutation(n) for n in counts.shape
    )
    other = true_labels(counts[items][:, annotators][:, :, labels])
    assert other.posteriors == pytest.approx(found.posteriors[items][:, labels], abs=1e-6)
    assert other.log_likelihood == pytest.approx(found.log_likelihood)


@each("seed", (5, 14))
def test_names_have_no_part_in_drawn_starts(seed):
    """Of these the maximum that the votes lead to is not the largest."""
    random = numpy.random.default_rng(seed)
    shape = 60, 3, 6
    truth = random.integers(0, shape[2], shape[0])
    counts = numpy.zeros(shape)
    for annotator in range(shape[1]):
        known = random.random(shape[0]) < 0.6
        given = numpy.where(known, truth, random.integers(0, shape[2], shape[0]))
        counts[numpy.arange(shape[0]), annotator, given] = 1
    items, annotators, labels = map(random.permutation, shape)
    renamed = counts[items][:, annotators][:, :, labels]
    found, other = (dawid_skene.best_true_labels(each, smoothing=1) for each in (counts, renamed))
    assert other.log_likelihood == pytest.approx(found.log_likelihood, abs=1e-3)


def test_each_step_makes_the_annotation_more_likely(patients):
    likelihoods = [by_the_book(patients, steps)[3] for steps in range(1, 6)]
    assert likelihoods == sorted(likelihoods)
    assert true_labels(patients).log_likelihood >= likelihoods[-1]


def test_the_path_is_that_of_the_book(patients):
    found = true_labels(patients)
    assert found.converged and found.path[-1] == found.log_likelihood
    expected = [by_the_book(patients, steps)[3] for steps in range(1, 6)]
    assert found.path[:5] == pytest.approx(expected, abs=1e-9)


def test_with_smoothing_the_path_is_that_of_likelihood_and_prior(patients):
    """Dirichlet: each label of the marginals and of each row has as many more items."""
    found = true_labels(patients, smoothing=2)
    prior = numpy.log(found.marginals).sum() + numpy.log(found.error_rates).sum()
    more = 2 / patients.shape[2]
    assert found.path[-1] == pytest.approx(found.log_likelihood + more * prior)


@pytest.mark.parametrize("smoothing", (0.0, 1.0))
@each("seed", range(5))
def test_no_step_goes_back(seed, smoothing):
    counts, _ = simulated(seed, items=150)
    path = true_labels(counts, smoothing=smoothing).path
    assert len(path) > 2 and (numpy.diff(path) >= -1e-9 * abs(path[-1])).all()


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_stand_for_several_items(seed):
    counts, _ = simulated(seed, items=300)
    rows, times = numpy.unique(counts, axis=0, return_counts=True)
    every, once = true_labels(counts, smoothing=1), true_labels(rows, times, smoothing=1)
    assert once.error_rates == pytest.approx(every.error_rates, abs=1e-9)
    assert once.log_likelihood == pytest.approx(every.log_likelihood)


@each("seed", range(5))
def test_labels_keep_their_names(seed):
    """With the votes as a start the true label k is what annotators call k."""
    counts, _ = simulated(seed, items=200, qualities=(0.9, 0.7, 0.5))
    found = true_labels(counts, smoothing=1)
    given = given_labels(counts, found.posteriors)
    assert given.sum() == pytest.approx(counts.sum())
    assert given.sum(axis=0).argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_smoothing_knows_no_certainty(patients):
    found = true_labels(patients, smoothing=1)
    assert (found.error_rates > 0).all() and found.error_rates.sum(axis=2) == pytest.approx(1)
    assert found.log_likelihood < true_labels(patients).log_likelihood
    assert true_labels(patients, smoothing=1e-9).marginals == pytest.approx(
        true_labels(patients).marginals, abs=1e-3
    )


def test_agreement_of_all_is_certain():
    counts = counted([[(a, item % 2) for a in range(3)] for item in range(6)], 3, 2)
    found = true_labels(counts)
    assert found.posteriors.tolist() == [[1.0, 0.0], [0.0, 1.0]] * 3
    assert found.log_likelihood == pytest.approx(6 * log(0.5))


def test_a_drawn_start_gets_the_names_that_most_items_give_its_labels(monkeypatch):
    """The second row stands for ten items: what the draw calls 0 is what annotators call 1."""
    counts, starts = numpy.array([[[3, 0]], [[0, 3]], [[0, 3]]]), []
    drawn = numpy.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])

    def better_than_the_votes(counts, times, smoothing, start=None, enough=None):
        starts.append(start)
        return TrueLabels(None, None, drawn, 0, 1, True, (-1 if start is None else -0.5,))

    monkeypatch.setattr(dawid_skene, "true_labels", better_than_the_votes)
    dawid_skene.best_true_labels(counts, [1, 10, 1])
    assert starts[2].tolist() == drawn[:, ::-1].tolist()
