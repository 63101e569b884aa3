"""Reads .ann files of nothing but spans and relations as arrays: most large files are such.

A file with anything else, or with a line that brat itself would not write so, is left to
standoff.py, which looks at one line after the other and says what is wrong. Spans whose text field
is not what their offsets mark are looked at here, one by one.
"""

import hashlib
from functools import cached_property
from sys import intern
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.lines import LineError, read_line
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.record_columns import RelationColumns, SpanColumns
from brat_iaa.corpus.records import Annotations, Relation, Span
from brat_iaa.corpus.texts import moved_offsets

# Bytes from which arrays are faster than one line after the other.
_LARGE = 5000
_TAB, _NEWLINE, _BLANK, _COLON = b"\t\n :"
# More digits do not occur.
_DIGITS = 9
# Names are compared by so many bytes at a time; numbers of which the first bytes count.
_WORD = 8
_FIRST_BYTES = numpy.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], dtype="<u8")


def read_plain(data: bytes, text: str, name: str) -> Optional[Annotations]:
    """The Annotations of a large plain file, else None. Arguments as in read_annotations()."""
    if len(data) < _LARGE or not data.endswith(b"\n") or not _is_utf8(data):
        return None
    file = _File(data.replace(b"\r\n", b"\n"))
    spans = _read_spans(file, text)
    relations = None if spans is None else _read_relations(file, spans.number)
    if spans is None or relations is None:
        return None
    problems = tuple(_text_problems(file, spans, text, name))
    return PlainAnnotations(spans, relations, text, problems, hashlib.sha256(data).digest())


class _Rows(NamedTuple):
    """Lines of one kind: columns, and the number in the id and of the line for each row."""

    columns: NamedTuple
    number: numpy.ndarray
    line: numpy.ndarray


class PlainAnnotations(Annotations):
    """The Annotations of a plain file. Records are made when they are asked for."""

    def __init__(self, spans, relations, text, problems, sha256):
        self.__dict__.update(
            _spans=spans, _relations=relations, _text=text, sha256=sha256, events={}, equivs=(),
            attributes=(), normalizations=(), notes=(), problems=problems,
            span_columns=spans.columns, relation_columns=relations.columns,
        )  # fmt: skip

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
    def _ids(self):
        return [f"T{number}" for number in self._spans.number.tolist()]

    @property
    def spanned(self):
        """As in Annotations."""
        return len(self._spans.number) > 0

    @property
    def drew_more(self):
        """As in Annotations."""
        return len(self._relations.number) > 0

    @property
    def as_drawn(self):
        """As in Annotations."""
        return self.without_problems

    def with_problems(self, problems):
        """As in Annotations."""
        return PlainAnnotations(self._spans, self._relations, self._text, problems, self.sha256)

    def moved(self, counted, text):
        """As in Annotations."""
        if counted == text:
            return self
        to, columns = moved_offsets(counted, text).astype(numpy.int32), self._spans.columns
        start, end = to[columns.start], to[columns.end]
        blank, named = _compared_with_types(text, start, end, columns.type, columns.types)
        columns = columns._replace(start=start, end=end, blank=blank, named=named)
        spans = self._spans._replace(columns=columns)
        return PlainAnnotations(spans, self._relations, text, self.problems, self.sha256)


