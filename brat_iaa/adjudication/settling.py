"""One decision in a document of the draft: the arcs of a token become those that were decided on.

Works on the lines of the .ann file, so that all others stay as they are, to the byte. What it
writes is in brat's own form: brat that opens it has nothing to change.
"""

import re
from typing import NamedTuple

from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.errors import BratIaaError
from brat_iaa.layers.dependencies import head_and_dependent

# How the notes of a draft begin, see notes.NoteWriter; an annotator's own note stands before them.
_KIND = "(?:type|arc|relation|event|chain|attribute|reference|note)"
_WHERE = r"(?:Not in the draft: )?(?:[^|]*? \(characters [\d, to]+\): )?"
_START = rf"{_WHERE}(?:Disputed {_KIND}|(?:Arc|Relation) by majority): "
_ABOUT_ARCS = re.compile(
    r"(Not in the draft: )?(?:(.*) \((characters [^()]*)\): )?(Disputed arc|Arc by majority): "
)
_MAJORITY = "Arc by majority"
_SEPARATOR = re.compile(rf" \| (?={_START}|Only .* annotated this document)")
_NOTES = "AnnotatorNotes"
_ID = re.compile(r"[TREAMN#*](\d+)")


class NotSettled(BratIaaError):
    """The decision cannot be written into the file; the text says why, and what to do."""


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


class Edit(NamedTuple):
    """What was changed.

    data     bytes of the new file
    changes  [[index of the line before, or None, old line or None, new line or None]]
    """

    data: bytes
    changes: list


class DraftFile:
    """An .ann file of a draft, or an annotator's, of which the arcs of tokens are asked for.

    data      bytes of the file
    text      of the document
    settings  DependencySettings
    """

    def __init__(self, data, text, settings, name="draft"):
        self.data, self.text, self._settings = data, text, settings
        self.annotations = read_annotations(data, text, name)
        self._arcs, self._spans = {}, {}
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
        head, dependent = map(span_of, head_and_dependent(relation, self._settings.head))
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

    def other_notes(self):
        """[(kind, id or sentence, text)] of the draft's notes that are not on the arcs of one of
        its tokens: "type", "attribute", …
        """
        found = []
        for note in self.annotations.notes:
            for part in parts(note.text) if note.type == _NOTES else ():
                match = re.match(_START, part)
                if match and self._place_of(note, part) is None:
                    words = re.search(r"Disputed (\w+): $|(\w+) by majority: $", match.group())
                    kind = (words.group(1) or words.group(2)).lower()
                    found.append((kind, note.target, part))
        return found

    def _notes_on_arcs(self):
        notes = {}
        for note in self.annotations.notes:
            for part in parts(note.text) if note.type == _NOTES else ():
                place = self._place_of(note, part)
                if place is not None:
                    majority = _ABOUT_ARCS.match(part).group(4) == _MAJORITY
                    notes[place] = "majority" if majority else "disputed"
        return notes

    def _place_of(self, note, part):
        """Fragments of the token about whose arcs a part of a note of the draft is, or None."""
        match = _ABOUT_ARCS.match(part)
        if match is None:
            return None
        _, _, characters, _ = match.groups()
        if characters is not None:
            place = _fragments(characters)
            return place if place in self._spans else None
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
        return self._changed(changes, [self._line(place, arc) for arc in new])

    def _without_notes(self, place, removed):
        for note in self.annotations.notes:
            if note.type != _NOTES or note.target in removed:
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
        events = self.annotations.events.values()
        return next((event.id for event in events if event.trigger == span.id), span.id)

    def _changed(self, changes, new):
        """changes: [line's index, new line or None]; new: R lines without their ids."""
        lines = _lines(self.data)
        result = list(lines)
        for index, text in changes:
            end = "\r" if lines[index].endswith("\r") else ""
            result[index] = None if text is None else text + end
        numbers = [int(number) for number in re.findall(r"\bR(\d+)\b", "\n".join(lines))]
        number = max(numbers, default=0)
        at = _end_of_relations(lines)
        inserted = [f"R{number + own}\t{text}" for own, text in enumerate(new, 1)]
        made = [[index, lines[index], result[index]] for index, _ in changes]
        made += [[None, None, line] for line in inserted]
        whole = [*result[:at], *inserted, *result[at:]]
        return Edit(_joined(whole), made)

    def before(self, changes):
        """The bytes of the file before some changes, if they were the last ones."""
        lines = _lines(self.data)
        for index, _, new in changes:
            if index is None:
                del lines[len(lines) - 1 - lines[::-1].index(new)]
        known = sorted(change for change in changes if change[0] is not None)
        for index, old, new in known:
            if new is None:
                lines.insert(index, old)
            else:
                lines[index] = old
        return "\n".join(lines).encode()

    def undone(self, changes):
        """The Edit that takes back the changes of an earlier one. Raises NotSettled if what it
        wrote is there no more.
        """
        lines, made = _lines(self.data), []
        result, back = list(lines), []
        for index, old, new in changes:
            if new is None:
                back.append((index, old))
                continue
            if new not in result:
                raise NotSettled("It was changed in brat since. Decide anew, or change it in brat.")
            at = result.index(new)
            result[at] = old
            made.append([at, new, old])
        taken, ids = {_id(line) for line in result if line}, {}
        # Arcs before what stands on them, so that new ids are known.
        for _, old in sorted(back, key=lambda one: one[1][:1] != "R"):
            line = _renumbered(old, taken, ids)
            made.append([None, None, line])
            at = _end_of_relations(result) if line[:1] == "R" else _end(result)
            result.insert(at, line)
        return Edit(_joined(result), made)


def value_of(arcs):
    """Sorted [label, head's fragments] of DraftArcs."""
    return sorted({(arc.label, arc.head) for arc in arcs})


def as_value(told):
    """The same of what JSON holds."""
    return sorted((label, tuple(map(tuple, head))) for label, head in told)


def parts(text):
    """The parts of a note of the draft: an annotator's own first, if there is one."""
    return _SEPARATOR.split(text)


def _fragments(characters):
    numbers = [int(number) for number in re.findall(r"\d+", characters)]
    return tuple(zip(numbers[::2], numbers[1::2]))


def _lines(data):
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise NotSettled(
            f"Byte {error.start} of the draft's file is not UTF-8. Correct the file first."
        ) from None
    return lines


def _joined(lines):
    left = [line for line in lines if line is not None]
    if left and left[-1] != "":
        left.append("")
    return "\n".join(left).encode()


def _end(lines):
    """Index behind the last line with anything in it."""
    filled = [index for index, line in enumerate(lines) if line]
    return filled[-1] + 1 if filled else 0


def _end_of_relations(lines):
    """Where new arcs stand: behind the last arc, else the last event, else the last span."""
    for kind in "RET":
        own = [index for index, line in enumerate(lines) if line and line.startswith(kind)]
        if own:
            return own[-1] + 1
    return _end(lines)


def _id(line):
    return line.partition("\t")[0]


def _renumbered(line, taken, ids):
    """The line with an id that is free, and with the ids that arcs were given."""
    id, tab, rest = line.partition("\t")
    head, between, text = rest.partition("\t")
    words = head.split(" ")
    if id[:1] in "AMN#" and len(words) > 1:
        words[1] = ids.get(words[1], words[1])
    new = id
    if id in taken and id != "*":
        numbers = [int(own[1:]) for own in taken if own[:1] == id[:1] and own[1:].isdigit()]
        new = f"{id[:1]}{max(numbers, default=0) + 1}"
        ids[id] = new
    taken.add(new)
    return f"{new}{tab}{' '.join(words)}{between}{text}"
