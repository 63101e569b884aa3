"""The draft of one document as lines of an .ann file."""

from brat_iaa.adjudication.elements import (
    ARC,
    AT_ARC,
    AT_EVENT,
    AT_SENTENCE,
    ATTRIBUTE,
    CHAIN,
    EVENT,
    NORMALIZATION,
    NOTE,
    RELATION,
    SPAN,
)

# The notes that brat shows in its dialogs, one for each annotation.
NOTES = "AnnotatorNotes"


class Lines:
    """Numbers what was accepted and writes it down.

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
    def places(self):
        """Places of spans in the draft, in text order."""
        return sorted(self._spans)

    def reference(self, place, type=None):
        """brat's id of the span there, or of its event: brat takes no reference to the span of an
        event.

        None if the draft has no span there.
        """
        ids = self._spans.get(place)
        if ids is None:
            return None
        id = ids.get(type) or ids[min(ids)]
        return self._triggers.get(id, id)

    def arc(self, kind, key):
        """brat's id of an arc; None if the draft does not have it."""
        return self._arcs.get(key) if (kind, key) in self.written else None

    def own_note(self, target):
        """What the annotators' note says to which another text would be added; None if there is
        none.
        """
        return (self._notes.get((target, NOTES)) or [None])[-1]

    def note(self, target, text):
        """Add to the one note of a target: brat shows the last and changes the first of several."""
        own = self._notes.setdefault((target, NOTES), [])
        if own:
            own[-1] += " | " + text
        else:
            own.append(text)

    def content(self):
        """The file."""
        lines, number = list(self._lines), 0
        for (target, type), texts in self._notes.items():
            for text in texts:
                number += 1
                lines.append(f"#{number}\t{type} {target}\t{text}")
        return "".join(line + "\n" for line in lines)

    def _accepted(self, *kinds):
        found = [
            (identity, vote)
            for identity, vote in self._votes.votes.items()
            if identity[0] in kinds and vote.accepted
        ]
        # Arcs in the order of their dependents, everything else as it comes in the text.
        return sorted(
            found,
            key=lambda pair: (str(type(pair[1].element.host)), pair[1].element.host, repr(pair[0])),
        )

    def _write_spans(self):
        number = 0
        for place in sorted(self._votes.spans):
            for type in self._votes.spans[place]:
                number += 1
                self._spans.setdefault(place, {})[type] = f"T{number}"
                offsets = ";".join(f"{start} {end}" for start, end in place.fragments)
                words = " ".join(self._text[start:end] for start, end in place.fragments)
                words = words.replace("\r", " ").replace("\n", " ")
                self._lines.append(f"T{number}\t{type} {offsets}\t{words}")
                if place not in self._votes.chosen:
                    self.written.add((SPAN, (*place, type)))

    def _write_events(self):
        accepted = [identity for identity, _ in self._accepted(EVENT)]
        for number, (_, key) in enumerate(accepted, 1):
            self._events[key] = f"E{number}"
            self._triggers.setdefault(self._spans[key[1]][key[0]], f"E{number}")
        for identity in accepted:
            type, place, args = identity[1]
            ends = [(role, self._end(end)) for role, end in args]
            if all(id is not None for _, id in ends):
                written = "".join(f" {role}:{id}" for role, id in ends)
                self._lines.append(
                    f"{self._events[identity[1]]}\t{type}:{self._spans[place][type]}{written}"
                )
                self.written.add(identity)

    def _write_arcs(self):
        number = 0
        for identity, vote in self._accepted(ARC, RELATION):
            label, head, dependent = identity[1]
            head_type, dependent_type, roles, first_is_head = vote.details
            ids = [self.reference(head, head_type), self.reference(dependent, dependent_type)]
            if None not in ids:
                number += 1
                self._arcs[identity[1]] = f"R{number}"
                first, second = ids if first_is_head else ids[::-1]
                self._lines.append(f"R{number}\t{label} {roles[0]}:{first} {roles[1]}:{second}\t")
                self.written.add(identity)

    def _write_chains(self):
        for identity, _ in self._accepted(CHAIN):
            type, members = identity[1]
            ids = [self._end(end) for end in members]
            if None not in ids:
                self._lines.append("\t".join(("*", " ".join((type, *ids)))))
                self.written.add(identity)

    def _write_targeted(self):
        numbers = dict.fromkeys((ATTRIBUTE, NORMALIZATION), 0)
        for identity, vote in self._accepted(ATTRIBUTE, NORMALIZATION, NOTE):
            kind, (type, *content, target) = identity
            id = self._end(target, vote.details)
            if id is None:
                continue
            self.written.add(identity)
            if kind == NOTE:
                self._notes.setdefault((id, type), []).append(content[0])
                continue
            numbers[kind] += 1
            if kind == ATTRIBUTE:
                value = "" if content[0] is None else f" {content[0]}"
                self._lines.append(f"A{numbers[kind]}\t{type} {id}{value}")
            else:
                self._lines.append(f"N{numbers[kind]}\t{type} {id} {content[0]}\t{content[1]}")

    def _end(self, end, details=()):
        """brat's id of what a key refers to, None if the draft does not have it."""
        kind, *what = end
        if kind == AT_SENTENCE:
            return what[0]
        if kind == AT_EVENT:
            return self._events.get(what[0])
        if kind == AT_ARC:
            return self._arcs.get(what[0])
        place, type = what
        return self.reference(place, type or (details[0] if details else None))
