"""Items x annotators: the one form in which everything is compared.

An item is what annotators can differ on: a token, a span, a relation. A cell holds the number of
the value that one annotator gave it, a set of elements: {((distance, root), label), ...} of a
token, {label} of a span.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy

from brat_iaa.measures.distinct import distinct, ranges

# Instead of the number of a value. EMPTY is that of the empty set. ABSENT: the annotator drew no
# such item. UNDRAWN: the same, which counts as EMPTY if somebody else of those compared drew it.
UNDRAWN, ABSENT, EMPTY = -2, -1, 0


@dataclass(eq=False)
class ValueTable:
    """The items of a layer in some documents.

    annotators  tuple; columns of cells
    cells       integers, items x annotators: number of the value, ABSENT or UNDRAWN
    values      list of the distinct values, frozensets of elements, the empty one first
    sentence    of each item: number of its sentence
    document    number of each sentence's document, in ascending order
    begun       booleans, documents x annotators: whether the annotator has begun the document
    """

    annotators: tuple
    cells: numpy.ndarray
    values: list
    sentence: numpy.ndarray
    document: numpy.ndarray
    begun: numpy.ndarray

    def __getstate__(self):
        """For pickling: without derived attributes."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def sentences(self) -> int:
        """Number of sentences."""
        return len(self.document)

    @cached_property
    def item_document(self) -> numpy.ndarray:
        """Number of each item's document."""
        return self.document[self.sentence]

    def columns(self, annotators) -> list:
        """Column numbers of some annotators."""
        return [self.annotators.index(annotator) for annotator in annotators]

    def begun_by(self, document) -> tuple:
        """The annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    def having(self, group, groups) -> numpy.ndarray:
        """Booleans, groups x annotators: who has items there.

        group   of each item: number of its group
        groups  their number
        """
        having = numpy.zeros((groups, len(self.annotators)), dtype=bool)
        item, annotator = numpy.nonzero(self.cells != ABSENT)
        having[group[item], annotator] = True
        return having

    def of(self, annotators) -> numpy.ndarray:
        """The cells of some annotators, as they are compared with each other: none is UNDRAWN."""
        cells = self.cells[:, self.columns(annotators)]
        undrawn = cells == UNDRAWN
        if undrawn.any():
            drawn = (cells >= EMPTY).any(axis=1, keepdims=True)
            cells = numpy.where(undrawn, numpy.where(drawn, EMPTY, ABSENT), cells)
        return cells

    @cached_property
    def elements(self) -> list:
        """The distinct elements of all values."""
        return list(dict.fromkeys(element for value in self.values for element in value))

    @cached_property
    def number(self) -> dict:
        """{element: its number in elements}"""
        return {element: number for number, element in enumerate(self.elements)}

    @cached_property
    def sizes(self) -> numpy.ndarray:
        """Number of elements of each value."""
        return numpy.array([*map(len, self.values)], dtype=numpy.int64)

    @cached_property
    def start(self) -> numpy.ndarray:
        """The elements of value v are element[start[v] : start[v + 1]]."""
        return numpy.append(0, numpy.cumsum(self.sizes))

    @cached_property
    def element(self) -> numpy.ndarray:
        """Numbers in elements, of each value in ascending order."""
        number = self.number
        flat = [n for value in self.values for n in sorted(map(number.__getitem__, value))]
        return numpy.array(flat, dtype=numpy.int64)

    def elements_of(self, numbers) -> tuple:
        """(position in numbers, number of the element) of all elements of some values: arrays"""
        position, at = ranges(self.start, numbers)
        return position, self.element[at]

    def with_undrawn(self) -> "ValueTable":
        """The same, where items that annotators did not draw in documents that they have begun are
        UNDRAWN.
        """
        lacking = (self.cells == ABSENT) & self.begun[self.item_document]
        return replace(self, cells=numpy.where(lacking, UNDRAWN, self.cells))

    def revalued(self, value_of: Callable) -> "ValueTable":
        """The same items with other values; value_of: function of a value that is there, None:
        ABSENT
        """
        used = {*distinct(self.cells).tolist()}
        numbers: dict = {frozenset(): EMPTY, None: ABSENT}
        recoded = [
            numbers.setdefault(value_of(value), len(numbers) - 1) if number in used else ABSENT
            for number, value in enumerate(self.values)
        ]
        del numbers[None]
        return ValueTable(
            self.annotators, recode(self.cells, recoded), list(numbers), self.sentence,
            self.document, self.begun,
        )  # fmt: skip

    def of_documents(self, documents, annotators) -> "ValueTable":
        """Some documents, by their numbers in ascending order, with some annotators as columns."""
        number = numpy.full(len(self.begun), -1, dtype=numpy.int32)
        number[documents] = numpy.arange(len(documents))
        there, items = number[self.document] >= 0, self.items_in(documents)
        column = self.columns(annotators)
        return replace(
            self.with_cells(self.cells[items][:, column]), annotators=tuple(annotators),
            sentence=(numpy.cumsum(there, dtype=numpy.int32) - 1)[self.sentence[items]],
            document=number[self.document[there]], begun=self.begun[documents][:, column],
        )  # fmt: skip

    def items_in(self, documents) -> numpy.ndarray:
        """Numbers of the items in some documents."""
        return numpy.flatnonzero(numpy.isin(self.item_document, documents))

    def with_cells(self, cells):
        """The same with other cells, and without values that are in none of these."""
        used = distinct(cells)
        used = numpy.append(EMPTY, used[used > EMPTY])
        number = numpy.zeros(len(self.values), dtype=numpy.int32)
        number[used] = numpy.arange(len(used))
        values = [self.values[n] for n in used.tolist()]
        return replace(self, cells=recode(cells, number), values=values)


def recode(cells, number) -> numpy.ndarray:
    """Cells with other numbers of the values; number: of each value"""
    return numpy.append(number, [UNDRAWN, ABSENT]).astype(numpy.int32)[cells]


def with_values(cells, item, annotator, element, elements) -> tuple:
    """(cells with the numbers of sets, these values: frozensets, the empty one first).

    cells                     of the ValueTable, EMPTY, ABSENT or UNDRAWN
    item, annotator, element  of each element of a set: where it stands, its number in elements
    """
    width, size = max(cells.shape[1], 1), max(len(elements), 1)
    key = distinct((item.astype(numpy.int64) * width + annotator) * size + element)
    cell, element = numpy.divmod(key, size)
    first = numpy.flatnonzero(numpy.diff(cell, prepend=-1))
    sizes = numpy.diff(first, append=len(cell))
    single = sizes == 1
    alone, index = numpy.unique(element[first[single]], return_inverse=True)
    numbers = numpy.empty(len(first), dtype=numpy.int64)
    numbers[single] = 1 + index.reshape(-1)
    several: dict = {}
    bounds = zip(first[~single].tolist(), (first + sizes)[~single].tolist())
    numbers[~single] = [
        several.setdefault(tuple(element[begin:end].tolist()), 1 + len(alone) + len(several))
        for begin, end in bounds
    ]
    shape, cells = cells.shape, cells.flatten()
    cells[cell[first]] = numbers
    sets = [(), *((number,) for number in alone.tolist()), *several]
    values = [frozenset(elements[number] for number in numbers) for numbers in sets]
    return cells.reshape(shape), values
