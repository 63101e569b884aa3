"""The lines of brat's .ann files as arrays: of one file, and of several in a row."""

from typing import Any, NamedTuple

import numpy


class SpanColumns(NamedTuple):
    """The spans of a file, in the order of Annotations.spans.

    start, end  of the first fragment, in characters of the text, end exclusive
    type        number of the type in types
    types       names, in the order in which the file first uses them
    several     {row: its fragments in text order} of the discontinuous spans
    """

    start: numpy.ndarray
    end: numpy.ndarray
    type: numpy.ndarray
    types: tuple
    several: dict


class RelationColumns(NamedTuple):
    """The relations of a file, in the order of Annotations.relations.

    type           number of the type in types
    roles          number of the two roles in pairs
    first, second  row of the span at each end; of an event, of its trigger
    types          names, in the order in which the file first uses them
    pairs          tuple of (role, role), as written
    """

    type: numpy.ndarray
    roles: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    types: tuple
    pairs: tuple


class AttributeColumns(NamedTuple):
    """The labels of a file that are no types: attributes, normalizations, and notes with a text.

    source  number of the source in sources
    span    row of the span; of an event, of its trigger; -1: none
    value   number of the label in values; -1: none, the attribute is binary
    sources  as in the setting value: "attribute:NAME", "normalization:DATABASE", "notes:TYPE"
    sources, values  in the order in which the file first uses them
    """

    source: numpy.ndarray
    span: numpy.ndarray
    value: numpy.ndarray
    sources: tuple
    values: tuple

    @property
    def labels(self):
        """(number of each label, their names): the label of a binary attribute is its name."""
        numbers: dict = {}
        names = (*self.values, *(source.partition(":")[2] for source in self.sources))
        number = numpy.array([numbers.setdefault(name, len(numbers)) for name in names] + [-1])
        last = numpy.where(self.value < 0, len(self.values) + self.source, self.value)
        return number[last], tuple(numbers)

    def from_source(self, source):
        """(rows of the spans with a label from a source, number of each label, these names)."""
        label, names = self.labels
        number = self.sources.index(source) if source in self.sources else -1
        chosen = (self.source == number) & (self.span >= 0)
        return self.span[chosen], *names_in_order(label[chosen], names)


_NONE = numpy.zeros(0, dtype=numpy.int32)
# Columns of a file without lines of the kind.
NOTHING: dict[str, Any] = {
    "spans": SpanColumns(_NONE, _NONE, _NONE, (), {}),
    "relations": RelationColumns(_NONE, _NONE, _NONE, _NONE, (), ()),
    "attributes": AttributeColumns(_NONE, _NONE, _NONE, (), ()),
}
# {column of numbers: the names that they stand for}
NAMES = {"type": "types", "roles": "pairs", "source": "sources", "value": "values"}


def columns_in_a_row(files, kind) -> tuple:
    """(columns of all of some Annotations, where the rows of each begin and those of the last end);
    rows of spans are counted in their files, and names are those in use.

    kind  "spans", "relations" or "attributes"
    """
    parts = [getattr(file, f"{kind[:-1]}_columns") for file in files]
    begin = numpy.cumsum([0, *(len(part[0]) for part in parts)])
    columns: dict[str, Any] = {}
    for field in NOTHING[kind]._fields if parts else ():
        of_parts = [getattr(part, field) for part in parts]
        if field == "several":
            columns[field] = {
                first + row: fragments
                for first, several in zip(begin.tolist(), of_parts)
                for row, fragments in several.items()
            }
        elif field in NAMES:
            names_of = [getattr(part, NAMES[field]) for part in parts]
            columns[field], columns[NAMES[field]] = _joined_names(of_parts, names_of)
        elif field not in columns:
            columns[field] = numpy.concatenate(of_parts)
    return NOTHING[kind]._replace(**columns), begin


def _joined_names(of_parts, names_of):
    """(numbers of names of several files in a row, numbered anew; tuple of the names in use)."""
    # Files that were read together have the same tuple.
    begin, every = {}, []
    for names in names_of:
        if id(names) not in begin:
            begin[id(names)] = len(every)
            every.extend(names)
    before = numpy.repeat([begin[id(names)] for names in names_of], [*map(len, of_parts)])
    column = numpy.concatenate(of_parts)
    # -1, for none, stays.
    place = numpy.where(column < 0, -1, column + before)
    used = in_order(place, len(every))
    number, names = first_use([every[code] for code in used.tolist()])
    numbers = numpy.full(len(every) + 1, -1, dtype=numpy.int32)
    numbers[used] = number
    return numbers[place], names


def names_in_order(numbers, names) -> tuple:
    """(the numbers of the names that occur, in the order of occurrence; these names as a tuple);
    -1, for none, stays.
    """
    used = in_order(numbers, len(names))
    number = numpy.full(len(names) + 1, -1, dtype=numpy.int32)
    number[used] = numpy.arange(len(used))
    return number[numbers], tuple(names[code] for code in used.tolist())


def in_order(numbers, end):
    """The different ones of some integers below end, -1 left out, in the order of occurrence."""
    numbers = numbers.reshape(-1)[::-1]
    last = numpy.full(end + 1, -1, dtype=numpy.int64)
    last[numbers] = numpy.arange(len(numbers))
    used = numpy.flatnonzero(last[:-1] >= 0)
    return used[numpy.argsort(-last[used])]


def whole_numbers(values):
    """An array of integers of 32 bits."""
    return numpy.array(values, dtype=numpy.int32)


def first_use(names):
    """(number of each name, tuple of the distinct names in order of first use)."""
    numbers = dict.fromkeys(names)
    for number, name in enumerate(numbers):
        numbers[name] = number
    return numpy.array([numbers[name] for name in names], dtype=numpy.int32), tuple(numbers)


def numbers_of_files(files, begin) -> list:
    """[number of the document, of the annotator] of each row of files.

    files  [(number of the document, number of the annotator, Annotations)]
    begin  where the rows of each begin, and where those of the last one end
    """
    numbers = numpy.array([file[:2] for file in files], dtype=numpy.int32).reshape(-1, 2)
    return list(numpy.repeat(numbers, numpy.diff(begin), axis=0).T)
