"""Annotations that were read as arrays, many files at once; records are made when they are asked
for.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy

from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.line_columns import NAMES, NOTHING, names_in_order
from brat_iaa.corpus.records import Attribute, Note, Relation, Span
from brat_iaa.corpus.texts import moved_offsets


class RowsOfFiles(NamedTuple):
    """Lines of one kind of several files in the same arrays, as each file has an array too few
    lines for its own.

    begin         where the rows of each file begin, and where those of the last one end
    columns       of all files, with names of all of them; rows of spans are counted in their files
    number, line  of each row: the number in its id, and that of its line
    """

    begin: numpy.ndarray
    columns: Any
    number: numpy.ndarray
    line: numpy.ndarray

    def of_files(self, first, last):
        """The columns of the files from first up to last, with names of all files."""
        chosen = slice(self.begin[first], self.begin[last])
        return self.columns._replace(**{
            name: column[chosen]
            for name, column in zip(self.columns._fields, self.columns)
            if isinstance(column, numpy.ndarray)
        })  # fmt: skip


class RowsOfFile(NamedTuple):
    """The rows of one of the files, taken from those of all when they are asked for."""

    rows: RowsOfFiles
    file: int

    @classmethod
    def alone(cls, columns, number, line):
        """The rows of a file that shares its arrays with no other."""
        return cls(RowsOfFiles(numpy.array([0, len(number)]), columns, number, line), 0)

    @property
    def columns(self):
        columns, named = self.rows.of_files(self.file, self.file + 1), {}
        for name in NAMES.keys() & {*columns._fields}:
            numbers, names = getattr(columns, name), getattr(columns, NAMES[name])
            named[name], named[NAMES[name]] = names_in_order(numbers, names)
        return columns._replace(**named)

    @property
    def number(self):
        return self.rows.number[slice(*self.rows.begin[self.file : self.file + 2])]

    @property
    def line(self):
        return self.rows.line[slice(*self.rows.begin[self.file : self.file + 2])]


_NO_ATTRIBUTES = RowsOfFile.alone(
    NOTHING["attributes"], *(numpy.zeros(0, dtype=numpy.int32) for _ in range(2))
)


class PlainAnnotations(Annotations):
    """The Annotations of a plain file. Records are made on access.

    spans, relations, attributes  RowsOfFile of SpanColumns, RelationColumns, AttributeColumns
    """

    events: dict = {}
    equivs = normalizations = ()

    def __init__(self, spans, relations, attributes, text, problems, sha256):
        self.__dict__.update(
            _spans=spans, _relations=relations, _attributes=attributes, _text=text, sha256=sha256,
            problems=problems,
        )  # fmt: skip

    def rows(self, kind):
        return self.__dict__[f"_{kind}"]

    @property
    def span_columns(self):
        return self._spans.columns

    @property
    def relation_columns(self):
        return self._relations.columns

    @cached_property
    def spans(self):
        new, text, columns = tuple.__new__, self._text, self._spans.columns
        types = columns.types
        return {
            id: new(Span, (id, types[type], ((start, end),), text[start:end], line))
            for id, type, start, end, line in zip(
                self._ids,
                columns.type.tolist(),
                columns.start.tolist(),
                columns.end.tolist(),
                self._spans.line.tolist(),
            )
        }

    @cached_property
    def relations(self):
        new, ids, columns = tuple.__new__, self._ids, self._relations.columns
        types, pairs = columns.types, columns.pairs
        return tuple(
            new(
                Relation,
                (
                    f"R{number}",
                    types[type],
                    ((pairs[roles][0], ids[first]), (pairs[roles][1], ids[second])),
                    line,
                ),
            )
            for number, type, roles, first, second, line in zip(
                self._relations.number.tolist(),
                columns.type.tolist(),
                columns.roles.tolist(),
                columns.first.tolist(),
                columns.second.tolist(),
                self._relations.line.tolist(),
            )
        )

    @cached_property
    def attributes(self):
        values = (*self._attributes.columns.values, None)
        return tuple(
            Attribute(f"A{number}", name, id, values[value], line)
            for number, name, id, value, line in self._labels(noted=False)
        )

    @cached_property
    def notes(self):
        values = self._attributes.columns.values
        return tuple(
            Note(f"#{number}", name, id, values[value], line)
            for number, name, id, value, line in self._labels(noted=True)
        )

    def _labels(self, noted):
        """Yield number, name, id of the span, number of the value, line of attributes or notes."""
        columns, ids = self._attributes.columns, self._ids
        names = [source.partition(":")[2] for source in columns.sources]
        chosen = numpy.flatnonzero(self._are_notes == noted)
        rows = self._attributes.number, columns.source, columns.span, columns.value
        numbers = (column[chosen].tolist() for column in (*rows, self._attributes.line))
        for number, source, span, value, line in zip(*numbers):
            yield number, names[source], ids[span], value, line

    @property
    def _are_notes(self):
        columns = self._attributes.columns
        are_notes = [source.startswith("notes:") for source in columns.sources]
        return numpy.array(are_notes, dtype=bool)[columns.source]

    @cached_property
    def _ids(self):
        return [f"T{number}" for number in self._spans.number.tolist()]

    @property
    def attribute_columns(self):
        return self._attributes.columns

    @property
    def spanned(self):
        return len(self._spans.number) > 0

    @property
    def drew_more(self):
        return len(self._relations.number) > 0 or not self._are_notes.all()

    @property
    def noted(self):
        return bool(self._are_notes.any())

    @property
    def as_drawn(self):
        if not len(self._attributes.number):
            return self.without_problems
        return PlainAnnotations(
            self._spans, self._relations, _NO_ATTRIBUTES, self._text, (), self.sha256
        )

    def with_problems(self, problems):
        return PlainAnnotations(
            self._spans, self._relations, self._attributes, self._text, problems, self.sha256
        )

    def moved(self, counted, text):
        if counted == text:
            return self
        to, columns = moved_offsets(counted, text).astype(numpy.int32), self._spans.columns
        start, end = to[columns.start], to[columns.end]
        texts = TextsInARow([text])
        marked = texts.at(0, start), texts.at(0, end)
        blank, named = texts.compared_with_types(*marked, columns.type, columns.types)
        columns = columns._replace(start=start, end=end, blank=blank, named=named)
        spans = RowsOfFile.alone(columns, self._spans.number, self._spans.line)
        return PlainAnnotations(
            spans, self._relations, self._attributes, text, self.problems, self.sha256
        )


class TextsInARow:
    """Texts one behind the other as bytes of UTF-8, and zeros behind them.

    texts  list of str
    """

    def __init__(self, texts):
        encoded = b"".join([text.encode("utf-8", "surrogatepass") for text in texts])
        self.bytes = numpy.frombuffer(encoded + bytes(8), dtype=numpy.uint8)
        self._before = numpy.cumsum([0, *map(len, texts)])
        self._first = None
        if len(encoded) > self._before[-1]:
            # The first byte of each character.
            self._first = numpy.flatnonzero(self.bytes & 0xC0 != 0x80)

    def at(self, text, offset):
        """Where some characters of texts, by the texts' numbers, stand in bytes."""
        place = self._before[text] + offset
        return place if self._first is None else self._first[place]

    def compared_with_types(self, start, end, code, names):
        """(whether the marked words contain a blank, whether they are the name of the type).

        start, end  of each span, in bytes
        code        of each span: number of its type in names
        """
        blanks = numpy.cumsum(self.bytes == ord(" "), dtype=numpy.int32)
        before = blanks[start] - (self.bytes[start] == ord(" "))
        blank = (blanks[end - 1] > before) & (start < end)
        names = [name.encode("utf-8", "surrogatepass") for name in names]
        named = numpy.array([*map(len, names), 0])[code] == end - start
        for row in numpy.flatnonzero(named).tolist():
            named[row] = self.bytes[start[row] : end[row]].tobytes() == names[code[row]]
        return blank, named
