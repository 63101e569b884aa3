"""Which documents brat lists for a login, by the rules in its acl.conf."""

import os
from pathlib import Path

from server_hooks.brat import acl
from server_hooks.brat.acl import FILE_NAME, parsed

__all__ = ["FILE_NAME", "DocumentAcl", "brat_folder", "parsed"]

# Number of cached answers, one for each login and directory.
_CACHED = 5000
# brat's own folder has one of these files.
_OF_BRAT = ("ajax.cgi", "standalone.py")


class DocumentAcl(acl.Acl):
    """The rules below one data directory, with the documents that each login may see.

    data_dir  brat's data directory
    brat_dir  brat's own folder; None: found if it is above data_dir
    """

    def __init__(self, data_dir, brat_dir=None):
        super().__init__(data_dir, brat_dir or brat_folder(data_dir))
        self._answers = {}

    def allowed(self, login, directory, names, known=None):
        """Return the set of those names of documents in a directory that a login may see.

        known  see rules()
        """
        directory, user = os.path.abspath(directory), login or "guest"
        rules, names = self.rules(directory, known), frozenset(names)
        cached = self._answers.get((user, directory))
        if cached is None or cached[0] is not rules or cached[1] != names:
            if len(self._answers) >= _CACHED:
                self._answers = {}
            listed = self._listed(rules, user, directory, names)
            cached = self._answers[user, directory] = rules, names, listed
        return cached[2]

    def _listed(self, rules, user, directory, names):
        here = self.named(directory)
        if not rules.can_fetch(user, here + "/"):
            return set()
        return {
            name
            for name in names
            if all(
                rules.can_fetch(user, os.path.join(here, name + ending))
                for ending in ("", ".ann", ".txt")
            )
        }


def brat_folder(data_dir):
    """Return the folder of the brat that a data directory lies in, or None."""
    folder = Path(os.path.abspath(data_dir))
    for above in folder.parents:
        if any((above / name).is_file() for name in _OF_BRAT):
            return str(above)
    return None
