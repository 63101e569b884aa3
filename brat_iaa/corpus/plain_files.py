"""Reads .ann files of spans, relations and attributes as arrays, many files at once.

A file with anything else, or with a line that brat itself would not write so, is left to
standoff.py, which looks at one line after the other and says what is wrong.
"""

import hashlib
from sys import intern

import numpy

from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.line_columns import (
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    first_use,
    in_order,
)
from brat_iaa.corpus.lines import LINE_ENDS, LineError, read_line
from brat_iaa.measures.distinct import numbered, packed

_TAB, _NEWLINE, _BLANK, _COLON = b"\t\n :"
# More digits do not occur.
_DIGITS = 9
# Longer names are rare, and are compared as a whole.
_LONGEST = 64
# Fewest gaps of a line before its end, by its first letter.
_GAPS = {ord("T"): 4, ord("R"): 3, ord("A"): 2}


def read_plain(files: list) -> list:
    """For each file its Annotations if it is a plain one, else None.

    files  list of (bytes, text of the document), as in read_annotations()
    """
    annotations: list = [None] * len(files)
    contents = {
        number: content
        for number, (data, _) in enumerate(files)
        if (content := _decoded(data)) is not None
    }
    if not contents:
        return annotations
    texts = [files[number][1] for number in contents]
    lines = _Lines([*contents.values()])
    spans = _Spans(lines, texts)
    kinds = {"spans": spans, "relations": _Relations(lines, spans)}
    kinds["attributes"] = _Attributes(lines, spans)
    for file, number in enumerate(contents):
        if not lines.rejected[file]:
            parts = {name: kind.of_file(file) for name, kind in kinds.items()}
            annotations[number] = Annotations(
                **{f"{name[:-1]}_columns": columns for name, (columns, _, _) in parts.items()},
                numbers={name: numbers for name, (_, numbers, _) in parts.items()},
                lines={name: of for name, (_, _, of) in parts.items()},
                text=texts[file], sha256=hashlib.sha256(files[number][0]).digest(),
            )  # fmt: skip
    return annotations


def _decoded(data):
    """The content of a file whose last line ends; None of others."""
    try:
        return data.decode().replace("\r\n", "\n") if data.endswith(b"\n") else None
    except UnicodeDecodeError:
        return None


