"""The records in brat's .ann files, with their ids and line numbers."""

from typing import NamedTuple, Optional


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
