"""Ragged arrays: list c is entries start[c] : start[c + 1] of one flat array."""

import numpy


def ranges(start: numpy.ndarray, chosen: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """(position in chosen, index into the flat array) of all entries of some lists.

    start   where each list starts, and where the last one ends: integers
    chosen  numbers of lists, in any order, repeated or not
    """
    sizes = numpy.diff(start)[chosen]
    position = numpy.repeat(numpy.arange(len(chosen)), sizes)
    within = numpy.arange(len(position)) - numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)
    return position, numpy.repeat(start[:-1][chosen], sizes) + within