class _File:
    """The lines of a file whose last line ends.

    data        bytes
    characters  the bytes as numbers, and _WORD zeros
    gaps        offsets of the control characters and blanks, which separate fields
    marks       what is there
    kind        first byte of each line
    begin, end  of each line
    first       of each line: the number of its first gap
    size        of each line: number of its gaps before its end
    """

    def __init__(self, data):
        self.data = data
        self.characters = numpy.frombuffer(data + bytes(_WORD), dtype=numpy.uint8)
        self.gaps = numpy.flatnonzero(self.characters[: len(data)] <= _BLANK)
        self.marks = self.characters[self.gaps]
        last = numpy.flatnonzero(self.marks == _NEWLINE)
        self.end = self.gaps[last]
        self.first = numpy.concatenate([[0], last[:-1] + 1])
        self.begin = numpy.concatenate([[0], self.end[:-1] + 1])
        self.size = last - self.first
        self.kind = self.characters[self.begin]

    def first_gaps(self, lines):
        """(offsets, what is there) of the first four gaps of some lines, as four arrays each."""
        index = self.first[lines] + numpy.arange(4)[:, None]
        return self.gaps[index], self.marks[index]

    def numbers(self, before, end):
        """The whole numbers in some fields, or None if there is anything else in one of them.

        before, end  arrays of offsets: of the character before each field, and of its end
        """
        begin = numpy.array(before) + 1
        size = end - begin
        if not ((size >= 1) & (size <= _DIGITS)).all():
            return None
        values = numpy.zeros(size.shape, dtype=numpy.int64)
        for place in range(size.max(initial=0)):
            inside = place < size
            digit = self.characters[begin + numpy.where(inside, place, 0)] - ord("0")
            # Characters before 0 have become large numbers, as these are unsigned.
            if (digit > 9).any():
                return None
            values = numpy.where(inside, values * 10 + digit, values)
        return values

    def zero_first(self, before, end):
        """Whether one of the numbers has a zero before other digits. Arguments as in numbers()."""
        begin = numpy.array(before) + 1
        return bool(((self.characters[begin] == ord("0")) & (end - begin > 1)).any())

    def names(self, begin, end):
        """(number of the name in each field, tuple of the names in order of first use)."""
        size = end - begin
        number = self._word(begin, size)
        for done in range(_WORD, size.max(initial=0), _WORD):
            _, index = numpy.unique(number, return_inverse=True)
            _, other = numpy.unique(self._word(begin + done, size - done), return_inverse=True)
            number = index * len(size) + other
        first, number = _in_order_of_use(number)
        bounds = zip(begin[first].tolist(), end[first].tolist())
        return number, tuple(intern(self.data[start:stop].decode()) for start, stop in bounds)

    def _word(self, begin, size):
        """The first _WORD bytes of some fields as numbers; zeros after their end."""
        begin = numpy.minimum(begin, len(self.data))
        word = self.characters[begin[:, None] + numpy.arange(_WORD)].view("<u8").reshape(-1)
        return word & _FIRST_BYTES[numpy.clip(size, 0, _WORD)]


def _in_order_of_use(keys):
    """(index of the first of each of the equal keys, in this order; for each key its place in it).

    Both are arrays.
    """
    _, first, index = numpy.unique(keys, return_index=True, return_inverse=True)
    order = numpy.argsort(first)
    place = numpy.empty(len(first), dtype=numpy.int32)
    place[order] = numpy.arange(len(first))
    return first[order], place[index.reshape(-1)]


def _distinct(numbers):
    return bool(numpy.diff(numpy.sort(numbers)).all())


def _is_utf8(data):
    try:
        return data.isascii() or data.decode() is not None
    except UnicodeDecodeError:
        return False


def _read_spans(file, text):
    """_Rows, or None unless all lines are spans or relations, and the spans as brat writes them."""
    of_spans = file.kind == ord("T")
    complete = numpy.where(of_spans, 4, 3) <= file.size
    if not (complete & (of_spans | (file.kind == ord("R")))).all():
        return None
    lines = numpy.flatnonzero(of_spans)
    (id_end, type_end, start_end, offsets_end), marks = file.first_gaps(lines)
    if (marks.T != [_TAB, _BLANK, _BLANK, _TAB]).any() or (type_end - id_end < 2).any():
        return None
    numbers = file.numbers(
        (file.begin[lines], type_end, start_end), (id_end, start_end, offsets_end)
    )
    if numbers is None:
        return None
    number, start, end = numbers
    if not _distinct(number) or file.zero_first(file.begin[lines], id_end):
        return None
    if not ((start < end) & (end <= len(text))).all():
        return None
    type, types = file.names(id_end + 1, type_end)
    return _Rows(
        SpanColumns(
            start.astype(numpy.int32), end.astype(numpy.int32), type,
            *_compared_with_types(text, start, end, type, types),
            types, {},
        ),
        number, lines + 1,
    )  # fmt: skip


