"""Regular expressions of managers, which must not keep everybody waiting whatever a note says.

Python tries all ways in which a pattern may match. They grow with the length of the note: with a
repetition in another, or with many choices, they double with each character; of d repetitions in a
row that can take the same characters, as in .*.*, they grow with its power d + 1.
"""

import functools
import importlib
import re
import sys

from brat_iaa.errors import ConfigError

# Characters of a note that are looked at.
LOOKED_AT = 500
# At 500 characters two repetitions in a row take .3 seconds, three take minutes.
_IN_A_ROW, _MOST_CHOICES = 2, 10
# To see in how many ways a pattern matches takes long, too, if it has thousands.
_LONGEST = 300
# How Python reads regular expressions; before 3.11 it had another name.
_NAMES = ("re._parser", "re._compiler")
_NAMES = _NAMES if sys.version_info >= (3, 11) else ("sre_parse", "sre_compile")
_parser, _compiler = map(importlib.import_module, _NAMES)


@functools.lru_cache(64)
def check_pattern(pattern):
    """Raises ConfigError, with the reason, if the pattern is no regular expression with one group,
    or one that can take years.
    """
    if len(pattern) > _LONGEST:
        raise ConfigError(
            f"note:{pattern[:20]}… has {len(pattern)} characters, expected at most {_LONGEST}."
        )
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise ConfigError(
            f"“{pattern}” is no regular expression: {error}. Example: note:<(.*)>"
        ) from None
    if groups != 1:
        raise ConfigError(
            f"“{pattern}” has {groups or 'no'} groups in brackets, expected one, which is the "
            "label. Example: note:<(.*)>. Other brackets are written (?:…)."
        )
    parts = _parser.parse(pattern)
    compiled: dict = {}
    in_a_row = max(_in_a_row(parts, sign, compiled)[1] for sign in _signs(parts))
    if _choices(parts) > _MOST_CHOICES or in_a_row > _IN_A_ROW:
        raise ConfigError(
            f"“{pattern}” can match in so many ways that looking for it can take years. Write it "
            "with one or two repetitions (* + {}), and none with another or a choice (? |) in it, "
            "as (a+)+ has. Example: note:sense=([a-z, ]+)"
        )


def _signs(parts):
    """Signs such that repetitions that can share any character share one of these: those of ASCII,
    and those at both ends of all that a pattern names.
    """
    ends = (number + more for number in _numbers(parts) for more in (-1, 0, 1))
    return {
        *map(chr, range(128)),
        *"é٣一\u0301\u2003",
        *(chr(n) for n in ends if 0 <= n < 0x110000),
    }


def _numbers(argument):
    """The numbers of the characters that a pattern names; others beside them do no harm."""
    if isinstance(argument, int):
        yield argument
    elif isinstance(argument, (tuple, list, _parser.SubPattern)):
        for part in argument:
            yield from _numbers(part)


def _choices(parts, repeated=1):
    """Number of choices (? |); with one or a repetition in a repetition more than is allowed."""
    choices = 0
    for operator, argument in parts:
        inside = 1
        if str(operator).endswith("_REPEAT"):
            low, high, _ = argument
            choices += (low != high) * (repeated if high == 1 else repeated - 1)
            inside = 1 if high == 1 else _MOST_CHOICES + 2
        choices += repeated * (str(operator) == "BRANCH")
        choices += sum(_choices(part, repeated * inside) for part in _within(argument))
    return choices


def _within(argument):
    """The parts of a pattern that what the parser made of it holds."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for part in argument:
            yield from _within(part)


def _in_a_row(parts, sign, compiled, before=0):
    """(repetitions at the end of the parts that can share a run of the sign, the most of them).

    compiled  {what is to match: compiled}, of all signs
    before    how many stand before the parts
    """
    most = before
    for place, (operator, argument) in enumerate(parts):
        within = list(_within(argument))
        if str(operator) == "BRANCH":
            of_parts = [_in_a_row(part, sign, compiled, before) for part in within]
            before, inside = (max(numbers) for numbers in zip(*of_parts))
            most = max(most, inside)
        elif str(operator).endswith("_REPEAT") and argument[1] > max(1, argument[0]):
            if _takes(argument[2], sign, compiled):
                before += 1
            elif argument[0]:
                before = 0
        elif within:
            fixed = str(operator).endswith("_REPEAT")
            may_lack = fixed and not argument[0]
            # So often in a row; more is too much already.
            for part in within * (min(max(argument[0], 1), _IN_A_ROW + 1) if fixed else 1):
                after, inside = _in_a_row(part, sign, compiled, before)
                before, most = max(after, before * may_lack), max(most, inside)
        elif not _takes(parts[place : place + 1], sign, compiled):
            before = 0
        most = max(most, before)
    return before, most


def _takes(parts, sign, compiled):
    """Whether one of the parts matches the sign, or nothing, as the end of a word. Small letters
    stand for capitals, too: a part of a pattern can say that.
    """
    for place, (_, argument) in enumerate(parts):
        within = list(_within(argument))
        if any(_takes(part, sign, compiled) for part in within):
            return True
        if not within:
            part = repr(parts[place])
            if part not in compiled:
                compiled[part] = _compiler.compile(parts[place : place + 1], re.IGNORECASE)
            if compiled[part].match(sign):
                return True
    return False
