"""The records in brat's .ann files, with their ids and line numbers; the same as arrays."""

from typing import NamedTuple, Optional

import numpy


class Span(NamedTuple):
    """T line: marked text.

    fragments  ((start, end), ...) in characters of the text, end exclusive, in text order; several
               if the span is discontinuous
    text       the marked words, fragments joined by a blank
    line       number of the line in the .ann, from 1 (in every record)
    """

    id: str
    type: str
    fragments: tuple[tuple[int, int], ...]
    text: str
    line: int

    @property
    def offsets(self):
        """The fragments; spans with equal offsets mark the same text."""
        return self.fragments

    @property
    def start(self):
        return self.fragments[0][0]

    @property
    def end(self):
        return self.fragments[-1][1]


class Relation(NamedTuple):
    """R line: args is ((role, id), (role, id)) in the order written."""

    id: str
    type: str
    args: tuple[tuple[str, str], tuple[str, str]]
    line: int


class Event(NamedTuple):
    """E line: trigger is the id of a span; args is ((role, id), ...)."""

    id: str
    type: str
    trigger: str
    args: tuple[tuple[str, str], ...]
    line: int


class Equiv(NamedTuple):
    """* line: the ids of spans or events that are the same thing."""

    type: str
    members: tuple[str, ...]
    line: int


class Attribute(NamedTuple):
    """A line, or M line in old files; value is None for a binary attribute."""

    id: str
    type: str
    target: str
    value: Optional[str]
    line: int


class Normalization(NamedTuple):
    """N line: reference is "database:entry", text is the text of the entry."""

    id: str
    type: str
    target: str
    reference: str
    text: str
    line: int


class Note(NamedTuple):
    """# line: target is an id or "sent:2" for a note on a sentence."""

    id: str
    type: str
    target: str
    text: str
    line: int


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

    def ranks(self) -> numpy.ndarray:
        """The place of each of the types in the order of their names."""
        rank = numpy.empty(len(self.types), dtype=numpy.int64)
        rank[sorted(range(len(self.types)), key=self.types.__getitem__)] = range(len(self.types))
        return rank


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
    """The attributes of the spans of a file, in the order of Annotations.attributes; then notes.

    name    number of the name in names
    span    row of the span; of an event, of its trigger
    value   number of the value in values; -1: none, the attribute is binary
    names, values  in the order in which the file first uses them
    noted   number of the first name that is a type of notes; None: there are no notes
    """

    name: numpy.ndarray
    span: numpy.ndarray
    value: numpy.ndarray
    names: tuple
    values: tuple
    noted: Optional[int] = None

    @property
    def sources(self):
        """Of each name the source of labels, as in the setting value."""
        first = len(self.names) if self.noted is None else self.noted
        kinds = ["attribute"] * first + ["notes"] * (len(self.names) - first)
        return tuple(map("{}:{}".format, kinds, self.names))

    @classmethod
    def nothing(cls):
        """Of a file without attributes."""
        return cls(*(numpy.zeros(0, dtype=numpy.int32) for _ in range(3)), (), ())


def span_columns(spans: dict) -> SpanColumns:
    """The SpanColumns of {id: Span}."""
    records = spans.values()
    fragments = [span.fragments for span in records]
    several = {row: span.offsets for row, span in enumerate(records) if len(span.fragments) > 1}
    for row, in_order in several.items():
        fragments[row] = in_order[:1]
    bounds = numpy.array(fragments, dtype=numpy.int32).reshape(-1, 2)
    type, types = _numbered([span.type for span in records])
    return SpanColumns(
        bounds[:, 0], bounds[:, 1], type,
        numpy.array([" " in span.text for span in records], dtype=bool),
        numpy.array([span.text == span.type for span in records], dtype=bool),
        types, several,
    )  # fmt: skip


def relation_columns(annotations) -> RelationColumns:
    """The RelationColumns of Annotations."""
    row_of = {id: row for row, id in enumerate(annotations.spans)}
    row_of.update({id: row_of[event.trigger] for id, event in annotations.events.items()})
    relations = annotations.relations
    args = [relation.args for relation in relations]
    type, types = _numbered([relation.type for relation in relations])
    roles, pairs = _numbered([(role, other_role) for (role, _), (other_role, _) in args])
    first = numpy.array([row_of[id] for (_, id), _ in args], dtype=numpy.int32)
    second = numpy.array([row_of[id] for _, (_, id) in args], dtype=numpy.int32)
    return RelationColumns(type, roles, first, second, types, pairs)


def _numbered(names):
    """(number of each name, tuple of the distinct names in order of first use)."""
    numbers = dict.fromkeys(names)
    for number, name in enumerate(numbers):
        numbers[name] = number
    return numpy.array([numbers[name] for name in names], dtype=numpy.int32), tuple(numbers)
