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

from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.event_differences import add_differences, by_trigger, confusion
from brat_iaa.layers.layer_document import LayerDocument, duplicate, nothing_drawn_by_some
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import MatchedElements, match_elements
from brat_iaa.layers.pair_disagreements import PairDisagreements, first_spans
from brat_iaa.measures.element_matching import Element


class EventItems(NamedTuple):
    """The elements of one document: whole events, triggers and arguments."""

    events: MatchedElements
    triggers: MatchedElements
    arguments: MatchedElements


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


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: EventItems."""
    locator, problems, events = Locator(table), [], {}
    for annotator in table.annotators:
        reader = EventReader(document.annotations[annotator], table.files[annotator], layer)
        events[annotator] = reader.events()
        problems += reader.problems
    spans = {name: first_spans(document.annotations[name]) for name in table.annotators}
    disagreements, confusions = [], {}
    for pair in combinations(table.annotators, 2):
        first, second = (by_trigger(events[annotator]) for annotator in pair)
        collected = PairDisagreements(table, layer, pair, locator, spans)
        add_differences(first, second, collected, locator)
        disagreements += collected.in_order()
        confusions[pair] = confusion(first, second)
    problems += nothing_drawn_by_some(events, table, "event", "no-events")
    return LayerDocument(
        _items(events, locator.sentence, len(table.sentences)),
        tuple(disagreements),
        problems=tuple(problems),
        confusion=confusions,
    )


def _items(events, sentence_of, length):
    def matched(elements_of, ways):
        elements = {
            annotator: [element for event in drawn for element in elements_of(event)]
            for annotator, drawn in events.items()
        }
        return match_elements(elements, sentence_of, length, ways)

    return EventItems(
        matched(_event_elements, ("exact",)),
        matched(_trigger_elements, ("exact", "overlap")),
        matched(_argument_elements, ("exact",)),
    )


def _event_elements(event):
    type, fragments = event.trigger
    key = event.trigger, tuple(sorted(event.arguments))
    return [Element(key, type, key, (fragments,), source=event)]


def _trigger_elements(event):
    type, fragments = event.trigger
    return [Element(event.trigger, type, type, (fragments,))]


def _argument_elements(event):
    return [
        Element((event.trigger, role, end), role, (event.trigger, role, end), (event.trigger[1],))
        for role, end in sorted(event.arguments)
    ]


class EventReader:
    """Reads the events of one annotator's file, and collects problems."""

    def __init__(self, annotations, file, layer):
        self.problems = []
        self._annotations = annotations
        self._file = file
        self._layer = layer

    def events(self):
        """List of distinct DrawnEvents in file order."""
        types, distinct = self._layer.settings.types, {}
        for record in self._annotations.events.values():
            if types is None or record.type in types:
                event = DrawnEvent(
                    self._end(record.id), self._arguments(record), record.id, record.line
                )
                # Arguments that are events differ if their events do, even with equal triggers.
                events_in_roles = frozenset(
                    (self._role(role), id)
                    for role, id in record.args
                    if id in self._annotations.events
                )
                first = distinct.setdefault(
                    (event.trigger, event.arguments, events_in_roles), event
                )
                if first is not event:
                    self.problems.append(duplicate(self._file, record, first, "duplicate-event"))
        if self._layer.settings.numbers == "drop":
            self._report_zero(distinct.values())
        return list(distinct.values())

    def _end(self, id):
        span = self._annotations.span_of(id)
        return span.type, span.offsets

    def _arguments(self, record):
        return frozenset((self._role(role), self._end(id)) for role, id in record.args)

    def _role(self, role):
        return role if self._layer.settings.numbers == "keep" else without_number(role)

    def _report_zero(self, events):
        """Report the first role that ends in 0: brat counts from 2, so 0 is part of a name."""
        for event in events:
            record = self._annotations.events[event.id]
            for role, _ in record.args:
                short = self._role(role)
                if role == short + "0":
                    message = (
                        f"{self._layer.name}: the role {role} counts as {short}, because numbers "
                        "at the end of a role are dropped. If the number is part of the name, set "
                        f"numbers = keep in [layer {self._layer.name}]."
                    )
                    self.problems.append(Problem(self._file, record.line, "numbered-role", message))
                    return
