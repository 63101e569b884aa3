"""The values of a DependencyTable in columns: one whole number for each value, and what it holds.

Almost all values occur again and again or hold one arc, so what is asked of a
value is worked out once for each different one, and then looked up.
"""

from typing import NamedTuple

import numpy

MISSING = -1


class Columns(NamedTuple):
    """One document's items by annotators.

    codes    {annotator: integers, one for each item: index of the value, or MISSING}
    present  {annotator: booleans: whether the annotator has a token there}
    values   list of the different values, each a frozenset of (head index, label)
    sizes    integers: elements of each value
    labels   {label: its number}
    start, label   the labels of value v are label[start[v] : start[v + 1]], by their numbers, in
             the order of its sorted elements
    head     integers: head of each value with one element, -1 for others
    """

    codes: dict
    present: dict
    values: list
    sizes: numpy.ndarray
    labels: dict
    start: numpy.ndarray
    label: numpy.ndarray
    head: numpy.ndarray

    def labels_of(self, codes):
        """(position in codes, label) of every element of some values: two integer arrays."""
        number = self.sizes[codes]
        position = numpy.repeat(numpy.arange(len(codes)), number)
        within = numpy.arange(len(position)) - numpy.repeat(numpy.cumsum(number) - number, number)
        return position, self.label[numpy.repeat(self.start[codes], number) + within]


def columns(table):
    """The Columns of a DependencyTable."""
    index, codes = {None: MISSING}, {}
    for annotator in table.annotators:
        codes[annotator] = numpy.array(
            [index.setdefault(value, len(index) - 1) for value in table.values[annotator]], dtype=numpy.int64
        )
    present = {
        annotator: numpy.array([annotator in table.tokens[item].types for item in table.items], dtype=bool)
        for annotator in table.annotators
    }
    values = list(index)[1:]
    label_index, label, head = {}, [], []
    for value in values:
        elements = value if len(value) < 2 else sorted(value)
        label += [label_index.setdefault(name, len(label_index)) for _, name in elements]
        head.append(next(iter(value))[0] if len(value) == 1 else -1)
    sizes = numpy.array([len(value) for value in values], dtype=numpy.int64)
    return Columns(
        codes, present, values, sizes, label_index, numpy.concatenate([[0], numpy.cumsum(sizes)]),
        numpy.array(label, dtype=numpy.int64), numpy.array(head, dtype=numpy.int64),
    )  # fmt: skip
