"""Events as arrays: whole events, triggers and arguments, each as items x annotators.

A trigger is a place with a type; an argument is a trigger with a role and the end in this role, a
place with a type; an event is a trigger with a set of arguments. What two annotators drew is the
same item if all of these are equal.
"""

from typing import NamedTuple

import numpy

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.layers.drawn_items import Differences, DrawnItems, ranked
from brat_iaa.measures.distinct import distinct, in_turn, list_numbers, row_numbers


class Exact(DrawnItems):
    """Items that match by nothing but equality."""

    ways = ("exact",)


class Ends(NamedTuple):
    """Ends of arguments: numbers of roles, of places and of types."""

    role: numpy.ndarray
    place: numpy.ndarray
    type: numpy.ndarray


class EventItems:
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
        place = batch.place[end].astype(numpy.int64)
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

    def differences(self, first, second) -> Differences:
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
        return Differences.of([
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
    key, first = numpy.unique(owner * numpy.int64(width) + value, return_index=True)
    return *numpy.divmod(key, width), first
