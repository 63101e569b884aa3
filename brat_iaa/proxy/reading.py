"""acl.conf for everything that brat hands out.

brat itself asks it for listings and searches only; documents and downloads it gives to whoever
knows the name.
"""

import os

from brat_iaa.server_hooks.brat.data import ANNOTATIONS, TEXT

# Where brat looks a name up in a search: all of these are cut out of it, wherever they are.
_CUT_OUT = (".ann", ".a1", ".a2", ".rel")


class Reading:
    """What a login may read; a login of "" or None is nobody's.

    data   the brat.data.DataDirectory
    rules  its brat.acl.Acl
    """

    def __init__(self, data, rules):
        self._data = data
        self._rules = rules

    def allows(self, login, directory, document=None):
        """Return whether a login may read a collection's directory, or a document in it."""
        # brat's rules for a directory are in it, if it is asked for with a slash at the end.
        if not self._rules.allows(login, os.path.join(directory, "")):
            return False
        return document is None or all(
            self._allows_named(login, os.path.join(directory, name), directory, name)
            for name in {document, _searched(document)}
        )

    def _allows_named(self, login, base, directory, name):
        paths = self._data.files(directory, name)
        if paths is None:
            return False
        paths += [base + ".txt", base + ".ann"]
        if os.path.isdir(base):
            paths.append(os.path.join(base, ""))
            if not self._data.holds(base):
                return False
        return all(self._rules.allows(login, path) for path in paths)

    def denied(self, login, directory):
        """Yield the paths in and below a directory that a login may not read, the outermost."""
        if not self._rules.allows(login, os.path.join(directory, "")):
            yield directory
            return
        for above, folders, names in os.walk(directory):
            closed = [
                name
                for name in folders
                if not self._rules.allows(login, os.path.join(above, name, ""))
            ]
            folders[:] = set(folders).difference(closed)
            closed += self._closed(login, above, names)
            yield from (os.path.join(above, name) for name in closed)

    def _closed(self, login, directory, names):
        """Return the files that a login may not read: with one of a document, all of it."""

        def closed(name):
            return not self._rules.allows(login, os.path.join(directory, name))

        documents = {name: _document(name) for name in names}
        shut = {documents[name] for name in names if closed(name)} - {None}
        for base in set(documents.values()) - shut - {None}:
            if closed(base + ".txt") or closed(base + ".ann"):
                shut.add(base)
        return [name for name in names if documents[name] in shut or closed(name)]


def _document(name):
    """Return the document of a file; None for a file that belongs to none."""
    base, ending = os.path.splitext(name)
    return base if ending[1:] in (TEXT, *ANNOTATIONS) else None


def _searched(document):
    for ending in _CUT_OUT:
        document = document.replace(ending, "")
    return document
