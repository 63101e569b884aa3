"""What was found in an installation: how bad it is, and what mends it."""

from typing import NamedTuple, Optional

# From bad to good: something does not work; something may surprise; something to know; all is well.
PROBLEM, WARNING, NOTE, FINE = "problem", "warning", "note", "fine"
LEVELS = PROBLEM, WARNING, NOTE, FINE


class Finding(NamedTuple):
    """One thing that was looked at.

    level  one of LEVELS
    about  what was looked at, in one or two words
    text   what was found, as sentences
    do     what mends it: a sentence or a command; None where nothing is to be done
    """

    level: str
    about: str
    text: str
    do: Optional[str] = None
