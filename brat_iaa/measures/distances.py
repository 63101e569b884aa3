"""Similarity of two sets, from three counts: k common elements, a and b elements in each.

Each function takes integers or integer arrays and returns floats in [0, 1]: 1 for equal sets, two
empty ones included. The distance of alpha is 1 - similarity. Thirds are exact, never .33.
"""

import numpy

# Similarities are summed as whole multiples of 1 / UNIT, so that the sum does not depend on the
# order of the items: 3 for the thirds of MASI, times 2520, the least common multiple of 1 to 10.
UNIT = 3 * 2520


def by_inclusion(k, a, b, within: float, overlap: float, empty: float) -> numpy.ndarray:
    """1 for equal sets, 0 for disjoint ones, and three values in between.

    within   similarity if one set contains the other
    overlap  similarity if they have elements in common, and each has others
    empty    similarity of the empty set and any other
    """
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    smaller = numpy.minimum(a, b)
    return numpy.select(
        [(k == a) & (k == b), smaller == 0, k == smaller, k > 0],
        [1.0, empty, within, overlap],
        default=0.0,
    )


def masi(k, a, b) -> numpy.ndarray:
    """MASI as in Ragheb & Dickinson 2013, section 4.1.1: monotonicity alone.

    1 if equal, 2/3 if one set contains the other, 1/3 if they only overlap, 0 if they are
    disjoint; so also 0 if exactly one is empty.
    """
    return by_inclusion(k, a, b, within=2 / 3, overlap=1 / 3, empty=0.0)


def jaccard(k, a, b) -> numpy.ndarray:
    """Size of the intersection over size of the union; 1 for two empty sets."""
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    union = a + b - k
    return numpy.where(union == 0, 1.0, k / numpy.maximum(union, 1))


def masi_full(k, a, b) -> numpy.ndarray:
    """MASI as in Passonneau 2006: Jaccard times monotonicity."""
    return jaccard(k, a, b) * masi(k, a, b)


def nominal(k, a, b) -> numpy.ndarray:
    """1 for equal sets, 0 otherwise."""
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    return ((k == a) & (k == b)).astype(float)


SIMILARITIES = {"masi": masi, "masi-full": masi_full, "jaccard": jaccard, "nominal": nominal}
# Those whose mean over items is a figure of two annotators, of their arcs and their sets of labels,
# and what signatures call it. Other denominators than those of Jaccard are close to whole in UNIT.
OF_PAIRS = {
    "masi": (masi, "masi:RD13"),
    "masi-full": (masi_full, "masi:PA06"),
    "exact": (nominal, "exact"),
}


def in_units(similarity: numpy.ndarray) -> numpy.ndarray:
    """Similarity times UNIT: whole if the union has at most 10 elements, else close to it."""
    units = similarity * UNIT
    whole = numpy.rint(units)
    return numpy.where(numpy.abs(units - whole) < 1e-6, whole, units)
