"""What is wrong with a file, as it is shown to users."""

from typing import NamedTuple, Optional


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
