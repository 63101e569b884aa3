"""Reads .ann files of spans, relations and attributes as arrays, many files at once.

A file with anything else, or with a line that brat itself would not write so, is left to
standoff.py, which looks at one line after the other and says what is wrong. Spans whose text field
is not what their offsets mark are looked at here, one by one.
"""

import hashlib
from sys import intern
from typing import Any

import numpy

from brat_iaa.corpus.line_columns import (
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    names_in_order,
)
from brat_iaa.corpus.lines import LINE_ENDS, LineError, read_line
from brat_iaa.corpus.plain_annotations import (
    PlainAnnotations,
    RowsOfFile,
    RowsOfFiles,
    TextsInARow,
)
from brat_iaa.corpus.problem import Problem
from brat_iaa.measures.distinct import between, numbered

_TAB, _NEWLINE, _RETURN, _BLANK, _COLON = b"\t\n\r :"
# More digits do not occur.
_DIGITS = 9
# Names are compared by so many bytes at a time; numbers of which the first bytes count.
_WORD = 8
# Words are told apart by where a multiple of theirs falls among so many places.
_PLACES, _SPREAD = 16, numpy.uint64(0x9E3779B97F4A7C15)
_FIRST_BYTES = numpy.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], dtype="<u8")


def read_plain(files: list) -> list:
    """For each file its Annotations if it is a plain one, else None.

    files  list of (bytes, text of the document, name of the file), as in read_annotations()
    """
    annotations: list = [None] * len(files)
    chosen = [
        number
        for number, (data, _, _) in enumerate(files)
        if data.endswith(b"\n") and _is_utf8(data)
    ]
    if not chosen:
        return annotations
    lines = _Lines([files[number] for number in chosen])
    spans = _Spans(lines)
    relations = _Relations(lines, spans)
    attributes = _Attributes(lines, spans)
    for problem_file, problem in spans.text_problems():
        lines.problems[problem_file].append(problem)
    of_spans, of_relations, of_attributes = (kind.rows() for kind in (spans, relations, attributes))
    for index, number in enumerate(chosen):
        if not lines.rejected[index]:
            data, text, _ = files[number]
            annotations[number] = PlainAnnotations(
                RowsOfFile(of_spans, index), RowsOfFile(of_relations, index),
                RowsOfFile(of_attributes, index),
                text, tuple(lines.problems[index]), hashlib.sha256(data).digest(),
            )  # fmt: skip
    return annotations


class _Lines:
    """The lines of files whose last lines end.

    texts       of the documents
    names       of the files
    rejected    booleans: whether a file is none of the plain ones
    problems    for each file a list of Problem
    data        bytes of all files
    characters  the bytes as numbers, and _WORD zeros
    gaps        offsets of the control characters and blanks, which separate fields
    marks       what is there
    kind        first byte of each line
    begin, end  of each line
    first       of each line: the number of its first gap
    size        of each line: number of its gaps before its end
    file        of each line: number of its file
    number      of each line in its file, from 1
    """

    def __init__(self, files):
        contents = [data.replace(b"\r\n", b"\n") for data, _, _ in files]
        self.texts, self.names = [text for _, text, _ in files], [name for *_, name in files]
        self.rejected = numpy.zeros(len(files), dtype=bool)
        self.problems = [[] for _ in files]
        self.data = b"".join(contents)
        self.characters = numpy.frombuffer(self.data + bytes(_WORD), dtype=numpy.uint8)
        self.gaps = numpy.flatnonzero(self.characters[: len(self.data)] <= _BLANK)
        self.marks = self.characters[self.gaps]
        last = numpy.flatnonzero(self.marks == _NEWLINE)
        self.end = self.gaps[last]
        self.first = numpy.concatenate([[0], last[:-1] + 1])
        self.begin = numpy.concatenate([[0], self.end[:-1] + 1])
        self.size = last - self.first
        self.kind = self.characters[self.begin]
        ends = numpy.cumsum([len(data) for data in contents])
        self.file = numpy.searchsorted(ends, self.begin, "right")
        first = numpy.searchsorted(self.file, numpy.arange(len(files)))
        self.number = numpy.arange(len(self.file)) - first[self.file] + 1
        fewest = {ord("T"): 4, ord("R"): 3, ord("A"): 2}
        needed = numpy.full(256, len(self.data) + 1)
        needed[list(fewest)] = list(fewest.values())
        self.reject(numpy.arange(len(self.kind)), needed[self.kind] <= self.size)

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
            digit = self.characters[numpy.where(inside, begin + place, 0)] - ord("0")
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

    def types_in(self, begin, end):
        """(numbers of names, the names, booleans: whether brat reads each as a type)."""
        code, names = self.names_in(begin, end)
        whole = [set(name).isdisjoint(LINE_ENDS) for name in names]
        return code, names, numpy.array([*whole, False], dtype=bool)[code]

    def names_in(self, begin, end):
        """(number of the name in each field, list of the names)."""
        size = end - begin
        number, first = _numbered(_words(self.characters, begin, size))
        for done in range(_WORD, size.max(initial=0), _WORD):
            other, _ = _numbered(_words(self.characters, begin + done, size - done))
            number, first = _numbered(
                number.astype("<u8") * numpy.uint64(len(size)) + other.astype("<u8")
            )
        bounds = zip(begin[first].tolist(), end[first].tolist())
        return number, [intern(self.data[start:stop].decode()) for start, stop in bounds]


