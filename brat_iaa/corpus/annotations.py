"""The annotations of one .ann file, as records or as arrays from which records are made."""

from functools import cached_property
from typing import Optional

import numpy

from brat_iaa.corpus.columns import (
    NOTHING,
    RecordRows,
    RelationColumns,
    RowsOfFile,
    SpanColumns,
    first_use,
)
from brat_iaa.corpus.inventory import digest
from brat_iaa.corpus.records import Attribute, Note, Relation, Span
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
        own = {name: getattr(self, name) for name in _VALUES}
        return Annotations(**{**own, **changes})

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
        row_of = {id: row for row, id in enumerate(self.spans)}
        row_of.update({id: row_of[event.trigger] for id, event in self.events.items()})
        args = [relation.args for relation in self.relations]
        type, types = first_use([relation.type for relation in self.relations])
        roles, pairs = first_use([(role, other_role) for (role, _), (other_role, _) in args])
        first = numpy.array([row_of[id] for (_, id), _ in args], dtype=numpy.int32)
        second = numpy.array([row_of[id] for _, (_, id) in args], dtype=numpy.int32)
        return RelationColumns(type, roles, first, second, types, pairs)

    @property
    def attribute_columns(self):
        """AttributeColumns of a file with no other labels; None: see attributes."""
        return None

    def rows(self, kind):
        """The columns of "spans", "relations" or "attributes", or the RowsOfFile with them."""
        return getattr(self, f"{kind[:-1]}_columns")

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
_NO_ATTRIBUTES = RecordRows(
    NOTHING["attributes"], *(numpy.zeros(0, dtype=numpy.int32) for _ in range(2))
)


class PlainAnnotations(Annotations):
    """The Annotations of a plain file. Records are made on access.

    spans, relations, attributes  RecordRows of SpanColumns, RelationColumns, AttributeColumns
    """

    events: dict = {}
    equivs = normalizations = ()

    def __init__(self, spans, relations, attributes, text, problems, sha256):
        self.__dict__.update(
            _spans=spans, _relations=relations, _attributes=attributes, _text=text, sha256=sha256,
            problems=problems,
        )  # fmt: skip

    def rows(self, kind):
        rows = self.__dict__[f"_{kind}"]
        return rows if isinstance(rows, RowsOfFile) else rows.columns

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
        chosen = numpy.flatnonzero(self._are_notes == noted)
        rows = self._attributes.number, columns.name, columns.span, columns.value
        numbers = (column[chosen].tolist() for column in (*rows, self._attributes.line))
        for number, name, span, value, line in zip(*numbers):
            yield number, columns.names[name], ids[span], value, line

    @property
    def _are_notes(self):
        columns = self._attributes.columns
        first = len(columns.names) if columns.noted is None else columns.noted
        return columns.name >= first

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
        zero = numpy.zeros(len(start), dtype=numpy.int64)
        names = [columns.types[type] for type in columns.type.tolist()]
        blank, named = compared_with_types([text], zero, start, end, names)
        columns = columns._replace(start=start, end=end, blank=blank, named=named)
        spans = RecordRows(columns, self._spans.number, self._spans.line)
        return PlainAnnotations(
            spans, self._relations, self._attributes, text, self.problems, self.sha256
        )


def compared_with_types(texts, file, start, end, names):
    """(whether the marked words contain a blank, whether they are the name of the type).

    file   of each span: number of its text
    names  of each span: name of its type
    """
    characters = numpy.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    blanks_before = numpy.cumsum(numpy.append(0, characters == ord(" ")))
    before = numpy.cumsum([0, *map(len, texts)])[file]
    size = numpy.fromiter(map(len, names), dtype=numpy.int64, count=len(names))
    named = size == end - start
    for row in numpy.flatnonzero(named).tolist():
        named[row] = texts[file[row]][start[row] : end[row]] == names[row]
    return blanks_before[before + end] > blanks_before[before + start], named
