"""Means over pairs of annotators, of which some may have no value."""

import numpy


def mean_of_defined(values):
    """(mean over the first axis of what is not nan, how many that were); nan where nothing is
    defined.

    values  array, or list of arrays of the same shape
    """
    values = numpy.asarray(values)
    defined = ~numpy.isnan(values)
    number = defined.sum(axis=0)
    total = numpy.where(defined, values, 0).sum(axis=0)
    return numpy.divide(
        total, number, out=numpy.full(total.shape, numpy.nan), where=number > 0
    ), number
