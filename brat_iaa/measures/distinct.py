"""Distinct whole numbers of a large array, by marking those that occur where sorting is slower."""

import numpy

# How many possible numbers for each given one take as long to mark as the given ones to sort.
_POSSIBLE = 32
_POSSIBLE_WITH_INDEX = 4


def distinct(numbers: numpy.ndarray, end: int) -> numpy.ndarray:
    """The distinct numbers, sorted, as numpy.unique() gives them.

    numbers  integers from 0 to end - 1
    """
    if end > _POSSIBLE * len(numbers):
        return numpy.unique(numbers)
    return numpy.flatnonzero(_marked(numbers, end))


def numbered(numbers: numpy.ndarray, end: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """(the distinct numbers, sorted; for each given number its index in them)."""
    if end > _POSSIBLE_WITH_INDEX * len(numbers):
        values, index = numpy.unique(numbers, return_inverse=True)
        return values, index.reshape(-1)
    values = numpy.flatnonzero(_marked(numbers, end))
    index = numpy.empty(end, dtype=numpy.intp)
    index[values] = numpy.arange(len(values))
    return values, index[numbers]


def _marked(numbers, end):
    marked = numpy.zeros(end, dtype=bool)
    marked[numbers] = True
    return marked
