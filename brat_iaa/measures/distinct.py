"""Distinct whole numbers of a large array, by sorting, or by marking those that occur.

numpy.unique() without further results looks each number up in a table instead, which takes up to a
hundred times as long.
"""

import numpy

# How many possible numbers for each given one take as long to mark as the given ones to sort.
_POSSIBLE = 4


def distinct(numbers: numpy.ndarray) -> numpy.ndarray:
    """The distinct numbers of an array of any shape, sorted."""
    ordered = numpy.sort(numbers, axis=None)
    return ordered[_first_of_equal(ordered)]


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


def groups_with(group: numpy.ndarray, code: numpy.ndarray, groups: int, codes: int):
    """For each code the number of different groups that have it: integers.

    group, code    of each entry: integers below groups, below codes; arrays of the same shape
    """
    key = group * numpy.int64(codes) + code
    if groups * codes > _POSSIBLE * key.size:
        return numpy.bincount(distinct(key) % max(codes, 1), minlength=codes)
    marked = numpy.zeros(groups * codes, dtype=bool)
    marked[key] = True
    return numpy.count_nonzero(marked.reshape(groups, codes), axis=0)


def _first_of_equal(ordered):
    """Which of some sorted numbers differ from the one before: booleans."""
    return numpy.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
