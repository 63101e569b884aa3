"""The records in brat's .ann files, with their ids and line numbers."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Optional

from brat_iaa.corpus.inventory import digest, inventory, offsets_by_type
from brat_iaa.corpus.record_columns import relation_columns, span_columns
from brat_iaa.corpus.texts import moved_offsets


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


@dataclass(frozen=True)
class Annotations:
    """One .ann file: its records in file order, and problems.

    sha256  digest of the file, bytes
    """

    spans: dict
    relations: tuple
    events: dict
    equivs: tuple
    attributes: tuple
    normalizations: tuple
    notes: tuple
    problems: tuple
    sha256: bytes = b""

    def span_of(self, id: str) -> Optional[Span]:
        """The span with this id, the trigger of the event with this id, or None."""
        event = self.events.get(id)
        return self.spans.get(event.trigger if event else id)

    @cached_property
    def span_columns(self):
        """SpanColumns of the spans."""
        return span_columns(self.spans)

    @cached_property
    def relation_columns(self):
        """RelationColumns of the relations."""
        return relation_columns(self)

    @property
    def counted(self) -> bool:
        """Whether the inventory is known already."""
        return "inventory" in vars(self)

    @property
    def attribute_columns(self):
        """AttributeColumns of a file with no other labels; None: see attributes."""
        return None

    @cached_property
    def inventory(self):
        """The Inventory of the file, counted once."""
        return inventory([self])

    @cached_property
    def offsets_by_type(self) -> dict:
        """See inventory.offsets_by_type()."""
        return offsets_by_type(self)

    @property
    def spanned(self) -> bool:
        """Whether there are spans."""
        return bool(self.spans)

    @property
    def noted(self) -> bool:
        """Whether there are notes."""
        return bool(self.notes)

    @property
    def drew_more(self) -> bool:
        """Whether there is more than spans and notes, which may have been given."""
        return any((self.relations, self.events, self.equivs, self.attributes, self.normalizations))

    def digest(self, source: str) -> int:
        """See inventory.digest()."""
        digests = self.__dict__.setdefault("_digests", {})
        if source not in digests:
            digests[source] = digest(self, source)
        return digests[source]

    def with_problems(self, problems):
        """The same annotations with other problems."""
        return replace(self, problems=problems)

    @cached_property
    def without_problems(self):
        """The same annotations without problems, for users who may not see them."""
        return self.with_problems(()) if self.problems else self

    def moved(self, counted: str, text: str):
        """The annotations with offsets in another text; counted: whose characters they count."""
        if counted == text:
            return self
        to, spans = moved_offsets(counted, text).tolist(), {}
        for id, span in self.spans.items():
            fragments = tuple([(to[start], to[end]) for start, end in span.fragments])
            marked = " ".join([text[start:end] for start, end in fragments])
            spans[id] = span._replace(fragments=fragments, text=marked)
        return replace(self, spans=spans)

    @property
    def as_drawn(self):
        """Spans, relations and events alone, without what was said of them in words."""
        if not (self.attributes or self.normalizations or self.notes or self.problems):
            return self
        return replace(self, attributes=(), normalizations=(), notes=(), problems=())
