"""A project's directory as its settings and brat's acl.conf show it, by file names alone."""

import contextlib
import os
from functools import cached_property
from pathlib import Path

from brat_iaa import config as configuration
from brat_iaa.access.permissions import opens_gold
from brat_iaa.config import changing
from brat_iaa.corpus import drafts
from brat_iaa.corpus.acl import DocumentAcl, openness
from brat_iaa.corpus.directories import Bounds, files_below
from brat_iaa.corpus.discovery import list_project
from brat_iaa.corpus.files import identity, inside, leads_astray, read_stable
from brat_iaa.errors import ConfigError, ProjectError


class ProjectFiles:
    """The files of one project. Any number of threads may use it.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    data_dir   brat's data directory; nothing outside of it is read. None: root
    """

    def __init__(self, root, overrides=None, data_dir=None):
        self.root = Path(os.path.abspath(root))
        self.data_dir = os.path.abspath(data_dir or root)
        self.overrides = overrides
        self.acl = DocumentAcl(self.data_dir)

    @property
    def key(self):
        """The project's path below data_dir, as text that the database takes."""
        below = os.path.relpath(self.root, self.data_dir)
        return os.fsencode(below).decode("utf-8", "backslashreplace")

    def config(self, overrides=()):
        """The Config. Raises ConfigError, also if the project lies outside of data_dir."""
        outside, within = None, self.within
        if not inside(os.path.realpath(self.root), within):
            outside = self.root
        elif leads_astray(self.root / configuration.FILE_NAME, within):
            outside = self.root / configuration.FILE_NAME
        if outside is not None:
            raise ConfigError(
                f"{outside}: leads out of brat's data directory {self.data_dir}. It is not read."
            )
        overrides = {**(self.overrides or {}), **dict(overrides)}
        return configuration.load(self.root, overrides, within)

    def named_managers(self):
        """Managers that iaa.conf names, also where it cannot be used as a whole."""
        path = self.root / configuration.FILE_NAME
        if leads_astray(path, self.within):
            return frozenset()
        text = (read_stable([path])[path] or b"").decode("utf-8", "replace")
        named = changing.written(text).get("access", {}).get("managers", "")
        return frozenset(filter(None, map(str.strip, named.split(","))))

    @property
    def within(self):
        """As in Bounds."""
        return os.path.realpath(self.data_dir)

    def state(self):
        """A number that is another one when any file of the project is."""
        return hash(
            tuple(
                (path, extension, identity(f"{self.root}/{path}{extension}"))
                for path, extensions in files_below(self.root, self.within).stems.items()
                for extension in sorted(extensions)
            )
        )

    def listing(self, config):
        """The Listing of the annotators' files. Raises ProjectError, ConfigError."""
        return list_project(
            self.root, config.layout, config.annotators, config.excluded_dirs,
            Bounds(self.within),
            config.documents,
        )  # fmt: skip

    def listing_of(self, names, config, hidden=frozenset()):
        """The Listing of all directories, or of those of some names, whoever's they are."""
        only = None if names is None else frozenset(names)
        bounds = Bounds(self.within, only, hidden, drafts=True)
        return list_project(self.root, config.layout, None, (), bounds)

    def listed(self, config, before=None):
        """The ListedFiles of the annotators and of what is nobody's; without what cannot be listed.

        before  ListedFiles of the same moment, taken where other settings list the same
        """
        asked = config.layout, config.annotators, config.reference_dirs, config.documents
        if before is not None and before.asked == asked:
            return before
        annotators, paths = (), set()
        with contextlib.suppress(ProjectError, ConfigError):
            listing = self.listing(config)
            annotators = listing.annotators
            paths.update(*(stems.values() for stems in listing.stems.values()))
        if config.reference_dirs:
            with contextlib.suppress(ProjectError, ConfigError):
                listing = self.listing_of(config.reference_dirs, config)
                paths.update(*(stems.values() for stems in listing.stems.values()))
        return ListedFiles(asked, annotators, frozenset(paths))

    def open_to(self, login, names, listed, asked=None):
        """(those of the names whose directories brat opens to the login, those of the paths of
        ListedFiles that it does not), two sets.

        asked  see Acl.rules()
        """
        asked, layout = {} if asked is None else asked, listed.layout
        directories = {
            name: [layout.directory(folder, name) for folder in listed.above] for name in names
        }
        closed = {
            directory
            for own_directories in directories.values()
            for directory in own_directories
            if not self.acl.allows_directory(login, self._path(directory), asked)
            and os.path.isdir(self._path(directory))
        }
        readable = {name for name in names if not closed.issuperset(directories[name])}
        hidden = set()
        for folder, documents in listed.by_folder.items():
            allowed = (
                set()
                if layout.home(f"{folder}/" if folder else "") in closed
                else self.acl.allowed(login, self._path(folder), documents, asked)
            )
            hidden.update(f"{folder}/{name}" if folder else name for name in documents - allowed)
        return readable, hidden

    def drafts(self, config):
        """Sorted names of the drafts that lie in the project, the gold left out."""
        with contextlib.suppress(OSError):
            names = drafts.names(self.root) | {config.draft or ""}
            return sorted(name for name in names - {"", config.gold} if (self.root / name).is_dir())
        return []

    def opens_drafts(self, login, config, asked):
        """Whether brat opens all that is in drafts to a login; asked: see Acl.rules()"""
        names, paths = self.drafts(config), set()
        if not names:
            return True
        with contextlib.suppress(ProjectError, ConfigError):
            listing = self.listing_of(names, config)
            paths.update(*(stems.values() for stems in listing.stems.values()))
        listed = ListedFiles((config.layout,), names, frozenset(paths))
        readable, hidden = self.open_to(login, names, listed, asked)
        return len(readable) == len(names) and not hidden

    def _path(self, below):
        return f"{self.root}/{below}"

    def reads_all(self, login, paths):
        """Whether brat lets a login read all of some .ann files below the project, also those no
        longer there.
        """
        stems = (path[: -len(".ann")] for path in paths if path.endswith(".ann"))
        return all(
            self.acl.allowed(login, self.root / folder, names) == names
            for folder, names in _by_folder(stems).items()
        )

    def openness(self, config, listed, managers=frozenset()):
        """corpus.acl.Openness: whose documents annotators can open in brat itself.

        listed    ListedFiles
        managers  brat logins that manage the project, beside those of the settings
        """
        directories = {name: set() for name in listed.annotators + config.excluded_dirs}
        for owner, home in listed.homes:
            directories.get(owner, set()).add(str(self.root / home))
        made = self.drafts(config)
        directories.update((name, {str(self.root / name)}) for name in made)
        return openness(
            self.acl,
            self.root,
            self.data_dir,
            directories,
            config.access.logins,
            (*config.excluded_dirs, *made),
            managers | set(config.access.managers),
            config.named_gold if opens_gold(config.access) else None,
        )


class ListedFiles:
    """The documents of a project, listed once for a request.

    asked       (layout, further settings by which they were listed)
    annotators  tuple of names
    paths       of all documents below the project, without extension
    """

    def __init__(self, asked, annotators, paths):
        self.asked, self.annotators, self.paths = asked, annotators, paths
        self.layout = asked[0]

    @cached_property
    def by_folder(self):
        """{folder: set of the names in it}"""
        return _by_folder(self.paths)

    @cached_property
    def above(self):
        """Set of the folders in which annotators lie, "" for the project."""
        return {*map(self.layout.above, self.paths)} or {""}

    @cached_property
    def homes(self):
        """{(annotator, directory with the files)}"""
        return {(self.layout.owner(path), self.layout.home(path)) for path in self.paths}


def _by_folder(paths):
    """{folder: set of the names in it}"""
    by_folder = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        by_folder.setdefault(folder, set()).add(name)
    return by_folder
