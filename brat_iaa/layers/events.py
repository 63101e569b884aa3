"""Events: a trigger with a type, and arguments in roles.

An argument is a span with its type; an argument that is an event is its trigger. Three sets are
compared, each as items x annotators; what two annotators drew is the same item if all of these are
equal:

- events: trigger, type and all arguments;
- triggers with their types, also by overlap;
- arguments: trigger, type of the event, role and argument.

brat numbers several arguments of one role, Theme and Theme2: both have the role Theme, unless
numbers = keep.

Source: Hripcsak & Rothschild 2005.
"""

from typing import NamedTuple

import numpy

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.corpus.problem import Problem
from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.difference import DIFFERENCE_NAMES, Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems, ranked, smaller_first
from brat_iaa.layers.layer_document import DocumentItems, duplicate, nothing_drawn_by_some
from brat_iaa.measures.distinct import distinct, in_turn, list_numbers, packed, row_numbers

_OF_TRIGGERS = [DIFFERENCE_NAMES.index(kind) for kind in ("label", "extra-event", "missing-event")]


class Exact(DrawnItems):
    """Items that match by nothing but equality."""

    ways = ("exact",)


class Ends(NamedTuple):
    """Ends of arguments: numbers of roles, of places and of types."""

    role: numpy.ndarray
    place: numpy.ndarray
    type: numpy.ndarray


