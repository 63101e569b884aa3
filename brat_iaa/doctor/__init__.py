"""What is wrong with an installation or a project, how bad it is, and what mends it."""

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


def as_text(findings):
    """List of lines, the worst findings first."""
    lines = []
    for finding in sorted(findings, key=lambda one: LEVELS.index(one.level)):
        lines.append(f"{finding.level:8} {finding.about}: {finding.text}")
        if finding.do:
            lines += [f"{'':8} To do: {line}" for line in finding.do.split("\n")]
    return lines
