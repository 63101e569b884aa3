"""The draft of one document as lines of an .ann file."""

from brat_iaa.adjudication import ballot
from brat_iaa.adjudication.draft_file import NOTES
from brat_iaa.adjudication.edits import line_of
from brat_iaa.adjudication.votes import host_order
from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Note, Relation, Span

_RECORDS = {ballot.ATTRIBUTE: ("A", Attribute), ballot.NORMALIZATION: ("N", Normalization)}


class DraftLines:
    """Writes accepted annotations as lines, with new ids.

    text      of the document
    votes     Votes
    written   (kind, key) of what the draft holds
    """

    def __init__(self, text, votes):
        self._text = text
        self._votes = votes
        self._spans, self._events, self._arcs, self._triggers = {}, {}, {}, {}
        self._lines, self._notes = [], {}
        self.written = set()
        self._write_spans()
        self._write_events()
        self._write_arcs()
        self._write_chains()
        self._write_targeted()

    @property
    def positions(self) -> list:
        """Positions of the spans in the draft, in text order."""
        return sorted(self._spans)

    def reference(self, position, type=None):
        """brat's id of the span at a position, or of its event; None if there is no span.

        brat accepts no reference to the span of an event.
        """
        ids = self._spans.get(position)
        if ids is None:
            return None
        id = ids.get(type) or ids[min(ids)]
        return self._triggers.get(id, id)

    def arc(self, kind, key):
        """brat's id of an arc; None if it is not in the draft."""
        return self._arcs.get(key) if (kind, key) in self.written else None

    def annotator_note(self, target):
        """Text of the annotators' note to which another text would be added, or None."""
        return (self._notes.get((target, NOTES)) or [None])[-1]

    def note(self, target, text):
        """Add to the note of a target, one for each: of several, brat shows the last only."""
        texts = self._notes.setdefault((target, NOTES), [])
        if texts:
            texts[-1] += " | " + text
        else:
            texts.append(text)

    def content(self) -> str:
        """The .ann file."""
        lines, number = list(self._lines), 0
        for (target, type), texts in self._notes.items():
            for text in texts:
                number += 1
                lines.append(line_of(Note(f"#{number}", type, target, text, 0)))
        return "".join(line + "\n" for line in lines)

    def _accepted(self, *kinds):
        accepted = [
            (identity, vote)
            for identity, vote in self._votes.votes.items()
            if identity[0] in kinds and vote.accepted
        ]
        # Arcs in the order of their dependents, everything else in text order.
        return sorted(
            accepted, key=lambda pair: (host_order(pair[1].candidate.host), repr(pair[0]))
        )

    def _write_spans(self):
        number = 0
        for position in sorted(self._votes.spans):
            for type in self._votes.spans[position]:
                number += 1
                self._spans.setdefault(position, {})[type] = f"T{number}"
                words = " ".join(self._text[start:end] for start, end in position.fragments)
                words = words.replace("\r", " ").replace("\n", " ")
                self._write(Span(f"T{number}", type, position.fragments, words, 0))
                if position not in self._votes.chosen:
                    self.written.add((ballot.SPAN, (*position, type)))

    def _write_events(self):
        accepted = [identity for identity, _ in self._accepted(ballot.EVENT)]
        for number, (_, key) in enumerate(accepted, 1):
            self._events[key] = f"E{number}"
            self._triggers.setdefault(self._spans[key[1]][key[0]], f"E{number}")
        for identity in accepted:
            type, position, args = identity[1]
            ends = tuple((role, self._end(end)) for role, end in args)
            if all(id is not None for _, id in ends):
                trigger = self._spans[position][type]
                self._write(Event(self._events[identity[1]], type, trigger, ends, 0), identity)

    def _write_arcs(self):
        number = 0
        for identity, vote in self._accepted(ballot.ARC, ballot.RELATION):
            label, head, dependent, *_ = identity[1]
            head_type, dependent_type, roles, first_is_head = vote.details
            ids = [self.reference(head, head_type), self.reference(dependent, dependent_type)]
            if None not in ids:
                number += 1
                self._arcs[identity[1]] = f"R{number}"
                ends = tuple(zip(roles, ids if first_is_head else ids[::-1]))
                self._write(Relation(f"R{number}", label, ends, 0), identity)

    def _write_chains(self):
        for identity, _ in self._accepted(ballot.CHAIN):
            type, members = identity[1]
            ids = tuple(map(self._end, members))
            if None not in ids:
                self._write(Equiv(type, ids, 0), identity)

    def _write_targeted(self):
        numbers = dict.fromkeys((ballot.ATTRIBUTE, ballot.NORMALIZATION), 0)
        for identity, vote in self._accepted(ballot.ATTRIBUTE, ballot.NORMALIZATION, ballot.NOTE):
            kind, (type, *content, target) = identity
            id = self._end(target, vote.details)
            if id is None:
                continue
            self.written.add(identity)
            if kind == ballot.NOTE:
                self._notes.setdefault((id, type), []).append(content[0])
                continue
            numbers[kind] += 1
            letter, record = _RECORDS[kind]
            self._write(record(f"{letter}{numbers[kind]}", type, id, *content, 0))

    def _write(self, record, identity=None):
        """identity: (kind, key) of what is in the draft by it"""
        self._lines.append(line_of(record))
        if identity is not None:
            self.written.add(identity)

    def _end(self, end, details=()):
        """brat's id of what a key refers to; None if it is not in the draft."""
        kind, *key = end
        if kind == ballot.AT_SENTENCE:
            return key[0]
        if kind == ballot.AT_EVENT:
            return self._events.get(key[0])
        if kind == ballot.AT_ARC:
            return self._arcs.get(key[0])
        position, type = key
        return self.reference(position, type or (details[0] if details else None))
