"""The values of iaa.conf: from text to what the settings hold, or an error that says what is
expected.
"""

import difflib
import os
from pathlib import Path
from typing import NamedTuple

from brat_iaa.corpus.discovery import folder_depth
from brat_iaa.errors import ConfigError

# How many allowed names a message lists.
_NAMED = 40
# Lists of directories and logins, whose names can have blanks.
_WITH_BLANKS = (
    "annotators",
    "anchors",
    "started_from",
    "gold_of",
    "scratch",
    "reviewed",
    "managers",
    "logins",
)


class Given(NamedTuple):
    """A value as text; found: the place and what stands there, the beginning of any message about
    it.
    """

    value: str
    found: str


def nearest(name, names, known="Allowed"):
    """What to say after a name that is not known: the one that was probably meant, and what there
    is.
    """
    names = list(names)
    near = difflib.get_close_matches(name, names, 1, 0.5)
    meant = f" Did you mean “{near[0]}”?" if near else ""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{meant} {known}: {', '.join(names[:_NAMED]) or 'nothing'}{more}."


def values_of(given):
    """{key: value} of {Setting: Given}; blank ones are left out. Raises ConfigError."""
    return {setting.key: _value(setting, *found) for setting, found in given.items() if found.value}


def _value(setting, value, found):
    if setting.choices and value not in setting.choices:
        raise ConfigError(
            f"{found}: not a value of this setting." + nearest(value, setting.choices)
        )
    if setting.key in _PAIRS:
        return _pairs(_list(setting, value, found), setting, found)
    if setting.many:
        return _list(setting, value, found)
    if setting.key == "judges" and (os.path.isabs(value) or os.pardir in Path(value).parts):
        raise ConfigError(
            f"{found}: leads out of the project. Expected a file below it, such as judges.csv."
        )
    if setting.key == "layout":
        try:
            folder_depth(value)
        except ConfigError:
            raise ConfigError(
                f"{found}: no layout. Allowed: {{annotator}}/{{document}}, and with "
                f"folders above the "
                "annotators {folder}/{annotator}/{document}."
            ) from None
    return value


def _list(setting, value, found):
    parts = tuple(part.strip() for part in value.replace("\n", ",").split(",") if part.strip())
    if not parts:
        raise ConfigError(f"{found}: names nothing. Expected names separated by commas.")
    twice = [part for part in parts if parts.count(part) > 1]
    if twice:
        raise ConfigError(f"{found}: “{twice[0]}” stands twice. Name it once.")
    # Directories and logins may have blanks in their names, brat's types may not.
    joined = [part for part in parts if " " in part and setting.key not in _WITH_BLANKS]
    if joined:
        raise ConfigError(f"{found}: “{joined[0]}” holds a blank. Separate the names by commas.")
    return parts


# What the two sides of a pair are, and an example.
_PAIRS = {
    "started_from": ("directory: anchor", "anna: turbo"),
    "gold_of": ("directory: anchor", "turbo_gold: turbo"),
    "logins": ("login: annotator", "asmith: anna"),
}


def _pairs(parts, setting, found):
    """((directory, anchor), ...), or ((login, annotator), ...)"""
    pairs = [tuple(side.strip() for side in part.rpartition(":")[::2]) for part in parts]
    for part, pair in zip(parts, pairs):
        if not all(pair):
            raise ConfigError(
                f"{found}: “{part}” is no pair. Expected “%s”, such as %s." % _PAIRS[setting.key]
            )
    if setting.key == "gold_of":
        return tuple(pairs)
    names = [name for name, _ in pairs]
    twice = [name for name in names if names.count(name) > 1]
    if setting.key == "logins":
        annotators = [annotator for _, annotator in pairs]
        twice += [name for name in annotators if annotators.count(name) > 1]
        why = "A login is one annotator's, and an annotator has one login."
    else:
        why = "An annotator starts from one anchor."
    if twice:
        raise ConfigError(f"{found}: “{twice[0]}” stands twice. {why}")
    return tuple(pairs)
