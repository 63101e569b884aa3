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
from brat_iaa.layers.column_disagreements import OF_EXTENT, ColumnDisagreements, smaller_first
from brat_iaa.layers.disagreement import KINDS, Mark
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


def event_of(record, annotations, layer) -> DrawnEvent:
    """The DrawnEvent of an Event in Annotations."""

    def end(id):
        span = annotations.span_of(id)
        return span.type, span.offsets

    arguments = frozenset((_role(role, layer.settings), end(id)) for role, id in record.args)
    return DrawnEvent(end(record.id), arguments, record.id, record.line)


_OF_TRIGGERS = [KINDS.index(kind) for kind in ("label", "extra-event", "missing-event")]


class EventDisagreements(ColumnDisagreements):
    """Of a layer of events; items are events, or behind all of them, arguments."""

    def _trigger(self, item):
        columns = self.columns
        return numpy.append(columns.trigger_of_event, columns.trigger_of_argument)[item]

    def _place_of(self, item):
        return self.columns.triggers.place[self._trigger(item)]

    def _argument(self, item):
        return numpy.maximum(item - len(self.columns.events.rows), -1)

    def _order(self):
        """By labels, then the argument that is shown, and its type if that is; then by triggers."""
        columns, labels, marks = self.columns, self._labels(), []
        rank = numpy.append(numpy.argsort(numpy.argsort(self.names)), -1)
        width = len(columns.batch.places.start) + 2
        for side, item in enumerate((self.first, self.second)):
            argument, end = self._argument(item), 1 * (self.kind == KINDS.index("events"))
            rows = numpy.flatnonzero(argument >= 0)
            end[rows] = columns.ends.place[argument[rows]] + 2
            mark = (rank[labels[:, side]] * width + end) * (len(columns.types) + 1)
            with_type = rows[self._differs_in_type(rows, side)]
            mark[with_type] += columns.ends.type[argument[with_type]] + 1
            marks.append(numpy.where(item < 0, -1, mark))
        trigger = self._trigger(numpy.maximum(self.first, self.second))
        return trigger, self.kind, *smaller_first(*marks)

    def _differs_in_type(self, rows, side):
        """Whether the other annotator has an argument that differs only in the type of its span;
        of some rows with an argument of one side.
        """
        columns = self.columns
        argument = self._argument((self.first, self.second)[side][rows])
        other = self.sides[self.pair[rows], 1 - side]
        return columns.drawn_in_role[columns.in_role[argument], other]

    def _drawn(self):
        return [*self._at(OF_EXTENT[self.kind], self._place_of), *self._labels_of_triggers()]

    def _stands_on(self):
        columns, arguments = self.columns, self.kind == KINDS.index("argument")
        typed = arguments.copy()
        for side, item in enumerate((self.first, self.second)):
            rows = numpy.flatnonzero(arguments & (item >= 0))
            typed[rows] = self._differs_in_type(rows, side)
        place = lambda item: columns.ends.place[self._argument(item)]  # noqa: E731
        return [
            *self._of_extent(),
            *self._labels_of_triggers(),
            *self._at(arguments, place),
            *self._at(typed, place, True),
        ]

    def _labels_of_triggers(self):
        return self._at(self.kind == KINDS.index("label"), self._place_of, True)

    @cached_property
    def names(self):
        """The types of events, then the roles of arguments."""
        return [*self.columns.events.labels, *self.columns.arguments.labels]

    def _label_of(self, item, column):
        events, arguments = self.columns.events, self.columns.arguments
        return numpy.append(events.label, arguments.label + len(events.labels))[item]

    def _confused(self):
        return numpy.isin(self.kind, _OF_TRIGGERS)

    def _mark(self, row, side, table, locator):
        columns, (item, column, name) = self.columns, self.cell(row, side)
        argument = int(self._argument(item))
        if argument >= 0:
            item = columns.event_with(argument, column)
        record = table.event(name, int(columns.events.rows[item, column]))
        event = event_of(record, table.annotations[name], self.layer)
        label, ends = event.label, ()
        if argument >= 0:
            label = columns.arguments.labels[columns.arguments.label[argument]]
            place = columns.batch.fragments(int(columns.ends.place[argument]))
            trigger, end = locator.ends(event.trigger[1], place)
            if self._differs_in_type(numpy.array([row]), side)[0]:
                type = columns.types[columns.ends.type[argument]]
                end = end._replace(text=f"{end.text} ({type})")
            ends = trigger, end
        elif self.kind[row] == KINDS.index("events"):
            ends = locator.ends(*event.spans)
        return Mark(label, event.id, event.line, ends)


def problems(columns, items) -> tuple:
    """(list of Problem, list of Excluded) of EventItems; items: EventTables, in order."""
    problems_at, tables = [], [item.table for item in items]
    for document, column, *rows in columns.repeated:
        table, name = tables[document], columns.annotators[column]
        record, first = (table.event(name, row) for row in rows)
        problem = duplicate(table.files[name], record, first, "duplicate-event")
        problems_at.append((document, 0, column, problem))
    layer, rows, spans = items[0].layer, columns.batch.linked["events"], columns.batch.spans
    # brat counts from 2, so 0 is part of a name; of each file the first such role.
    drop = layer.settings.numbers == "drop"
    zero = [drop and without_number(name) + "0" == name for name in rows.role_names]
    repeated, told = {event[:3] for event in columns.repeated}, set()
    for number in numpy.flatnonzero(numpy.array([*zero, False])[rows.role]).tolist():
        span, type, row = rows.trigger[number], rows.types[rows.type[number]], int(rows.row[number])
        document, column = file = int(spans.document[span]), int(spans.annotator[span])
        wanted = layer.settings.types is None or type in layer.settings.types
        if not wanted or file in told or (*file, row) in repeated:
            continue
        told.add(file)
        table, name = tables[document], columns.annotators[column]
        role = rows.role_names[rows.role[number]]
        message = (
            f"{layer.name}: the role {role} counts as {without_number(role)}, because numbers at "
            "the end of a role are dropped. If the number is part of the name, set numbers = keep "
            f"in [layer {layer.name}]."
        )
        problem = Problem(table.files[name], table.event(name, row).line, "numbered-role", message)
        problems_at.append((document, 0, column, problem))
    problems_at += nothing_drawn_by_some(columns.events, tables, "event", "no-events")
    return [problem for *_, problem in sorted(problems_at, key=lambda row: row[:3])], []


class EventTable(DocumentItems):
    """The events of one document."""

    differing = EventDisagreements
    faults = staticmethod(problems)

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

    def marks(self, locator):
        """See DocumentItems; at its trigger a Mark of the type, then one of each argument."""
        for name, events in self.drawn.items():
            marks = []
            for event in events:
                type, trigger = event.trigger
                marks.append((trigger, Mark(type, event.id, event.line)))
                by_offsets = sorted(
                    event.arguments, key=lambda argument: (argument[1][1], argument)
                )
                for role, (_, filler) in by_offsets:
                    ends = locator.ends(trigger, filler)
                    marks.append((trigger, Mark(role, event.id, event.line, ends)))
            yield name, marks


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: EventTables."""
    return EventTable.of_documents(read.events(), layer)


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
