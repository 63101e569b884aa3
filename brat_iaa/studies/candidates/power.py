"""How often a candidate passes that is exactly as good as the annotators.

Each annotator in turn takes the place of a candidate among the others. The differences W_h - W_f
have the mean 0 then, as either of two annotators is the candidate once. Their variance says how far
the t of a candidate strays that is as good as they are; its correlation over the annotators, how
far all tests of one candidate fail together:

    t_j = sqrt(r) Z_0 + sqrt(1 - r) Z_j - epsilon / (sigma sqrt(D / n))

with n items of each annotator, and D, by how much the variance is larger because items of one
sentence depend on each other; 1 by items.
"""

from functools import cached_property

import numpy

from brat_iaa.measures.student import t_below
from brat_iaa.studies.candidates.alternative import (
    FALSE_DISCOVERIES,
    PASSES,
    CandidateValues,
    comparisons,
)

_DRAWS, _SEED = 20_000, 2025


class Power:
    """What the annotators say of a candidate like them.

    similarity  as in comparisons()
    codes       values of the humans: items x humans
    unit        of each item: number of its sentence, or document

    known is false where no item has values of three annotators.
    """

    def __init__(self, similarity, codes, unit):
        self._humans = codes.shape[1]
        squares, products, self._effects = [], [], []
        for column in range(self._humans):
            others = numpy.delete(codes, column, axis=1)
            candidate = CandidateValues.of_codes(codes[:, column])
            against = comparisons(similarity, others, candidate)
            d = numpy.full(others.shape, numpy.nan)
            for row, comparison in enumerate(against):
                d[comparison.item, row] = comparison.difference
                squares += [comparison.difference**2]
                self._effects += _effect(comparison.difference, unit[comparison.item])
            for first in range(d.shape[1]):
                for second in range(first):
                    both = d[:, first] * d[:, second]
                    products += [both[~numpy.isnan(both)]]
        squares, products = (numpy.concatenate([[], *arrays]) for arrays in (squares, products))
        self.known = len(squares) > 0
        self.variance = float(squares.mean()) if self.known else numpy.nan
        r = products.mean() / self.variance if len(products) and self.variance > 0 else 0.0
        self.correlation = float(numpy.clip(r, 0, 1))

    @property
    def design_effect(self) -> float:
        """By how much the variance is larger by units than by items."""
        return float(numpy.mean(self._effects)) if self._effects else 1.0

    @cached_property
    def _drawn(self):
        random = numpy.random.default_rng(_SEED)
        common, unshared = numpy.split(
            random.standard_normal((_DRAWS, self._humans + 1)), [1], axis=1
        )
        r = self.correlation
        return numpy.sort(numpy.sqrt(r) * common + numpy.sqrt(1 - r) * unshared, axis=1)

    def passing(self, items, epsilon, design_effect=1.0) -> float:
        """The share of the candidates that pass with so many items of each annotator."""
        if not self.variance:
            return 1.0
        m = self._humans
        error = numpy.sqrt(self.variance * design_effect / items)
        H = sum(1 / i for i in range(1, m + 1))
        levels = [i / m * FALSE_DISCOVERIES / H for i in range(1, m + 1)]
        bounds = [_quantile(level, max(items / design_effect - 1, 1)) for level in levels]
        below = self._drawn - epsilon / error <= bounds
        # All up to the last that is below its bound are rejected.
        wins = numpy.where(below, numpy.arange(1, m + 1), 0).max(axis=1)
        return float((wins >= PASSES * m).mean())


def _effect(difference, unit):
    """[design effect], or []."""
    _, unit = numpy.unique(unit, return_inverse=True)
    units, n = int(unit.max(initial=-1)) + 1, len(difference)
    variance = difference.var(ddof=1) / n if n > 1 else 0
    if units < 2 or not variance > 0:
        return []
    size = numpy.bincount(unit)
    u = (numpy.bincount(unit, difference) - difference.mean() * size) / n
    return [units / (units - 1) * (u**2).sum() / variance]


def _quantile(level, degrees):
    """The t that Student's t lies below with a probability below one half."""
    low, high = -1000.0, 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_below(middle, degrees) < level else (low, middle)
    return low
