"""Documents that are being saved, by brat or by the pages: one at a time."""

import os
from contextlib import contextmanager

from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout
from server_hooks.guard import files

# Seconds that the pages wait for somebody's saving.
_PATIENCE = 20


class DocumentLocks(KeyedLocks):
    """KeyedLocks by document, ((name, ...) of the collection, document); data_dir: brat's."""

    def __init__(self, data_dir):
        super().__init__()
        self._data_dir = os.path.realpath(data_dir)

    @contextmanager
    def of_path(self, path):
        """Hold the lock of a document by its path without suffix. Raises files.Busy."""
        *collection, document = os.path.relpath(path, self._data_dir).split(os.sep)
        try:
            with self.exclusive((tuple(collection), document), _PATIENCE):
                yield
        except LockTimeout:
            raise files.Busy() from None