def _words(characters, begin, size):
    """The first _WORD bytes of some fields as numbers; zeros after their end."""
    begin = numpy.minimum(begin, len(characters) - _WORD)
    word = characters[begin[:, None] + numpy.arange(_WORD)].view("<u8").reshape(-1)
    return word & _FIRST_BYTES[numpy.clip(size, 0, _WORD)]


def _numbered(words):
    """(for each word a number, for each number a row with this word)."""
    place = (words * _SPREAD) >> numpy.uint64(64 - _PLACES)
    row_at = numpy.zeros(1 << _PLACES, dtype=numpy.int32)
    row_at[place] = numpy.arange(len(words))
    row = row_at[place]
    if (words[row] == words).all():
        first, number = numbered(row, len(words))
        return number, first
    # Two different words fell on one place.
    _, first, number = numpy.unique(words, return_index=True, return_inverse=True)
    return number.reshape(-1), first


def _is_utf8(data):
    try:
        return data.isascii() or data.decode() is not None
    except UnicodeDecodeError:
        return False


class _RecordLines:
    """Lines of one kind of all files, by file.

    lines    _Lines
    line     of each row: number of its line
    number   in its id
    file     of each row: number of its file
    columns  of the kind
    """

    columns: Any

    def __init__(self, lines, line, number):
        self.lines, self.line, self.number, self.file = lines, line, number, lines.file[line]
        self.begin = numpy.searchsorted(self.file, numpy.arange(len(lines.names) + 1))

    def rows(self) -> RowsOfFiles:
        """RowsOfFiles of the columns."""
        line = self.lines.number[self.line].astype(numpy.int32)
        return RowsOfFiles(self.begin, self.columns, self.number.astype(numpy.int32), line)


class _Spans(_RecordLines):
    """T lines."""

    def __init__(self, lines):
        line = lines.of_kind("T")
        gaps, marks = lines.first_gaps(line, 4)
        good = (marks == [[_TAB], [_BLANK], [_BLANK], [_TAB]]).all(axis=0)
        line = lines.reject(line, good & (gaps[1] - gaps[0] > 1))
        (id_end, type_end, start_end, offsets_end), _ = lines.first_gaps(line, 4)
        number, good = lines.ids(lines.begin[line], id_end)
        start, are_numbers = lines.numbers(type_end, start_end)
        end, also = lines.numbers(start_end, offsets_end)
        sizes = numpy.array([len(text) for text in lines.texts], dtype=numpy.int64)
        good &= are_numbers & also & (start < end) & (end <= sizes[lines.file[line]])
        code, names, are_types = lines.types_in(id_end + 1, type_end)
        good &= lines.distinct(line, number) & are_types
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        super().__init__(lines, kept, number[chosen])
        start, end, code = start[chosen], end[chosen], code[chosen]
        self._texts = TextsInARow(lines.texts)
        self._marked = [self._texts.at(self.file, offset) for offset in (start, end)]
        blank, named = self._texts.compared_with_types(*self._marked, code, names)
        type, types = names_in_order(code, names)
        start, end = start.astype(numpy.int32), end.astype(numpy.int32)
        self.columns = SpanColumns(start, end, type, blank, named, types, {})
        self._sorted = self._keys(self.file, self.number)
        self._order = None
        if (self._sorted[1:] < self._sorted[:-1]).any():
            self._order = numpy.argsort(self._sorted)
            self._sorted = self._sorted[self._order]

    @staticmethod
    def _keys(file, number):
        return file.astype(numpy.int64) << 32 | number

    def with_ids(self, file, number):
        """(rows of the spans with some ids, counted in their files; whether there are such)."""
        key = self._keys(file, number)
        index = numpy.minimum(numpy.searchsorted(self._sorted, key), len(self._sorted) - 1)
        if not len(self._sorted):
            return numpy.zeros(len(key), dtype=numpy.int32), numpy.zeros(len(key), dtype=bool)
        row = (index if self._order is None else self._order[index]) - self.begin[file]
        return row.astype(numpy.int32), self._sorted[index] == key

    def text_problems(self):
        """Yield (number of the file, Problem) of spans whose field is not what they mark."""
        lines, marked, (start, end) = self.lines, self._texts.bytes, self._marked
        size, field_end, first = end - start, lines.end[self.line], lines.first[self.line]
        begin = field_end - size
        # A field of the right size follows the fourth gap; a tab in it is to be looked at closely.
        tabs = numpy.cumsum(lines.marks == _TAB, dtype=numpy.int32)
        alike = lines.gaps[first + 3] + 1 == begin
        alike &= tabs[first + lines.size[self.line]] == tabs[first] + 1
        left = rows = numpy.flatnonzero(alike)
        for done in range(0, int(size.max(initial=0)), _WORD):
            rows = rows[size[rows] > done]
            written, there = (
                _words(characters, place[rows] + done, size[rows] - done)
                for characters, place in ((lines.characters, begin), (marked, start))
            )
            alike[rows[written != there]] = False
        # Line ends inside of a span are written as blanks.
        left = left[~alike[left]]
        row, place = between(begin[left], field_end[left])
        written, there = lines.characters[place], marked[place + (start - begin)[left][row]]
        same = (there == _NEWLINE) | (there == _RETURN)
        same = (written == there) | (same & (written == _BLANK))
        if left.size:
            of_each = numpy.cumsum(size[left]) - size[left]
            same = numpy.logical_and.reduceat(same, of_each) & (written[of_each] > _BLANK)
            alike[left[same]] = True
        alike |= lines.rejected[self.file]
        for row in numpy.flatnonzero(~alike).tolist():
            line, file = self.line[row], self.file[row]
            number = int(lines.number[line])
            words = lines.data[lines.begin[line] : lines.end[line]].decode()
            try:
                read_line(words, number, lines.texts[file])
            except LineError as fault:
                yield file, Problem(lines.names[file], number, fault.code, fault.message)