class _Lines:
    """The lines of files.

    content     of all files
    characters  the same as numbers, and a zero
    rejected    booleans: whether a file is none of the plain ones
    gaps        offsets of the control characters and blanks, which separate fields
    marks       what is there
    kind        first character of each line
    begin, end  of each line
    first       of each line: the number of its first gap
    size        of each line: number of its gaps before its end
    file        of each line: number of its file
    number      of each line in its file, from 1
    """

    def __init__(self, contents):
        self.content = "".join(contents)
        self.characters = numpy.frombuffer((self.content + "\0").encode("utf-32-le"), dtype="<u4")
        self.rejected = numpy.zeros(len(contents), dtype=bool)
        self.gaps = numpy.flatnonzero(self.characters[:-1] <= _BLANK)
        self.marks = self.characters[self.gaps]
        last = numpy.flatnonzero(self.marks == _NEWLINE)
        self.end = self.gaps[last]
        self.first = numpy.concatenate([[0], last[:-1] + 1])
        self.begin = numpy.concatenate([[0], self.end[:-1] + 1])
        self.size = last - self.first
        self.kind = self.characters[self.begin]
        ends = numpy.cumsum([len(content) for content in contents])
        self.file = numpy.searchsorted(ends, self.begin, "right")
        first = numpy.searchsorted(self.file, numpy.arange(len(contents)))
        self.number = (numpy.arange(len(self.file)) - first[self.file] + 1).astype(numpy.int32)
        needed = numpy.full(128, len(self.content))
        needed[list(_GAPS)] = list(_GAPS.values())
        needed = needed[numpy.minimum(self.kind, 127)]
        self.reject(numpy.arange(len(self.kind)), needed <= self.size)

    def of_kind(self, kind):
        """Lines that begin with a letter, of the files that are not rejected."""
        return numpy.flatnonzero((self.kind == ord(kind)) & ~self.rejected[self.file])

    def reject(self, lines, good):
        """Reject the files of some lines that are not good; the lines of the others."""
        self.rejected[self.file[lines[~good]]] = True
        return lines[~self.rejected[self.file[lines]]]

    def first_gaps(self, lines, number):
        """(offsets, what is there) of the first gaps of some lines, as arrays, one for each gap."""
        index = self.first[lines] + numpy.arange(number)[:, None]
        return self.gaps[index], self.marks[index]

    def numbers(self, before, end):
        """(the whole numbers in some fields, whether nothing else is in them).

        before, end  arrays of offsets: of the character before each field, and of its end
        """
        begin = before + 1
        size = end - begin
        good = (size >= 1) & (size <= _DIGITS)
        values = numpy.zeros(size.shape, dtype=numpy.int64)
        for place in range(min(size.max(initial=0), _DIGITS)):
            inside = place < size
            digit = self.characters[numpy.where(inside, begin + place, 0)] - numpy.uint32(ord("0"))
            # Characters before 0 have become large numbers, as these are unsigned.
            good &= (digit <= 9) | ~inside
            values = numpy.where(inside, values * 10 + digit, values)
        return values, good

    def ids(self, before, end):
        """The same; a zero before other digits makes another id."""
        values, good = self.numbers(before, end)
        return values, good & ((self.characters[before + 1] != ord("0")) | (end - before == 2))

    def distinct(self, lines, numbers):
        """Whether no other of some lines of the same file has the same number: booleans."""
        key = self.file[lines].astype(numpy.int64) << 32 | numbers
        if (key[1:] > key[:-1]).all():  # as brat writes them
            return numpy.ones(len(key), dtype=bool)
        _, index, times = numpy.unique(key, return_inverse=True, return_counts=True)
        return times[index.reshape(-1)] == 1

    def fields(self, begin, end):
        """List of the texts between offsets."""
        content = self.content
        return [content[first:last] for first, last in zip(begin.tolist(), end.tolist())]

    def types(self, begin, end):
        """(numbers of names, the names, booleans: whether brat reads each as a type)."""
        code, names = self.names(begin, end)
        whole = [set(name).isdisjoint(LINE_ENDS) for name in names]
        return code, names, numpy.array([*whole, False], dtype=bool)[code]

    def names(self, begin, end):
        """(number of the name in each field, tuple of the names in order of first use)."""
        size = end - begin
        if size.max(initial=0) > _LONGEST:
            code, names = first_use(self.fields(begin, end))
            return code, tuple(map(intern, names))
        # Of the names as far as they have been read: another number for each.
        number = numpy.zeros(len(size), dtype=numpy.int64)
        for place in range(size.max(initial=0)):
            # The zero behind all files stands in no field.
            character = self.characters[numpy.where(place < size, begin + place, -1)]
            several = int(character.max()) + 1
            _, number = numbered(number * several + character, (number.max() + 1) * several)
        used = in_order(number, int(number.max(initial=-1)) + 1)
        code, first = numpy.empty(len(used), dtype=numpy.int32), numpy.empty_like(used)
        code[used] = numpy.arange(len(used))
        first[number[::-1]] = numpy.arange(len(number))[::-1]
        names = self.fields(begin[first[used]], end[first[used]])
        return code[number], tuple(map(intern, names))


