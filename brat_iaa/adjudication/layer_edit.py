"""Collects changes of records in a document of the draft; writes only the lines that changed.

What referred to a span that became the trigger of an event meanwhile, or is none any more, is
written anew: brat takes no reference to the span of an event, only to the event.
"""

from typing import NamedTuple

from brat_iaa.adjudication.draft_file import NOTES, annotator_text, draft_note, is_of_draft, parts
from brat_iaa.adjudication.edits import NotSettled, edited, free_number, line_of, with_references
from brat_iaa.corpus.records import Event, Note

# The target of the draft's notes on what is not in the draft.
_ELSEWHERE = "sent:1"


class OtherLayers(NamedTuple):
    """What other layers settle on these pages, and what comes with the values of a layer.

    labels  SpanLabels of the labels that come with a span that is added; may grow
    spans   whether another layer decides which spans of this one are drawn, and their types
    events, chains  whether events, and chains, are settled here
    """

    labels: list
    spans: bool = False
    events: bool = False
    chains: bool = False


class LayerEdit:
    """Changes the records of a DraftFile. Lines of those that stay the same stay as they are.

    file          DraftFile
    source        DraftFile of the annotator whose values are taken
    other_layers  OtherLayers

    spans, events  {id: record} as they will be
    chains         {number: Equiv} as they will be; those without two members are not written
    removed        ids of what is gone with all that stands on it
    """

    def __init__(self, file, source, other_layers):
        self.file, self.source, self.other_layers = file, source, other_layers
        about = file.annotations
        self.spans, self.events = dict(about.spans), dict(about.events)
        self.chains = dict(enumerate(about.equivs))
        self._on_others = (*about.attributes, *about.normalizations, *about.notes)
        # Relations, and what stands on others: as they are, and as they will be.
        self._before = {record.id: record for record in (*about.relations, *self._on_others)}
        self._others = dict(self._before)
        self.removed, self._first = set(), None
        self._added, self._numbers = {}, {}

    def edit(self):
        """The Edit of all that was changed."""
        self._first = {}
        for event in self.events.values():
            self._first.setdefault(event.trigger, event.id)
        about, changes, new = self.file.annotations, {}, []
        events, chains = {}, {}
        for id, event in self.events.items():
            ends = ((role, self._now(end)) for role, end in event.args)
            args = tuple((role, end) for role, end in ends if end is not None)
            events[id] = event._replace(args=args)
        for number, chain in self.chains.items():
            members = tuple(id for id in map(self._now, chain.members) if id is not None)
            # Where two are left or nothing changed.
            same = number < len(about.equivs) and members == about.equivs[number].members
            if len(members) > 1 or same:
                chains[number] = chain._replace(members=members)
        lines = self.file.data.decode("utf-8", "replace").split("\n")
        for before, after in (
            (about.spans, self.spans),
            (about.events, events),
            (dict(enumerate(about.equivs)), chains),
        ):
            for key, record in before.items():
                if after.get(key) != record:
                    changes[record.line - 1] = line_of(after[key]) if key in after else None
            new += [line_of(record) for key, record in after.items() if key not in before]
        for id, record in self._before.items():
            now = self._others.get(id)
            if now != record:
                changes[record.line - 1] = self._line(now)
            elif any(self._now(end) != end for end in _ends(record)):
                line = lines[record.line - 1].removesuffix("\r")
                changes[record.line - 1] = with_references(line, self._now)
        new += [self._line(now) for id, now in self._others.items() if id not in self._before]
        return edited(self.file.data, sorted(changes.items()), [*filter(None, new)])

    def _line(self, record):
        """The line of a relation, or of what stands on something; None if it is gone."""
        if record is None or (isinstance(record, Note) and not record.text):
            return None
        return with_references(line_of(record), self._now)

    def _now(self, id):
        """What is to be written in place of an id that something refers to; None: it is gone."""
        if id in self.events:
            return id
        before = self.file.annotations.events.get(id)
        span = id if before is None else before.trigger
        if span in self.removed:
            return None
        # Whoever referred to the span of an event before meant it.
        return id if id in self.file.events_of else self._event_of(span) or span

    # Spans

    def ids_at(self, fragments):
        """{id: type} of the spans there, as they will be."""
        there = [span.id for span in self.file.spans_at.get(fragments, ())]
        there += [id for id, at in self._added.items() if at == fragments]
        return {id: self.spans[id].type for id in there if id in self.spans}

    def reference(self, fragments, type):
        """brat's id of a span of this type, else of any span there, or of its event; None without a
        span.
        """
        ids = self.ids_at(fragments)
        id = next((id for id, there in ids.items() if there == type), next(iter(ids), None))
        return self._event_of(id) or id

    def fragments_of(self, id):
        """The fragments of a span, or of the trigger of an event."""
        return self._added.get(id) or self.file.annotations.span_of(id).offsets

    def add_spans(self, spans):
        """Add spans of the source that the draft lacks, with their labels. Events are left out."""
        self.refuse_triggers(spans)
        for span in spans:
            self.add_span(span)
        for fragments in dict.fromkeys(span.offsets for span in spans):
            for labels in self.other_layers.labels:
                labels.set_records(self, fragments)

    def add_span(self, span):
        """Add a span of the source alone."""
        id = self._next("T")
        self.spans[id], self._added[id] = span._replace(id=id), span.offsets

    def refuse_triggers(self, spans):
        """Raise NotSettled for spans of the source with events, if these are not settled here."""
        for span in spans:
            if span.id in self.source.events_of and not self.other_layers.events:
                raise NotSettled(
                    f"“{span.text}” is the trigger of an event. Decide this one in brat."
                )

    def retype(self, id, type, is_trigger=True):
        """Give a span another type; what stands on it stays. Its events have the same type, or go
        if it is to be no trigger.
        """
        of_span = self._events_of(id)
        if of_span and not self.other_layers.events:
            raise NotSettled(
                f"“{self.spans[id].text}” is the trigger of an event. Decide this one in brat."
            )
        for event in of_span:
            if is_trigger:
                self.events[event.id] = event._replace(type=type)
            else:
                self.remove_event(event.id)
        self.spans[id] = self.spans[id]._replace(type=type)

    def remove_span(self, id):
        """Remove a span with all that stands on it: relations, attributes, notes, its events; it
        leaves its chain, and other events lose it.
        """
        about = self.file.annotations
        ids = {id, *(event.id for event in self._events_of(id))}
        ids |= {event.id for event in about.events.values() if event.trigger == id}
        in_events = any(ids & {end for _, end in event.args} for event in self.events.values())
        in_chains = any(ids & set(chain.members) for chain in self.chains.values())
        if (
            (len(ids) > 1 or in_events) and not self.other_layers.events
            or in_chains and not self.other_layers.chains
        ):  # fmt: skip
            raise NotSettled(
                f"“{self.spans[id].text}” is part of an event or a chain. Decide this one in brat."
            )
        on_it = [relation.id for relation in about.relations if not ids.isdisjoint(_ends(relation))]
        for gone in (*ids, *on_it):
            self.remove(gone)

    # Events and chains

    def refuse_event(self, id, written):
        """Raise NotSettled where the source refers to an event that the draft lacks, if events are
        not settled here. written: what the draft would refer to
        """
        is_event = id in self.source.annotations.events
        if is_event and written not in self.events and not self.other_layers.events:
            words = self.source.annotations.span_of(id).text
            raise NotSettled(f"The draft lacks the event of “{words}”. Decide this one in brat.")

    def events_at(self, fragments):
        """[Event] of the spans there, as they will be."""
        there = self.ids_at(fragments)
        return [event for event in self.events.values() if event.trigger in there]

    def add_event(self, type, trigger):
        """Add an event without arguments; returns its id."""
        id = self._next("E")
        self.events[id] = Event(id, type, trigger, (), 0)
        self._added[id] = self.fragments_of(trigger)
        return id

    def remove_event(self, id):
        """Remove an event; what referred to it refers to another one of its trigger, else to the
        trigger.
        """
        del self.events[id]

    def _events_of(self, id):
        return [event for event in self.events.values() if event.trigger == id]

    def _event_of(self, id):
        if self._first is not None:
            return self._first.get(id)
        return next((event.id for event in self._events_of(id)), None)

    # Relations, and what stands on spans, events and relations

    def add(self, kind, record):
        """Add a record of a kind, such as R, with an id of its own."""
        id = self._next(kind)
        self._others[id] = record._replace(id=id)

    def rewrite(self, id, record):
        """Give what has an id the content of another record."""
        self._others[id] = record._replace(id=id)

    def remove(self, id):
        """Remove a record and what stands on it. The draft's notes on other places are kept."""
        self.removed.add(id)
        for records in (self.spans, self.events, self._others):
            records.pop(id, None)
        for other in self._on_others:
            if other.target == id and other.id in self._others:
                self.removed.add(other.id)
                gone = self._others.pop(other.id)
                if isinstance(gone, Note):
                    self._keep_elsewhere([
                        part
                        for part in _left(gone)
                        if (note := draft_note(part)) and note.characters is not None
                    ])  # fmt: skip

    # Notes: what an annotator wrote, and behind it the parts that the draft wrote

    def clear(self, hosts):
        """Take the draft's notes on some (kind, fragments) away."""
        for dispute in self.file.disputes:
            if dispute.host in hosts:
                self.take_away(dispute)

    def take_away(self, dispute):
        """Take a NotedDispute away; what else stands in its note stays."""
        note = self._others[dispute.note.id]
        left = [part for part in _left(note) if part != dispute.text]
        self._set_text(note, annotator_text(note), left)

    def set_note(self, type, target, text):
        """Add a note; to the draft's note on the same target, if there is one."""
        if type == NOTES:
            for note in self._notes():
                if self._now(note.target) == target and not annotator_text(note):
                    self._set_text(note, text, _left(note))
                    return
        self.add("#", Note("", type, target, text, 0))

    def set_annotator_text(self, id, text):
        """Give a note another text, or take it away with ""; the draft's notes in it stay."""
        if id in self._others:
            self._set_text(self._others[id], text, _left(self._others[id]))

    def _keep_elsewhere(self, kept):
        if not kept:
            return
        for note in self._notes():
            if note.target == _ELSEWHERE:
                self._set_text(note, annotator_text(note), [*_left(note), *kept])
                return
        self.add("#", Note("", NOTES, _ELSEWHERE, " | ".join(kept), 0))

    def _notes(self):
        notes = (self._others.get(note.id) for note in self.file.annotations.notes)
        return [note for note in notes if note is not None and note.type == NOTES]

    def _set_text(self, note, written, left):
        text = " | ".join(filter(None, (written, *left)))
        self._others[note.id] = note._replace(text=text)

    def _next(self, kind):
        if kind not in self._numbers:
            self._numbers[kind] = free_number(self.file.data, kind)
        self._numbers[kind] += 1
        return f"{kind}{self._numbers[kind]}"


def with_spans_of(file, source, choices) -> tuple:
    """The bytes of the DraftFile source with the spans of another file where it has others, and
    {fragments of its spans: those of the other's}.

    choices  tuples of the fragments between which something else decides; where the file has none
             of them, those of the source go with all that stands on them
    """
    edit, moved = LayerEdit(source, source, OtherLayers([], False, True, True)), {}
    for choice in choices:
        chosen = [span for at in choice for span in file.spans_at.get(at, ())]
        for at in choice:
            for span in () if at in file.spans_at else source.spans_at.get(at, ()):
                if chosen:
                    record = next(
                        (record for record in chosen if record.type == span.type), chosen[0]
                    )
                    edit.retype(span.id, record.type)
                    edit.spans[span.id] = record._replace(id=span.id)
                    moved[at] = record.fragments
                else:
                    edit.remove_span(span.id)
    return edit.edit().data, moved


def _ends(record):
    return [id for _, id in record.args] if hasattr(record, "args") else [record.target]


def _left(note):
    return [part for part in parts(note.text) if is_of_draft(part)] if note.type == NOTES else []