class _Relations(_RecordLines):
    """R lines between the spans of their files."""

    def __init__(self, lines, spans):
        line = lines.of_kind("R")
        gaps, marks = lines.first_gaps(line, 4)
        good = (marks[:3] == [[_TAB], [_BLANK], [_BLANK]]).all(axis=0) & (gaps[1] - gaps[0] > 1)
        good &= (marks[3] == _TAB) | (marks[3] == _NEWLINE)
        colons = numpy.append(numpy.flatnonzero(lines.characters == _COLON), [0, 0])
        before = numpy.searchsorted(colons[:-2], gaps[1:])
        good &= (numpy.diff(before, axis=0) == 1).all(axis=0)
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        id_end, type_end, first_end, second_end = gaps[:, chosen]
        first_colon, second_colon = colons[before[:2, chosen]]
        line = kept
        number, good = lines.ids(lines.begin[line], id_end)
        code, names, are_types = lines.types_in(id_end + 1, type_end)
        good &= lines.distinct(line, number) & are_types
        rows = []
        for gap, colon, end in (
            (type_end, first_colon, first_end),
            (first_end, second_colon, second_end),
        ):
            target, is_id = lines.ids(colon + 1, end)
            row, exists = spans.with_ids(lines.file[line], target)
            good &= (colon > gap + 1) & (lines.characters[colon + 1] == ord("T")) & is_id & exists
            rows.append(row)
        begin = numpy.concatenate([type_end, first_end]) + 1
        role, roles = lines.names_in(begin, numpy.concatenate([first_colon, second_colon]))
        # The other characters that Python takes for blanks are no gaps here.
        ascii = numpy.array([name.isascii() for name in roles] + [False], dtype=bool)[role]
        role, other_role = role.reshape(2, -1)
        good &= (role != other_role) & ascii.reshape(2, -1).all(axis=0)
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        super().__init__(lines, kept, number[chosen])
        first, second = (row[chosen] for row in rows)
        type, types = names_in_order(code[chosen], names)
        both = role[chosen].astype(numpy.int64) * len(roles) + other_role[chosen]
        used, pair = numpy.unique(both, return_inverse=True)
        width = max(len(roles), 1)
        pairs = [(roles[code // width], roles[code % width]) for code in used.tolist()]
        roles, pairs = names_in_order(pair.reshape(-1), pairs)
        self.columns = RelationColumns(type, roles, first, second, types, pairs)


class _Attributes(_RecordLines):
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
        code, names, are_types = lines.types_in(gaps[0] + 1, gaps[1])
        good &= lines.distinct(line, number) & are_types
        begin = numpy.where(binary, lines.end[line], gaps[2] + 1)
        value, values = lines.names_in(begin, lines.end[line])
        # What Python takes for blanks at the ends is no part of a value.
        whole = [text == text.strip() for text in values]
        good &= numpy.array([*whole, False], dtype=bool)[value]
        kept = lines.reject(line, good)
        chosen = numpy.searchsorted(line, kept)
        super().__init__(lines, kept, number[chosen])
        source, names = names_in_order(code[chosen], names)
        # Without a value: a number that no value has.
        value, values = names_in_order(numpy.where(binary, -1, value)[chosen], values)
        sources = tuple(f"attribute:{name}" for name in names)
        self.columns = AttributeColumns(source, row[chosen], value, sources, values)
