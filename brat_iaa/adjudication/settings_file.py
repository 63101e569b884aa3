"""Settings that go with a gold, written into iaa.conf."""

import os

from brat_iaa.config import FILE_NAME
from brat_iaa.config.changing import changed
from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.errors import ConfigError
from server_hooks.guard import files


def change_settings(root, changes, lock):
    """Write changes into a project's iaa.conf in one step; comments and all else stay.

    changes  as for config.changing.changed
    lock     function of a path: a context manager that keeps others from changing it meanwhile
    Raises ConfigError if the file cannot be read, written, or would not be valid; then it is as it
    was.
    """
    path = os.path.realpath(root / FILE_NAME)
    if os.path.dirname(path) != os.path.realpath(root):
        raise ConfigError(f"{root / FILE_NAME}: is a link to another directory. It is left alone.")
    try:
        with lock(path):
            files.replace(path, changed(_text(path), changes, path).encode())
    except files.Busy:
        raise ConfigError(f"{path}: somebody else is changing it. Try again in a moment.") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ConfigError(f"{path}: cannot be written: {why}. Nothing was changed.") from None


def _text(path):
    data = read_stable([path])[path]
    if data is None and os.path.lexists(path):
        raise ConfigError(f"{path}: cannot be read: {why_unreadable(path)}.")
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start} is not UTF-8.") from None
