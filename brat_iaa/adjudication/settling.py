"""One decision in a document of the draft: the arcs of a token become those that were decided on.

Works on the lines of the .ann file, so that all others stay as they are, see edits.
"""

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from brat_iaa.adjudication.draft_notes import (
    NOTES,
    draft_note,
    is_of_draft,
    parts,
)
from brat_iaa.adjudication.edits import NotSettled, edited, free_number
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.layers.drawn_arcs import head_and_dependent


class DraftArc(NamedTuple):
    """An arc to a token, and how it is written.

    head           fragments of the head
    head_type, dependent_type   types of the spans
    roles          of the two ends, in the order written
    first_is_head  whether the first end is the head
    id, line       in its file
    """

    label: str
    head: tuple
    head_type: str
    dependent_type: str
    roles: tuple
    first_is_head: bool
    id: str
    line: int


class DraftFile:
    """An .ann file of a draft, or an annotator's, of which the arcs of tokens are asked for.

    data      bytes of the file
    text      of the document
    settings  DependencySettings
    views     {Layer: what was read of it}, filled by those who read it
    """

    def __init__(self, data, text, settings, name="draft"):
        self.data, self.text, self._settings = data, text, settings
        self.annotations = read_annotations(data, text, name)
        self._arcs, self._spans, self.views = {}, {}, {}
        for span in self.annotations.spans.values():
            if self._is_token(span.type):
                self._spans.setdefault(span.offsets, []).append(span)
        for relation in self.annotations.relations:
            self._add(relation)
        self._notes = self._notes_on_arcs()

    def _is_token(self, type):
        types = self._settings.token_types
        return types is None or type in types or type == self._settings.root

    def _add(self, relation):
        labels, span_of = self._settings.labels, self.annotations.span_of
        if labels is not None and relation.type not in labels:
            return
        head, dependent = map(span_of, head_and_dependent(relation.args, self._settings.head))
        if self._is_token(dependent.type) and self._is_token(head.type):
            first_is_head = span_of(relation.args[0][1]) is head
            roles = tuple(role for role, _ in relation.args)
            arc = DraftArc(
                relation.type, head.offsets, head.type, dependent.type, roles, first_is_head,
                relation.id, relation.line,
            )  # fmt: skip
            self._arcs.setdefault(dependent.offsets, []).append(arc)

    def arcs(self, place):
        """List of DraftArc of the token at some fragments."""
        return self._arcs.get(place, [])

    def value(self, place):
        """What the token has: sorted [label, head's fragments], as JSON holds it."""
        return value_of(self.arcs(place))

    def has(self, place):
        """Whether there is a token on these fragments."""
        return place in self._spans

    def ids(self, place):
        """brat's ids of the arcs there and of the token, for links."""
        return tuple(arc.id for arc in self.arcs(place)) + tuple(
            span.id for span in self._spans.get(place, ())
        )

    def note(self, place):
        """ "disputed" or "majority" where the draft has a note on the arcs of a token, else ""."""
        return self._notes.get(place, "")

    def other_notes(self, settled=frozenset()):
        """[(kind, id or sentence, text)] of the draft's notes that are not on the arcs of one of
        its tokens: "type", "attribute", …

        settled  (kind, fragments) of notes that are left out, too
        """
        found = []
        for note in self.annotations.notes:
            for part in parts(note.text) if note.type == NOTES else ():
                about = draft_note(part)
                host = self.host(note, part)
                if about and self._place_of(note, part) is None and host not in settled:
                    found.append((about.kind, note.target, part))
        return found

    def host(self, note, part):
        """(kind, fragments) of what a part of a note of the draft is about; None if it is not about
        something in the text.
        """
        about = draft_note(part)
        if about is None:
            return None
        if about.characters is not None:
            return about.kind, about.characters
        relation = self.relations.get(note.target)
        if relation is not None:
            _, dependent = head_and_dependent(relation.args, self._settings.head)
            return about.kind, self.annotations.span_of(dependent).offsets
        span = self.annotations.span_of(note.target)
        return span and (about.kind, span.offsets)

    @cached_property
    def relations(self):
        """{id: Relation}"""
        return {relation.id: relation for relation in self.annotations.relations}

    @cached_property
    def hosts(self):
        """{(kind, fragments): DISPUTED or MAJORITY} of the draft's notes."""
        return {
            self.host(note, part): draft_note(part).state
            for note in self.annotations.notes
            if note.type == NOTES
            for part in parts(note.text)
            if draft_note(part)
        }

    @cached_property
    def spans_at(self):
        """{fragments: [Span]}, tokens or not, in the order of the file."""
        at = {}
        for span in self.annotations.spans.values():
            at.setdefault(span.offsets, []).append(span)
        return at

    @cached_property
    def events_of(self):
        """{id of the trigger: id of the first event}"""
        events = {}
        for event in self.annotations.events.values():
            events.setdefault(event.trigger, event.id)
        return events

    @cached_property
    def undisputed(self):
        """The Annotations without what the draft's notes say of disputes."""
        own = []
        for note in self.annotations.notes:
            text = own_text(note)
            if text:
                own.append(note._replace(text=text))
        return replace(self.annotations, notes=tuple(own))

    def _notes_on_arcs(self):
        notes = {}
        for note in self.annotations.notes:
            for part in parts(note.text) if note.type == NOTES else ():
                place = self._place_of(note, part)
                if place is not None:
                    notes[place] = draft_note(part).state
        return notes

    def _place_of(self, note, part):
        """Fragments of the token about whose arcs a part of a note of the draft is, or None."""
        about = draft_note(part)
        if about is None or about.kind != "arc":
            return None
        if about.characters is not None:
            return about.characters if about.characters in self._spans else None
        span = self.annotations.span_of(note.target)
        if span is not None:
            return span.offsets if span.offsets in self._spans else None
        for place, arcs in self._arcs.items():
            if any(arc.id == note.target for arc in arcs):
                return place
        return None

    def settled(self, place, arcs):
        """The Edit with which the token at some fragments has these DraftArcs and no others.

        Notes of the draft on its arcs go; what stood on an arc that goes, goes with it. Raises
        NotSettled.
        """
        if not self.has(place):
            raise NotSettled("The draft has no such token. Settle this one in brat.")
        wanted = {(arc.label, arc.head): arc for arc in arcs}
        kept, gone = {}, []
        for arc in self.arcs(place):
            key = arc.label, arc.head
            if key in wanted and key not in kept:
                kept[key] = arc
            else:
                gone.append(arc)
        changes = [[arc.line - 1, None] for arc in gone]
        removed = {arc.id for arc in gone}
        about = self.annotations
        for record in (*about.attributes, *about.normalizations, *about.notes):
            if record.target in removed:
                changes.append([record.line - 1, None])
        changes += self._without_notes(place, removed)
        new = [arc for key, arc in wanted.items() if key not in kept]
        number = free_number(self.data, "R")
        lines = [f"R{number + own}\t{self._line(place, arc)}" for own, arc in enumerate(new, 1)]
        return edited(self.data, changes, lines)

    def _without_notes(self, place, removed):
        for note in self.annotations.notes:
            if note.type != NOTES or note.target in removed:
                continue
            before = parts(note.text)
            after = [part for part in before if self._place_of(note, part) != place]
            if len(after) < len(before):
                text = " | ".join(after)
                head = f"{note.id}\t{note.type} {note.target}\t"
                yield [note.line - 1, head + text if text else None]

    def _line(self, place, arc):
        head = self._reference(arc.head, arc.head_type)
        dependent = self._reference(place, arc.dependent_type)
        first, second = (head, dependent) if arc.first_is_head else (dependent, head)
        return f"{arc.label} {arc.roles[0]}:{first} {arc.roles[1]}:{second}\t"

    def _reference(self, place, type):
        """brat's id of the token, or of its event: brat takes no reference to the span of an
        event.
        """
        spans = self._spans.get(place)
        if not spans:
            raise NotSettled("The draft lacks the token of a head. Settle this one in brat.")
        span = next((span for span in spans if span.type == type), spans[0])
        return self.events_of.get(span.id, span.id)


def own_text(note):
    """What an annotator wrote in a note, without what the draft's notes say of disputes."""
    if note.type != NOTES:
        return note.text
    return " | ".join(part for part in parts(note.text) if not is_of_draft(part))


def value_of(arcs):
    """Sorted [label, head's fragments] of DraftArcs."""
    return sorted({(arc.label, arc.head) for arc in arcs})


def as_value(told):
    """The same of what JSON holds."""
    return sorted(map(as_tuple, told))


def as_tuple(told):
    """Lists of lists as tuples of tuples."""
    return tuple(map(as_tuple, told)) if isinstance(told, (list, tuple)) else told
