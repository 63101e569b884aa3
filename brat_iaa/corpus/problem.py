"""What is wrong with a file, as it is shown to users, and text quoted in such messages."""

import os
import shlex
from typing import NamedTuple, Optional

_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\ufeff": "<BOM>"}
_LONGEST = 60


class Problem(NamedTuple):
    """Something in a file that needs attention.

    file     path of the file
    line     number of the line from 1, None for the file as a whole
    code     stable short id such as "text-mismatch"
    message  sentences: what was found, what was expected, what to do
    unread   "" if the line is used; else its first letter, or "?", and the name of its type if
             that is certain: "A Negated"
    """

    file: str
    line: Optional[int]
    code: str
    message: str
    unread: str = ""


def visible(text: str) -> str:
    """The text with line ends, tabs and other unprintable characters as escapes."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else _NAMES.get(char) or f"<U+{ord(char):04X}>" for char in text
    )


def typed(path) -> str:
    """A path as it can be typed behind a command, also one with blanks."""
    return shlex.quote(os.fspath(path))


def quoted(text: str) -> str:
    """The text in double quotes, visible, cut to about 60 characters."""
    return f'"{visible(text[:_LONGEST])}{"…" if len(text) > _LONGEST else ""}"'
