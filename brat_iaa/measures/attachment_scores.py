"""The uncorrected figures of Ragheb & Dickinson 2013: ratios of sums over items.

For a pair of annotators each item has three counts: k linked elements, a elements of the first
annotator, b of the second (see attachment.py).
"""

from functools import lru_cache
from math import prod

import numpy

from brat_iaa.measures.distances import OF_PAIRS, UNIT, in_units

# Values are that small in most projects, so that documents of any size have one table.
_SMALL = (8, 8, 8)

STATISTICS = (*OF_PAIRS, "gcm", "gcm-f1")


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
    similarity, _ = OF_PAIRS[statistic]
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
