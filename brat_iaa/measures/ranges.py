"""Lists of different lengths in one array: list c is what lies in start[c] : start[c + 1]."""

import numpy


def ranges(start, chosen):
    """(position in chosen, index into the array) of all entries of some lists: two integer arrays.

    start   where each list starts, and where the last one ends: integers
    chosen  numbers of lists, in any order, some perhaps several times
    """
    number = numpy.diff(start)[chosen]
    position = numpy.repeat(numpy.arange(len(chosen)), number)
    within = numpy.arange(len(position)) - numpy.repeat(numpy.cumsum(number) - number, number)
    return position, numpy.repeat(start[:-1][chosen], number) + within
