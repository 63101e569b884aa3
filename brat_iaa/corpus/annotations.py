"""The annotations of one .ann file."""

from functools import cached_property
from typing import Optional

import numpy

from brat_iaa.corpus.inventory import digest
from brat_iaa.corpus.line_columns import (
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    first_use,
)
from brat_iaa.corpus.records import Span
from brat_iaa.corpus.texts import moved_offsets


class Annotations:
    """One .ann file: its records in file order, and problems.

    sha256  digest of the file, bytes
    """

    def __init__(
        self, spans, relations, events, equivs, attributes, normalizations, notes, problems,
        sha256=b"",
    ):  # fmt: skip
        self.spans, self.relations, self.events, self.equivs = spans, relations, events, equivs
        self.attributes, self.normalizations, self.notes = attributes, normalizations, notes
        self.problems, self.sha256 = problems, sha256

    def _replace(self, **changes):
        """The annotations with other records or problems."""
        values = {name: getattr(self, name) for name in _VALUES}
        return Annotations(**{**values, **changes})

    def span_of(self, id: str) -> Optional[Span]:
        """The span with this id, the trigger of the event with this id, or None."""
        event = self.events.get(id)
        return self.spans.get(event.trigger if event else id)

    @cached_property
    def span_columns(self):
        """SpanColumns of the spans."""
        records = self.spans.values()
        fragments = [span.fragments for span in records]
        several = {row: parts for row, parts in enumerate(fragments) if len(parts) > 1}
        for row, parts in several.items():
            fragments[row] = parts[:1]
        bounds = numpy.array(fragments, dtype=numpy.int32).reshape(-1, 2)
        type, types = first_use([span.type for span in records])
        return SpanColumns(
            bounds[:, 0], bounds[:, 1], type,
            numpy.array([" " in span.text for span in records], dtype=bool),
            numpy.array([span.text == span.type for span in records], dtype=bool),
            types, several,
        )  # fmt: skip

    @cached_property
    def relation_columns(self):
        """RelationColumns of the relations."""
        row_of = self.rows_of_spans()
        args = [relation.args for relation in self.relations]
        type, types = first_use([relation.type for relation in self.relations])
        roles, pairs = first_use([(role, other_role) for (role, _), (other_role, _) in args])
        first = numpy.array([row_of[id] for (_, id), _ in args], dtype=numpy.int32)
        second = numpy.array([row_of[id] for _, (_, id) in args], dtype=numpy.int32)
        return RelationColumns(type, roles, first, second, types, pairs)

    @cached_property
    def attribute_columns(self):
        """AttributeColumns of the attributes, normalizations and notes."""
        labels = [(f"attribute:{each.type}", each.target, each.value) for each in self.attributes]
        for normalization in self.normalizations:
            database, _, entry = normalization.reference.partition(":")
            labels.append((f"normalization:{database}", normalization.target, entry))
        texts = [(f"notes:{note.type}", note.target, note.text.strip()) for note in self.notes]
        labels += [note for note in texts if note[2]]
        row_of, numbers = self.rows_of_spans() if labels else {}, {None: -1}
        for *_, label in labels:
            numbers.setdefault(label, len(numbers) - 1)
        source, sources = first_use([source for source, *_ in labels])
        span = numpy.array([row_of.get(target, -1) for _, target, _ in labels], dtype=numpy.int32)
        value = numpy.array([numbers[label] for *_, label in labels], dtype=numpy.int32)
        return AttributeColumns(source, span, value, sources, tuple(numbers)[1:])

    @property
    def labelled(self) -> list:
        """Ids of what carries each of the attribute_columns."""
        notes = [note for note in self.notes if note.text.strip()]
        return [each.target for each in (*self.attributes, *self.normalizations, *notes)]

    def rows_of_spans(self) -> dict:
        """{id: row of the span}; of an event, of its trigger."""
        row_of = {id: row for row, id in enumerate(self.spans)}
        row_of.update({id: row_of[event.trigger] for id, event in self.events.items()})
        return row_of

    def rows(self, kind):
        """The columns of "spans", "relations" or "attributes", or the RowsOfFile with them."""
        return getattr(self, f"{kind[:-1]}_columns")

    @property
    def spanned(self) -> bool:
        """Whether there are spans."""
        return bool(self.spans)

    @property
    def empty(self) -> bool:
        """Whether there is no line: brat makes such a file when somebody opens a document."""
        return not (self.spanned or self.noted or self.problems or self.drew_more)

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
        return self._replace(problems=problems)

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
        return self._replace(spans=spans)

    @property
    def as_drawn(self):
        """Spans, relations and events alone, without what was said of them in words."""
        if not (self.attributes or self.normalizations or self.notes or self.problems):
            return self
        return self._replace(attributes=(), normalizations=(), notes=(), problems=())


_VALUES = (
    *("spans", "relations", "events", "equivs", "attributes", "normalizations", "notes"),
    *("problems", "sha256"),
)
