"""Whom to trust where items have no labels in common: competence without a gold (MACE).

Source: Hovy, Berg-Kirkpatrick, Vaswani & Hovy 2013, Learning whom to trust with MACE (NAACL),
section 2. Each item has one true value, any value being as likely as another. An annotator knows
it with a probability of the annotator's own, the competence, and then gives it; else the annotator
guesses, by a distribution over values that is the same for all items.

    P(a | T = t) = competence [a = t] + (1 - competence) guesses(a)

Unlike the error rates of Dawid & Skene, the number of parameters grows with the number of values
and not with its square, so values may be many, such as pairs of a head and a label.
"""

from typing import NamedTuple

import numpy

from brat_iaa.studies.competence.dawid_skene import ENOUGH, MOST_STEPS

MISSING = -1
# Imaginary items, half of them known: the prior Beta(.5, .5) of the program, here as counts.
KNOWN = 0.5


class TrueValues(NamedTuple):
    """What is most likely, by annotations alone.

    competence      how often each annotator knows the true value: annotators
    guesses         annotators x values, each row sums to 1
    posteriors      items x annotators: how likely the annotator's value is to be the true one;
                    nan where the annotator gave none
    unseen          items: how likely the true value is one that nobody gave
    log_likelihood  natural logarithm of the probability of the annotation, at the last step
    steps           number of steps taken
    converged       whether the last step changed next to nothing
    path            what the algorithm makes larger, after each step: the log-likelihood plus the
                    logarithm of the prior density up to a constant
    """

    competence: numpy.ndarray
    guesses: numpy.ndarray
    posteriors: numpy.ndarray
    unseen: numpy.ndarray
    log_likelihood: float
    steps: int
    converged: bool
    path: tuple


class _Cells:
    """The values given, an entry for each, item by item.

    item, annotator  of each
    cell   its number among annotators x values
    slot   its number among the different values of all items
    begin  of each item: its first slot
    """

    def __init__(self, codes, values):
        self.item, self.annotator = numpy.nonzero(codes != MISSING)
        code = codes[self.item, self.annotator]
        self.cell = self.annotator * values + code
        slots, self.slot = numpy.unique(self.item * values + code, return_inverse=True)
        self.begin = numpy.searchsorted(slots, numpy.arange(len(codes)) * values)
        self.different = numpy.diff(self.begin, append=len(slots))


def true_values(codes: numpy.ndarray, values: int, times=None, start=None, enough=ENOUGH):
    """TrueValues by the EM algorithm, which begins with the share of each value in an item's votes.

    codes   integers, items x annotators: the number of a value, or MISSING; each item has a value
    values  number of values, at least one more than the largest code
    times   how many items have these codes, for each row of codes; None: one
    start   TrueValues to begin with, of the same annotators and values; None: the votes
    enough  gain of a step, as a share of the value itself, below which the algorithm stops

    To each annotator one imaginary item is added, half known and half guessed, and one guess
    spread evenly over the values. No chance is involved.
    """
    codes = numpy.asarray(codes)
    times = numpy.ones(len(codes)) if times is None else numpy.asarray(times, dtype=float)
    cells, shape, converged = _Cells(codes, values), (codes.shape[1], values), False
    weight = times[cells.item]
    path: list[float] = []
    if start is None:
        votes = numpy.bincount(cells.slot)[cells.slot] / numpy.bincount(cells.item)[cells.item]
        competence, guesses = _estimated(cells, weight, votes, shape)
    else:
        competence, guesses = start.competence, start.guesses
    while len(path) < MOST_STEPS and not converged:
        posteriors, unseen, knew, logs = _expected(cells, competence, guesses)
        log_likelihood = float(times @ logs)
        prior = KNOWN * (numpy.log(competence) + numpy.log1p(-competence)).sum()
        prior += numpy.log(guesses).sum() / values
        path.append(log_likelihood + float(prior))
        converged = len(path) > 1 and path[-1] - path[-2] < enough * abs(path[-1])
        if not converged:
            competence, guesses = _estimated(cells, weight, knew, shape)
    of_items = numpy.full(codes.shape, numpy.nan)
    of_items[cells.item, cells.annotator] = posteriors
    return TrueValues(
        competence, guesses, of_items, unseen, log_likelihood, len(path), converged, tuple(path)
    )


def _estimated(cells, weight, knew, shape):
    """(competence, guesses) from how likely each value was known."""
    known, number = (
        numpy.bincount(cells.annotator, sums, shape[0]) for sums in (weight * knew, weight)
    )
    guessed = numpy.bincount(cells.cell, weight * (1 - knew), shape[0] * shape[1])
    guesses = guessed.reshape(shape) + 1 / shape[1]
    competence = (known + KNOWN) / (number + 2 * KNOWN)
    return competence, guesses / guesses.sum(axis=1, keepdims=True)


def _expected(cells, competence, guesses):
    """(posteriors, unseen, how likely each value was known, log-likelihood of each item)"""
    guessed = ((1 - competence)[:, None] * guesses).reshape(-1)[cells.cell]
    known, values = competence[cells.annotator], guesses.shape[1]
    # How much more likely the annotators' values are if a value is the true one.
    gain = numpy.bincount(cells.slot, numpy.log1p(known / guessed))
    top = numpy.maximum(numpy.maximum.reduceat(gain, cells.begin), 0)
    shares = numpy.exp(gain - numpy.repeat(top, cells.different))
    nobodys = (values - cells.different) * numpy.exp(-top)
    sums = numpy.add.reduceat(shares, cells.begin) + nobodys
    posteriors = (shares / numpy.repeat(sums, cells.different))[cells.slot]
    log_guessed = numpy.bincount(cells.item, numpy.log(guessed))
    return (
        posteriors,
        nobodys / sums,
        posteriors * known / (known + guessed),
        top + numpy.log(sums) + log_guessed - numpy.log(values),
    )
