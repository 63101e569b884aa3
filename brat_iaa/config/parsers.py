"""Parsers of the values of settings that follow a rule of their own. They return the value."""

import os
import re
from pathlib import Path

from brat_iaa.config.declaration import listed_names
from brat_iaa.corpus.layout import ALLOWED, FileLayout
from brat_iaa.errors import ConfigError

# Bytes of a name on most file systems.
_LONGEST = 255
# Files that brat and these pages look for in every directory.
_FILES = (
    "acl.conf",
    "annotation.conf",
    "iaa.conf",
    "kb_shortcuts.conf",
    "tools.conf",
    "visual.conf",
)


def layout(value):
    """A FileLayout, such as {annotator}/{document}. Raises ConfigError with the reason."""
    try:
        return FileLayout(value)
    except ConfigError:
        raise ConfigError(f"no layout. Allowed: {', '.join(ALLOWED)}.") from None


def directory_name(value):
    """The name of a directory in the project. Raises ConfigError with the reason."""
    too_long = len(os.fsencode(value)) > _LONGEST
    if not value or too_long or value.startswith(".") or re.search(r"[\x00-\x1f\x7f/\\]", value):
        raise ConfigError(
            f"“{value}” is no name of a directory in the project. Expected a name without slashes "
            "that does not begin with a dot, such as gold."
        )
    if value.casefold() in _FILES:
        raise ConfigError(
            f"“{value}” is the name of a file with settings, so no directory can have it. Choose "
            "another name."
        )
    return value


def directory_names(value):
    """Tuple of the names of directories in the project. Raises ConfigError with the reason."""
    return tuple(map(directory_name, listed_names(value)))


def path_below(value):
    """A path below the project. Raises ConfigError with the reason."""
    parts = Path(value).parts
    if os.path.isabs(value) or os.pardir in parts:
        raise ConfigError("leads out of the project. Expected a file below it, such as table.tsv.")
    for part in parts:
        directory_name(part)
    return value


def label_order(value):
    """Tuple of two or more labels, in order. Raises ConfigError with the reason."""
    labels = listed_names(value)
    if len(labels) < 2:
        raise ConfigError("names one label. An order has two or more, such as low, mid, high.")
    return labels


def label_source(value):
    """Where labels stand, such as attribute:NAME. Raises ConfigError with the reason."""
    source, colon, name = value.partition(":")
    named = source in ("attribute", "normalization", "notes", "note") and name.strip()
    if not (named or value == "type"):
        raise ConfigError(
            "does not say where the label stands. Allowed: type, attribute:NAME, "
            "normalization:DATABASE, notes:TYPE, note:PATTERN."
        )
    if source == "note":
        _check_pattern(name.strip())
    return value


def _check_pattern(pattern):
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


def connective_source(value):
    """Where connectives stand. Raises ConfigError with the reason."""
    if value not in ("trigger", "note") and not value.partition("attribute:")[2].strip():
        raise ConfigError(
            "does not say where the connective stands. Allowed: trigger, attribute:NAME, note."
        )
    return value