class _Rows:
    """Lines of one kind of all files, by file.

    columns  of the kind
    number   in the id of each
    line     its number in its file
    begin    where the rows of each file begin, and where those of the last one end
    """

    def __init__(self, lines, line, number, columns):
        self.columns, self.number = columns, number.astype(numpy.int32)
        self.line = lines.number[line]
        files = numpy.arange(len(lines.rejected) + 1)
        self.begin = numpy.searchsorted(lines.file[line], files).tolist()

    def of_file(self, file):
        """(columns with the names of all files, numbers, lines) of a file."""
        rows = slice(*self.begin[file : file + 2])
        columns = self.columns._make(
            column[rows] if isinstance(column, numpy.ndarray) else column for column in self.columns
        )
        return columns, self.number[rows], self.line[rows]


class _Spans(_Rows):
    """T lines."""

    def __init__(self, lines, texts):
        line = lines.of_kind("T")
        gaps, marks = lines.first_gaps(line, 4)
        good = (marks == [[_TAB], [_BLANK], [_BLANK], [_TAB]]).all(axis=0)
        line = lines.reject(line, good & (gaps[1] - gaps[0] > 1))
        (id_end, type_end, start_end, offsets_end), _ = lines.first_gaps(line, 4)
        number, good = lines.ids(lines.begin[line], id_end)
        start, are_numbers = lines.numbers(type_end, start_end)
        end, also = lines.numbers(start_end, offsets_end)
        sizes = numpy.array([len(text) for text in texts], dtype=numpy.int64)
        file = lines.file[line]
        good &= are_numbers & also & (start < end) & (end <= sizes[file])
        type, names, are_types = lines.types(id_end + 1, type_end)
        good &= lines.distinct(line, number) & are_types
        base = (numpy.cumsum(sizes) - sizes)[file]
        every, bounds = "".join(texts), [*zip((base + start).tolist(), (base + end).tolist())]
        fields = lines.fields(offsets_end + 1, lines.end[line])
        # No more than is written in the lines: spans may be as long as the text.
        fits = [
            last - first == len(field) and every[first:last] == field
            for (first, last), field in zip(bounds, fields)
        ]
        for row in numpy.flatnonzero(good & ~numpy.array(fits, dtype=bool)).tolist():
            good[row] = _is_used(lines, line[row], texts)
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        type, file = type[chosen], file[chosen]
        start, end = (column[chosen].astype(numpy.int32) for column in (start, end))
        columns = SpanColumns(start, end, type, names, {})
        # Of spans that are drawn twice standoff.py tells.
        order = numpy.lexsort((type, columns.end, columns.start, file))
        again = numpy.ones(len(order), dtype=bool)
        for column in (file, columns.start, columns.end, type):
            again[1:] &= column[order][1:] == column[order][:-1]
        lines.rejected[file[order][1:][again[1:]]] = True
        super().__init__(lines, kept, number[chosen], columns)
        self._keys = file.astype(numpy.int64) << 32 | self.number
        self._order = numpy.argsort(self._keys, kind="stable")

    def with_ids(self, file, number):
        """(rows of the spans with some ids, counted in their files; whether there are such)."""
        key = file.astype(numpy.int64) << 32 | number
        if not len(self._keys):
            return numpy.zeros(len(key), dtype=numpy.int32), numpy.zeros(len(key), dtype=bool)
        index = numpy.searchsorted(self._keys, key, sorter=self._order)
        row = self._order[numpy.minimum(index, len(self._order) - 1)]
        within = row - numpy.array(self.begin)[file]
        return within.astype(numpy.int32), self._keys[row] == key


def _is_used(lines, line, texts):
    """Whether there is no problem with a line: line ends inside of a span are written as blanks."""
    written = lines.content[lines.begin[line] : lines.end[line]]
    try:
        read_line(written, 0, texts[lines.file[line]])
    except LineError:
        return False
    return True


