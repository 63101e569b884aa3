"""Whether a text is written from right to left."""

import unicodedata


def runs_from_right(text: str) -> bool:
    """Decided by the first strong character, as HTML's dir=auto does (Unicode annex 9, P2)."""
    directions = map(unicodedata.bidirectional, text)
    return next(
        (direction != "L" for direction in directions if direction in ("L", "R", "AL")), False
    )
