"""One decision on what layers compare in a document of the draft, collected line by line.

Events and chains change as a whole: their lines are written at the end, as are references to spans
that became the trigger of an event meanwhile, or are none any more. brat takes no reference to the
span of an event, only to the event.
"""

from dataclasses import dataclass
from typing import NamedTuple, Optional

from brat_iaa.adjudication.draft_file import own_text
from brat_iaa.adjudication.draft_notes import NOTES, draft_note, is_of_draft, parts
from brat_iaa.adjudication.edits import (
    NotSettled,
    edited,
    event_line,
    free_number,
    span_line,
    with_references,
)
from brat_iaa.corpus.records import Equiv, Event, Note

# The target of the draft's notes on what is not in the draft.
_ELSEWHERE = "sent:1"


class Beside(NamedTuple):
    """What is settled on these pages beside a layer, and comes with its values.

    labels  SpanLabels of the labels that come with a span that is added; may grow
    spans   whether a layer decides which spans are drawn, and their types
    events, chains  whether events, and chains, are settled here
    """

    labels: list
    spans: bool = False
    events: bool = False
    chains: bool = False


@dataclass
class Chain:
    """A * line as it will be. record: the Equiv that it is, None if it is new"""

    type: str
    members: list
    record: Optional[Equiv] = None


@dataclass
class EditedNote:
    """A note as it will be.

    record  the Note that it is
    target  id of what it stands on
    own     what an annotator wrote in it
    left    the parts that the draft wrote
    """

    record: Note
    target: str
    own: str
    left: list


