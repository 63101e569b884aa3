"""Decisions on events: those at a trigger become one annotator's, with all arguments.

Taking an event also copies its trigger, and arguments that the draft lacks; an argument that is an
event comes as this annotator drew it. So do labels of the trigger that nobody disputes, and
undisputed events that could not be in the draft, as it lacked this one.
"""

from collections import Counter
from typing import NamedTuple

from brat_iaa.adjudication.settler import Settler
from brat_iaa.corpus.inventory import role as without_number


class DrawnEvent(NamedTuple):
    """One event of one annotator.

    trigger    (type, ((start, end), ...))
    arguments  frozenset of (role, (span type, ((start, end), ...)))
    id         in the .ann
    """

    trigger: tuple
    arguments: frozenset
    id: str


class SpanEvents(Settler):
    """The places of a layer of events in DraftFiles; a scope is the fragments of a trigger."""

    def __init__(self, layer, agreement, other_layers):
        super().__init__(layer, agreement, other_layers)
        self._above = {}

    def ends(self, disagreement):
        """Fragments of all arguments; marks of events that only one drew name none."""
        document, trigger = disagreement.document, disagreement.token.fragments
        return {
            end
            for name in disagreement.annotators
            for event in self._at(document, name).get(trigger, ())
            for _, (_, end) in event.arguments
        }

    def hosts(self, place, scope):
        """(kind, fragments) of the draft's notes on it, and on what comes with it."""
        document, labels = place.document, self._other_layers.labels
        triggers = self._with_it(document, scope, {scope})
        hosts = {("event", trigger) for trigger in triggers} | {
            (of.note_kind, trigger)
            for of in labels
            for trigger in triggers
            if of.agreed(document, trigger)
        }
        if not self._other_layers.spans:
            hosts.add(("type", scope))
            for name in place.values:
                for event in self._at(document, name).get(scope, ()):
                    hosts |= {("type", fragments) for _, (_, fragments) in event.arguments}
        return hosts

    def _with_it(self, document, scope, triggers):
        """Triggers of undisputed events that have those at a trigger as arguments, and so on."""
        if document not in self._above:
            self._above[document] = above = {}
            for name in self._agreement.tables[document].annotators:
                for trigger, events in self._at(document, name).items():
                    arguments = (argument for event in events for argument in event.arguments)
                    for _, (_, end) in arguments:
                        above.setdefault(end, set()).add(trigger)
        for trigger in self._above[document].get(scope, ()):
            if trigger not in triggers and self.is_agreed(document, trigger):
                triggers.add(trigger)
                self._with_it(document, trigger, triggers)
        return triggers

    def _at(self, document, name):
        return self._view(self._file(document, name))

    def is_agreed(self, document, trigger):
        """Whether nobody disputes the events of a trigger."""
        names = self._agreement.tables[document].annotators
        drawn = {
            tuple(sorted(event.trigger + tuple(sorted(event.arguments)) for event in at))
            for at in (self._at(document, name).get(trigger, ()) for name in names)
        }
        return len(drawn) == 1

    def value(self, file, scope):
        """Sorted (event in words, trigger, (type, arguments)) in an AnnotatorFile."""
        there = self._view(file).get(scope, ())
        return sorted({self._value(event, file.text) for event in there})

    def _read(self, file):
        """{fragments of a trigger: its different DrawnEvents, in the order of the file}. Arguments
        that are events differ if their events do, even with equal triggers.
        """
        annotations, different, by_trigger = file.annotations, {}, {}
        spans = {id: annotations.span_of(id) for id in (*annotations.spans, *annotations.events)}
        ends = {id: (span.type, span.offsets) for id, span in spans.items()}
        keep = self.layer.settings.numbers == "keep"
        for record in annotations.events.values():
            if self.counts_type(record.type):
                args = [(role if keep else without_number(role), id) for role, id in record.args]
                arguments = frozenset((role, ends[id]) for role, id in args)
                inner = frozenset(arg for arg in args if arg[1] in annotations.events)
                event = DrawnEvent(ends[record.id], arguments, record.id)
                different.setdefault((event[:2], inner), event)
        for event in different.values():
            by_trigger.setdefault(event.trigger[1], []).append(event)
        return by_trigger

    def _value(self, event, text):
        type, fragments = event.trigger
        ends = sorted((role, end, kind) for role, (kind, end) in event.arguments)
        if self._other_layers.spans:  # another layer decides on the types of arguments
            ends = [(role, end) for role, end, _ in ends]
        words = ", ".join(
            f"{role}: {' '.join(text[first:last] for first, last in end)}" for role, end, *_ in ends
        )
        return (f"{type} ({words})" if words else type), fragments, (type, tuple(ends))

    def ids(self, file, scope):
        return tuple(event.id for event in self._view(file).get(scope, ()))

    def _take(self, edit, document, scope):
        taking = _Taking(self, edit, document)
        taking.take(scope)
        taking.take_above(scope)


