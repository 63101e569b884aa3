"""A note of the draft on something that is no place, as the queue shows it behind the places."""

from typing import NamedTuple, Optional

from brat_iaa.places.sentence import InSentence


class ShownNote(NamedTuple):
    """The note in the middle.

    note      OtherNote
    sentence  its number, None where it is about no piece of the text
    words     what it is about
    pieces    of the sentence, as of a place_card.Card; rtl: whether it runs from right to left
    link      address of the draft in brat, None if it cannot be linked
    number    among the notes, from 1
    behind    key of the next one, None without one
    """

    note: object
    sentence: Optional[int]
    words: str
    pieces: list
    rtl: bool
    link: Optional[str]
    number: int
    behind: Optional[str]


def shown_note(notes, key, agreement, brat, draft):
    """The ShownNote of the OtherNote with a key, else of the first; None without notes."""
    if not notes:
        return None
    at = next((number for number, note in enumerate(notes) if note.key == key), 0)
    note, behind = notes[at], notes[at + 1] if at + 1 < len(notes) else None
    table = agreement.tables[note.document]
    place = _sentence(table, note.fragments)
    number, sentence = place or (None, InSentence("", ()))
    words = " ".join(table.text[start:end] for start, end in note.fragments)
    return ShownNote(
        note, number, words, sentence.pieces(), sentence.rtl, link(note, brat, draft), at + 1,
        behind and behind.key,
    )  # fmt: skip


def link(note, brat, draft):
    """Address in brat of the draft with what a note stands on marked, or None."""
    focus = () if note.target.startswith("sent:") else (note.target,)
    return brat.file(f"{draft}/{note.document}", focus)


def _sentence(table, fragments):
    """(number, InSentence) of fragments of a document's text; None if they are not in it."""
    for number, one in enumerate(table.sentences, 1):
        if fragments and one.start <= fragments[0][0] < one.end:
            text = table.text[one.start : one.end]
            start = one.start + len(text) - len(text.lstrip())
            marks = ((low - start, min(high, one.end) - start) for low, high in fragments)
            return number, InSentence(text.strip(), tuple(m for m in marks if m[0] < m[1]), start)
    return None
