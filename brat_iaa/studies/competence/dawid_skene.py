"""Competence: annotators' error rates without a gold (Dawid & Skene 1979).

Each item has one true label, unknown; an annotator gives label l to an item of the true label k
with a probability of the annotator's own. The EM algorithm finds the probabilities that make the
annotation most likely, and with them how likely each label is for each item.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.assignment import largest

ENOUGH = 1e-10
MOST_STEPS = 10_000
# Starts of best_true_labels(): the votes, and so many that are drawn, with this seed.
DRAWN_STARTS, _SEED = 9, 1979
# Gain below which a drawn start stops, before it is followed to the end; and how much more of what
# is made larger counts as more.
_ROUGHLY, _LITTLE = 1e-4, 1e-6
_TINY = numpy.finfo(float).tiny


class TrueLabels(NamedTuple):
    """What is most likely, by annotations alone.

    marginals       how frequent each true label is: labels
    error_rates     annotators x true labels x given labels, each row sums to 1; nan where an
                    annotator saw no item of a true label, without smoothing
    posteriors      items x labels: how likely each label is to be the true one
    log_likelihood  natural logarithm of the probability of the annotation, at the last step
    steps           number of steps taken
    converged       whether the last step changed next to nothing
    path            what the algorithm makes larger, after each step: the log-likelihood, with
                    smoothing plus the logarithm of the prior density up to a constant
    """

    marginals: numpy.ndarray
    error_rates: numpy.ndarray
    posteriors: numpy.ndarray
    log_likelihood: float
    steps: int
    converged: bool
    path: tuple


def true_labels(
    counts: numpy.ndarray, times=None, smoothing=0.0, start=None, enough=ENOUGH
) -> TrueLabels:
    """TrueLabels by the EM algorithm, which begins with the share of each label in an item's votes.

    counts     items x annotators x labels: how often an annotator gave a label to an item; each
               item has one label or more
    times      how many items have these counts, for each row of counts; None: one
    smoothing  number of imaginary items added to the marginals and to each row of error rates,
               spread evenly over the labels: the mode under a Dirichlet prior. 0: the likelihood
               alone, as in the paper
    start      posteriors to begin with, items x labels; None: the votes
    enough     gain of a step, as a share of the value itself, below which the algorithm stops
    No chance is involved, so the same annotation gives the same figures. Labels that make the
    annotation equally likely stay equally likely. If the votes come first, the true label k is
    what annotators call k: the labels of the model do not change places.
    """
    counts = numpy.asarray(counts, dtype=float)
    times = numpy.ones(len(counts)) if times is None else numpy.asarray(times, dtype=float)
    votes = counts.sum(axis=1)
    posteriors = votes / votes.sum(axis=1, keepdims=True) if start is None else start
    each, converged = smoothing / counts.shape[2], False
    path: list[float] = []
    while len(path) < MOST_STEPS and not converged:
        # Equations 2.3 and 2.4.
        weighted = posteriors * times[:, None]
        given, marginals = given_labels(counts, weighted) + each, weighted.sum(axis=0) + each
        with numpy.errstate(invalid="ignore"):
            error_rates = given / given.sum(axis=2, keepdims=True)
        marginals = marginals / marginals.sum()
        posteriors, logs = _expected(counts, marginals, error_rates)
        log_likelihood = float((times * logs).sum())
        prior = each * (numpy.log(marginals).sum() + numpy.log(error_rates).sum()) if each else 0
        path.append(log_likelihood + float(prior))
        converged = len(path) > 1 and path[-1] - path[-2] < enough * abs(path[-1])
    return TrueLabels(
        marginals, error_rates, posteriors, log_likelihood, len(path), converged, tuple(path)
    )


def best_true_labels(counts: numpy.ndarray, times=None, smoothing=0.0) -> TrueLabels:
    """The TrueLabels that make most of what true_labels() makes larger, from several starts: the
    votes, and DRAWN_STARTS that are drawn with a fixed seed.

    Arguments as of true_labels(). EM stops at the next maximum, which need not be the largest.
    Other names for the same labels are as likely: those are taken that the votes fit best. Of equal
    maxima the one from the votes is taken. Names have no part in what is drawn.
    """
    best = true_labels(counts, times, smoothing)
    size = abs(best.path[-1])
    counts = numpy.asarray(counts, dtype=float)
    votes = counts.sum(axis=1)
    weighted = votes if times is None else votes * numpy.asarray(times)[:, None]
    item, label = _places(counts, times)
    random = numpy.random.default_rng(_SEED)
    for _ in range(DRAWN_STARTS):
        start = random.dirichlet(numpy.ones(votes.shape[1]), len(votes))[item][:, label]
        fit = true_labels(counts, times, smoothing, start, _ROUGHLY)
        if fit.path[-1] > best.path[-1] - _ROUGHLY * size:
            together = numpy.rint(weighted.T @ fit.posteriors * 1000).astype(int) + 1
            pairs = largest({pair: (int(sum),) for pair, sum in numpy.ndenumerate(together)})
            start = fit.posteriors[:, [column for _, column in pairs]]
            fit = true_labels(counts, times, smoothing, start)
            if fit.path[-1] > best.path[-1] + _LITTLE * size:
                best = fit
    return best


def _places(counts, times):
    """(place of each item, place of each label) in an order that names have no part in: by how
    often annotators gave each label, and which.
    """
    given = numpy.tensordot(numpy.ones(len(counts)) if times is None else times, counts, axes=1)
    labels = numpy.lexsort(numpy.sort(given, axis=0))
    annotators = numpy.lexsort(given[:, labels].T)
    rows = counts[:, annotators][:, :, labels].reshape(len(counts), -1)
    return [numpy.argsort(order) for order in (numpy.lexsort(rows.T), labels)]


def given_labels(counts: numpy.ndarray, posteriors: numpy.ndarray) -> numpy.ndarray:
    """Expected number of labels given: annotators x true labels x given labels.

    counts      as in true_labels()
    posteriors  items x labels, times the number of items of each row
    """
    items, annotators, labels = counts.shape
    given = counts.reshape(items, -1).T @ posteriors
    return given.reshape(annotators, labels, labels).transpose(0, 2, 1)


def _expected(counts, marginals, error_rates):
    """(posteriors, log-likelihood of each item): equations 2.5 and 2.7, by logarithms."""
    rates = numpy.nan_to_num(error_rates).transpose(0, 2, 1).reshape(-1, len(marginals))
    # 0 times the logarithm of 0 is 0.
    log_rates, log_marginals = (numpy.log(numpy.maximum(x, _TINY)) for x in (rates, marginals))
    logs = counts.reshape(len(counts), -1) @ log_rates + log_marginals
    top = logs.max(axis=1, keepdims=True)
    shares = numpy.exp(logs - top)
    sums = shares.sum(axis=1, keepdims=True)
    return shares / sums, (top + numpy.log(sums))[:, 0]
