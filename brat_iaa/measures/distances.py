"""How alike two sets are, from three counts: k elements linked, a and b elements in all.

Each function takes integers or integer arrays and returns floats in [0, 1],
1 for equal sets (two empty sets included), 0 for sets without a common element.
The distance of alpha is 1 - similarity. Thirds are exact, never .33.
"""

import numpy

# Similarities are summed as whole numbers of this unit, so that the sum does not
# depend on the order of the items: 3 for the thirds of MASI, times 2520, which
# every size of a union up to 10 divides.
UNIT = 3 * 2520


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


def in_units(similarity):
    """Whole numbers of units where the union has at most 10 elements, else as close as floats
    are.
    """
    units = similarity * UNIT
    whole = numpy.rint(units)
    return numpy.where(numpy.abs(units - whole) < 1e-6, whole, units)