class _Relations(_Rows):
    """R lines between the spans of their files."""

    def __init__(self, lines, spans):
        line = lines.of_kind("R")
        gaps, marks = lines.first_gaps(line, 4)
        good = (marks[:3] == [[_TAB], [_BLANK], [_BLANK]]).all(axis=0) & (gaps[1] - gaps[0] > 1)
        good &= (marks[3] == _TAB) | (marks[3] == _NEWLINE)
        colons = numpy.append(numpy.flatnonzero(lines.characters == _COLON), [0, 0])
        before = numpy.searchsorted(colons[:-2], gaps[1:])
        good &= (numpy.diff(before, axis=0) == 1).all(axis=0)
        line = lines.reject(line, good)
        (id_end, type_end, first_end, second_end), _ = lines.first_gaps(line, 4)
        colon = colons[numpy.searchsorted(colons[:-2], [type_end, first_end])]
        number, good = lines.ids(lines.begin[line], id_end)
        type, names, are_types = lines.types(id_end + 1, type_end)
        good &= lines.distinct(line, number) & are_types
        ends = []
        for gap, colon_of, end in zip((type_end, first_end), colon, (first_end, second_end)):
            target, is_id = lines.ids(colon_of + 1, end)
            row, exists = spans.with_ids(lines.file[line], target)
            is_id &= (colon_of > gap + 1) & (lines.characters[colon_of + 1] == ord("T"))
            good &= is_id & exists
            ends.append(row)
        role, role_names = lines.names(numpy.append(type_end, first_end) + 1, colon.reshape(-1))
        # The other characters that Python takes for blanks are no gaps here.
        whole = numpy.array([name.split() == [name] for name in role_names] + [False], dtype=bool)
        first, second = role.reshape(2, -1)
        good &= (first != second) & whole[first] & whole[second]
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        both = packed(first[chosen], len(role_names), second[chosen])
        roles, used = first_use(both.tolist())
        pairs = [divmod(pair, len(role_names)) for pair in used]
        pairs = tuple((role_names[one], role_names[other]) for one, other in pairs)
        columns = RelationColumns(
            type[chosen], roles, ends[0][chosen], ends[1][chosen], names, pairs
        )
        super().__init__(lines, kept, number[chosen], columns)


class _Attributes(_Rows):
    """A lines of spans of their files."""

    def __init__(self, lines, spans):
        line = lines.of_kind("A")
        gaps, marks = lines.first_gaps(line, 3)
        good = (marks[:2] == [[_TAB], [_BLANK]]).all(axis=0) & (gaps[1] - gaps[0] > 1)
        # A binary one ends after its target; else another field follows.
        binary = lines.size[line] == 2
        good &= binary | ((marks[2] == _BLANK) & (lines.size[line] == 3))
        good &= binary | (lines.end[line] - gaps[2] > 1)
        number, is_id = lines.ids(lines.begin[line], gaps[0])
        target, is_target = lines.ids(gaps[1] + 1, gaps[2])
        row, exists = spans.with_ids(lines.file[line], target)
        good &= is_id & is_target & exists & (lines.characters[gaps[1] + 1] == ord("T"))
        source, names, are_types = lines.types(gaps[0] + 1, gaps[1])
        good &= lines.distinct(line, number) & are_types
        written = lines.fields(numpy.where(binary, lines.end[line], gaps[2] + 1), lines.end[line])
        # What Python takes for blanks at the ends is no part of a value.
        good &= numpy.array([value == value.strip() for value in written], dtype=bool)
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        # As of spans.
        said = zip(
            lines.file[kept].tolist(), row[chosen].tolist(), source[chosen].tolist(),
            map(written.__getitem__, chosen.tolist()),
        )  # fmt: skip
        first: set = set()
        again = [file for file, *what in said if (file, *what) in first or first.add((file, *what))]
        lines.rejected[again] = True
        # Without a value: -1.
        value, values = first_use(["", *(written[row] for row in chosen.tolist())])
        sources = tuple(f"attribute:{name}" for name in names)
        columns = AttributeColumns(
            source[chosen], row[chosen], value[1:] - 1, sources, tuple(map(intern, values[1:]))
        )
        super().__init__(lines, kept, number[chosen], columns)
