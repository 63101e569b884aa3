"""The uncorrected figures of Ragheb & Dickinson 2013: ratios of sums over items.

For a pair of annotators each item has three counts: k linked elements, a elements of the first
annotator, b of the second (see attachment.py).
"""

from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy

from brat_iaa.measures.distances import UNIT, in_units, masi, masi_full, nominal
from brat_iaa.measures.estimate import Estimate

# Values are that small in most projects, so that documents of any size have one table.
_SMALL = (8, 8, 8)

STATISTICS = ("masi", "masi-full", "exact", "gcm", "gcm-f1")


class Ratios(NamedTuple):
    """What each sentence adds to numerator and denominator: floats, sentences x figures."""

    above: numpy.ndarray
    below: numpy.ndarray

    def values(self) -> numpy.ndarray:
        """The figures; nan for 0/0."""
        below = self.below.sum(axis=0)
        return numpy.divide(
            self.above.sum(axis=0), below, out=numpy.full(len(below), numpy.nan), where=below > 0
        )

    def estimate(self) -> Estimate:
        """Estimate of the figures x = a / b: u_s = (a_s - x b_s) / b; a is above, b below."""
        values = self.values()
        defined = ~numpy.isnan(values)
        x, b = numpy.where(defined, values, 0), numpy.where(defined, self.below.sum(axis=0), 1)
        influence = numpy.where(defined, self.above - x * self.below, 0) / b
        return Estimate(values, influence, self.below > 0, weight=self.below / b)


def contributions(statistic, k, a, b):
    """(above, below) of each item, for integer arrays k, a, b. UAA, LAA and LOA are the sum of what
    is above over items, divided by that of what is below; they differ in which links k counts.

    masi, masi-full, exact   mean similarity over tokens (section 4.1.1; Passonneau 2006)
    gcm                      sum of k over sum of a: the first annotator's elements are
                             the denominator (section 4.1.1); swap a and b for the second's
    gcm-f1                   harmonic mean of both directions, 2 k / (a + b)
    """
    if statistic == "gcm":
        return k.astype(float), a.astype(float)
    if statistic == "gcm-f1":
        return 2.0 * k, (a + b).astype(float)
    similarity = {"masi": masi, "masi-full": masi_full, "exact": nominal}[statistic]
    return _of_each_count(similarity, k, a, b), numpy.full(len(k), float(UNIT))


def _of_each_count(similarity, k, a, b):
    """in_units(similarity(k, a, b)), worked out once for counts that occur many times."""
    shape = tuple(int(counts.max(initial=0)) + 1 for counts in (k, a, b))
    if max(shape) <= _SMALL[0]:
        shape, table = _SMALL, _small_table(similarity)
    elif prod(shape) > len(k):
        return in_units(similarity(k, a, b))
    else:
        table = in_units(similarity(*numpy.indices(shape))).reshape(-1)
    return table[(k * shape[1] + a) * shape[2] + b]


@lru_cache(maxsize=8)
def _small_table(similarity):
    """The similarity of all counts below _SMALL in UNITs, flat."""
    return in_units(similarity(*numpy.indices(_SMALL))).reshape(-1)


def by_sentence(above, below, sentence, sentences, column=None, columns=1) -> Ratios:
    """Ratios: the sums of contributions over sentences and figures.

    above, below  one float for each contribution
    sentence      index of its sentence, below `sentences`
    column        index of its figure, below `columns` (None: all 0)
    """
    cell = sentence * columns + (0 if column is None else column)
    return Ratios(
        *(
            numpy.bincount(cell, part, minlength=sentences * columns).reshape(sentences, columns)
            for part in (above, below)
        )
    )
