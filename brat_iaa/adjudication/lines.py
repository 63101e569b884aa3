"""The draft of one document as lines of an .ann file, and its notes on what is disputed."""

import bisect
import re
from collections import Counter

from brat_iaa.adjudication import ballot
from brat_iaa.adjudication.ballot import SpanPosition, host_order
from brat_iaa.adjudication.draft_file import KIND_WORDS, NOTES
from brat_iaa.adjudication.edits import line_of
from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Note, Relation, Span
from brat_iaa.kinds.note_patterns import LOOKED_AT
from brat_iaa.layers.tokens import split_sentences

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
        for identity, _ in self._accepted(ballot.CHAIN):
            type, members = identity[1]
            ids = tuple(map(self._end, members))
            if None not in ids:
                self._write(Equiv(type, ids, 0), identity)
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


# Of relations, unless brat is told otherwise.
_USUAL_ROLES = ("Arg1", "Arg2")
# Words that occur once in the sentence are enough to name a head.
_WORD = re.compile(r"\w+")


class NoteWriter:
    """Writes the notes of one document into its DraftLines.

    text      of the document
    splitter  see split_sentences
    names     whether annotators are named
    patterns  compiled expressions by which notes are read as labels: notes of a draft must not
              match any
    concerns  function of a Candidate: whether it gets a note
    """

    def __init__(self, text, splitter, names, patterns, concerns):
        self._text = text
        self._names, self._concerns = names, concerns
        self._patterns = patterns
        self._bounds = split_sentences(text, splitter) or [(0, len(text))]
        self._starts = [start for start, _ in self._bounds]

    def write(self, votes, lines) -> int:
        """Add a note for everything on which the voters differ; returns the number of notes."""
        differences = votes.differences(self._concerns)
        positions = lines.positions
        for host in sorted(differences, key=host_order):
            written = not isinstance(host, SpanPosition) or lines.reference(host) is not None
            for kind, values in differences[host].items():
                keys = [
                    vote.candidate.key
                    for votes in values.values()
                    for vote in votes
                    if not vote.unanimous and (kind, vote.candidate.key) in lines.written
                ]
                of_arcs = kind in (ballot.ARC, ballot.RELATION)
                ids = {lines.arc(kind, key) for key in keys} if of_arcs else ()
                arcs = sorted(ids, key=lambda id: int(id[1:]))
                text = self._dispute(kind, host, values, bool(keys))
                if arcs:
                    target = arcs[0]
                elif not isinstance(host, SpanPosition):
                    target = host
                elif written:
                    target = lines.reference(host)
                else:
                    text = f"Not in the draft: {self._where(host)}: {text}"
                    near = self._nearest(host, positions)
                    target = "sent:1" if near is None else lines.reference(near)
                text = self._harmless(text, kind)
                if self._spoils(lines.annotator_note(target), text):
                    # The note there is a label and has to stay as it is.
                    target, text = "sent:1", f"{self._where(host)}: {text}"
                lines.note(target, text)
        return sum(len(kinds) for kinds in differences.values())

    def single(self, votes, lines):
        """Add the note in a document that only one annotator did."""
        who = next(iter(votes.annotators)) if self._names else "one annotator"
        target = lines.reference(lines.positions[0]) if lines.positions else "sent:1"
        text = (
            f"Only {who} annotated this document. It is taken over as it is; nobody has checked it."
        )
        lines.note(target, text)

    def _dispute(self, kind, host, values, by_majority):
        groups = {}
        for name, votes in values.items():
            groups.setdefault(self._value(kind, host, votes), []).append(name)
        if self._names:
            order = sorted((-len(names), sorted(names), value) for value, names in groups.items())
            parts = [f"{', '.join(names)}: {value}" for _, names, value in order]
        else:
            order = sorted((-len(names), value) for value, names in groups.items())
            parts = [
                f"{-number} annotator{'' if number == -1 else 's'}: {value}"
                for number, value in order
            ]
        name = KIND_WORDS[kind]
        start = f"{name.capitalize()} by majority" if by_majority else f"Disputed {name}"
        return f"{start}: {'; '.join(parts)}"

    def _value(self, kind, host, votes):
        if not votes:
            if kind == ballot.SPAN:
                return "no token" if host.is_token else "no span"
            return f"no {KIND_WORDS[kind]}"
        return " and ".join(self._words(kind, vote.candidate.key) for vote in votes)

    def _words(self, kind, key):
        if kind == ballot.SPAN:
            return key[-1]
        if kind == ballot.RELATION:
            label, first, second, roles = key
            named = "" if roles == _USUAL_ROLES else f" ({', '.join(roles)})"
            return f"{label}{named} {self._named(first, second)} → {self._named(second, first)}"
        if kind == ballot.ARC:
            label, head, dependent, *_ = key
            return f"{label} from {self._named(head, dependent)}"
        if kind == ballot.EVENT:
            args = ", ".join(f"{role}: {self._end(end)}" for role, end in key[2])
            return f"{key[0]} ({args})" if args else key[0]
        if kind == ballot.CHAIN:
            return f"{key[0]} of " + " = ".join(self._end(end) for end in key[1])
        on = f" on {self._words(ballot.ARC, key[-1][1])}" if key[-1][0] == ballot.AT_ARC else ""
        if kind == ballot.ATTRIBUTE:
            return (key[0] if key[1] is None else f"{key[0]} = {key[1]}") + on
        if kind == ballot.NORMALIZATION:
            return key[1] + on
        return f"“{key[1]}”{on}"

    def _end(self, end):
        position = end[1][1] if end[0] == ballot.AT_EVENT else end[1]
        return self._text_of(position)

    def _text_of(self, position):
        return " ".join(
            " ".join(self._text[start:end] for start, end in position.fragments).split()
        )

    def _named(self, position, other):
        """The words of a head; with their characters if the sentence has the same words twice."""
        words = self._text_of(position)
        sentence = self._sentence(position)
        start, end = self._bounds[sentence]
        counted = Counter(_WORD.findall(self._text[start:end]))
        if all(counted[word] < 2 for word in _WORD.findall(words)) and sentence == self._sentence(
            other
        ):
            return words
        return f"{words} ({self._characters(position)})"

    def _where(self, position):
        return f"{self._text_of(position)} ({self._characters(position)})"

    @staticmethod
    def _characters(position):
        return "characters " + ", ".join(f"{start} to {end}" for start, end in position.fragments)

    def _sentence(self, position):
        return max(bisect.bisect_right(self._starts, position.fragments[0][0]) - 1, 0)

    def _nearest(self, host, positions):
        def distance(position):
            apart = max(
                position.fragments[0][0] - host.fragments[-1][1],
                host.fragments[0][0] - position.fragments[-1][1],
                0,
            )
            return self._sentence(position) != self._sentence(host), apart, position

        return min(positions, key=distance, default=None)

    def _harmless(self, text, kind):
        """The text on one line, so that it cannot be read as an annotator's label."""
        text = " ".join(text.split())
        if self._patterns:
            text = text.replace("<", "‹").replace(">", "›")
        if any(pattern.search(text, 0, LOOKED_AT) for pattern in self._patterns):
            text = f"Disputed {KIND_WORDS[kind]}: see the annotators' files."
        return text

    def _spoils(self, note, text):
        """Whether the annotators' note would be read as another label with the text behind it."""
        if note is None:
            return False
        both = (note, f"{note} | {text}")
        return any(
            len({match and match.groups() for match in matches}) > 1
            for pattern in self._patterns
            for matches in [[pattern.search(text, 0, LOOKED_AT) for text in both]]
        )
