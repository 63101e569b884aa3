"""Events: a trigger with a type, and arguments in roles.

An argument is a span with its type; an argument that is an event is its trigger. Three sets are
compared:

- events: trigger, type and all arguments;
- triggers with their types, also by overlap;
- arguments: trigger, type of the event, role and argument.

brat numbers several arguments of one role, Theme and Theme2: both have the role Theme, unless
numbers = keep.

Source: Hripcsak & Rothschild 2005.
"""

from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.event_columns import EventItems
from brat_iaa.layers.layer_document import DocumentItems, duplicate, nothing_drawn_by_some


class DrawnEvent(NamedTuple):
    """One event of one annotator.

    trigger    (type, ((start, end), ...))
    arguments  frozenset of (role, (span type, ((start, end), ...)))
    id, line   in the .ann
    """

    trigger: tuple
    arguments: frozenset
    id: str
    line: int

    @property
    def key(self):
        """Equal for events that match exactly."""
        return self.trigger, self.arguments

    @property
    def label(self):
        """The type."""
        return self.trigger[0]

    @property
    def spans(self):
        """The fragments of the trigger and of each argument."""
        return self.trigger[1], *sorted({fragments for _, (_, fragments) in self.arguments})


class EventTable(DocumentItems):
    """The events of one document."""

    @staticmethod
    def rows_of(layer):
        """See DocumentItems."""
        return ("events",)

    @staticmethod
    def columns_of_batch(batch, layer):
        """The EventItems of a Batch."""
        return EventItems(batch, layer.settings)

    @cached_property
    def drawn(self):
        """{annotator: tuple of DrawnEvent, one for each different event}."""
        columns, drawn = self.columns, {}
        for name in self.table.annotators:
            rows = columns.events.rows[:, columns.annotators.index(name)]
            drawn[name] = tuple(
                event_of(self.table.event(name, row), self.table.annotations[name], self.layer)
                for row in sorted(rows[rows >= 0].tolist())
            )
        return drawn


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: EventTables."""
    return EventTable.of_documents(read.events(), layer)


def event_of(record, annotations, layer) -> DrawnEvent:
    """The DrawnEvent of an Event in Annotations."""

    def end(id):
        span = annotations.span_of(id)
        return span.type, span.offsets

    arguments = frozenset((_role(role, layer.settings), end(id)) for role, id in record.args)
    return DrawnEvent(end(record.id), arguments, record.id, record.line)


def events_of(annotations, layer) -> list:
    """List of the different DrawnEvents of Annotations, in the order of the file. Arguments that
    are events differ if their events do, even with equal triggers.
    """
    types, different = layer.settings.types, {}
    for record in annotations.events.values():
        if types is None or record.type in types:
            event = event_of(record, annotations, layer)
            inner = frozenset(
                (_role(role, layer.settings), id)
                for role, id in record.args
                if id in annotations.events
            )
            different.setdefault((event.key, inner), event)
    return list(different.values())


def _role(role, settings):
    return role if settings.numbers == "keep" else without_number(role)


def problems(columns, items) -> tuple:
    """(list of Problem, list of Excluded) of EventItems; items: EventTables, in order."""
    found, tables = [], [own.table for own in items]
    for document, column, *rows in columns.repeated:
        table, name = tables[document], columns.annotators[column]
        record, first = (table.event(name, row) for row in rows)
        problem = duplicate(table.files[name], record, first, "duplicate-event")
        found.append((document, 0, column, problem))
    for document, column, row, role in _numbered_zero(columns, items[0].layer.settings):
        table, name = tables[document], columns.annotators[column]
        line = table.event(name, row).line
        found.append((document, 0, column, _zero(table.files[name], line, role, items[0].layer)))
    found += nothing_drawn_by_some(columns.events, tables, "event", "no-events")
    return [problem for *_, problem in sorted(found, key=lambda row: row[:3])], []


def _numbered_zero(columns, settings):
    """Yield (document, annotator, row of the event, role) of the first role of each file that ends
    in 0: brat counts from 2, so 0 is part of a name.
    """
    rows, spans = columns.batch.linked["events"], columns.batch.spans
    zero = [without_number(name) + "0" == name for name in rows.role_names]
    if settings.numbers == "keep" or not any(zero):
        return
    repeated, told = {own[:3] for own in columns.repeated}, set()
    for row in numpy.flatnonzero(numpy.array([*zero, False])[rows.role]).tolist():
        span, type = rows.trigger[row], rows.types[rows.type[row]]
        file = int(spans.document[span]), int(spans.annotator[span])
        wanted = settings.types is None or type in settings.types
        if wanted and file not in told and (*file, int(rows.row[row])) not in repeated:
            told.add(file)
            yield *file, int(rows.row[row]), rows.role_names[rows.role[row]]


def _zero(file, line, role, layer):
    message = (
        f"{layer.name}: the role {role} counts as {without_number(role)}, because numbers at the "
        "end of a role are dropped. If the number is part of the name, set numbers = keep in "
        f"[layer {layer.name}]."
    )
    return Problem(file, line, "numbered-role", message)
