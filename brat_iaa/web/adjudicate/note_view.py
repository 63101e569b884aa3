"""A note of the draft on something that is no place, as the queue shows it behind the places."""

from typing import NamedTuple, Optional

from brat_iaa.layers.tokens import Locator
from brat_iaa.places.sentence import InSentence, in_sentence


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
    number, words, sentence = None, "", InSentence("", ())
    if note.fragments and note.fragments[-1][1] <= len(table.text):
        token = Locator(table).token(note.fragments, {})
        number, words, sentence = token.sentence, token.text, in_sentence(table, token)
    return ShownNote(
        note, number, words, sentence.pieces(), sentence.rtl, link(note, brat, draft), at + 1,
        behind and behind.key,
    )  # fmt: skip


def link(note, brat, draft):
    """Address in brat of the draft with what a note stands on marked, or None."""
    focus = () if note.target.startswith("sent:") else (note.target,)
    return brat.file(f"{draft}/{note.document}", focus)
