"""Records of several documents as arrays, a row for each: spans, and what refers to spans.

Rows stand in the order of documents, annotators and files. Types, roles and labels are numbers of
names; a span is the number of its row in SpanRows.
"""

from typing import NamedTuple

import numpy

# Columns of spans, and {column: names that it has numbers of}.
_SPANS = ("first", "second", "span", "trigger", "end")
NAMES = {"type": "types", "roles": "pairs", "label": "names", "role": "role_names"}


class SpanRows(NamedTuple):
    """Spans.

    document    of each span: its number in the Batch
    annotator   its number in Batch.annotators
    row         its row in the annotator's SpanColumns
    type        its number in types
    start, end  of its first fragment, in characters from the start of the Batch
    counts      booleans: whether it is no root token and, if that does not count, no punctuation
    several     {span: its fragments} of the discontinuous ones
    types       names
    """

    document: numpy.ndarray
    annotator: numpy.ndarray
    row: numpy.ndarray
    type: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    counts: numpy.ndarray
    several: dict
    types: list


class RelationRows(NamedTuple):
    """Relations.

    row            in the annotator's RelationColumns
    type, roles    numbers in types and pairs
    first, second  span at each end; of an event, its trigger
    types, pairs   names, and (role, role) as written
    """

    row: numpy.ndarray
    type: numpy.ndarray
    roles: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    types: list
    pairs: list


class LabelRows(NamedTuple):
    """Labels of spans."""

    span: numpy.ndarray
    label: numpy.ndarray
    names: list


class EventRows(NamedTuple):
    """Events: a row for each, and behind it one for each of its arguments.

    row      of the event among those of the annotator's file
    type     number in types
    trigger  span
    role     number in role_names, as written; -1 in the row of the event itself
    end      span of the argument; of an event, its trigger
    target   row of the event that is the argument, -1 if it is none
    """

    row: numpy.ndarray
    type: numpy.ndarray
    trigger: numpy.ndarray
    role: numpy.ndarray
    end: numpy.ndarray
    target: numpy.ndarray
    types: list
    role_names: list


class EquivRows(NamedTuple):
    """Lines that make spans equivalent: a row for each of their members.

    row   of the line among those of the annotator's file
    type  number in types
    span  the member; of an event, its trigger
    """

    row: numpy.ndarray
    type: numpy.ndarray
    span: numpy.ndarray
    types: list


def rows_within(rows, low, high):
    """Those of some rows that refer to the spans from low up to high, which are numbered anew."""
    span = next(own for name, own in zip(rows._fields, rows) if name in _SPANS)
    inside = (span >= low) & (span < high)
    chosen = {
        name: column[inside] - (low if name in _SPANS else 0)
        for name, column in zip(rows._fields, rows)
        if name not in NAMES.values()
    }
    return rows._replace(**chosen)


def joined_rows(parts, before):
    """Rows of one kind in a row; before: number of the spans before those of each part."""
    first, columns = parts[0], {}
    for field in first._fields:
        of_parts = [getattr(part, field) for part in parts]
        if field in _SPANS:
            of_parts = [column + size for column, size in zip(of_parts, before)]
        elif field in NAMES:
            named, names = NAMES[field], {}
            of_parts = [
                renumbered(column, getattr(part, named), names)
                for column, part in zip(of_parts, parts)
            ]
            columns[named] = list(names)
        if field not in NAMES.values():
            columns[field] = numpy.concatenate(of_parts)
    return first._replace(**columns)


def renumbered(numbers, names, known) -> numpy.ndarray:
    """The numbers of names in `known`, {name: number}, to which new names are added."""
    new = [known.setdefault(name, len(known)) for name in names]
    return numpy.array([*new, -1], dtype=numpy.int32)[numbers]
