"""The alternative annotator test: does a candidate represent the annotators as well as each of them
represents the others? (Calderon, Reichart & Dror 2025.)

Each human j is left out in turn. On the items of j that somebody else has a value of, and the
candidate f:

    S(x) = mean over the other humans k of the similarity of x to the value of k
    W_f = 1 if S(f) >= S(j), else 0          W_h = 1 if S(j) >= S(f), else 0
    f wins against j if mean(W_h - W_f) < epsilon, by a one-sided t-test
    winning rate = share of the humans against whom f wins, at a false discovery rate of .05
    advantage probability of f against j = mean(W_f)

epsilon is what the candidate's lower cost is worth. The tests of all humans together are corrected
by Benjamini & Yekutieli 2001, as they depend on each other.

The paper's t takes items as drawn one by one. Items of one sentence depend on each other, so
t_by_units() draws sentences (or documents) as wholes: the variance of the mean comes from leaving
each out, and its degrees of freedom from the fourth moment of the influences (see
measures.intervals).
"""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.score import FEWEST
from brat_iaa.measures.similarities import SIMILARITIES
from brat_iaa.measures.student import t_below

MISSING = -1  # the code of no value
FALSE_DISCOVERIES = 0.05
# A candidate passes that wins against so many of the humans.
PASSES = 0.5
# Sums of similarities are not exact.
_ROUNDING = 1e-6


class SetSimilarity:
    """How similar values are, called with two arrays of codes.

    values     list of frozensets
    statistic  a name in SIMILARITIES
    """

    def __init__(self, values, statistic="masi"):
        self._values, self._of = values, SIMILARITIES[statistic]

    def __call__(self, x, y):
        same = numpy.ones(len(x))
        differ = numpy.flatnonzero(x != y)
        width = len(self._values)
        pairs, index = numpy.unique(x[differ] * width + y[differ], return_inverse=True)
        sets = [
            (self._values[pair // width], self._values[pair % width]) for pair in pairs.tolist()
        ]
        counts = [(len(a & b), len(a), len(b)) for a, b in sets]
        k, a, b = numpy.array(counts, dtype=numpy.int64).reshape(-1, 3).T
        same[differ] = self._of(k, a, b)[index.reshape(-1)]
        return same


class ScaleSimilarity:
    """Minus the squared difference of values on a scale; called with two arrays of codes.

    values  list of frozensets of (label, where)
    order   labels from one end of the scale to the other: what they say if all are numbers, else
            their places. What is not on it differs from all by the length of the scale.
    """

    def __init__(self, values, order):
        try:
            place = {label: float(label) for label in order}
        except ValueError:
            place = {label: float(at) for at, label in enumerate(order)}
        at = [place.get(next(iter(value))[0]) if len(value) == 1 else None for value in values]
        self._at = numpy.array([numpy.nan if value is None else value for value in at])
        self._most = (max(place.values()) - min(place.values())) ** 2

    def __call__(self, x, y):
        squared = (self._at[x] - self._at[y]) ** 2
        return -numpy.where(x == y, 0, numpy.where(numpy.isnan(squared), self._most, squared))


class Advantage(NamedTuple):
    """The candidate against one human: arrays with an entry for each item that both have.

    item       its number
    candidate  W_f, booleans
    human      W_h, booleans
    """

    item: numpy.ndarray
    candidate: numpy.ndarray
    human: numpy.ndarray

    @property
    def difference(self) -> numpy.ndarray:
        """W_h - W_f: -1, 0 or 1."""
        return self.human.astype(int) - self.candidate


def comparisons(similarity, codes, candidate) -> list:
    """The Advantage of the candidate over each human.

    similarity  function of two arrays of codes that returns how similar the values are
    codes       values of the humans: items x humans, MISSING for none
    candidate   those of the candidate
    """
    there, of_candidate = codes != MISSING, numpy.zeros(codes.shape)
    for column in range(codes.shape[1]):
        rows = numpy.flatnonzero(there[:, column] & (candidate != MISSING))
        of_candidate[rows, column] = similarity(candidate[rows], codes[rows, column])
    advantages = []
    for column in range(codes.shape[1]):
        others = there.copy()
        others[:, column] = False
        item = numpy.flatnonzero((candidate != MISSING) & there[:, column] & others.any(axis=1))
        of_human = numpy.zeros(len(codes))
        for other in range(codes.shape[1]):
            rows = item[others[item, other]]
            of_human[rows] += similarity(codes[rows, column], codes[rows, other])
        # Both are sums over the same others, so they compare as their means do.
        ahead = (of_candidate * others).sum(axis=1)[item] - of_human[item]
        advantages.append(Advantage(item, ahead >= -_ROUNDING, ahead <= _ROUNDING))
    return advantages


def t_by_items(difference, epsilon) -> float:
    """The probability of such a mean difference, or a lower one, if it is epsilon; items drawn one
    by one, as in the paper.
    """
    error = difference.std(ddof=1) / numpy.sqrt(len(difference))
    return _probability(difference.mean(), error, len(difference) - 1, epsilon, 0.0)


def t_by_units(difference, unit, epsilon) -> Optional[float]:
    """The same with units drawn as wholes; unit: of each item the number of its sentence or
    document. None with fewer than FEWEST of them.
    """
    _, unit = numpy.unique(unit, return_inverse=True)
    units = int(unit.max(initial=-1)) + 1
    if units < FEWEST:
        return None
    n = numpy.bincount(unit).astype(float)
    d = numpy.bincount(unit, difference)
    mean = d.sum() / n.sum()
    left_out = (d.sum() - d) / (n.sum() - n)
    variance = (units - 1) / units * ((left_out - left_out.mean()) ** 2).sum()
    u = (d - mean * n) / n.sum()
    A, B = (u**2).sum(), (u**4).sum()
    apart = B - A**2 / units
    degrees = min(max(2 * A**2 / apart, 1), units - 1) if apart > 0 else units - 1
    # If the candidate lost with probability epsilon, no unit would show it so often.
    nowhere = (1 - epsilon) ** units
    return _probability(mean, numpy.sqrt(variance), degrees, epsilon, nowhere)


def _probability(mean, error, degrees, epsilon, without_error):
    """without_error: where all are alike, and below epsilon"""
    if error < 1e-12:
        return without_error if mean < epsilon else 1.0
    return t_below((mean - epsilon) / error, degrees)


def rejected(probabilities, rate=FALSE_DISCOVERIES) -> list:
    """Which hypotheses are rejected, by Benjamini & Yekutieli 2001: booleans.

    probabilities  of the data under each hypothesis
    rate           of false discoveries
    """
    m = len(probabilities)
    order = sorted(range(m), key=probabilities.__getitem__)
    H = sum(1 / i for i in range(1, m + 1))
    last = max(
        (i for i, test in enumerate(order, 1) if probabilities[test] <= i / m * rate / H), default=0
    )
    within = set(order[:last])
    return [test in within for test in range(m)]
