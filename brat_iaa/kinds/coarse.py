"""Coarse labels: what the setting coarse says, as a function from labels to coarse ones."""

import functools
from typing import Callable

from brat_iaa.errors import ConfigError

_ALLOWED = (
    "Allowed: a single character, such as “:” (a label counts up to there), or groups, such as "
    "“core = SUBJ, OBJ; modifier = MOD, JCT”."
)


def coarse_setting(value: str) -> str:
    """The setting in one line: a character, or groups. Raises ConfigError with the reason."""
    if "=" not in value:
        if len(value) != 1 or value.isalnum():
            raise ConfigError(f"is neither a character nor a group. {_ALLOWED}")
        return value
    groups = _groups(value)
    return "; ".join(f"{name} = {', '.join(labels)}" for name, labels in groups.items())


@functools.lru_cache(maxsize=64)
def coarse_labels(setting: str) -> Callable[[str], str]:
    """Function of a label that returns the coarse one. setting: as coarse_setting() returns it

    Up to a character: a label that lacks it, or begins with it, stays as it is. In groups: the name
    of the label's group; labels in none stay as they are.
    """
    if "=" not in setting:
        return lambda label: label.partition(setting)[0] or label
    group_of = {label: name for name, labels in _groups(setting).items() for label in labels}
    return lambda label: group_of.get(label, label)


def labels_in_groups(setting: str) -> list:
    """The labels that groups name; [] of a character."""
    groups = _groups(setting).values() if "=" in setting else ()
    return [label for labels in groups for label in labels]


def _groups(value):
    """{name: list of labels} of groups, separated by semicolons."""
    groups, seen = {}, {}
    for text in filter(None, map(str.strip, value.split(";"))):
        name, equals, listed = map(str.strip, text.partition("="))
        labels = [label.strip() for label in listed.split(",") if label.strip()]
        if not (name and equals and labels):
            raise ConfigError(f"“{text}” is no group. Expected “name = LABEL, LABEL”. {_ALLOWED}")
        if name in groups:
            raise ConfigError(f"the group “{name}” stands twice. Put all its labels in one.")
        for label in labels:
            if " " in label:
                raise ConfigError(f"“{label}” contains a blank. Separate the labels by commas.")
            if label in seen:
                raise ConfigError(
                    f"“{label}” is in {seen[label]} and in {name}. A label is in one group."
                    if seen[label] != name
                    else f"“{label}” stands twice in {name}. Name it once."
                )
            seen[label] = name
        groups[name] = labels
    return groups
