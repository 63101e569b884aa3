"""Distinct whole numbers of a large array, by sorting, or by marking those that occur.

numpy.unique() without further results looks each number up in a table instead, which takes up to a
hundred times as long.
"""

from typing import Optional

import numpy

# How many possible numbers for each given one take as long to mark as the given ones to sort.
_POSSIBLE = 4
# No number of a row is larger.
_LARGEST = (1 << 63) - 1


def distinct(numbers: numpy.ndarray, end: Optional[int] = None) -> numpy.ndarray:
    """The distinct numbers of an array of any shape, sorted; end: more than any, none is below 0"""
    if end is not None and end <= _POSSIBLE * numbers.size:
        marked = numpy.zeros(end, dtype=bool)
        marked[numbers] = True
        return numpy.flatnonzero(marked)
    ordered = numpy.sort(numbers, axis=None)
    return ordered[numpy.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]


def numbered(numbers: numpy.ndarray, end: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """(the distinct numbers, sorted; for each given number its index in them).

    numbers  integers from 0 to end - 1, an array of any shape
    """
    if end > _POSSIBLE * numbers.size:
        values, index = numpy.unique(numbers, return_inverse=True)
        return values, index.reshape(numbers.shape)
    marked = numpy.zeros(end, dtype=bool)
    marked[numbers] = True
    values = numpy.flatnonzero(marked)
    index = numpy.empty(end, dtype=numpy.intp)
    index[values] = numpy.arange(len(values))
    return values, index[numbers]


def compact(numbers: numpy.ndarray) -> numpy.ndarray:
    """Numbers from 0 up in little memory, if they are whole."""
    whole = numbers.astype(numpy.min_scalar_type(int(numbers.max(initial=0))))
    return whole if (whole == numbers).all() else numbers


def packed(high, width, low) -> numpy.ndarray:
    """high * width + low in 64 bits: a number for each pair (high, low), ordered as these.

    Before version 2, NumPy multiplies an array of 32 bits by any single number in 32 bits.

    width  more than any low
    """
    return numpy.multiply(high, width, dtype=numpy.int64) + low


def turns(key: numpy.ndarray) -> numpy.ndarray:
    """Of each entry how many of the same key come before it."""
    order = numpy.argsort(key, kind="stable")
    ordered, turn = key[order], numpy.empty(len(key), dtype=numpy.int64)
    turn[order] = numpy.arange(len(key)) - numpy.searchsorted(ordered, ordered)
    return turn


def row_numbers(*tables) -> list:
    """For each of some tables, tuples of integer columns, an array of numbers, equal and ordered
    as the rows of all of them.
    """
    sizes = [len(columns[0]) for columns in tables]
    number, end = numpy.zeros(sum(sizes), dtype=numpy.int64), 1
    for column in map(numpy.concatenate, zip(*tables)):
        lowest = int(column.min(initial=0))
        rank, size = column.astype(numpy.int64) - lowest, int(column.max(initial=0)) - lowest + 1
        if end * size > _LARGEST:
            (number, end), (rank, size) = _ranked(number, end), _ranked(rank, size)
        number, end = number * size + rank, end * size
    return numpy.split(_ranked(number, end)[0], numpy.cumsum(sizes)[:-1])


def _ranked(numbers, end):
    """(for each of some integers below end its rank, the number of ranks)."""
    values, rank = numbered(numbers, end)
    return rank, len(values)


def in_turn(same, order) -> tuple:
    """Pairs of rows with the same number: the first of one side with the first of the other, and so
    on.

    same, order  for each side the numbers of its rows, and those by which they are in order
    """
    keys = []
    for codes, rank in zip(same, order):
        rows = numpy.lexsort((rank, codes))
        ordered = codes[rows]
        turn = numpy.arange(len(rows)) - numpy.searchsorted(ordered, ordered)
        key = numpy.empty(len(rows), dtype=numpy.int64)
        key[rows] = ordered << 32 | turn
        keys.append(key)
    _, i, j = numpy.intersect1d(keys[0], keys[1], True, True)
    return i, j


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
