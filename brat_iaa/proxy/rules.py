"""acl.conf for everything that brat hands out through the proxy."""

import os

from brat_iaa.corpus.acl import DocumentAcl
from server_hooks.brat.data import DataDirectory
from server_hooks.guard.reading import Reading

# Hands out all that is below a collection.
_PACKED = "downloadCollection"


class Rules:
    """The access rules of brat's data directory, as this computer sees it.

    data_dir  brat's data directory; None: nothing is known, and everything is left to brat
    """

    def __init__(self, data_dir):
        self._data = data_dir and DataDirectory(data_dir)
        self._reading = data_dir and Reading(self._data, DocumentAcl(data_dir))

    def concern(self, action):
        """Return whether an Action asks for something to which the rules may apply."""
        return self._data is not None and action.place[0] is not None

    def allow(self, action, login):
        """Return whether a login, "" for nobody, may use the place that an Action names."""
        collection, document = action.place
        directory = self._data.directory(collection)
        if directory is None:
            return False
        if not os.path.isdir(directory):
            return True  # brat says that it is not there
        if action.name == _PACKED and any(self._reading.denied(login, directory)):
            return False
        return self._reading.allows(login, directory, document)
