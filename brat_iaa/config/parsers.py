"""Parsers of the values of settings that follow a rule of their own. They return the value."""

import os
import re
from pathlib import Path

from brat_iaa.corpus.layout import ALLOWED, FileLayout
from brat_iaa.errors import ConfigError
from brat_iaa.kinds.declaration import listed_names

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
