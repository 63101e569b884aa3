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

from functools import cache, partial

import numpy

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.corpus.problem import Problem
from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.common_links import links_of_items
from brat_iaa.layers.difference import DIFFERENCE_NAMES, EVENTS, Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.layers.layer_document import duplicate
from brat_iaa.measures.distinct import in_turn

_OF_TRIGGERS = [DIFFERENCE_NAMES.index(kind) for kind in ("label", "extra-event", "missing-event")]


class Exact(DrawnItems):
    """Items that match by nothing but equality."""

    ways = ("exact",)


class EventItems(DrawnItems):
    """The events of a Batch. Items of each kind are ordered by place and type of the trigger, then
    events by their arguments, arguments by role and end. Items of disagreements are events, or
    behind all of them, arguments.

    events, triggers, arguments  DrawnItems; rows: of the first event with it
    trigger_of  of each event, then of each argument: number of its trigger
    parts       of each event: numbers of its arguments
    ends        of each argument: (role, type of the span, place)
    """

    def __init__(self, batch, layer, type_of=str):
        self.batch, self.annotators, self.begun = batch, batch.annotators, batch.begun
        self.layer, self._problems, triggers, events, arguments = layer, [], [], [], []
        for annotator, row, trigger, ends in self._drawn(type_of):
            about = annotator, row, *trigger
            triggers.append((trigger, *about))
            events.append(((*trigger, ends), *about))
            arguments += [((*trigger, *end), *about[:3], end[0]) for end in ends]
        self.triggers, at = DrawnItems.of_records(batch, triggers)
        self.events, event = Exact.of_records(batch, events)
        self.arguments, argument = Exact.of_records(batch, arguments)
        self.trigger_of = numpy.array([at[key[:2]] for key in (*event, *argument)], dtype=int)
        self.parts = [[argument[(*key[:2], *end)] for end in key[2]] for key in event]
        self.ends = [key[2:] for key in argument]
        # Of each annotator at each trigger, or -1.
        self.first_event = numpy.full(self.triggers.rows.shape, -1, dtype=numpy.int64)
        number, annotator = (numbers[::-1] for numbers in numpy.nonzero(self.events.rows >= 0))
        self.first_event[self.trigger_of[number], annotator] = number
        self._in_role: dict = {}
        for n, drawn in enumerate(self.arguments.rows >= 0):
            self._in_role[self.in_role(n)] = drawn | self._in_role.get(self.in_role(n), False)

    def _drawn(self, type_of):
        """Yield (annotator, row in the file, (place, type) of the trigger, ((role, type, place) of
        each argument)) of each event.
        """
        batch, settings = self.batch, self.layer.settings
        place, target, type = (
            of_spans.tolist() for of_spans in (batch.place, batch.target, batch.spans.type)
        )
        names = [*map(type_of, batch.spans.types)]
        role_of = str if settings.numbers == "keep" else without_number
        for number, (document, annotator, annotations) in enumerate(batch.files):
            rows, drawn = batch.rows_of(number) if annotations.events else {}, {}
            file, numbered = self.file(document, annotator), []
            for row, event in enumerate(annotations.events.values()):
                if settings.types is not None and event.type not in settings.types:
                    continue
                trigger, ends = (
                    rows[event.trigger],
                    [(role_of(role), id) for role, id in event.args],
                )
                key = place[trigger], names[type[trigger]]
                there = {(role, names[type[rows[id]]], target[rows[id]]) for role, id in ends}
                yield annotator, row, key, tuple(sorted(there))
                # Arguments that are events differ if their events do, even with equal triggers.
                of_events = {end for end in ends if end[1] in annotations.events}
                same = (*key, frozenset(there), frozenset(of_events))
                first = drawn.setdefault(same, event)
                if first is not event:
                    problem = duplicate(file, event, first, "duplicate-event")
                    self._problems.append(((document, 0, annotator), problem))
                    continue
                # brat counts from 2, so 0 is part of a name.
                numbered += [
                    (role, event.line) for role, _ in event.args if role_of(role) + "0" == role
                ]
            for role, line in numbered[:1]:
                message = _NUMBERED.format(layer=self.layer.name, role=role, without=role_of(role))
                problem = Problem(file, line, "numbered-role", message)
                self._problems.append(((document, 0, annotator), problem))

    def common_links(self):
        """The CommonLinks of the extents of triggers and of what arguments point to. Several things
        on one extent are not told apart: of events on one trigger, their roles may do so.
        """
        trigger = self.triggers.place[self.trigger_of[len(self.parts) :]]
        end = numpy.array([place for _, _, place in self.ends], dtype=numpy.int64)
        ends = numpy.stack([trigger, end], axis=1)
        ends -= numpy.maximum(self.batch.which[ends] - 1, 0)
        return links_of_items(self.arguments, self.layer, ends)

    def alike(self, first, second):
        """The types of the triggers that two annotators (columns) both drew."""
        return self.triggers.alike(first, second)

    def in_role(self, argument) -> tuple:
        """(number of its trigger, role, place) of an argument, whatever the type of its span."""
        role, _, place = self.ends[argument]
        return int(self.trigger_of[len(self.parts) + argument]), role, place

    def _differs_in_type(self, argument, other):
        """Whether the other annotator (column) has an argument that differs only in the type of its
        span.
        """
        return bool(self._in_role[self.in_role(argument)][other])

    def label_of(self, item, column):
        """See DrawnItems; types of events, then roles of arguments."""
        label = self.arguments.label + len(self.events.labels)
        return numpy.append(self.events.label, label)[item]

    @property
    def names(self):
        return [*self.events.labels, *self.arguments.labels]

    def place_of(self, item):
        return self.triggers.place[self.trigger_of[item]]

    def spans_of(self, event) -> tuple:
        """The fragments of the trigger of an event, then of its arguments."""
        places = sorted({self.ends[argument][2] for argument in self.parts[event]})
        return tuple(map(self.batch.fragments.__getitem__, [self.place_of(event), *places]))

    def drawn_by(self, column) -> list:
        """See DrawnItems: events in the order of the file, each followed by its arguments."""
        drawn, rows = [], self.events.rows[:, column]
        events = numpy.flatnonzero(rows >= 0)
        for event in events[numpy.argsort(rows[events])].tolist():
            arguments = sorted(self.parts[event], key=lambda number: self.ends[number][::-1])
            of_event = [event, *((event, number) for number in arguments)]
            drawn += [(int(self.place_of(event)), each) for each in of_event]
        return drawn

    def about(self, difference):
        if difference.kind == "label":
            return [(span, True) for span in self.spans_at(difference)]
        of_extent = DIFFERENCES[difference.kind].of_extent
        return [(difference.fragments, False if of_extent else EVENTS)]

    def type_of(self, difference):
        """See DrawnItems: that of the event of an argument."""
        item = max(difference.first, difference.second)
        if item < len(self.parts):
            return ""
        return self.triggers.labels[self.triggers.label[self.trigger_of[item]]]

    def stands_on(self, difference):
        """See DrawnItems: triggers, and the spans of arguments."""
        if difference.kind == "label":
            return [(span, True) for span in self.spans_at(difference)]
        if difference.kind != "argument":
            return super().stands_on(difference)
        item = max(difference.first, difference.second)
        other = difference.annotators[item == difference.first]
        argument = item - len(self.parts)
        end = self.batch.fragments[self.ends[argument][2]]
        column, place = self.annotators.index(other), self.ends[argument][2]
        typed = self._differs_in_type(argument, column)
        ends = [(end, of_label) for of_label in (False, True)[: 1 + typed]]
        return ends + self.of_one_alone([place], column)

    def confused(self, found):
        return numpy.isin(found.kind, _OF_TRIGGERS)

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems; item: also (event, argument of it)."""
        event, argument = item if isinstance(item, tuple) else (item, item - len(self.parts))
        if event >= len(self.parts):
            rows = self.events.rows[:, column]
            event = next(n for n, of in enumerate(self.parts) if argument in of and rows[n] >= 0)
        record = table.event(self.annotators[column], int(self.events.rows[event, column]))
        label, ends = self.events.labels[self.events.label[event]], ()
        if argument >= 0:
            label, type, place = self.ends[argument]
            places = self.place_of(event), place
            trigger, end = ends = table.ends(*map(self.batch.fragments.__getitem__, places))
            if self.batch.which[place] or kind and self._differs_in_type(argument, other[1]):
                ends = trigger, end._replace(text=f"{end.text} ({type})")
        elif kind == "events":
            ends = table.ends(*self.spans_of(event))
        return Mark(label, record.id, record.line, ends)

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ: in triggers; if both drew a trigger, in arguments,
        or in which event has which.
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
        size = len(self.parts)
        sides = [side[both[self.trigger_of[size + side]]] for side in self.arguments.alone(*pair)]
        number: dict = {}
        same = [
            numpy.array([
                number.setdefault((*self.in_role(n)[::2], self.ends[n][1]), len(number))
                for n in side.tolist()
            ], dtype=numpy.int64)
            for side in sides
        ]  # fmt: skip
        i, j = in_turn(same, sides)
        left, right = (side + size for side in sides)
        return DifferenceRows.of(pair, [
            *parts,
            ("role", left[i], right[j]),
            ("argument", numpy.delete(left, i), None),
            ("argument", None, numpy.delete(right, j)),
            ("events", *self._regrouped(pair, both, sides)),
        ])  # fmt: skip

    def _regrouped(self, pair, both, alone):
        """(event of the first, of the second) at triggers of both where an event's arguments are
        drawn by the other, too, but not together in one event. Arguments that only one has are
        listed already, and do not make an event different.

        alone  for each side, arguments that the other does not have
        """
        differing: list = [{}, {}]
        for of_side, events, arguments in zip(differing, self.events.alone(*pair), alone):
            lacking = {*arguments.tolist()}
            for event in events[both[self.trigger_of[events]]].tolist():
                parts, trigger = {*self.parts[event]}, int(self.trigger_of[event])
                of_side[event] = trigger, frozenset(parts - lacking), parts & lacking
        shown: list = [{}, {}]
        for at, events, others in zip(shown, differing, differing[::-1]):
            there = {each[:2] for each in others.values()}
            for event, (trigger, together, lacked) in events.items():
                if not lacked and (trigger, together) not in there:
                    at.setdefault(trigger, event)
        triggers = sorted({*shown[0], *shown[1]})
        return [
            [at.get(trigger, int(self.first_event[trigger, column])) for trigger in triggers]
            for at, column in zip(shown, pair)
        ]

    def found_wrong(self):
        return self._problems + self.events.nothing_drawn("event", "no-events")

    def measures(self):
        """See DrawnItems: also with types of triggers, and of arguments, at levels of
        annotation.conf.
        """
        measures = {
            "event-f1": lambda: self.events,
            "trigger-f1": lambda: self.triggers,
            "argument-f1": lambda: self.arguments,
        }
        for number, type_of, _ in self.layer.hierarchy.levels(None):
            at_level = cache(partial(EventItems, self.batch, self.layer, type_of))
            measures[f"level{number}-event-f1"] = lambda at=at_level: at().events
            measures[f"level{number}-trigger-f1"] = lambda at=at_level: at().triggers
            measures[f"level{number}-argument-f1"] = lambda at=at_level: at().arguments
        return measures


_NUMBERED = (
    "{layer}: the role {role} counts as {without}, because numbers at the end of a role are "
    "dropped. If the number is part of the name, set numbers = keep in [layer {layer}]."
)
