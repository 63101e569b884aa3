"""The annotations of one .ann file, as records and as columns of arrays."""

from functools import cached_property
from typing import Optional

import numpy

from brat_iaa.corpus.line_columns import (
    NOTHING,
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    first_use,
)
from brat_iaa.corpus.recent import recent
from brat_iaa.corpus.records import Attribute, Note, Relation, Span
from brat_iaa.corpus.texts import moved_offsets


class Annotations:
    """One .ann file: what is in it, in file order, and problems.

    spans           {id: Span}
    relations       tuple of Relation
    events          {id: Event}
    equivs, attributes, normalizations, notes  tuples of records
    span_columns, relation_columns, attribute_columns  the same in columns
    problems        tuple of Problem
    sha256          digest of the file, bytes

    Either records or columns are given, and the others are made when they are asked for. With
    columns there are

    numbers, lines  {"spans", "relations" or "attributes": array of the numbers in their ids, or of
                    the numbers of their lines}
    text            of the document
    """

    events: dict
    equivs: tuple
    normalizations: tuple
    problems: tuple
    sha256: bytes
    numbers: dict
    lines: dict
    text: str

    def __init__(self, **parts):
        self.__dict__.update(
            {"events": {}, "equivs": (), "normalizations": (), "problems": (), "sha256": b""},
            **parts,
        )

    def _replace(self, **records):
        """The annotations with other records."""
        values = {name: getattr(self, name) for name in _RECORDS}
        return Annotations(problems=self.problems, sha256=self.sha256, **{**values, **records})

    def _with(self, **parts):
        """The same, records and columns, with other parts."""
        kept = {name: part for name, part in vars(self).items() if name != "without_problems"}
        return Annotations(**{**kept, **parts})

    @recent
    def spans(self):
        columns, text, new = self.span_columns, self.text, tuple.__new__
        bounds = zip(columns.start.tolist(), columns.end.tolist())
        fragments, words = [(bound,) for bound in bounds], {}
        for row, parts in columns.several.items():
            fragments[row] = parts
            words[row] = " ".join([text[start:end] for start, end in parts])
        names = map(columns.types.__getitem__, columns.type.tolist())
        rows = zip(self._ids, names, fragments, self.lines["spans"].tolist())
        return {
            id: new(Span, (id, type, of, words[row] if row in words else text[slice(*of[0])], line))
            for row, (id, type, of, line) in enumerate(rows)
        }

    @recent
    def relations(self):
        columns, ids, new = self.relation_columns, self._ids, tuple.__new__
        names = map(columns.types.__getitem__, columns.type.tolist())
        roles = map(columns.pairs.__getitem__, columns.roles.tolist())
        ends = zip(columns.first.tolist(), columns.second.tolist())
        about = self.numbers["relations"].tolist(), self.lines["relations"].tolist()
        return tuple([
            new(Relation, (f"R{number}", type, ((one, ids[first]), (other, ids[second])), line))
            for type, (one, other), (first, second), number, line in zip(names, roles, ends, *about)
        ])  # fmt: skip

    @recent
    def attributes(self):
        return self._labels(Attribute, "A", "attribute")

    @recent
    def notes(self):
        return self._labels(Note, "#", "notes")

    def _labels(self, kind, letter, named):
        """Tuple of the records of one kind."""
        columns, ids = self.attribute_columns, self._ids
        values, sources = (*columns.values, None), [*map(_parted, columns.sources)]
        chosen = numpy.array([of == named for of, _ in sources], dtype=bool)[columns.source]
        about = self.numbers["attributes"], self.lines["attributes"]
        rows = (column[chosen].tolist() for column in (*columns[:3], *about))
        return tuple([
            kind(f"{letter}{number}", sources[source][1], ids[span], values[value], line)
            for source, span, value, number, line in zip(*rows)
        ])  # fmt: skip

    @cached_property
    def _ids(self):
        """List of the ids of spans."""
        given = vars(self).get("numbers")
        return [*self.spans] if given is None else [f"T{of}" for of in given["spans"].tolist()]

    def told_apart(self, id: str) -> str:
        """The arguments of an event in words, if others stand on the same trigger; else ""."""
        event = self.events.get(id)
        if event is None:
            return ""
        where = self.spans[event.trigger].fragments
        there = [each for each in self.events.values()
                 if self.spans[each.trigger].fragments == where]  # fmt: skip
        if len(there) < 2:
            return ""
        ends = [(role, span.text) for role, end in event.args if (span := self.span_of(end))]
        return f" ({', '.join(f'{role}: {text}' for role, text in ends) or 'no argument'})"

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
        bounds = numpy.array([parts[0] for parts in fragments], dtype=numpy.int32).reshape(-1, 2)
        type, types = first_use([span.type for span in records])
        return SpanColumns(bounds[:, 0], bounds[:, 1], type, types, several)

    @cached_property
    def relation_columns(self):
        """RelationColumns of the relations."""
        row_of = self.rows_of_spans() if self.relations else {}
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
        row_of = {id: row for row, id in enumerate(self._ids)}
        row_of.update({id: row_of[event.trigger] for id, event in self.events.items()})
        return row_of

    @property
    def spanned(self) -> bool:
        """Whether there are spans."""
        return len(self.span_columns.start) > 0

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
        return len(self.relation_columns.type) > 0 or any(
            (self.events, self.equivs, self.attributes, self.normalizations)
        )

    def with_problems(self, problems):
        """The same annotations with other problems."""
        return self._with(problems=problems)

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
        nothing = {"attributes": (), "normalizations": (), "notes": (), "problems": ()}
        return self._with(**nothing, attribute_columns=NOTHING["attributes"])


_RECORDS = "spans", "relations", "events", "equivs", "attributes", "normalizations", "notes"


def _parted(source):
    """(kind, name) of a source of labels."""
    kind, _, name = source.partition(":")
    return kind, name
