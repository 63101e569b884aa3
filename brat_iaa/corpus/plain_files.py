"""Reads a file of spans, relations and attributes as columns, with one pattern for each.

A file with anything else, or with a line that brat itself would not write so, is left to
standoff.py, which looks at one line after the other and says what is wrong.
"""

import hashlib
import re
from operator import ge
from sys import intern
from typing import Any

import numpy

from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.line_columns import (
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    first_use,
    whole_numbers,
)
from brat_iaa.corpus.lines import LineError, read_line

_ID = r"(0|[1-9][0-9]{0,8})"
# No line ends in it, whatever Python and brat take for one.
_TYPE = r"([^\x00-\x20\x85\u2028\u2029]+)"
_END = rf"([^\x00-\x20:]+):T{_ID}"
_SPAN = re.compile(rf"\nT{_ID}\t{_TYPE} ([0-9]{{1,9}}) ([0-9]{{1,9}})\t([^\n]*)")
_RELATION = re.compile(rf"\nR{_ID}\t{_TYPE} {_END} {_END}(?=[\t\n])")
_ATTRIBUTE = re.compile(rf"\nA{_ID}\t{_TYPE} T{_ID}(?: ([^\x00-\x20]+))?(?=\n)")


def read_plain(data: bytes, text: str):
    """The Annotations of a plain file, else None; data, text: as in read_annotations()"""
    lines = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    try:
        content = "\n" + lines.decode()
    except UnicodeDecodeError:
        return None
    found = [pattern.findall(content) for pattern in (_SPAN, _RELATION, _ATTRIBUTE)]
    if not content.endswith("\n") or content.count("\n") - 1 != sum(map(len, found)):
        return None
    fields: Any = (list(zip(*rows)) or [()] * size for rows, size in zip(found, (5, 6, 4)))
    drawn, related, said = fields
    row_of = dict(zip(drawn[0], range(len(drawn[0]))))
    spans = len(row_of) == len(drawn[0]) and _spans(text, *drawn)
    relations = spans and _relations(row_of, *related)
    attributes = relations and _attributes(row_of, *said)
    if not attributes:
        return None
    signs = numpy.frombuffer(b"\n" + lines, dtype=numpy.uint8)
    letter = signs[numpy.flatnonzero(signs[:-1] == ord("\n")) + 1]
    names = "spans", "relations", "attributes"
    return Annotations(
        span_columns=spans, relation_columns=relations, attribute_columns=attributes,
        numbers={name: whole_numbers([*map(int, ids)])
                 for name, (ids, *_) in zip(names, (drawn, related, said))},
        lines={name: whole_numbers(numpy.flatnonzero(letter == ord(first)) + 1)
               for name, first in zip(names, "TRA")},
        text=text, sha256=hashlib.sha256(data).digest(),
    )  # fmt: skip


def _spans(text, ids, types, starts, ends, fields):
    """The SpanColumns; None if one cannot be used, or is drawn twice."""
    start, end = [*map(int, starts)], [*map(int, ends)]
    # No more than is written is looked at: each span may be as long as the text.
    long = sum(end) - sum(start) > 2 * sum(map(len, fields))
    if long or max(end, default=0) > len(text) or any(map(ge, start, end)):
        return None
    marked = tuple(map(text.__getitem__, map(slice, start, end)))
    for row in range(len(ids)) if marked != fields else ():
        if marked[row] == fields[row]:
            continue
        try:  # line ends in a span are written as blanks
            read_line(f"T{ids[row]}\t{types[row]} {start[row]} {end[row]}\t{fields[row]}", 0, text)
        except LineError:
            return None
    if len({*zip(start, end, types)}) < len(ids):
        return None
    type, names = first_use(types)
    return SpanColumns(whole_numbers(start), whole_numbers(end), type, _interned(names), {})


def _relations(row_of, ids, types, roles, firsts, others, seconds):
    """The RelationColumns; None if an end, or another role, is missing, or an id is there twice."""
    first, second = ([*map(row_of.get, ends)] for ends in (firsts, seconds))
    role, pairs = first_use([*zip(roles, others)])
    if (
        len({*ids}) < len(ids) or None in first or None in second
        # Python takes more for blanks than the pattern does.
        or any(one == other or [one, other] != f"{one} {other}".split() for one, other in pairs)
    ):  # fmt: skip
        return None
    type, names = first_use(types)
    return RelationColumns(
        type, role, whole_numbers(first), whole_numbers(second), _interned(names),
        tuple(map(_interned, pairs)),
    )  # fmt: skip


def _attributes(row_of, ids, types, targets, values):
    """The AttributeColumns; None if one is about no span, or says the same as another."""
    span = [*map(row_of.get, targets)]
    value, names = first_use(["", *values])
    if (
        len({*ids}) < len(ids) or None in span or len({*zip(types, span, values)}) < len(ids)
        or any(name != name.strip() for name in names)
    ):  # fmt: skip
        return None
    source, sources = first_use(types)
    return AttributeColumns(
        source, whole_numbers(span), value[1:] - 1, tuple(f"attribute:{name}" for name in sources),
        _interned(names[1:]),
    )  # fmt: skip


def _interned(names):
    return tuple(map(intern, names))