class EventItems(DrawnItems):
    """The events of a Batch. Items of each kind are ordered by place and type of the trigger, then
    events by their arguments, arguments by role and end.

    events, triggers, arguments  DrawnItems; rows: of the first event with it
    trigger_of_event, trigger_of_argument  numbers of triggers
    ends      Ends of the arguments
    types     names of the types of spans
    in_role   of each argument: number of its trigger, role and place, whatever the type of its span
    drawn_in_role  booleans, these numbers x annotators: whether the annotator drew such an argument
    event, argument  number of the event and of one of its arguments, for each that it has, by event
    repeated  [(document, annotator, row of an event, row of the first that says the same)]
    """

    def __init__(self, batch, settings, type_of=str):
        self.batch, self.annotators, self.begun = batch, batch.annotators, batch.begun
        self._settings = settings
        rows, spans = batch.linked["events"], batch.spans
        wanted = [settings.types is None or name in settings.types for name in rows.types]
        chosen = numpy.array([*wanted, False], dtype=bool)[rows.type]
        role, end, target = rows.role[chosen], rows.filler[chosen], rows.target[chosen]
        of_event = role < 0
        event, end_type = numpy.cumsum(of_event) - 1, spans.type[end]
        trigger, row = rows.trigger[chosen][of_event], rows.row[chosen][of_event]
        self.types, type = ranked([*map(type_of, spans.types)], end_type)
        written = (
            rows.role_names if settings.numbers == "keep" else map(without_number, rows.role_names)
        )
        roles, role = ranked([*written], role[~of_event])
        place = batch.target[end].astype(numpy.int64)
        owner, ends = event[~of_event], Ends(role, place[~of_event], type[~of_event])
        (end,) = row_numbers((ends.role, ends.type, ends.place))
        # Each argument of an event once, in order.
        owner, end, first = _pairs(owner, end)
        ends = Ends(*(column[first] for column in ends))
        place, type = place[of_event], type[of_event]
        annotator, size = spans.annotator[trigger].astype(numpy.int64), len(trigger)
        (at,) = row_numbers((place, type))
        (item,) = row_numbers((at, list_numbers(owner, end, size)))
        (argument,) = row_numbers((at[owner], ends.role, ends.type, ends.place))
        drawn = annotator, row, place, type, self.types
        self.triggers, _ = DrawnItems.of_records(batch, at, *drawn)
        self.events, of_item = Exact.of_records(batch, item, *drawn)
        self.trigger_of_event = at[of_item]
        self.arguments, of_item = Exact.of_records(
            batch, argument, annotator[owner], row[owner], place[owner], ends.role, roles
        )
        self.trigger_of_argument = at[owner][of_item]
        self.ends = Ends(*(column[of_item] for column in ends))
        (self.in_role,) = row_numbers((self.trigger_of_argument, self.ends.role, self.ends.place))
        self.drawn_in_role = numpy.zeros(self.arguments.rows.shape, dtype=bool)
        of_role, annotator_of_role = numpy.nonzero(self.arguments.rows >= 0)
        self.drawn_in_role[self.in_role[of_role], annotator_of_role] = True
        self.event, self.argument, _ = _pairs(item[owner], argument)
        # Arguments that are events differ if their events do, even with equal triggers.
        is_event = target[~of_event] >= 0
        targets, role = target[~of_event][is_event], role[is_event]
        (inner,) = row_numbers((role, targets))
        owner, inner, _ = _pairs(event[~of_event][is_event], inner)
        (same,) = row_numbers((annotator, item, list_numbers(owner, inner, size)))
        _, first, same = numpy.unique(same, return_index=True, return_inverse=True)
        first = first[same.reshape(-1)]
        again = numpy.flatnonzero(first != numpy.arange(size))
        document = spans.document[trigger]
        self.repeated = list(zip(*(
            column.tolist()
            for column in (document[again], annotator[again], row[again], row[first[again]])
        )))  # fmt: skip
        # Of each annotator at each trigger, or -1.
        self.first_event = numpy.full(self.triggers.rows.shape, -1, dtype=numpy.int64)
        event, annotator = (numbers[::-1] for numbers in numpy.nonzero(self.events.rows >= 0))
        self.first_event[self.trigger_of_event[event], annotator] = event

    def retyped(self, type_of) -> "EventItems":
        """The same events with other types of spans; those that are alike then are one item."""
        return EventItems(self.batch, self._settings, type_of)

    def alike(self, first, second):
        """The types of the triggers that two annotators (columns) both drew."""
        return self.triggers.alike(first, second)

    def event_with(self, argument, column) -> int:
        """The first event of an annotator (column) with an argument, by their numbers."""
        events = self.event[self.argument == argument]
        return int(events[self.events.rows[events, column] >= 0].min())

    # Items of disagreements are events, or behind all of them, arguments.

    def label_of(self, item, column):
        """See DrawnItems: types of events, then roles of arguments."""
        label = self.arguments.label + len(self.events.labels)
        return numpy.append(self.events.label, label)[item]

    @property
    def names(self):
        """See DrawnItems."""
        return [*self.events.labels, *self.arguments.labels]

    def trigger_of(self, item):
        """Numbers of the triggers of items."""
        return numpy.append(self.trigger_of_event, self.trigger_of_argument)[item]

    def place_of(self, item):
        """See DrawnItems."""
        return self.triggers.place[self.trigger_of(item)]

    def argument_of(self, item):
        """Numbers of the arguments that items are, -1 for events."""
        return numpy.maximum(item - len(self.events.rows), -1)

    def shared_by(self, first, second) -> list:
        """See DrawnItems: events."""
        return self.events.shared_by(first, second)

    def spans_of(self, event) -> tuple:
        """The fragments of the trigger of an event, then of its arguments."""
        places = distinct(self.ends.place[self.argument[self.event == event]])
        return tuple(
            map(self.batch.fragments.__getitem__, [self.place_of(event), *places.tolist()])
        )

    def drawn_by(self, column) -> list:
        """See DrawnItems: events in the order of the file, each followed by its arguments."""
        drawn, ends, rows = [], self.ends, self.events.rows[:, column]
        begin = numpy.searchsorted(self.event, numpy.arange(len(rows) + 1))
        events = numpy.flatnonzero(rows >= 0)
        for event in events[numpy.argsort(rows[events])].tolist():
            arguments = self.argument[begin[event] : begin[event + 1]]
            order = numpy.lexsort([of[arguments] for of in (ends.type, ends.role, ends.place)])
            of_event = [event, *((event, number) for number in arguments[order].tolist())]
            drawn += [(int(self.place_of(event)), each) for each in of_event]
        return drawn

    def order_of(self, found):
        """By labels, then the argument that is shown, and its type if that is; then by triggers."""
        labels, marks = self.numbers_of_labels(found), []
        rank = numpy.append(numpy.argsort(numpy.argsort(self.names)), -1)
        width = len(self.batch.places.start) + 2
        for (item, _), (_, other), label in zip(found.items, found.items[::-1], labels.T):
            argument, end = self.argument_of(item), 1 * found.of_kind("events")
            rows = numpy.flatnonzero(argument >= 0)
            end[rows] = self.ends.place[argument[rows]] + 2
            mark = (rank[label] * width + end) * (len(self.types) + 1)
            with_type = rows[self._differs_in_type(argument[rows], other)]
            mark[with_type] += self.ends.type[argument[with_type]] + 1
            marks.append(numpy.where(item < 0, -1, mark))
        trigger = self.trigger_of(numpy.maximum(found.first, found.second))
        return trigger, found.kind, *smaller_first(*marks)

    def _differs_in_type(self, argument, other):
        """Whether the other annotator (column) has an argument that differs only in the type of its
        span.
        """
        return self.drawn_in_role[self.in_role[argument], other]

    def about(self, difference):
        """See DrawnLayer."""
        if difference.kind == "label":
            return [(span, True) for span in self.spans_at(difference)]
        if DIFFERENCES[difference.kind].of_extent:
            return [(difference.fragments, False)]
        return []

    def stands_on(self, difference):
        """See DrawnLayer: triggers, and the spans of arguments."""
        if difference.kind == "label":
            return [(span, True) for span in self.spans_at(difference)]
        if difference.kind != "argument":
            return super().stands_on(difference)
        item = max(difference.first, difference.second)
        other = difference.annotators[item == difference.first]
        argument = self.argument_of(item)
        end = self.batch.fragments[self.ends.place[argument]]
        typed = self._differs_in_type(argument, self.annotators.index(other))
        return [(end, of_label) for of_label in (False, True)[: 1 + typed]]

    def confused(self, found):
        """See DrawnItems."""
        return numpy.isin(found.kind, _OF_TRIGGERS)

    def mark(self, item, column, table, locator, kind="", other=None):
        """See DrawnItems; item: also (event, argument of it)."""
        event, argument = item if isinstance(item, tuple) else (item, int(self.argument_of(item)))
        if event >= len(self.events.rows):
            event = self.event_with(argument, column)
        record = table.event(self.annotators[column], int(self.events.rows[event, column]))
        label, ends = self.events.labels[self.events.label[event]], ()
        if argument >= 0:
            label = self.arguments.labels[self.arguments.label[argument]]
            places = self.place_of(event), self.ends.place[argument]
            trigger, end = ends = locator.ends(*map(self.batch.fragments.__getitem__, places))
            if kind and self._differs_in_type(argument, other[1]):
                type = self.types[self.ends.type[argument]]
                ends = trigger, end._replace(text=f"{end.text} ({type})")
        elif kind == "events":
            ends = locator.ends(*self.spans_of(event))
        return Mark(label, record.id, record.line, ends)

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ: in triggers; if both drew a trigger, in arguments,
        or in which event has which. Items are events, or behind all of them, arguments.
        """
        pair = first, second
        sides, places = self.triggers.alone(*pair), self.triggers.place
        i, j = in_turn([places[side] for side in sides], sides)
        left, right = (self.first_event[side, annotator] for side, annotator in zip(sides, pair))
        parts = [
            ("label", left[i], right[j]),
            ("extra-event", numpy.delete(left, i), None),
            ("missing-event", None, numpy.delete(right, j)),
        ]
        both = (self.triggers.rows[:, pair] >= 0).all(axis=1)
        sides = [side[both[self.trigger_of_argument[side]]] for side in self.arguments.alone(*pair)]
        columns = self.trigger_of_argument, self.ends.type, self.ends.place
        same = row_numbers(*([column[side] for column in columns] for side in sides))
        i, j = in_turn(same, sides)
        regrouped = self._regrouped(pair, both, sides)
        left, right = (side + len(self.events.rows) for side in sides)
        return DifferenceRows.of(pair, [
            *parts,
            ("role", left[i], right[j]),
            ("argument", numpy.delete(left, i), None),
            ("argument", None, numpy.delete(right, j)),
            ("events", *regrouped),
        ])  # fmt: skip

    def _regrouped(self, pair, both, alone):
        """(event of the first, of the second) at triggers of both where an event's arguments are
        drawn by the other, too, but not together in one event. Arguments that only one has are
        listed already, and do not make an event different.

        alone  for each side, arguments that the other does not have
        """
        differing, kept, with_alone = [], [], []
        for events, arguments in zip(self.events.alone(*pair), alone):
            events = events[both[self.trigger_of_event[events]]]
            chosen = numpy.isin(self.event, events)
            other = numpy.isin(self.argument, arguments)
            differing.append(events)
            with_alone.append(numpy.isin(events, self.event[chosen & other]))
            kept.append(chosen & ~other)
        owners = [
            numpy.searchsorted(events, self.event[rows_kept])
            for events, rows_kept in zip(differing, kept)
        ]
        sizes = [len(events) for events in differing]
        together = list_numbers(
            numpy.concatenate([owners[0], owners[1] + sizes[0]]),
            numpy.concatenate([self.argument[rows_kept] for rows_kept in kept]), sum(sizes),
        )  # fmt: skip
        trigger = self.trigger_of_event[numpy.concatenate(differing)]
        (key,) = row_numbers((trigger, together))
        keys = numpy.split(key, sizes[:1])
        shown_events = [
            events[~others & ~numpy.isin(keys_of_side, other)]
            for events, others, keys_of_side, other in zip(differing, with_alone, keys, keys[::-1])
        ]
        shown = []
        triggers = distinct(self.trigger_of_event[numpy.concatenate(shown_events)])
        for events, column in zip(shown_events, pair):
            at = self.first_event[triggers, column]
            of_events, index = numpy.unique(self.trigger_of_event[events], return_index=True)
            at[numpy.searchsorted(triggers, of_events)] = events[index]
            shown.append(at)
        return shown


def _pairs(owner, value):
    """(owners, their values, number of an entry) of the different pairs, in order."""
    width = int(value.max(initial=0)) + 1
    key, first = numpy.unique(packed(owner, width, value), return_index=True)
    return *numpy.divmod(key, width), first


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

    rows_of = staticmethod(lambda layer: ("events",))
    columns_of_batch = staticmethod(lambda batch, layer: EventItems(batch, layer.settings))
    faults = staticmethod(problems)


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: EventTables."""
    return EventTable.of_documents(read.events(), layer)
