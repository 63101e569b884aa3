"""How wide a text is in columns of a monospace font."""

import unicodedata


def columns(text: str) -> int:
    """Width of a text: 2 for East Asian wide characters, 0 for combining and invisible ones."""
    return sum(map(_columns_of, text))


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
