"""Gamma: agreement on units that annotators choose, their places and labels, less chance.

Mathet, Widlöcher & Métivier 2015, see best_alignment.py.

    γ = 1 - δ_o / δ_e

δ_o is the disorder of the best alignment of a text: the sum of the disorders of its unitary
alignments divided by the mean number of units of an annotator (section 4.3). δ_e is the mean of the
same over random texts, which are drawn as in section 5.2.1: for each annotator the units of an
annotator drawn at random, shifted by a random number of characters; units that would begin beyond
the end of the text begin as far from its start. Two shifts differ by the mean length of the units
or more, if the text has room. 30 texts tell how many are needed for a relative error of δ_e of 2 %,
with 95 % confidence (section 5.3); no more than 500 are drawn.

Several texts are one continuum that no unit leaves and no shift: with x_d the mean number of
units of an annotator in the text d,

    δ_o = sum of x_d δ_o,d / sum of x_d         δ_e likewise

The draws of a text depend on the spans in it alone, so names have no part in them.
"""

import math
import random
from typing import NamedTuple, Union

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.cells import every_cell
from brat_iaa.measures.estimate import Estimate, corrected
from brat_iaa.studies.gamma.best_alignment import least_disorders

SEED = 1
PRECISION = 0.02
FEWEST_DRAWS, MOST_DRAWS = 30, 500
# Units whose alignments are computed together.
_TOGETHER = 2000
# Shifts that are tried before one is taken that is too near to another.
_TRIES = 100
NO_UNIT = "no span in a document that two annotators have begun"
NO_CHANCE = "shifted at random, the spans are as alike as those drawn"


class Continuum(NamedTuple):
    """The units of a text.

    units   of each annotator: list of (start, end, label), in characters; start < end
    length  of the text in characters
    """

    units: list
    length: int


class Disorder(NamedTuple):
    """Of one text.

    units     number of units
    weight    x: mean number of units of an annotator
    observed  δ_o
    expected  δ_e
    variance  of δ_e, from the draws
    draws     number of random texts
    """

    units: int
    weight: float
    observed: float
    expected: float
    variance: float
    draws: int


class GammaScore(NamedTuple):
    """gamma (at most 1, may be negative), δ_o and δ_e."""

    gamma: float
    observed: float
    expected: float


class Gamma:
    """Gamma of some texts; disorders: list of Disorder.

    items, draws   numbers of units and of random texts
    """

    def __init__(self, disorders):
        columns = numpy.array(disorders, dtype=float).reshape(-1, len(Disorder._fields)).T
        units, self._weight, self._observed, self._expected, self._variance, draws = columns
        self.items, self.draws = int(units.sum()), int(draws.sum())
        self._total = float(self._weight.sum())

    def _mean(self, of_texts):
        return float(self._weight @ of_texts) / self._total

    def score(self) -> GammaScore:
        """Raises Undefined without units, and where chance gives no disorder."""
        if not self._total:
            raise Undefined(NO_UNIT)
        observed, expected = self._mean(self._observed), self._mean(self._expected)
        if not expected:
            raise Undefined(NO_CHANCE)
        return GammaScore(1 - observed / expected, observed, expected)

    @property
    def error(self) -> float:
        """Standard error of gamma that comes from the draws. Raises as score() does."""
        gamma, _, expected = self.score()
        of_expected = math.sqrt(float(self._weight**2 @ self._variance)) / self._total
        return (1 - gamma) * of_expected / expected

    def estimate(self) -> Estimate:
        """The Estimate, with texts in the place of sentences. Raises as score() does.

        Text d adds x_d to the sum of weights, so δ_o'_d = x_d (δ_o,d - δ_o) / sum of x, and δ_e'_d
        likewise. The draws of each text are its own: the texts' differences hold their error.
        """
        gamma, D_o, D_e = self.score()
        share = self._weight / self._total
        D_o_by, D_e_by = (
            share * (of_texts - mean)
            for of_texts, mean in ((self._observed, D_o), (self._expected, D_e))
        )
        value, expected = numpy.array([gamma]), numpy.array([D_e])
        cells = every_cell(len(share))
        return corrected(cells, value, D_o, expected, D_o_by, D_e_by, share > 0, share)