class _Taking:
    """Takes events over from an annotator's DraftFile.

    layer  SpanEvents
    edit   LayerEdit of the draft
    """

    def __init__(self, layer, edit, document):
        self._layer, self._edit, self._document = layer, edit, document
        self._source, self._other_layers = edit.source, edit.other_layers
        self._taken = set()

    def take(self, fragments):
        """Let the draft have the events of the source at a trigger."""
        self._taken.add(fragments)
        edit, made = self._edit, []
        wanted = [
            record
            for record in self._source.annotations.events.values()
            if self._layer.counts_type(record.type) and self._at(record.id) == fragments
        ]
        left = [event for event in edit.events_at(fragments) if self._layer.counts_type(event.type)]
        new = []
        for record in wanted:
            key = self._source_key(record)
            same = next((event for event in left if self._key(event) == key), None)
            if same is None:
                new.append(record)
            else:
                left.remove(same)
        kept = {event.trigger for event in edit.events_at(fragments) if event not in left}
        for record in new:
            span = self._source.annotations.spans[record.trigger]
            old = self._like(span, left, kept)
            if old is None:
                made.append((edit.add_event(record.type, self._trigger(span)), record))
            else:
                left.remove(old)
                kept.add(old.trigger)
                if edit.ids_at(fragments)[old.trigger] != span.type:
                    edit.retype(old.trigger, span.type)
                made.append((old.id, record))
        for id, record in made:
            ends = tuple((role, self._end(end)) for role, end in record.args)
            edit.events[id] = edit.events[id]._replace(args=ends)
        for event in left:
            edit.remove_event(event.id)
        types = {span.type for span in self._source.spans_at.get(fragments, ())}
        for id in dict.fromkeys(event.trigger for event in left):
            used = {event.trigger for event in edit.events_at(fragments)}
            if id not in used and edit.ids_at(fragments)[id] not in types:
                edit.remove_span(id)
        # Labels of a trigger that nobody disputes could not be in the draft without its event.
        for labels in self._other_layers.labels:
            there = labels.are_in(edit.file, fragments)
            if labels.agreed(self._document, fragments) and not there:
                labels.set_records(edit, fragments)

    def take_above(self, fragments):
        """Add undisputed events that have those of a trigger as arguments, and so on."""
        for record in self._source.annotations.events.values():
            ends = [id for _, id in record.args]
            trigger = self._at(record.id)
            if (
                fragments in map(self._at, ends)
                and trigger not in self._taken
                and self._layer.is_agreed(self._document, trigger)
                and not self._edit.events_at(trigger)
                and all(
                    self._edit.events_at(self._at(id))
                    for id in ends
                    if id in self._source.annotations.events
                )
            ):
                self.take(trigger)
                self.take_above(trigger)

    def _at(self, id):
        return self._source.annotations.span_of(id).offsets

    def _like(self, span, left, kept):
        """The Event of the draft that becomes one with this trigger, or None: of the same type,
        else one whose trigger is no other's.
        """
        types = self._edit.ids_at(span.offsets)
        same = next((event for event in left if types[event.trigger] == span.type), None)
        if same is not None or span.type in types.values():
            return same
        times = Counter(event.trigger for event in left if event.trigger not in kept)
        return next((event for event in left if times[event.trigger] == 1), None)

    def _trigger(self, span):
        """Id of a span of this type; a span of another type that only the draft has becomes it."""
        edit, at = self._edit, span.offsets
        ids, used = edit.ids_at(at), {event.trigger for event in edit.events_at(at)}
        types = {other.type for other in self._source.spans_at[at]}
        same = next((id for id, type in ids.items() if type == span.type), None)
        other = next((id for id in ids if ids[id] not in types and id not in used), None)
        if same is None and other is not None:
            edit.retype(other, span.type)
        elif same is None:
            edit.add_spans([span])
        return next(id for id, type in edit.ids_at(at).items() if type == span.type)

    def _end(self, id):
        """brat's id of an argument; what the draft lacks is added as the annotator drew it."""
        edit, event = self._edit, self._source.annotations.events.get(id)
        span = self._source.annotations.span_of(id)
        at, several = span.offsets, len(self._source.spans_at[span.offsets]) > 1
        if event and not edit.ids_at(at) and at not in self._taken:
            self.take(at)
        ids = edit.ids_at(at)
        if span.type not in ids.values():
            if not ids or several:
                edit.add_spans([span])
            elif not self._other_layers.spans:
                edit.retype(next(iter(ids)), span.type)
        if event:
            key = self._source_key(event)
            for drawn in edit.events_at(at):
                if self._key(drawn) == key:
                    return drawn.id
        return edit.reference(at, span.type)

    def _key(self, event):
        ends = sorted((role, self._edit.fragments_of(id)) for role, id in event.args)
        return self._edit.spans[event.trigger].type, ends

    def _source_key(self, record):
        ends = sorted((role, self._at(id)) for role, id in record.args)
        return self._source.annotations.spans[record.trigger].type, ends
