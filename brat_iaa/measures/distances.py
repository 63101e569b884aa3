"""How alike two sets are, from three counts: k elements linked, a and b elements in all.

Each function takes integers or integer arrays and returns floats in [0, 1],
1 for equal sets (two empty sets included), 0 for sets without a common element.
The distance of alpha is 1 - similarity. Thirds are exact, never .33.
"""

import numpy


def masi(k, a, b):
    """MASI as Ragheb & Dickinson 2013 (section 4.2) use it: monotonicity alone.

    1 equal, 2/3 one set within the other, 1/3 a common part only, 0 nothing in
    common (so also when exactly one set is empty).
    """
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    return numpy.select(
        [(k == a) & (k == b), k == 0, k == numpy.minimum(a, b)],
        [1.0, 0.0, 2 / 3],
        default=1 / 3,
    )


def jaccard(k, a, b):
    """Size of the intersection over size of the union; 1 for two empty sets."""
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    union = a + b - k
    return numpy.where(union == 0, 1.0, k / numpy.maximum(union, 1))


def masi_full(k, a, b):
    """MASI as Passonneau 2006 defines it: Jaccard times monotonicity."""
    return jaccard(k, a, b) * masi(k, a, b)


def nominal(k, a, b):
    """1 for equal sets, 0 otherwise."""
    k, a, b = numpy.asarray(k), numpy.asarray(a), numpy.asarray(b)
    return ((k == a) & (k == b)).astype(float)


SIMILARITIES = {"masi": masi, "masi-full": masi_full, "jaccard": jaccard, "nominal": nominal}
