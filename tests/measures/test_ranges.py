"""Entries of lists of different lengths."""

import numpy

from brat_iaa.measures.distinct import ranges


def test_lists_in_any_order_several_times_and_empty_ones():
    start, chosen = numpy.array([0, 2, 2, 5]), numpy.array([2, 1, 0, 2])
    position, index = ranges(start, chosen)
    assert position.tolist() == [0, 0, 0, 2, 2, 3, 3, 3]
    assert index.tolist() == [2, 3, 4, 0, 1, 2, 3, 4]