class LayerEdit:
    """Collects changes to a DraftFile. Lines that are not named stay as they are.

    file    DraftFile
    beside  Beside

    events  {id: Event} as they will be
    chains  [Chain] as they will be; those without two members are not written
    """

    def __init__(self, file, beside):
        self._file, self._beside = file, beside
        self._changes, self._lines, self._linked, self._numbers = {}, [], [], {}
        self._spans, self._notes, self._types, self._added = {}, {}, {}, {}
        self.removed, self._first = set(), None
        about = file.annotations
        self.events = dict(about.events)
        self.chains = [Chain(equiv.type, list(equiv.members), equiv) for equiv in about.equivs]

    def edit(self):
        """The Edit of all that was collected."""
        self._first = {}
        for event in self.events.values():
            self._first.setdefault(event.trigger, event.id)
        self._write_events()
        self._write_chains()
        about = self._file.annotations
        for record in (*about.relations, *about.attributes, *about.normalizations):
            self._follow(record)
        for note in about.notes:
            if self._now(note.target) != note.target:
                self._note(note)
        for note in self._notes.values():
            text, target = " | ".join(filter(None, (note.own, *note.left))), self._now(note.target)
            line = f"{note.record.id}\t{note.record.type} {target}\t{text}"
            self._rewrite(note.record, line if text and target else None)
        spans = [
            span_line(span.id, span.type, span.fragments, span.text)
            for span in self._spans.values()
        ]
        others = (with_references(line, self._now) for line in self._lines)
        changes = sorted([index, text] for index, text in self._changes.items())
        return edited(self._file.data, changes, [*spans, *self._linked, *filter(None, others)])

    def clear(self, hosts):
        """Take the draft's notes on some (kind, fragments) away."""
        for dispute in self._file.disputes:
            if dispute.host in hosts:
                note = self._note(dispute.note)
                note.left = [part for part in note.left if part != dispute.text]

    # Spans

    def ids_at(self, fragments):
        """{id: type} of the spans there, as they will be."""
        there = {
            span.id: self._types.get(span.id, span.type)
            for span in self._file.spans_at.get(fragments, ())
            if span.id not in self.removed
        }
        added = (span for span in self._spans.values() if span.offsets == fragments)
        return {**there, **{span.id: span.type for span in added}}

    def reference(self, fragments, type):
        """brat's id of a span of this type, else of any span there, or of its event; None without a
        span.
        """
        ids = self.ids_at(fragments)
        id = next((id for id, known in ids.items() if known == type), next(iter(ids), None))
        return self._event_of(id) or id

    def fragments_of(self, id):
        """The fragments of a span, or of the trigger of an event."""
        return self._added.get(id) or self._file.annotations.span_of(id).offsets

    def type_of(self, id):
        """The type of a span, as it will be."""
        return self.ids_at(self.fragments_of(id))[id]

    def add_span(self, span):
        """Add another file's Span; returns its id."""
        id = self._next("T")
        self._spans[id], self._added[id] = span._replace(id=id), span.offsets
        return id

    def retype(self, id, type, is_trigger=True):
        """Give a span another type; what stands on it stays. Its events have the same type, or go
        if it is to be no trigger.
        """
        of_span = self._events_of(id)
        if of_span and not self._beside.events:
            raise NotSettled(
                f"“{self._text(id)}” is the trigger of an event. Settle this one in brat."
            )
        for event in of_span:
            if is_trigger:
                self.events[event.id] = event._replace(type=type)
            else:
                self.remove_event(event.id)
        if id in self._spans:
            self._spans[id] = self._spans[id]._replace(type=type)
            return
        self._types[id] = type
        span = self._file.annotations.spans[id]
        self._rewrite(span, span_line(id, type, span.fragments, span.text))

    def remove_span(self, id):
        """Remove a span with all that stands on it: relations, attributes, notes, its events; it
        leaves its chain, and other events lose it.
        """
        about = self._file.annotations
        ids = {id, *(event.id for event in self._events_of(id))}
        ids |= {event.id for event in about.events.values() if event.trigger == id}
        in_events = any(ids & {end for _, end in event.args} for event in self.events.values())
        in_chains = any(ids & set(chain.members) for chain in self.chains)
        if (
            (len(ids) > 1 or in_events) and not self._beside.events
            or in_chains and not self._beside.chains
        ):  # fmt: skip
            raise NotSettled(
                f"“{self._text(id)}” is part of an event or a chain. Settle this one in brat."
            )
        for known in ids:
            if known in about.events:
                self.remove(about.events[known])
            self.events.pop(known, None)
        if id in self._spans:
            del self._spans[id]
            self.removed.add(id)
        else:
            self.remove(about.spans[id])
        for relation in about.relations:
            if ids & {end for _, end in relation.args}:
                self.remove(relation)

    # Events and chains

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

    def set_arguments(self, id, arguments):
        """arguments: [(role, id)]"""
        self.events[id] = self.events[id]._replace(args=tuple(arguments))

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

    def _now(self, id):
        """What is to be written in place of an id that something refers to; None: it is gone."""
        if id in self.events:
            return id
        before = self._file.annotations.events.get(id)
        span = id if before is None else before.trigger
        if span in self.removed:
            return None
        # Whoever referred to the span of an event before meant it.
        return id if id in self._file.events_of else self._event_of(span) or span

    def _write_events(self):
        known = self._file.annotations.events
        for id, event in known.items():
            if id not in self.events:
                self._rewrite(event, None)
        for id, event in self.events.items():
            ends = ((role, self._now(end)) for role, end in event.args)
            args = tuple((role, end) for role, end in ends if end is not None)
            line = event_line(id, event.type, event.trigger, args)
            if id not in known:
                self._linked.append(line)
            elif (event.type, args) != (known[id].type, known[id].args):
                self._rewrite(known[id], line)

    def _write_chains(self):
        for chain in self.chains:
            members = [id for id in map(self._now, chain.members) if id is not None]
            line = f"*\t{' '.join((chain.type, *members))}"
            if chain.record is None and len(members) > 1:
                self._linked.append(line)
            elif chain.record is not None and tuple(members) != chain.record.members:
                self._rewrite(chain.record, line if len(members) > 1 else None)

    def _follow(self, record):
        """Let an old line refer to what is there at the end."""
        targets = [id for _, id in record.args] if hasattr(record, "args") else [record.target]
        if any(self._now(id) != id for id in targets) and record.id not in self.removed:
            line = self._changes.get(record.line - 1, self._written(record))
            self._changes[record.line - 1] = line and with_references(line, self._now)

    # Relations and what stands on spans

    def add_relation(self, label, ends):
        """ends: [(role, id)] in the order written"""
        self.add("R", f"{label} {' '.join(f'{role}:{id}' for role, id in ends)}\t")

    def add(self, kind, rest):
        """Add a line of a kind, without its id."""
        self._lines.append(f"{self._next(kind)}\t{rest}")

    def rewrite(self, record, rest):
        """Give a record another content."""
        self._rewrite(record, f"{record.id}\t{rest}")

    def remove(self, record):
        """Remove a record and what stands on it. The draft's notes on other places are kept."""
        self.removed.add(record.id)
        self._rewrite(record, None)
        about = self._file.annotations
        for other in (*about.attributes, *about.normalizations):
            if other.target == record.id:
                self.removed.add(other.id)
                self._rewrite(other, None)
        for note in about.notes:
            if note.target == record.id:
                known = self._note(note)
                kept = [part for part in known.left if _names_its_place(part)]
                known.own, known.left = "", []
                self._keep_elsewhere(kept)

    def set_note(self, type, target, text):
        """Add a note; to the draft's note on the same target, if there is one."""
        if type == NOTES:
            for note in self._file.annotations.notes:
                if note.type == NOTES and self._now(note.target) == target:
                    known = self._note(note)
                    if not known.own:
                        known.own = text
                        return
        self.add("#", f"{type} {target}\t{text}")

    def set_own(self, note, text):
        """Give a note another text, or take it away with ""; the draft's notes in it stay."""
        self._note(note).own = text

    def _keep_elsewhere(self, kept):
        if not kept:
            return
        for note in self._file.annotations.notes:
            if note.type == NOTES and note.target == _ELSEWHERE:
                self._note(note).left += kept
                return
        self.add("#", f"{NOTES} {_ELSEWHERE}\t{' | '.join(kept)}")

    def _note(self, note):
        """The EditedNote of a Note, which may be one without what the draft wrote in it."""
        if note.line not in self._notes:
            note = next(whole for whole in self._file.annotations.notes if whole.line == note.line)
            left = [part for part in parts(note.text) if is_of_draft(part)]
            left = left if note.type == NOTES else []
            self._notes[note.line] = EditedNote(note, note.target, own_text(note), left)
        return self._notes[note.line]

    def _rewrite(self, record, line):
        self._changes[record.line - 1] = line

    def _written(self, record):
        return self._file.data.decode("utf-8").split("\n")[record.line - 1].removesuffix("\r")

    def _text(self, id):
        return (self._spans.get(id) or self._file.annotations.spans[id]).text

    def _next(self, kind):
        if kind not in self._numbers:
            self._numbers[kind] = free_number(self._file.data, kind)
        self._numbers[kind] += 1
        return f"{kind}{self._numbers[kind]}"


def _names_its_place(part):
    about = draft_note(part)
    return about is not None and about.characters is not None
