"""Lines of annotators' files that could not be read, and the figures that know nothing of them.

What cannot be read is often what differs, so agreement without it may be too high.
"""

from typing import NamedTuple

_ANY = "?"


class Uncounted(NamedTuple):
    """Lines of one file that could not be read for one reason, in one layer.

    kind   what they begin with, "T" for spans, or "?"
    lines  their numbers, from 1
    code   short id of the reason
    why    what is wrong with the first, in words
    """

    layer: str
    annotator: str
    document: str
    kind: str
    lines: tuple
    code: str
    why: str


def concerns(layer, problem) -> bool:
    """Whether a Layer would have read the line of a Problem."""
    letter, _, name = problem.unread.partition(" ")
    letters, wanted = layer.settings.reads, layer.settings.label_source.partition(":")[2]
    if not letter or not (letter == _ANY or letter in letters):
        return False
    # An attribute is of one layer, if its name is certain.
    return letter not in "AM" or name in ("", wanted)


def uncounted(layer, document, annotator, problems) -> list:
    """List of Uncounted of a Layer; problems: of the lines of a file that could not be read."""
    groups = {}
    for problem in problems:
        if concerns(layer, problem):
            groups.setdefault((problem.unread[0], problem.code), []).append(problem)
    return [
        Uncounted(
            layer.name, annotator, document, kind, tuple(problem.line for problem in of_group),
            code, of_group[0].message,
        )
        for (kind, code), of_group in groups.items()
    ]  # fmt: skip
