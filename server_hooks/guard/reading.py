"""acl.conf for everything that brat hands out.

brat itself asks it for listings and searches only; documents and downloads it gives to whoever
knows the name.
"""

import os

from ..brat import acl
from ..brat.data import ANNOTATIONS, TEXT
from . import files

# Where brat looks a name up in a search: all of these are cut out of it, wherever they are.
_CUT_OUT = (".ann", ".a1", ".a2", ".rel")
# Files with who may do what, not part of the annotations.
_RULES = (acl.FILE_NAME, "iaa.conf")


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


class InBrat(Reading):
    """The same for the user of brat's present session. brat's modules must be importable."""

    def __init__(self, data):
        import config
        import projectconfig
        import session

        folders = os.path.dirname(getattr(config, "__file__", "")), getattr(config, "BASE_DIR", "")
        top = _nearest(data.path, [folder for folder in folders if os.path.isdir(folder)])
        default = getattr(projectconfig, "__default_access_control")
        super().__init__(data, acl.Acl(data.path, top, default))
        self._session = session

    def user_may_read(self, directory, document=None):
        return self.allows(self._user(), directory, document)

    def is_nobodys(self):
        """Return whether nobody is logged in to brat's present session."""
        return not self._user()

    def login(self):
        """Return who is logged in to brat's present session; "" for nobody."""
        return self._user() or ""

    def apply(self):
        """Apply the rules to brat's listings, searches, counts and packed downloads, too."""
        import document
        import download
        import projectconfig

        setattr(projectconfig, "__get_access_control", self._rules_of)
        document._listdir = _list_inside(document._listdir, self._data)
        document.get_statistics = _count_anew_if_hidden(document.get_statistics)
        download.Popen = _pack_allowed(
            download.Popen, lambda directory: self.denied(self._user(), directory)
        )

    def _user(self):
        return self._session.get_session().get("user")

    def _rules_of(self, directory, filename, default):
        # brat itself finds them only while the directory is spelled like BASE_DIR of its settings.
        inside = acl.within(os.path.abspath(directory), self._data.path)
        return self._rules.rules(directory if inside else self._data.path)


def _nearest(folder, wanted):
    """Return the first of the wanted folders from one upwards, however spelled; else the one."""
    above = folder
    while not any(os.path.samefile(above, one) for one in wanted):
        if above == os.path.dirname(above):
            return folder
        above = os.path.dirname(above)
    return above


def _document(name):
    """Return the document of a file; None for a file that belongs to none."""
    base, ending = os.path.splitext(name)
    return base if ending[1:] in (TEXT, *ANNOTATIONS) else None


def _searched(document):
    for ending in _CUT_OUT:
        document = document.replace(ending, "")
    return document


def _list_inside(list_allowed, data):
    """Wrap brat's listing, leaving out links that lead out of the data."""

    def list_allowed_inside(directory):
        paths = {name: os.path.join(directory, name) for name in list_allowed(directory)}
        return [
            name for name, path in paths.items() if not os.path.islink(path) or data.holds(path)
        ]

    return list_allowed_inside


def _count_anew_if_hidden(count):
    """Wrap brat's counts: it keeps them for a directory, whoever may see how much of it."""

    def count_visible(directory, base_names, use_cache=True):
        texts = sum(
            name.endswith("txt") and not name.startswith(".") for name in os.listdir(directory)
        )
        return count(directory, base_names, use_cache and texts == len(base_names))

    return count_visible


def _pack_allowed(start, denied):
    """Wrap brat's call of tar; denied(directory) gives the paths to leave out."""

    def start_tar(command, cwd):
        # brat's: tar, options, -f, the file to write, the directory to pack, settings files
        packed = os.path.join(cwd, command[command.index("-f") + 2])
        left_out = ["--exclude=" + os.path.relpath(path, cwd) for path in denied(packed)]
        literally = ["--anchored", "--no-wildcards", *left_out, "--no-anchored", "--wildcards"]
        always = ["--exclude=" + name for name in (*_RULES, files.PATTERN)]
        return start([command[0], *literally, *always, *command[1:]], cwd=cwd)

    return start_tar
