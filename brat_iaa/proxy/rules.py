"""acl.conf for everything that brat hands out; brat itself asks it for listings and searches
only.
"""

import os

from brat_iaa.corpus.acl import Acl
from server_hooks.paths import NO_DOCUMENT, Inside

# Hands out all that is below a collection.
_PACKED = "downloadCollection"


class Rules:
    """The access rules of brat's data directory, as this computer sees it.

    data_dir  brat's data directory; None: nothing is known, and everything is left to brat
    """

    def __init__(self, data_dir):
        self._inside = data_dir and Inside(data_dir)
        self._acl = data_dir and Acl(data_dir)

    def concern(self, action):
        """Whether an Action asks for something to which the rules may apply."""
        return self._inside is not None and "collection" in action.fields

    def allow(self, action, login):
        """Whether a login, "" for nobody, may use the collection and document of an Action."""
        directory = self._inside.directory(action.fields["collection"])
        if directory is None:
            return False
        if not os.path.isdir(directory):
            return True  # brat says that it is not there
        if not self._acl.allows_directory(login, directory):
            return False
        name = action.fields.get("document") or action.fields.get("docid")
        if name and name != NO_DOCUMENT:
            return self._allow_document(login, directory, name)
        return action.name != _PACKED or self._allow_all_below(login, directory)

    def _allow_document(self, login, directory, name):
        inside = self._inside.files(directory, name) is not None
        return inside and name in self._acl.allowed(login, directory, [name])

    def _allow_all_below(self, login, directory):
        for folder, _, files in os.walk(directory):
            names = {os.path.splitext(name)[0] for name in files}
            if (
                not self._acl.allows_directory(login, folder)
                or self._acl.allowed(login, folder, names) != names
            ):
                return False
        return True