def disorder(continuum: Continuum) -> Disorder:
    """The Disorder of a Continuum of two annotators or more; that without units has no weight.

    Raises Undefined where an alignment would take too long.
    """
    annotators = _in_order(continuum.units)
    number = sum(map(len, annotators))
    if not number:
        return Disorder(0, 0.0, 0.0, 0.0, 0.0, 0)
    (observed,) = _disorders([annotators])
    random_texts = _RandomTexts(annotators, continuum.length)
    drawn = random_texts.disorders(FEWEST_DRAWS)
    variation = float(drawn.std(ddof=1) / drawn.mean()) if drawn.any() else 0.0
    wanted = min(MOST_DRAWS, math.ceil((1.96 * variation / PRECISION) ** 2))
    if wanted > FEWEST_DRAWS:
        drawn = numpy.append(drawn, random_texts.disorders(wanted - FEWEST_DRAWS))
    return Disorder(
        number, number / len(annotators), float(observed), float(drawn.mean()),
        float(drawn.var(ddof=1)) / len(drawn), len(drawn),
    )  # fmt: skip


def disorder_or_reason(continuum: Continuum) -> Union[Disorder, Undefined]:
    """The Disorder, or why there is none."""
    try:
        return disorder(continuum)
    except Undefined as reason:
        return reason


def _in_order(units):
    """Of each annotator an array, units x (start, end, number of the label).

    Labels and annotators are in the order of the places of their units: names have no part in it.
    """
    places = {}
    for of_annotator in units:
        for start, end, label in of_annotator:
            places.setdefault(label, []).append((start, end))
    labels = sorted(places, key=lambda label: (sorted(places[label]), label))
    number = {label: index for index, label in enumerate(labels)}
    rows = sorted(
        sorted((start, end, number[label]) for start, end, label in of_annotator)
        for of_annotator in units
    )
    return [numpy.array(of_annotator, dtype=numpy.int64).reshape(-1, 3) for of_annotator in rows]


def _disorders(texts):
    """Disorder of the best alignment of each text; texts: lists of arrays as from _in_order()."""
    sizes = numpy.array([[len(units) for units in annotators] for annotators in texts])
    text, annotator = (
        numpy.repeat(index.ravel(), sizes.ravel()) for index in numpy.indices(sizes.shape)
    )
    start, end, label = numpy.concatenate([units for annotators in texts for units in annotators]).T
    least = least_disorders(start, end, label, annotator, text, *sizes.shape)
    return least / sizes.mean(axis=1)


class _RandomTexts:
    """Random texts with the units of one.

    annotators  as from _in_order(); at least one of them has a unit
    length      of the text in characters
    """

    def __init__(self, annotators, length):
        self._annotators, self._length = annotators, length
        starts, ends, _ = numpy.concatenate(annotators).T
        self._units, self._apart = len(starts), float((ends - starts).mean())
        # Equal shifts in all texts would make their errors alike.
        seed = f"{SEED} {length} {starts.tolist()} {ends.tolist()}"
        # The only generator of random that is guaranteed to stay the same.
        self._dice = random.Random(seed).random

    def disorders(self, number):
        """Array with the disorders of so many further random texts."""
        together = max(1, _TOGETHER // self._units)
        portions = [
            _disorders([self._drawn() for _ in range(min(together, number - first))])
            for first in range(0, number, together)
        ]
        return numpy.concatenate(portions)

    def _drawn(self):
        """A random text that has a unit."""
        while True:
            shifts = []
            for _ in self._annotators:
                shifts.append(self._shift(shifts))
            text = [self._shifted(shift) for shift in shifts]
            if any(map(len, text)):
                return text

    def _shift(self, others):
        for _ in range(_TRIES):
            shift = int(self._dice() * self._length)
            if all(abs(shift - other) >= self._apart for other in others):
                break
        return shift

    def _shifted(self, shift):
        """The units of an annotator drawn at random, shifted."""
        units = self._annotators[int(self._dice() * len(self._annotators))]
        start = (units[:, 0] + shift) % self._length
        return numpy.stack([start, start + units[:, 1] - units[:, 0], units[:, 2]], axis=1)