def _text_problems(file, spans, text, name):
    """Yield the Problems of spans that do not end in what is at their offsets."""
    marked = numpy.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=numpy.uint8)
    start, end = spans.columns.start.astype(numpy.int64), spans.columns.end.astype(numpy.int64)
    if len(marked) > len(text):
        # The first byte of each character.
        offset = numpy.append(numpy.flatnonzero(marked & 0xC0 != 0x80), len(marked))
        start, end = offset[start], offset[end]
    row = spans.line - 1
    size, field_end = end - start, file.end[row]
    begin = field_end - size
    # A field of the right size follows the fourth gap.
    alike = file.gaps[file.first[row] + 3] + 1 == begin
    begin = numpy.where(alike, begin, file.begin[row])
    size = numpy.where(alike, size, 1)
    first = numpy.cumsum(size) - size
    within = numpy.arange(size.sum()) - numpy.repeat(first, size)
    written = file.characters[within + numpy.repeat(begin, size)]
    # A tab has to be looked at more closely.
    same = (marked[within + numpy.repeat(start, size)] == written) & (written != _TAB)
    if size.size:
        alike &= numpy.logical_and.reduceat(same, first)
    for line in row[~alike].tolist():
        try:
            read_line(file.data[file.begin[line] : file.end[line]].decode(), line + 1, text)
        except LineError as fault:
            yield Problem(name, line + 1, fault.code, fault.message)


def _compared_with_types(text, start, end, type, types):
    """(whether the marked words contain a blank, whether they are the name of the type)."""
    characters = numpy.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    blanks_before = numpy.cumsum(numpy.append(0, characters == _BLANK))
    size = numpy.array([len(name) for name in types], dtype=numpy.int64)
    named = size[type] == end - start
    for row in numpy.flatnonzero(named).tolist():
        named[row] = text[start[row] : end[row]] == types[type[row]]
    return blanks_before[end] > blanks_before[start], named


def _read_relations(file, spans):
    """_Rows, or None unless all are as brat writes them, between spans with these numbers."""
    lines = numpy.flatnonzero(file.kind == ord("R"))
    gaps, marks = file.first_gaps(lines)
    id_end, type_end, first_end, second_end = gaps
    if (marks[:3].T != [_TAB, _BLANK, _BLANK]).any() or (type_end - id_end < 2).any():
        return None
    if not ((marks[3] == _TAB) | (marks[3] == _NEWLINE)).all():
        return None
    colons = numpy.flatnonzero(file.characters == _COLON)
    before = numpy.searchsorted(colons, gaps[1:])
    if (numpy.diff(before, axis=0) != 1).any():
        return None
    first_colon, second_colon = colons[before[:2]]
    colon = numpy.concatenate([first_colon, second_colon])
    begin = numpy.concatenate([type_end, first_end]) + 1
    if (colon == begin).any() or (file.characters[colon + 1] != ord("T")).any():
        return None
    role, roles = file.names(begin, colon)
    role, other_role = role.reshape(2, -1)
    # The other characters that Python takes for blanks are no gaps here.
    if (role == other_role).any() or not "".join(roles).isascii():
        return None
    before, after = (
        (file.begin[lines], first_colon + 1, second_colon + 1),
        (id_end, first_end, second_end),
    )
    numbers = file.numbers(before, after)
    if numbers is None or file.zero_first(before, after) or not _distinct(numbers[0]):
        return None
    number, targets = numbers[0], numbers[1:]
    order = numpy.argsort(spans)
    row = numpy.searchsorted(spans[order], targets)
    if row.size and (row.max() == len(spans) or (spans[order[row]] != targets).any()):
        return None
    first, second = order[row].astype(numpy.int32).reshape(2, -1)
    type, types = file.names(id_end + 1, type_end)
    pair, pairs = _pairs(role, other_role, roles)
    return _Rows(RelationColumns(type, pair, first, second, types, pairs), number, lines + 1)


def _pairs(role, other_role, roles):
    """(number of each pair of roles, tuple of the pairs in order of first use)."""
    first, pair = _in_order_of_use(role.astype(numpy.int64) * len(roles) + other_role)
    ends = zip(role[first].tolist(), other_role[first].tolist())
    return pair, tuple((roles[number], roles[other_number]) for number, other_number in ends)
