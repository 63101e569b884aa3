"""Whether a text is written from right to left."""

import unicodedata


def runs_from_right(text):
    """By the first character that has a direction, as in HTML's dir=auto (Unicode annex 9, P2)."""
    directions = map(unicodedata.bidirectional, text)
    return next((found != "L" for found in directions if found in ("L", "R", "AL")), False)
