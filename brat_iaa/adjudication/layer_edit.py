"""One decision on spans or relations in a document of the draft, collected line by line."""

from brat_iaa.adjudication.draft_notes import NOTES, is_of_draft, parts
from brat_iaa.adjudication.edits import NotSettled, edited, free_number
from brat_iaa.adjudication.settling import own_text

# The target of the draft's notes on what is not in the draft.
_ELSEWHERE = "sent:1"


class LayerEdit:
    """Collects changes to a DraftFile. Lines that are not named stay as they are.

    file  DraftFile
    """

    def __init__(self, file):
        self._file = file
        self._changes, self._new, self._numbers = {}, [], {}
        self._ends, self._notes, self._types = {}, {}, {}
        self.removed = set()

    def edit(self):
        """The Edit of all that was collected."""
        for note, target, own, left in self._notes.values():
            text = " | ".join(filter(None, (own, *left)))
            self._rewrite(note, f"{note.id}\t{note.type} {target}\t{text}" if text else None)
        changes = sorted([index, text] for index, text in self._changes.items())
        return edited(self._file.data, changes, self._new)

    def clear(self, hosts):
        """Take the draft's notes on some (kind, fragments) away."""
        for note in self._file.annotations.notes:
            if note.type == NOTES and any(
                self._file.host(note, part) in hosts for part in parts(note.text)
            ):
                known = self._note(note)
                known[3] = [part for part in known[3] if self._file.host(note, part) not in hosts]

    # Spans

    def ids_at(self, fragments):
        """{id: type} of the spans there, with those that were added."""
        there = {
            span.id: self._types.get(span.id, span.type)
            for span in self._file.spans_at.get(fragments, ())
            if span.id not in self.removed
        }
        return {**there, **self._ends.get(fragments, {})}

    def reference(self, fragments, type):
        """brat's id of a span of this type, else of any span there, or of its event; None without a
        span. brat takes no reference to the span of an event.
        """
        ids = self.ids_at(fragments)
        id = next((id for id, known in ids.items() if known == type), next(iter(ids), None))
        return self._file.events_of.get(id, id)

    def add_span(self, span):
        """Add another file's Span; returns its id."""
        id = self._next("T")
        self._new.append(f"{id}\t{span.type} {_offsets(span)}\t{span.text}")
        self._ends.setdefault(span.offsets, {})[id] = span.type
        return id

    def retype(self, span, type):
        """Give a span another type; what stands on it stays."""
        if span.id in self._file.events_of:
            raise NotSettled(f"“{span.text}” is the trigger of an event. Settle this one in brat.")
        self._types[span.id] = type
        self._rewrite(span, f"{span.id}\t{type} {_offsets(span)}\t{span.text}")

    def remove_span(self, span):
        """Remove a span with all that stands on it: relations, attributes, notes."""
        about = self._file.annotations
        used = {id for event in about.events.values() for _, id in event.args}
        used |= {id for equiv in about.equivs for id in equiv.members}
        if span.id in self._file.events_of or span.id in used:
            raise NotSettled(
                f"“{span.text}” is part of an event or a chain. Settle this one in brat."
            )
        self.remove(span)
        for relation in about.relations:
            if span.id in {id for _, id in relation.args}:
                self.remove(relation)

    # Relations and what stands on spans

    def add_relation(self, label, ends):
        """ends: [(role, id)] in the order written"""
        self.add("R", f"{label} {' '.join(f'{role}:{id}' for role, id in ends)}\t")

    def add(self, kind, rest):
        """Add a line of a kind, without its id."""
        self._new.append(f"{self._next(kind)}\t{rest}")

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
                self._rewrite(other, None)
        for note in about.notes:
            if note.target == record.id:
                known = self._note(note)
                known[2], left = "", known[3]
                known[3] = []
                self._keep_elsewhere([part for part in left if "(characters " in part])

    def set_note(self, type, target, text):
        """Add a note; to the draft's note on the same target, if there is one."""
        if type == NOTES:
            for note in self._file.annotations.notes:
                if note.type == NOTES and note.target == target:
                    known = self._note(note)
                    if not known[2]:
                        known[2] = text
                        return
        self.add("#", f"{type} {target}\t{text}")

    def set_own(self, note, text):
        """Give a note another text, or take it away with ""; the draft's notes in it stay."""
        self._note(note)[2] = text

    def _keep_elsewhere(self, kept):
        if not kept:
            return
        for note in self._file.annotations.notes:
            if note.type == NOTES and note.target == _ELSEWHERE:
                self._note(note)[3] += kept
                return
        self.add("#", f"{NOTES} {_ELSEWHERE}\t{' | '.join(kept)}")

    def _note(self, note):
        """[the record, its target, the own text, the draft's parts], as it will be written."""
        note = next(one for one in self._file.annotations.notes if one.line == note.line)
        left = [part for part in parts(note.text) if is_of_draft(part)] * (note.type == NOTES)
        return self._notes.setdefault(note.line, [note, note.target, own_text(note), left])

    def _rewrite(self, record, line):
        self._changes[record.line - 1] = line

    def _next(self, kind):
        if kind not in self._numbers:
            self._numbers[kind] = free_number(self._file.data, kind)
        self._numbers[kind] += 1
        return f"{kind}{self._numbers[kind]}"


def _offsets(span):
    return ";".join(f"{start} {end}" for start, end in span.fragments)
