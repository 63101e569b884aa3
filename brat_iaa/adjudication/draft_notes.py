"""The notes of a draft on what is disputed, read back: what each part of a note is about."""

import re
from typing import NamedTuple, Optional

from brat_iaa.adjudication import ballot

# The notes that brat shows in its dialogs, one for each annotation.
NOTES = "AnnotatorNotes"
DISPUTED, MAJORITY = "disputed", "majority"
# What notes call the kinds of annotations.
KIND_WORDS = {kind: kind for kind in ballot.ANNOTATION_KINDS}
KIND_WORDS.update({ballot.SPAN: "type", ballot.NORMALIZATION: "reference"})
# What a relation is called: an arc where a draft takes spans for tokens.
RELATION_NOTES = ("relation", "arc")
_WHERE = r"(?:Not in the draft: )?(?:[^|]*? \(characters [\d, to]+\): )?"
_DISPUTED = "|".join(KIND_WORDS.values())
_BY_MAJORITY = "|".join(map(str.capitalize, KIND_WORDS.values()))
# How the notes of a draft begin, see notes.NoteWriter; an annotator's own note stands before them.
_START = rf"{_WHERE}(?:Disputed (?:{_DISPUTED})|(?:{_BY_MAJORITY}) by majority): "
_PART = re.compile(
    r"(?:Not in the draft: )?(?:.* \((?P<characters>characters [^()]*)\): )?"
    rf"(?:Disputed (?P<disputed>{_DISPUTED})|(?P<majority>{_BY_MAJORITY}) by majority): "
)
_SEPARATOR = re.compile(rf" \| (?={_START}|Only .* annotated this document)")
_SINGLE = re.compile("Only .* annotated this document")


class DraftNote(NamedTuple):
    """One part of a note.

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
    """The DraftNote that a part of a note is; None if it says of nothing that it is disputed."""
    if not re.match(_START, part):
        return None
    match = _PART.match(part)
    characters = match["characters"]
    return DraftNote(
        match["disputed"] or match["majority"].lower(),
        DISPUTED if match["disputed"] else MAJORITY,
        None if characters is None else _fragments(characters),
    )


def _fragments(characters):
    numbers = [int(number) for number in re.findall(r"\d+", characters)]
    return tuple(zip(numbers[::2], numbers[1::2]))
