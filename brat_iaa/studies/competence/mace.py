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


class _Items:
    """The annotation, and which annotators give the same value to an item.

    given    booleans, items x annotators: whether there is a value
    same     items x annotators x annotators: 1 where both gave the same value
    leading  booleans, items x annotators: whether nobody before gave the same value
    cell     for each value given, its number among annotators x values
    """

    def __init__(self, codes, values, times):
        self.codes, self.values, self.times = codes, values, times
        self.given = codes != MISSING
        same = (codes[:, :, None] == codes[:, None, :]) & self.given[:, :, None]
        self.same = same.astype(float)
        annotators = codes.shape[1]
        earlier = numpy.tri(annotators, k=-1, dtype=bool)
        self.leading = self.given & ~(same & earlier).any(axis=2)
        self.others = values - self.leading.sum(axis=1)
        self.cell = (codes + numpy.arange(annotators) * values)[self.given]
        self.weight = numpy.broadcast_to(times[:, None], codes.shape)
        self.number = (self.weight * self.given).sum(axis=0)


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
    items, converged = _Items(codes, values, times), False
    path: list[float] = []
    if start is None:
        votes = items.same.sum(axis=2) / numpy.maximum(items.given.sum(axis=1), 1)[:, None]
        competence, guesses = _estimated(items, votes)
    else:
        competence, guesses = start.competence, start.guesses
    while len(path) < MOST_STEPS and not converged:
        posteriors, unseen, knew, logs = _expected(items, competence, guesses)
        log_likelihood = float(times @ logs)
        prior = KNOWN * (numpy.log(competence) + numpy.log1p(-competence)).sum()
        prior += numpy.log(guesses).sum() / values
        path.append(log_likelihood + float(prior))
        converged = len(path) > 1 and path[-1] - path[-2] < enough * abs(path[-1])
        if not converged:
            competence, guesses = _estimated(items, knew)
    posteriors = numpy.where(items.given, posteriors, numpy.nan)
    return TrueValues(
        competence, guesses, posteriors, unseen, log_likelihood, len(path), converged, tuple(path)
    )


def _estimated(items, knew):
    """(competence, guesses) from how likely each value was known: items x annotators."""
    knew = items.weight * numpy.where(items.given, knew, 0)
    competence = (knew.sum(axis=0) + KNOWN) / (items.number + 2 * KNOWN)
    guessed = (items.weight - knew)[items.given]
    annotators = items.codes.shape[1]
    counts = numpy.bincount(items.cell, guessed, minlength=annotators * items.values)
    guesses = counts.reshape(annotators, items.values) + 1 / items.values
    return competence, guesses / guesses.sum(axis=1, keepdims=True)


def _expected(items, competence, guesses):
    """(posteriors, unseen, how likely each value was known, log-likelihood of each item)"""
    guessed = numpy.ones(items.codes.shape)
    guessed[items.given] = ((1 - competence)[:, None] * guesses).reshape(-1)[items.cell]
    # How much more likely an annotator's value is if it is the true one.
    gain = numpy.where(items.given, numpy.log1p(competence / guessed), 0)
    logs = numpy.einsum("icj,ij->ic", items.same, gain)
    first = numpy.where(items.leading, logs, -numpy.inf)
    largest = numpy.maximum(first.max(axis=1), 0)[:, None]
    shares = numpy.where(items.given, numpy.exp(logs - largest), 0)
    nobodys = items.others * numpy.exp(-largest[:, 0])
    sums = (shares * items.leading).sum(axis=1) + nobodys
    posteriors = shares / sums[:, None]
    knew = posteriors * competence / (competence + guessed)
    log_guessed = numpy.where(items.given, numpy.log(guessed), 0).sum(axis=1)
    return (
        posteriors,
        nobodys / sums,
        knew,
        largest[:, 0] + numpy.log(sums) + log_guessed - numpy.log(items.values),
    )
