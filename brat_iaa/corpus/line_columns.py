"""The lines of brat's .ann files as arrays: of one file, and of several in a row."""

from typing import Any, NamedTuple

import numpy


class SpanColumns(NamedTuple):
    """The spans of a file, in the order of Annotations.spans.

    start, end  of the first fragment, in characters of the text, end exclusive
    type        number of the type in types
    blank       booleans: whether the marked words contain a blank
    named       booleans: whether the marked words are the name of the type
    types       names, in the order in which the file first uses them
    several     {row: its fragments in text order} of the discontinuous spans
    """

    start: numpy.ndarray
    end: numpy.ndarray
    type: numpy.ndarray
    blank: numpy.ndarray
    named: numpy.ndarray
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
    "spans": SpanColumns(_NONE, _NONE, _NONE, _NONE.astype(bool), _NONE.astype(bool), (), {}),
    "relations": RelationColumns(_NONE, _NONE, _NONE, _NONE, (), ()),
    "attributes": AttributeColumns(_NONE, _NONE, _NONE, (), ()),
}
# {column of numbers: the names that they stand for}
NAMES = {
    "type": "types", "roles": "pairs", "source": "sources", "value": "values", "label": "names",
    "role": "role_names",
}  # fmt: skip


def joined_columns(parts) -> Any:
    """Columns of one kind of several files in a row; names are numbered anew."""
    if len(parts) == 1:
        return parts[0]
    columns: dict = {}
    for field in parts[0]._fields:
        of_parts = [getattr(part, field) for part in parts]
        if field == "several":
            before = numpy.cumsum([0] + [len(part.start) for part in parts]).tolist()
            columns[field] = {
                first + row: fragments
                for first, several in zip(before, of_parts)
                for row, fragments in several.items()
            }
        elif field in NAMES:
            names: dict = {}
            of_parts = [
                renumbered(column, getattr(part, NAMES[field]), names)
                for column, part in zip(of_parts, parts)
            ]
            columns[NAMES[field]] = tuple(names)
        if field not in columns and field not in NAMES.values():
            columns[field] = numpy.concatenate(of_parts)
    return parts[0]._replace(**columns)


def renumbered(numbers, names, numbered) -> numpy.ndarray:
    """The numbers of names in `known`, {name: number}, to which new names are added."""
    new = [numbered.setdefault(name, len(numbered)) for name in names]
    return numpy.array([*new, -1], dtype=numpy.int32)[numbers]


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


def first_use(names):
    """(number of each name, tuple of the distinct names in order of first use)."""
    numbers = dict.fromkeys(names)
    for number, name in enumerate(numbers):
        numbers[name] = number
    return numpy.array([numbers[name] for name in names], dtype=numpy.int32), tuple(numbers)


def columns_in_turn(files, kind) -> list:
    """[(columns, number of rows of each file)] of Annotations one after the other; those that were
    read at once are in the same arrays.

    kind  "spans", "relations" or "attributes"
    """
    runs: list = []
    for annotations in files:
        rows = annotations.rows(kind)
        if not hasattr(rows, "file"):  # no RowsOfFile
            runs.append([None, rows, 0])
        elif runs and runs[-1][0] is rows.rows and runs[-1][2] == rows.file:
            runs[-1][2] += 1
        else:
            runs.append([rows.rows, rows.file, rows.file + 1])
    return [
        (first, [len(first[0])])
        if rows is None
        else (rows.of_files(first, last), numpy.diff(rows.begin[first : last + 1]).tolist())
        for rows, first, last in runs
    ]


def columns_in_a_row(files, kind) -> tuple:
    """(columns of all of some Annotations, where the rows of each begin and those of the last end);
    rows of spans are counted in their files.

    kind  "spans", "relations" or "attributes"
    """
    by_columns = columns_in_turn(files, kind)
    sizes = [size for _, of_files in by_columns for size in of_files]
    columns = joined_columns([columns for columns, _ in by_columns] or [NOTHING[kind]])
    return columns, numpy.cumsum([0, *sizes])


def numbers_of_files(files, begin) -> list:
    """[number of the document, of the annotator] of each row of files.

    files  [(number of the document, number of the annotator, Annotations)]
    begin  where the rows of each begin, and where those of the last one end
    """
    numbers = numpy.array([file[:2] for file in files], dtype=numpy.int32).reshape(-1, 2)
    return list(numpy.repeat(numbers, numpy.diff(begin), axis=0).T)
