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
    cells, each, converged = _Cells(counts), smoothing / counts.shape[2], False
    path: list[float] = []
    while len(path) < MOST_STEPS and not converged:
        marginals, error_rates = _estimated(cells, posteriors * times[:, None], each)
        posteriors, logs = _expected(cells, marginals, error_rates)
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
    maxima the one from the votes is taken.
    """
    best = true_labels(counts, times, smoothing)
    size = abs(best.path[-1])
    votes = numpy.asarray(counts, dtype=float).sum(axis=1)
    weighted = votes if times is None else votes * numpy.asarray(times)[:, None]
    random = numpy.random.default_rng(_SEED)
    for _ in range(DRAWN_STARTS):
        start = random.dirichlet(numpy.ones(votes.shape[1]), len(votes))
        fit = true_labels(counts, times, smoothing, start, _ROUGHLY)
        if fit.path[-1] > best.path[-1] - _ROUGHLY * size:
            start = fit.posteriors[:, _names(weighted, fit.posteriors)]
            fit = true_labels(counts, times, smoothing, start)
            if fit.path[-1] > best.path[-1] + _LITTLE * size:
                best = fit
    return best


def _names(votes, posteriors):
    """For each label the column of the posteriors that the votes fit best."""
    together = numpy.rint(votes.T @ posteriors * 1000).astype(int) + 1
    pairs = largest({pair: (int(weight),) for pair, weight in numpy.ndenumerate(together)})
    return [column for _, column in pairs]


def given_labels(counts: numpy.ndarray, posteriors: numpy.ndarray) -> numpy.ndarray:
    """Expected number of labels given: annotators x true labels x given labels.

    counts      as in true_labels()
    posteriors  items x labels, times the number of items of each row
    """
    return _given(_Cells(counts), posteriors)


class _Cells:
    """The counts that are not 0: most annotators give most labels to no item of a kind.

    shape   annotators, labels
    item    of each count, ascending
    given   its number among annotators x labels
    number  the count
    first   where an item's counts begin
    order   the counts sorted by what was given, and begin, where each that was given begins
    """

    def __init__(self, counts):
        self.shape = counts.shape[1:]
        self.item, annotator, label = counts.nonzero()
        self.given = annotator * self.shape[1] + label
        self.number = counts[self.item, annotator, label][:, None]
        self.first = numpy.flatnonzero(numpy.diff(self.item, prepend=-1))
        self.order = numpy.argsort(self.given, kind="stable")
        self.begin = numpy.flatnonzero(numpy.diff(self.given[self.order], prepend=-1))


def _given(cells, posteriors):
    annotators, labels = cells.shape
    given = numpy.zeros((annotators * labels, labels))
    rows = (posteriors[cells.item] * cells.number)[cells.order]
    given[cells.given[cells.order][cells.begin]] = numpy.add.reduceat(rows, cells.begin)
    return given.reshape(annotators, labels, labels).transpose(0, 2, 1)


def _estimated(cells, posteriors, each):
    """Marginals and error rates that make the posteriors most likely: equations 2.3 and 2.4."""
    given = _given(cells, posteriors) + each
    totals = given.sum(axis=2, keepdims=True)
    marginals = posteriors.sum(axis=0) + each
    with numpy.errstate(invalid="ignore"):
        return marginals / marginals.sum(), given / totals


def _expected(cells, marginals, error_rates):
    """(posteriors, log-likelihood of each item): equations 2.5 and 2.7, by logarithms."""
    rates = numpy.nan_to_num(error_rates).transpose(0, 2, 1).reshape(-1, len(marginals))
    with numpy.errstate(divide="ignore"):
        log_rates, log_marginals = numpy.log(rates), numpy.log(marginals)
    logs = numpy.add.reduceat(log_rates[cells.given] * cells.number, cells.first) + log_marginals
    largest = logs.max(axis=1, keepdims=True)
    shares = numpy.exp(logs - largest)
    sums = shares.sum(axis=1, keepdims=True)
    return shares / sums, (largest + numpy.log(sums))[:, 0]
