"""brat's rules about who may read what, acl.conf, for everything that brat hands out.

brat itself asks them for listings and searches only; documents and downloads
it gives to whoever knows the name.
"""

import os
import sys

from server_hooks import acl_conf, saving

# Where brat looks a name up in a search: all of these are cut out of it, wherever they are.
_CUT_OUT = (".ann", ".a1", ".a2", ".rel")
_FILE = "acl.conf"
# Files with who may do what, not part of the annotations.
_RULES = (_FILE, "iaa.conf")
_CLOSED = "User-agent: *\nDisallow: /\n"


class Rules:
    """The rules for a data directory; inside is its paths.Inside. brat's modules must be
    importable.
    """

    def __init__(self, inside):
        import config
        import projectconfig
        import session

        self._inside = inside
        self._session = session
        self._default = getattr(projectconfig, "__default_access_control")
        folders = [
            os.path.dirname(getattr(config, "__file__", "")),
            getattr(config, "BASE_DIR", ""),
        ]
        self._top = _nearest(
            inside.data_dir, [folder for folder in folders if os.path.isdir(folder)]
        )
        # As long as brat itself keeps them: one request, but under FastCGI.
        self._known = {}

    def allow(self, directory, document=None):
        """Whether the user of brat's present session may read a collection, or a document of it."""
        # brat's rules for a directory are in it, if it is asked for with a slash at the end.
        if not self._allowed(directory):
            return False
        if document is None:
            return True
        for name in {document, _searched(document)}:
            base = os.path.join(directory, name)
            files = self._inside.files(directory, name)
            if files is None or not all(map(self._allowed, [base + ".txt", base + ".ann", *files])):
                return False
            if os.path.isdir(base) and not (
                self._inside.holds(base) and self._allowed(os.path.join(base, ""))
            ):
                return False
        return True

    def _allowed(self, path):
        """Whether the user may read a path below the data directory; brat's
        auth.allowed_to_read().
        """
        named = os.path.join("/", os.path.relpath(path, self._inside.data_dir))
        if path.endswith(os.sep) or os.path.isdir(path):
            named += "/"
        user = self._session.get_session().get("user")
        return self._of(os.path.dirname(path)).can_fetch("guest" if user is None else user, named)

    def _of(self, directory):
        """The parser of the first rules from a directory upwards.

        brat itself finds them only while the directory is spelled like BASE_DIR of its settings.
        """
        if directory not in self._known:
            self._known[directory] = acl_conf.parsed(self._text(directory))
        return self._known[directory]

    def _text(self, directory):
        folder = os.path.abspath(directory)
        if not (folder + os.sep).startswith(self._inside.data_dir.rstrip(os.sep) + os.sep):
            folder = self._inside.data_dir
        while True:
            path = os.path.join(folder, _FILE)
            if os.path.lexists(path):
                return _read(path)
            if folder == self._top:
                return self._default
            folder = os.path.dirname(folder)

    def add(self):
        """Apply them to brat's listings, searches, counts and packed downloads, too."""
        import document
        import download
        import projectconfig

        setattr(
            projectconfig,
            "__get_access_control",
            lambda directory, filename, default: self._of(directory),
        )
        document._listdir = self._list_inside(document._listdir)
        document.get_statistics = _count_anew_if_hidden(document.get_statistics)
        download.Popen = self._pack_allowed(download.Popen)

    def _list_inside(self, list_allowed):
        def list_allowed_inside(directory):
            return [
                name
                for name in list_allowed(directory)
                if not os.path.islink(os.path.join(directory, name))
                or self._inside.holds(os.path.join(directory, name))
            ]

        return list_allowed_inside

    def _pack_allowed(self, start):
        def start_tar(command, cwd):
            # brat's: tar, options, -f, the file to write, the directory to pack, settings files
            packed = command[command.index("-f") + 2]
            left_out = ["--exclude=" + name for name in self._denied(cwd, packed)]
            literally = ["--anchored", "--no-wildcards", *left_out, "--no-anchored", "--wildcards"]
            always = ["--exclude=" + name for name in (*_RULES, saving.PATTERN)]
            return start([command[0], *literally, *always, *command[1:]], cwd=cwd)

        return start_tar

    def _denied(self, cwd, packed):
        """What the present user may not read in a directory, as tar names it."""
        if not self._allowed(os.path.join(cwd, packed, "")):
            yield packed
            return
        for directory, folders, files in os.walk(os.path.join(cwd, packed)):
            hidden = [
                name for name in folders if not self._allowed(os.path.join(directory, name, ""))
            ]
            folders[:] = set(folders).difference(hidden)
            hidden += [name for name in files if not self._allowed(os.path.join(directory, name))]
            for name in hidden:
                yield os.path.relpath(os.path.join(directory, name), cwd)


def _nearest(folder, wanted):
    """The first folder from one upwards that is one of those wanted, however spelled; the one
    itself if none is.
    """
    above = folder
    while not any(os.path.samefile(above, one) for one in wanted):
        if above == os.path.dirname(above):
            return folder
        above = os.path.dirname(above)
    return above


def _read(path):
    """The text of rules; where they cannot be read, nobody may read anything."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError) as error:
        print(
            "brat-iaa: %r cannot be read, so brat shows nobody what is in its directory: %s"
            % (path, error),
            file=sys.stderr,
        )
        return _CLOSED


def _searched(document):
    for end in _CUT_OUT:
        document = document.replace(end, "")
    return document


def _count_anew_if_hidden(count):
    """brat keeps its counts for a directory, not for those who may see the same documents of it."""

    def count_visible(directory, base_names, use_cache=True):
        texts = sum(
            name.endswith("txt") and not name.startswith(".") for name in os.listdir(directory)
        )
        return count(directory, base_names, use_cache and texts == len(base_names))

    return count_visible
