"""A ValueTable as it is measured: the values of each two annotators compared."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.measures.alphas import Entries
from brat_iaa.measures.distinct import compact, numbered, packed
from brat_iaa.values.links import EXACT, ElementLinks, link_equal
from brat_iaa.values.table import EMPTY


class Comparison(NamedTuple):
    """Two annotators on the items that both have values of. Each two values are compared once.

    item   of each row
    both   of each row the number of its two values among those that occur together
    a, b   of each two values: their sizes
    k      {way: number of linked elements} of each two values
    links  ElementLinks of each two values
    alone  items of which only one of the two has a value
    """

    item: numpy.ndarray
    both: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: dict
    links: ElementLinks
    alone: numpy.ndarray

    @property
    def rows(self) -> tuple:
        """(row, element of the first, of the second, how) of the links of all rows: arrays."""
        row, link = self.links.of(self.both)
        return (row, *(column[link] for column in self.links[1:]))

    @property
    def times(self) -> numpy.ndarray:
        """How many rows have each two values."""
        return numpy.bincount(self.both, minlength=len(self.a))


class PairElements(NamedTuple):
    """The elements of two annotators on the items that both have values of: arrays with an entry
    for each element of the first, then of the second.

    item    number of the item
    second  booleans: whether it is the second annotator's
    label   number of its label
    agreed  {way: whether the other annotator agrees with it: booleans, or how much: floats}
    """

    item: numpy.ndarray
    second: numpy.ndarray
    label: numpy.ndarray
    agreed: dict


class View:
    """A ValueTable as it is measured.

    link      function of a ValueTable and pairs of values that returns ElementLinks
    ways      {way: the hows of ElementLinks that count in it}
    label_of  function of an element
    alike     {way: function of an element: elements agree if the other annotator has one on the
              item for which it is equal}
    near      {way: (item, column of the annotator, column of the other, label) of elements that
              agree, besides those that agree in the first of the ways}
    credits   {way: (another way, what elements that agree in this and not in the first way count)}
    """

    def __init__(self, table, link=link_equal, ways=None, label_of: Callable = str, alike=None,
                 near=None, credits=None):  # fmt: skip
        self.table, self.link, self.ways = table, link, ways or {"exact": (EXACT,)}
        self.label_of, self._alike, self._near = label_of, alike or {}, near or {}
        self._credits = credits or {}
        self._compared: dict = {}
        self._sums: dict = {}

    @cached_property
    def label_names(self) -> list:
        """The labels of all elements, sorted."""
        return sorted(set(map(self.label_of, self.table.elements)))

    @cached_property
    def labels(self) -> numpy.ndarray:
        """Number of the label of each element, in label_names; -1 for none, the last."""
        number = {label: code for code, label in enumerate(self.label_names)}
        labels = [number[self.label_of(element)] for element in self.table.elements]
        return numpy.array([*labels, -1], dtype=numpy.int64)

    @cached_property
    def having(self) -> Entries:
        """Who gave which item which label."""
        item, annotator = numpy.nonzero(self.table.cells > EMPTY)
        row, element = self.table.elements_of(self.table.cells[item, annotator])
        small = annotator[row].astype(numpy.int32), self.labels[element].astype(numpy.int32)
        return Entries(item[row], *small)

    def compare(self, pair) -> Comparison:
        """The Comparison of two annotators; ValueError if anybody is not in the table."""
        if pair not in self._compared:
            self._compared[pair] = self._comparison(pair)
        return self._compared[pair]

    def _comparison(self, pair):
        table, size = self.table, len(self.table.values)
        cells = table.of(pair)
        there = (cells >= EMPTY).sum(axis=1)
        item = numpy.flatnonzero(there == 2).astype(numpy.int32)
        x, y = cells[item].T
        apart = x != y
        # Few are apart, so that few are sorted.
        same, number = numbered(x[~apart], size)
        different, number_apart = numpy.unique(
            packed(x[apart], size, y[apart]), return_inverse=True
        )
        both = numpy.empty(len(item), dtype=numpy.int32)
        both[~apart], both[apart] = number, len(same) + number_apart.reshape(-1)
        first, second = (numpy.append(same, side) for side in numpy.divmod(different, size))
        links = self.link(table, first, second)
        pair_of_link, _ = links.of(numpy.arange(len(first)))
        k = {
            way: numpy.bincount(pair_of_link[numpy.isin(links.how, hows)], minlength=len(first))
            for way, hows in self.ways.items()
        }
        return Comparison(
            item, both, table.sizes[first], table.sizes[second], k, links,
            numpy.flatnonzero(there == 1).astype(numpy.int32),
        )  # fmt: skip

    def by_sentence(self, pair, of_values) -> numpy.ndarray:
        """Of each sentence the sum over the rows of a Comparison of what their two values have."""
        key = pair, of_values.tobytes()
        if key not in self._sums:
            compared, table = self.compare(pair), self.table
            sentence, terms = table.sentence[compared.item], of_values[compared.both]
            self._sums[key] = compact(numpy.bincount(sentence, terms, table.sentences))
        return self._sums[key].astype(float)

    def elements(self, pair) -> PairElements:
        """The PairElements of two annotators."""
        compared, table = self.compare(pair), self.table
        row, link = compared.links.of(compared.both)
        sides = [of_side[link] for of_side in compared.links[1:3]]
        there = [numpy.flatnonzero(of_side >= 0) for of_side in sides]
        second = numpy.repeat([False, True], [*map(len, there)])
        number, rows, link = (
            numpy.concatenate([column[of_side] for column, of_side in zip(columns, there)])
            for columns in (sides, (row, row), (link, link))
        )
        how, item = compared.links.how[link], compared.item[rows]
        label = self.labels[number].astype(numpy.int32)
        agreed = {way: numpy.isin(how, hows) for way, hows in self.ways.items()}
        for way, part_of in self._alike.items():
            classes: dict = {}
            numbers = [classes.setdefault(part_of(element), len(classes))
                       for element in table.elements]  # fmt: skip
            key = packed(rows, len(classes), numpy.array(numbers, dtype=numpy.int64)[number])
            in_first, in_second = (numpy.isin(key, key[of_side]) for of_side in (~second, second))
            agreed[way] = numpy.where(second, in_first, in_second)
        for way, near in self._near.items():
            of_item, annotator, other, of_label = near
            columns, exact = table.columns(pair), next(iter(agreed.values()))
            agreed[way], size = exact.copy(), max(len(self.label_names), 1)
            for side in (0, 1):
                own = (annotator == columns[side]) & (other == columns[1 - side])
                key = packed(of_item[own], size, of_label[own])
                chosen = second == bool(side)
                agreed[way][chosen] |= numpy.isin(packed(item, size, label)[chosen], key)
            if way in self._credits:
                _, credit = self._credits[way]
                agreed[way] = numpy.where(exact, 1.0, credit * agreed[way])
        return PairElements(item, second, label, agreed)

    def confusion(self, pair) -> dict:
        """{(label of the first, label of the second): number of links}, "" for none."""
        compared, names = self.compare(pair), [*self.label_names, ""]
        of_values, _ = compared.links.of(numpy.arange(len(compared.a)))
        # No label is the last of the names.
        first, second = (self.labels[side] % len(names) for side in compared.links[1:3])
        codes, which = numpy.unique(first * len(names) + second, return_inverse=True)
        number = numpy.bincount(which.reshape(-1), compared.times[of_values]).astype(int)
        return {
            (names[code // len(names)], names[code % len(names)]): count
            for code, count in zip(codes.tolist(), number.tolist())
        }
