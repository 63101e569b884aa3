"""Disagreements as arrays: rows, and the numbers of the names in them."""

from typing import NamedTuple

import numpy


class Rows(NamedTuple):
    """Arrays with one row for each disagreement of a pair.

    layer, document, pair, kind   numbers in NameCodes, in KINDS
    place      number of the item; the same for the same item of the same layer
    home       the place to which it belongs: its own, or that of the disagreement it follows from
    start      of the item, in characters of the text
    sentence   number in the document, from 1
    labels     rows x 2: numbers in NameCodes.labels
    distances  rows x 2: from item to head in tokens, or NO_DISTANCE
    types      rows x 2: numbers in NameCodes.types of the item's span types
    source     number of the source that makes the object
    number     of the row in its source
    """

    layer: numpy.ndarray
    document: numpy.ndarray
    pair: numpy.ndarray
    kind: numpy.ndarray
    place: numpy.ndarray
    home: numpy.ndarray
    start: numpy.ndarray
    sentence: numpy.ndarray
    labels: numpy.ndarray
    distances: numpy.ndarray
    types: numpy.ndarray
    source: numpy.ndarray
    number: numpy.ndarray

    def taken(self, chosen) -> "TakenRows":
        """Some rows."""
        return TakenRows(self, numpy.arange(len(self.kind))[chosen])


class TakenRows:
    """Some of Rows; a column is made when it is first asked for.

    numbers  of the rows
    """

    def __init__(self, rows, numbers):
        self._rows, self._numbers = rows, numbers

    def taken(self, chosen) -> "TakenRows":
        """Some of these."""
        return TakenRows(self._rows, self._numbers[chosen])

    def __getattr__(self, name):
        if name not in Rows._fields:
            raise AttributeError(name)
        column = self.__dict__[name] = getattr(self._rows, name)[self._numbers]
        return column


class NameCodes:
    """Numbers of layers, documents, pairs, labels and types; for the last two, 0 is ""."""

    def __init__(self):
        self.layers, self.documents, self.pairs = {}, {}, {}
        self.labels, self.types = {"": 0}, {"": 0}

    def listed(self, kind):
        """The names of a kind, such as "layers", in the order of their numbers."""
        return list(getattr(self, kind))

    @staticmethod
    def number(names, name):
        """The number of a name, assigned on first use."""
        return names.setdefault(name, len(names))
