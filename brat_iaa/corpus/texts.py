"""Compares the texts of one document, which should be the same for all annotators."""

import os

from brat_iaa.corpus.quoting import visible

_AROUND = 15  # characters shown on either side of a difference


def describe_difference(a: str, text_a: str, b: str, text_b: str) -> str:
    """The first difference between the texts of the annotators a and b, in words."""
    index = len(os.path.commonprefix((text_a, text_b)))
    line = text_a.count("\n", 0, index) + 1
    column = index - (text_a.rfind("\n", 0, index) + 1) + 1
    return (
        f"the texts of {a} and {b} differ from line {line}, column {column} (character {index}) "
        f"on: {a} has {_around(text_a, index)}, {b} has {_around(text_b, index)}"
    )


def _around(text, index):
    """The text around an offset, with visible blanks and the character there in [ ]."""
    start, end = max(0, index - _AROUND), index + 1 + _AROUND
    here = _shown(text[index : index + 1]) or "end of text"
    before, after = _shown(text[start:index]), _shown(text[index + 1 : end])
    return f"{'…' if start else ''}{before}[{here}]{after}{'…' if end < len(text) else ''}"


def _shown(text):
    return visible(text.replace(" ", "␣"))
