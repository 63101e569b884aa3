"""Compares the texts of one document, which should be the same for all annotators."""

from brat_iaa.corpus.quoting import visible

_AROUND = 15  # characters shown on either side of a difference


def _first_difference(a, b):
    """Offset of the first different character, from 0, or of the end of the shorter text."""
    for index, (left, right) in enumerate(zip(a, b)):
        if left != right:
            return index
    return min(len(a), len(b))


def describe_difference(a: str, text_a: str, b: str, text_b: str) -> str:
    """The first difference between the texts of the annotators a and b, in words."""
    index = _first_difference(text_a, text_b)
    line = text_a.count("\n", 0, index) + 1
    column = index - (text_a.rfind("\n", 0, index) + 1) + 1
    return (
        "the texts of %s and %s differ from line %d, column %d (character %d) on: %s "
        "has %s, %s has %s"
    ) % (
        a,
        b,
        line,
        column,
        index,
        a,
        _around(text_a, index),
        b,
        _around(text_b, index),
    )


def _around(text, index):
    """The text around an offset, with visible blanks and the character there in [ ]."""
    start, end = max(0, index - _AROUND), index + 1 + _AROUND
    here = _shown(text[index : index + 1]) or "end of text"
    return "%s%s[%s]%s%s" % (
        "…" if start else "",
        _shown(text[start:index]),
        here,
        _shown(text[index + 1 : end]),
        "…" if end < len(text) else "",
    )


def _shown(text):
    return visible(text.replace(" ", "␣"))
