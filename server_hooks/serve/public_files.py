"""Which files of brat's folder its standalone server hands out.

brat itself hands out all but Python files: also its sessions, and the documents, whatever acl.conf
says of them. Documents are for brat's actions.
"""

import os

from ..brat.data import is_private


class PublicFiles:
    """brat's folder `tree` without some directories in it; those that lie elsewhere do no harm.

    private  directories: brat's data, work and the like; symbolic links and other spellings of
             them count as the same
    """

    def __init__(self, brat_tree, private):
        self.tree = brat_tree
        self._private = tuple(private)
        self._around = {_identity(folder) for folder in _upwards(os.path.realpath(brat_tree))} | {
            None
        }

    def has(self, path):
        """Return whether a file, an absolute path in brat's folder, may be handed out."""
        below = os.path.relpath(path, self.tree)
        if below != "." and any(map(is_private, below.split(os.sep))):
            return False
        # Looked up each time: somebody may remove such a directory, and brat makes it anew.
        private = {_identity(folder) for folder in self._private} - self._around
        # A link may lead into such a directory, or out of it.
        ways = path, os.path.realpath(path)
        return not any(_identity(folder) in private for way in ways for folder in _upwards(way))


def _upwards(path):
    while True:
        yield path
        if path == os.path.dirname(path):
            return
        path = os.path.dirname(path)


def _identity(path):
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
