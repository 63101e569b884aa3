"""Ragged arrays: list c is entries start[c] : start[c + 1] of one flat array."""

import numpy


def ranges(start: numpy.ndarray, chosen: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """(position in chosen, index into the flat array) of all entries of some lists.

    start   where each list starts, and where the last one ends: integers
    chosen  numbers of lists, in any order, repeated or not
    """
    return between(start[:-1][chosen], start[1:][chosen])


def between(first: numpy.ndarray, behind: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """(position in first, number) of all numbers from each of first up to that of behind."""
    sizes = behind - first
    position = numpy.repeat(numpy.arange(len(sizes)), sizes)
    before = numpy.cumsum(sizes) - sizes
    return position, numpy.arange(len(position)) + numpy.repeat(first - before, sizes)
