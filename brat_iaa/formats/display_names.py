"""Display names of layers, what was drawn and what is missing, for reports and pages; how wide a
text is in columns of a monospace font, and whether it runs from right to left.
"""

import unicodedata
from typing import Optional


def drawn_in_words(label: str, head: Optional[str] = None, ends: str = "") -> str:
    """What an annotator drew: “SUBJ ← “broke””; without a head the label and its ends, in words."""
    return f"{label} ← {head}" if head is not None else " ".join(filter(None, (label, ends)))


def ends_in_words(ends: tuple) -> str:
    """The ends of a relation: "a2 → b3"; "" without any. ends: two disagreements.End, or ()."""
    return " → ".join(map(_of_end, ends))


def _of_end(end):
    return " ".join(end.text.split())  # a line may end within


def ends_in_text(ends: tuple) -> str:
    """The offsets of ends in the text: "3–5 → 10–12"; "" without any."""
    return " → ".join(f"{end.fragments[0][0]}–{end.fragments[-1][1]}" for end in ends)


def ends_with_offsets(ends: tuple) -> str:
    """Ends with their offsets: "Prime Minister (11–16, 17–25)"."""
    return " → ".join(
        f"{_of_end(end)} ({', '.join(f'{start}–{last}' for start, last in end.fragments)})"
        for end in ends
    )


NOT_ANNOTATED = "not annotated"


def absent(has_token: bool = True) -> str:
    """The text for an annotator who marked nothing where others did; has_token: whether this
    annotator has the token at all.
    """
    return NOT_ANNOTATED if has_token else "no such token"


# Columns from which a name is shortened in a picture or the head of a column.
LONGEST = 22


def told_apart(names, longest: int = LONGEST) -> dict:
    """{name: the name as a picture shows it}: of those that are too long beginning and end, with
    "…" between; all as they are if that would make two alike.
    """
    names = [name for name in dict.fromkeys(names) if name]
    shown = {name: _shortened(name, longest) for name in names}
    return shown if len({*shown.values()}) == len(names) else {name: name for name in names}


def _shortened(name, longest):
    # Endings tell as much as beginnings do.
    end = name[-(longest // 2) :]
    if columns(name) <= longest:
        return name
    return first_columns(name, longest - 1 - columns(end)) + "…" + end


def runs_from_right(text: str) -> bool:
    """Decided by the first strong character, as HTML's dir=auto does (Unicode annex 9, P2)."""
    directions = map(unicodedata.bidirectional, text)
    return next(
        (direction != "L" for direction in directions if direction in ("L", "R", "AL")), False
    )


def columns(text: str) -> int:
    """Width of a text: 2 for East Asian wide characters, 0 for combining and invisible ones."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def first_columns(text: str, most: int) -> str:
    """The beginning of a text that is at most so wide."""
    left = most
    for index, character in enumerate(text):
        left -= _columns_of(character)
        if left < 0:
            return text[:index]
    return text


def _columns_of(character):
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
