"""The text of a document: one for all annotators, character by character."""

from brat_iaa.corpus.quoting import visible

_AROUND = 15  # characters shown on either side of a difference


def first_difference(a, b):
    """Where two texts differ first, in characters from 0, or None if they are equal."""
    if a == b:
        return None
    for place, (left, right) in enumerate(zip(a, b)):
        if left != right:
            return place
    return min(len(a), len(b))


def describe_difference(a, text_a, b, text_b):
    """A sentence on the first difference between the texts of the annotators a and b."""
    place = first_difference(text_a, text_b)
    line = text_a.count("\n", 0, place) + 1
    column = place - (text_a.rfind("\n", 0, place) + 1) + 1
    return (
        "the texts of %s and %s differ from line %d, column %d (character %d) on: %s "
        "has %s, %s has %s"
    ) % (
        a,
        b,
        line,
        column,
        place,
        a,
        _around(text_a, place),
        b,
        _around(text_b, place),
    )


def _around(text, place):
    """The characters around a place, blanks visible, the place itself marked by [ ]."""
    start, end = max(0, place - _AROUND), place + 1 + _AROUND
    here = _shown(text[place : place + 1]) or "end of text"
    return "%s%s[%s]%s%s" % (
        "…" if start else "",
        _shown(text[start:place]),
        here,
        _shown(text[place + 1 : end]),
        "…" if end < len(text) else "",
    )


def _shown(text):
    return visible(text.replace(" ", "␣"))
