"""Whom to trust on what: annotators' error rates without a gold (Dawid & Skene 1979).

Each item has one true label, unknown; an annotator gives label l to an item of the true label k
with a probability of the annotator's own. The EM algorithm finds the probabilities that make the
annotation most likely, and with them how likely each label is for each item.
"""

from typing import NamedTuple

import numpy

_ENOUGH = 1e-10
_MOST_STEPS = 10_000


class TrueLabels(NamedTuple):
    """What is most likely, by annotations alone.

    marginals       how frequent each true label is: labels
    error_rates     annotators x true labels x given labels, each row sums to 1; nan where an
                    annotator saw no item of a true label
    posteriors      items x labels: how likely each label is to be the true one
    log_likelihood  natural logarithm of the probability of the annotation, at the last step
    steps           number of steps taken
    """

    marginals: numpy.ndarray
    error_rates: numpy.ndarray
    posteriors: numpy.ndarray
    log_likelihood: float
    steps: int


def true_labels(counts: numpy.ndarray) -> TrueLabels:
    """TrueLabels by the EM algorithm, which begins with the share of each label in an item's votes.

    counts  items x annotators x labels: how often an annotator gave a label to an item; each item
            has one label or more
    No chance is involved, so the same annotation gives the same figures. Labels that make the
    annotation equally likely stay equally likely.
    """
    counts = numpy.asarray(counts, dtype=float)
    votes = counts.sum(axis=1)
    posteriors = votes / votes.sum(axis=1, keepdims=True)
    steps, gain, log_likelihood = 0, numpy.inf, -numpy.inf
    while steps < _MOST_STEPS and gain >= _ENOUGH * abs(log_likelihood):
        before = log_likelihood
        marginals, error_rates = _estimated(counts, posteriors)
        posteriors, log_likelihood = _expected(counts, marginals, error_rates)
        steps, gain = steps + 1, log_likelihood - before
    return TrueLabels(marginals, error_rates, posteriors, float(log_likelihood), steps)


def _estimated(counts, posteriors):
    """Marginals and error rates that make the posteriors most likely: equations 2.3 and 2.4."""
    given = numpy.einsum("ik,ial->akl", posteriors, counts)
    totals = given.sum(axis=2, keepdims=True)
    with numpy.errstate(invalid="ignore"):
        return posteriors.mean(axis=0), given / totals


def _expected(counts, marginals, error_rates):
    """(posteriors, log-likelihood): equations 2.5 and 2.7, by logarithms."""
    with numpy.errstate(divide="ignore"):
        log_rates = numpy.log(numpy.nan_to_num(error_rates))
        log_marginals = numpy.log(marginals)
    # What is impossible stays so, but 0 times minus infinity is 0: no such label was given.
    impossible = numpy.einsum("ial,akl->ik", counts, numpy.isneginf(log_rates).astype(float)) > 0
    log_rates[numpy.isneginf(log_rates)] = 0
    logs = numpy.einsum("ial,akl->ik", counts, log_rates) + log_marginals
    logs[impossible] = -numpy.inf
    largest = logs.max(axis=1, keepdims=True)
    shares = numpy.exp(logs - largest)
    sums = shares.sum(axis=1, keepdims=True)
    return shares / sums, (largest + numpy.log(sums)).sum()
