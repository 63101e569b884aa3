"""Disagreements on events: in triggers, in arguments, or in which event has which."""

import numpy

from brat_iaa.layers.column_disagreements import ColumnDisagreements, smaller_first
from brat_iaa.layers.disagreement import KINDS, Mark
from brat_iaa.layers.events import event_of
from brat_iaa.layers.footing import OF_EXTENT

_OF_TRIGGERS = [KINDS.index(kind) for kind in ("label", "extra-event", "missing-event")]


class EventDisagreements(ColumnDisagreements):
    """Of a layer of events; items are events, or behind all of them, arguments."""

    def _trigger(self, item):
        columns = self.columns
        return numpy.append(columns.trigger_of_event, columns.trigger_of_argument)[item]

    def _place(self):
        return self._earlier(self._trigger_place)

    def _argument(self, item):
        return numpy.maximum(item - len(self.columns.events.rows), -1)

    def _order(self):
        """By labels, then the argument that is shown, and its type if that is; then by triggers."""
        columns, (labels, names), marks = self.columns, self._labels(), []
        rank = numpy.append(numpy.argsort(numpy.argsort(names)), -1)
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
        return [*self._at(OF_EXTENT[self.kind], self._trigger_place), *self._labels_of_triggers()]

    def _stands_on(self):
        columns, arguments = self.columns, self.kind == KINDS.index("argument")
        typed = arguments.copy()
        for side, item in enumerate((self.first, self.second)):
            rows = numpy.flatnonzero(arguments & (item >= 0))
            typed[rows] = self._differs_in_type(rows, side)
        place = lambda item: columns.ends.place[self._argument(item)]  # noqa: E731
        return [
            *self._of_extent(self._trigger_place),
            *self._labels_of_triggers(),
            *self._at(arguments, place),
            *self._at(typed, place, True),
        ]

    def _labels_of_triggers(self):
        return self._at(self.kind == KINDS.index("label"), self._trigger_place, True)

    def _trigger_place(self, item):
        return self.columns.triggers.place[self._trigger(item)]

    def _labels(self):
        columns = self.columns
        types, roles = columns.events.labels, columns.arguments.labels
        labels = numpy.append(columns.events.label, columns.arguments.label + len(types))
        items = numpy.stack([self.first, self.second], axis=1)
        return numpy.append(labels, -1)[items], [*types, *roles]

    def _label_of(self, item, column):
        return numpy.append(self.columns.events.label, -1)[item]

    def _text(self, label):
        return self.columns.events.labels[label]

    def _confused(self):
        return numpy.isin(self.kind, _OF_TRIGGERS)

    def _marks(self, row, sides, table, locator):
        columns, kind = self.columns, KINDS[self.kind[row]]
        for side, drawn in enumerate(sides):
            if drawn is None:
                yield None
                continue
            name, item = drawn
            column, argument = columns.annotators.index(name), int(self._argument(item))
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
            elif kind == "events":
                ends = locator.ends(*event.spans)
            yield Mark(label, event.id, event.line, ends)
