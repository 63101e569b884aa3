"""A file of the draft: its tokens, arcs and spans, and its notes on what is disputed."""

import re
from functools import cached_property
from typing import NamedTuple, Optional

from brat_iaa.adjudication import ballot
from brat_iaa.corpus.records import Note
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.layers.drawn_arcs import head_and_dependent
from brat_iaa.review.items import digest

# The notes that brat shows in its dialogs, one for each annotation.
NOTES = "AnnotatorNotes"
DISPUTED, MAJORITY = "disputed", "majority"
# What notes call the kinds of annotations.
KIND_WORDS = {kind: kind for kind in ballot.ANNOTATION_KINDS}
KIND_WORDS.update({ballot.SPAN: "type", ballot.NORMALIZATION: "reference"})
_WHERE = r"(?:Not in the draft: )?(?:[^|]*? \(characters [\d, to]+\): )?"
_DISPUTED = "|".join(KIND_WORDS.values())
_BY_MAJORITY = "|".join(map(str.capitalize, KIND_WORDS.values()))
# How the notes of a draft begin, see notes.NoteWriter; an annotator's own note stands before them.
_START = rf"{_WHERE}(?:Disputed (?:{_DISPUTED})|(?:{_BY_MAJORITY}) by majority): "
_PART = re.compile(
    r"(?:Not in the draft: )?(?:.* \((?P<characters>characters [^()]*)\): )?"
    rf"(?:Disputed (?P<disputed>{_DISPUTED})|(?P<majority>{_BY_MAJORITY}) by majority): "
)
_SINGLE = re.compile("Only [^|]* annotated this document")
_SEPARATOR = re.compile(rf" \| (?={_START}|{_SINGLE.pattern})")


class DraftNote(NamedTuple):
    """Part of a note on something disputed.

    kind        what is disputed: "type", "arc", "attribute" …
    state       DISPUTED or MAJORITY
    characters  fragments that it names itself; None: it is about what it stands on
    """

    kind: str
    state: str
    characters: Optional[tuple]


def parts(text):
    """The parts of a note of the draft: an annotator's own first, if there is one."""
    return _SEPARATOR.split(text)


def is_of_draft(part):
    """Whether a part of a note was written when the draft was made, and not by an annotator."""
    return bool(re.match(_START, part) or _SINGLE.match(part))


def draft_note(part):
    """Parse a part of a note as a DraftNote; None if it is about nothing disputed."""
    if not re.match(_START, part):
        return None
    match = _PART.match(part)
    characters = match["characters"]
    numbers = [*map(int, re.findall("[0-9]{1,9}", characters or ""))]
    return DraftNote(
        match["disputed"] or match["majority"].lower(),
        DISPUTED if match["disputed"] else MAJORITY,
        None if characters is None else tuple(zip(numbers[::2], numbers[1::2])),
    )


class NotedDispute(NamedTuple):
    """A part of a note of the draft that says that something is disputed.

    note   Note in which it stands
    text   of the part
    about  the DraftNote that it is
    host   (kind, fragments) of what it is about; None if that is not in the text
    """

    note: Note
    text: str
    about: DraftNote
    host: object


class OtherNote(NamedTuple):
    """A note of the draft on something that is no place of the pages: "type", "attribute", …

    document, kind
    target     id or sentence on which it stands
    text       of the part of the note
    fragments  of what it is about, in the text; () where that is not known
    has        type of what it stands on; "" of a sentence
    """

    document: str
    kind: str
    target: str
    text: str
    fragments: tuple
    has: str

    @property
    def key(self):
        """For addresses, and for what was decided."""
        return digest(["note", self.document, self.target, self.text])


class AnnotatorFile:
    """What somebody drew in a document: an annotator, or the adjudicator.

    annotations  Annotations
    text         of the document
    settings     DependencySettings
    views        {Layer: what was read of it}, filled by those who read it
    """

    def __init__(self, annotations, text, settings):
        self.annotations, self.text, self._settings = annotations, text, settings
        self.views = {}

    @cached_property
    def tokens(self):
        """{fragments: [Span]} of the spans that are tokens."""
        at = {}
        for span in filter(self._is_token, self.annotations.spans.values()):
            at.setdefault(span.offsets, []).append(span)
        return at

    def _is_token(self, span):
        types = self._settings.token_types
        return types is None or span.type in types or span.type == self._settings.root

    @cached_property
    def arcs(self):
        """{fragments of a token: [((label, head's fragments), Relation)] of the arcs to it}"""
        labels, at = self._settings.labels, {}
        for relation in self.annotations.relations:
            if labels is None or relation.type in labels:
                head, dependent = self._ends(relation)
                if self._is_token(head) and self._is_token(dependent):
                    arc = (relation.type, head.offsets), relation
                    at.setdefault(dependent.offsets, []).append(arc)
        return at

    def _ends(self, relation):
        return map(self.annotations.span_of, head_and_dependent(relation.args, self._settings.head))

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


class DraftFile(AnnotatorFile):
    """An .ann file of a draft, or an annotator's as it is now.

    data  bytes of the file
    """

    def __init__(self, data, text, settings):
        super().__init__(read_annotations(data, text, "draft"), text, settings)
        self.data = data

    def other_notes(self, document, settled):
        """[OtherNote] of the draft's notes; settled: (document, host) of those that are left out"""
        notes, records = [], {**self.annotations.events, **self._relations}
        records.update(self.annotations.spans)
        for noted in self.disputes:
            if (document, noted.host) not in settled:
                target, at = noted.note.target, noted.host[1] if noted.host else ()
                has = records[target].type if target in records else ""
                notes.append(OtherNote(document, noted.about.kind, target, noted.text, at, has))
        return notes

    @cached_property
    def disputes(self):
        """List of NotedDispute, in the order of the file."""
        return [
            NotedDispute(note, text, about, self._host(note, about))
            for note in self.annotations.notes
            if note.type == NOTES
            for text in parts(note.text)
            if (about := draft_note(text)) is not None
        ]

    def _host(self, note, about):
        if about.characters is not None:
            return about.kind, about.characters
        relation = self._relations.get(note.target)
        if relation is not None:
            _, dependent = self._ends(relation)
            return about.kind, dependent.offsets
        span = self.annotations.span_of(note.target)
        return span and (about.kind, span.offsets)

    @cached_property
    def _relations(self):
        return {relation.id: relation for relation in self.annotations.relations}

    @cached_property
    def hosts(self):
        """{(kind, fragments), or None: DISPUTED or MAJORITY} of the draft's notes."""
        return {noted.host: noted.about.state for noted in self.disputes}

    @cached_property
    def undisputed(self):
        """The Annotations without what the draft's notes say of disputes."""
        notes = (note._replace(text=annotator_text(note)) for note in self.annotations.notes)
        return self.annotations._replace(notes=tuple(note for note in notes if note.text))


def annotator_text(note):
    """What an annotator wrote in a note, without what the draft's notes say of disputes."""
    if note.type != NOTES:
        return note.text
    return " | ".join(part for part in parts(note.text) if not is_of_draft(part))
