"""Events: a trigger with a type, and arguments in roles.

An argument is a span with its type; of an event that is an argument, its
trigger. What is compared, each as a set:

- events: trigger, type and all arguments;
- triggers with their types, also by overlap;
- arguments: trigger, type of the event, role and argument.

brat numbers several arguments of one role, Theme and Theme2: both have the
role Theme, unless numbers = keep.

Source: Hripcsak & Rothschild 2005.
"""

from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.inventory import role as without_number
from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.event_differences import by_trigger, confusion, list_differences
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import MatchedElements, drawn
from brat_iaa.layers.pair_disagreements import PairDisagreements, first_spans
from brat_iaa.measures.element_matching import Element


class EventItems(NamedTuple):
    """What was drawn in one document: whole events, triggers and arguments."""

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


def layer_document(document, table, layer):
    """LayerDocument of one document; items: EventItems."""
    places, problems, events = Locator(table), [], {}
    for annotator in table.annotators:
        reader = _EventReader(document.annotations[annotator], table.files[annotator], layer)
        events[annotator] = reader.events()
        problems += reader.problems
    spans = {name: first_spans(document.annotations[name]) for name in table.annotators}
    found, confused = [], {}
    for pair in combinations(table.annotators, 2):
        own = [by_trigger(events[annotator]) for annotator in pair]
        listing = PairDisagreements(table, layer, places, pair, spans)
        list_differences(*own, listing, places)
        found += listing.in_order()
        confused[pair] = confusion(*own)
    return LayerDocument(
        _items(events, places.sentence, len(table.sentences)),
        tuple(found),
        problems=(*problems, *_without(events, table)),
        confusion=confused,
    )


def _items(events, sentence_of, length):
    def compared(elements_of, ways):
        elements = {
            annotator: [element for event in own for element in elements_of(event)]
            for annotator, own in events.items()
        }
        return drawn(elements, sentence_of, length, ways)

    return EventItems(
        compared(_whole, ("exact",)),
        compared(_trigger, ("exact", "overlap")),
        compared(_arguments, ("exact",)),
    )


def _whole(event):
    type, fragments = event.trigger
    key = event.trigger, tuple(sorted(event.arguments))
    return [Element(key, type, key, (fragments,), source=event)]


def _trigger(event):
    type, fragments = event.trigger
    return [Element(event.trigger, type, type, (fragments,))]


def _arguments(event):
    return [
        Element((event.trigger, role, end), role, (event.trigger, role, end), (event.trigger[1],))
        for role, end in sorted(event.arguments)
    ]


class _EventReader:
    """Reads the events of one annotator's file; problems: what is to be told of it."""

    def __init__(self, annotations, file, layer):
        self.problems = []
        self._annotations = annotations
        self._file = file
        self._layer = layer

    def events(self):
        """List of DrawnEvent in the order of the file, each once."""
        types, known = self._layer.settings.types, {}
        for event in self._annotations.events.values():
            if types is None or event.type in types:
                made = DrawnEvent(self._end(event.id), self._arguments(event), event.id, event.line)
                # Events that are arguments are told apart by more than their triggers here.
                ids = frozenset(
                    (self._role(role), id)
                    for role, id in event.args
                    if id in self._annotations.events
                )
                first = known.setdefault((made.trigger, made.arguments, ids), made)
                if first is not made:
                    self._problem(
                        event,
                        "duplicate-event",
                        f"{event.id} says the same as {first.id}. Counted once. "
                        "Delete one of them.",
                    )
        if self._layer.settings.numbers == "drop":
            self._tell_of_zeros(known.values())
        return list(known.values())

    def _end(self, id):
        span = self._annotations.span_of(id)
        return span.type, span.place

    def _arguments(self, event):
        return frozenset((self._role(role), self._end(id)) for role, id in event.args)

    def _role(self, role):
        if self._layer.settings.numbers == "keep":
            return role
        return without_number(role)

    def _tell_of_zeros(self, events):
        """brat counts from 2, so a 0 is part of a name."""
        for event in events:
            record = self._annotations.events[event.id]
            for role, _ in record.args:
                if role != self._role(role) and role[len(self._role(role)) :] == "0":
                    self._problem(
                        record,
                        "numbered-role",
                        f"{self._layer.name}: the role {role} counts as {self._role(role)}, as "
                        "all roles with a number do. If the number is part of the name, set "
                        f"numbers = keep in [layer {self._layer.name}].",
                    )
                    return

    def _problem(self, event, code, message):
        self.problems.append(Problem(self._file, event.line, code, message))


def _without(events, table):
    """Problems for annotators who drew no event where others drew some."""
    if any(events.values()):
        for annotator, own in events.items():
            if not own:
                yield Problem(
                    table.files[annotator],
                    None,
                    "no-events",
                    "There is no event in this document that can be used. All events of others "
                    "count as not drawn. Check the setting types, or wait until the document is "
                    "annotated.",
                )
