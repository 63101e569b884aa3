"""What each viewer gets of a project: an Agreement made only from what the viewer may see, or a few
figures.
"""

import contextlib
import os
import threading
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from brat_iaa import config as configuration
from brat_iaa.access import permissions
from brat_iaa.access.blinding import AnnotatorsSight, PairSight, ReadableSight
from brat_iaa.access.daily_figures import DailyFigures
from brat_iaa.access.permissions import ALL, NOTHING, OWN, SCORES, opens_gold
from brat_iaa.access.with_gold import GoldSight, files_of, past_agreement
from brat_iaa.config.proposals import survey
from brat_iaa.corpus import acl
from brat_iaa.corpus.discovery import Bounds, folder_depth, list_project
from brat_iaa.corpus.files import inside, read_stable
from brat_iaa.corpus.openness import openness
from brat_iaa.corpus.project import ParsedFiles, ProjectReader
from brat_iaa.errors import (
    BratIaaError,
    ConfigError,
    FoldersAbove,
    NotAllowed,
    NotReady,
    ProjectError,
)
from brat_iaa.lru_cache import LastUsed
from brat_iaa.review.done import own_documents
from brat_iaa.review.items import find_items
from brat_iaa.store.figures import KeptFigures
from brat_iaa.store.pseudonyms import Pseudonyms
from brat_iaa.study import Study

# Comparisons kept of one project; each holds the tables of its documents.
_KEPT = 24
_NOT_READY = (
    "This project cannot be compared just now. The project manager can see why on these pages."
)
_NOT_ALLOWED = "You may not see this. The project manager decides what annotators see, and when."


class Partner(NamedTuple):
    """An annotator whom the viewer is compared with.

    shown      the annotator's name, or "annotator 1" for this viewer
    documents  names of the documents that both have begun, sorted
    """

    shown: str
    documents: tuple[str, ...]


class Views:
    """The views of one project. Any number of threads may call it.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    data_dir   brat's data directory; nothing outside of it is read. None: root
    names      store.pseudonyms.Pseudonyms, which calls others "annotator 1"; None: kept in memory
    figures    store.figures.KeptFigures; None: kept in memory
    managers   brat logins that manage every project
    """

    def __init__(self, root, overrides=None, data_dir=None, names=None, figures=None, managers=()):
        self._root = Path(os.path.abspath(root))
        self._overrides = overrides
        self._data_dir = os.path.abspath(data_dir or root)
        self._key = _text(os.path.relpath(self._root, self._data_dir))
        self._acl = acl.DocumentAcl(self._data_dir)
        self._names = names or Pseudonyms()
        self._managers = frozenset(managers)
        self._known_managers = self._managers
        self._daily = DailyFigures(figures or KeptFigures(), self._key, self._of_all)
        self._files = ParsedFiles()
        self._lock = threading.Lock()
        self._studies, self._kept_found = LastUsed(_KEPT), OrderedDict()
        self._problems = 0

    def permission(self, user):
        """The Permission of a brat login ("": not logged in); nothing is computed for it.

        While iaa.conf cannot be used it raises ConfigError for managers, and NotReady for others.
        """
        with self._plainly(user in self._known_managers):
            config = self._config()
        self._known_managers = self._managers | set(config.access.managers)
        return self._permission(user, config, self._listed(config))

    def previews(self, permission, users, phase=None):
        """{login: Permission that it would have in a phase}. Managers only; NotAllowed for others.

        phase  name of one that has a section in iaa.conf; "": between phases; None: the current
        """
        if not permission.manager:
            raise NotAllowed(_NOT_ALLOWED)
        config = self._config({} if phase is None else {"phase": phase})
        listed = self._listed(config)
        return {user: self._permission(user, config, listed) for user in users}

    def _permission(self, user, config, listed):
        annotators, paths = listed
        readable, hidden = self._open_to(user, annotators + config.references, paths, config.layout)
        return permissions.permission(
            config.access,
            user,
            annotators,
            config.references,
            readable,
            hidden,
            self._managers,
            config.phase,
            config.gold,
        )

    def everything(self, permission):
        """The Agreement of all whom the viewer may read. Level ALL.

        Like own() and figures_only() it raises NotAllowed below its level, and where there is
        nothing to compare ConfigError and ProjectError for managers, NotReady for others.
        """
        _require(permission, ALL)
        with self._plainly(permission.manager):
            if permission.limited and not permission.readable:
                raise ProjectError(
                    f"{self._root}: brat's {acl.FILE_NAME} closes all of its directories for you."
                )
            if not permission.readable:
                self._list(self._config())  # says why there is nobody
            agreement = self._everything(permission).agreement()
        if not permission.limited:
            self._problems = len(agreement.problems)
        return agreement

    @property
    def problems(self):
        """Number of the problems in the files when all of them were read last; 0 before."""
        return self._problems

    def doing(self, permission):
        """What everything() is computing just now, see Study.doing; None below level ALL."""
        return self._everything(permission).doing if permission.level == ALL else None

    def _everything(self, permission):
        sight = self._readable_sight(permission)
        return self._study(
            ("everything", sight.readable, permission.limited, permission.hidden), sight
        )

    def _readable_sight(self, permission):
        return ReadableSight(
            self._bounds(permission.readable, permission.hidden),
            whole=not permission.limited,
            files=self._files,
            readable=permission.readable,
        )

    def partners(self, permission):
        """Tuple of Partner, in the order of their numbers, or names. Level OWN, and a directory of
        one's own.
        """
        found = []
        with self._plainly(permission.manager):
            config = self._config()
            for annotator, shown in self._shown(permission, config).items():
                sight = self._pair(permission, annotator, shown)
                settings = sight.settings(config)
                read = replace(config, annotators=sight.annotators)
                reader = ProjectReader(self._root, read, (), sight.bounds, sight.files)
                with contextlib.suppress(ProjectError):  # one of the two has no file any more
                    documents = sight.project(reader.read(), settings).documents
                    if documents:
                        found.append(Partner(shown, tuple(document.name for document in documents)))
        return tuple(found)

    def own(self, permission, partner):
        """The Agreement of the viewer, who comes first, and one partner by the name shown; KeyError
        for any other.

        Level OWN, and a directory of one's own. There is nothing in it but the two, and the
        documents both began.
        """
        with self._plainly(permission.manager):
            shown = self._shown(permission, self._config())
            annotator = next((name for name, own in shown.items() if own == partner), None)
            if annotator is None:
                raise KeyError(partner)
            sight = self._pair(permission, annotator, partner)
            return self._study(
                ("own", sight.annotators, partner, permission.hidden), sight
            ).agreement()

    def review(self, permission):
        """review.items.Found: where the viewer differs from whom, only the places with others =
        hidden.

        NotAllowed unless the viewer may review.
        """
        if not permission.review:
            raise NotAllowed(_NOT_ALLOWED)
        with self._plainly(permission.manager):
            agreements, others = [], self._others(permission, self._config())
            for annotator, shown in others.items():
                sight = self._pair(permission, annotator, shown)
                with contextlib.suppress(ProjectError):  # the two have nothing in common
                    study = self._study(("own", sight.annotators, shown, permission.hidden), sight)
                    agreements.append(study.agreement())
            return self._found(
                permission, agreements, () if permission.blinded else others.values()
            )

    def with_gold(self, permission, annotator=None):
        """The Agreement of the viewer's own work with the gold; managers choose the annotator. None
        if the two have no document in common.

        NotAllowed unless the viewer may see it; KeyError for an annotator who is not there.
        """
        with self._plainly(permission.manager):
            config, annotator = self._config(), self._beside_gold(permission, annotator)
            sight = GoldSight(
                self._bounds(frozenset((annotator, config.gold)), permission.hidden),
                (annotator,),
                whole=False,
                files=self._files,
            )
            study = self._study(("gold", annotator, permission.hidden), sight)
            with contextlib.suppress(ProjectError):
                return study.agreement()
            return None

    def _beside_gold(self, permission, annotator):
        if not permission.gold:
            raise NotAllowed(_NOT_ALLOWED)
        if not permission.manager:
            return permission.me
        if annotator not in self.readable_annotators(permission):
            raise KeyError(annotator)
        return annotator

    def readable_annotators(self, permission):
        """Names of the annotators that a manager may read, in order; NotAllowed for others."""
        if not permission.manager:
            raise NotAllowed(_NOT_ALLOWED)
        listed, _ = self._listed(self._config())
        return tuple(name for name in listed if name in permission.readable)

    def past_with_gold(self, permission, annotator, files):
        """The same with earlier files of the annotator, {path: bytes}, and the gold of today; None
        if there is nothing to compare.
        """
        with self._plainly(permission.manager):
            config, annotator = self._config(), self._beside_gold(permission, annotator)
            hidden, layout = permission.hidden, config.layout
            bounds = self._bounds(frozenset((config.gold,)), hidden)
            stems = list_project(self._root, layout, None, (), bounds).stems.values()
            paths = [
                f"{stem}{suffix}"
                for own in stems
                for stem in own.values()
                for suffix in (".ann", ".txt")
            ]
            read = read_stable([self._root / path for path in paths])
            gold = {path: read[self._root / path] for path in paths}
            gold = {path: data for path, data in gold.items() if data is not None}
            own = files_of(files, annotator, layout, hidden)
            return past_agreement(own, gold, config, annotator, self._root.name)

    def _found(self, permission, agreements, linked):
        """The Found of a viewer, as long as it is made from the very same Agreements."""
        with self._lock:
            known = self._kept_found.pop(permission, None)
        if known is None or [*map(id, known[0])] != [*map(id, agreements)]:
            hidden = permission.others == "hidden"
            known = agreements, find_items(agreements, permission.me, linked, hidden)
        with self._lock:
            self._kept_found[permission] = known
            if len(self._kept_found) > _KEPT:
                self._kept_found.popitem(last=False)
        return known[1]

    def my_documents(self, permission):
        """{document: fingerprint of its .ann} of the viewer's own directory, at any level;
        NotAllowed without one.
        """
        if not permission.me:
            raise NotAllowed(_NOT_ALLOWED)
        with self._plainly(permission.manager):
            bounds = self._bounds(frozenset((permission.me,)), permission.hidden)
            return own_documents(self._root, self._config().layout, permission.me, bounds)

    def annotators(self, permission):
        """Names of those who have a directory with .ann files. Managers only."""
        return self._listed(self.config(permission))[0]

    def config(self, permission):
        """The Config. Managers only; NotAllowed for others."""
        if not permission.manager:
            raise NotAllowed(_NOT_ALLOWED)
        return self._config()

    def directories(self, permission, login):
        """{name: number of .ann files, None where brat closes the directory to the login} of all
        directories that hold some, and of those that the settings name. Managers only.
        """
        config, paths, names = self.config(permission), set(), ()
        with contextlib.suppress(ProjectError, ConfigError):
            listing = list_project(self._root, config.layout, None, (), self._bounds())
            names, paths = listing.annotators, listing.with_ann
        readable, hidden = self._open_to(login, names, paths, config.layout)
        depth, counts = folder_depth(config.layout), dict.fromkeys(names, 0)
        for path in paths - hidden:
            counts[path.split("/")[depth]] += 1
        named = dict.fromkeys((*names, *(config.annotators or ()), *config.references))
        return {
            name: None if name in names and name not in readable else counts.get(name, 0)
            for name in sorted(named)
        }

    def found(self, permission):
        """proposals.Survey: what the files hold of what the manager may read. Managers only.

        Raises ProjectError where there is nothing to read.
        """
        config = self.config(permission)
        with contextlib.suppress(ProjectError):
            return self.everything(permission).found
        # Also of a single annotator.
        sight = self._readable_sight(permission)
        reader = ProjectReader(
            self._root, sight.settings(config), config.references, sight.bounds, self._files
        )
        return survey(sight.project(reader.read(), config), config.dependencies)

    def access(self, permission):
        """The AccessSettings: who may see what. Managers only; NotAllowed for others."""
        return self.config(permission).access

    def layout_above(self, permission):
        """The setting layout with which annotators are found in folders further down; None where
        they lie as the layout says. Managers only.
        """
        config = self.config(permission)
        try:
            self._list(config)
        except FoldersAbove as error:
            return error.layout
        except (ProjectError, ConfigError):
            return None
        return None

    def in_brat(self, permission):
        """corpus.openness.Openness: whose documents annotators can open in brat itself. Managers
        only.
        """
        access, config = self.access(permission), self._config()
        annotators, paths = self._listed(config)
        directories = {name: set() for name in annotators + config.no_annotators}
        for path in paths:
            parts = path.split("/")[: folder_depth(config.layout) + 1]
            directories.get(parts[-1], set()).add(str(self._root.joinpath(*parts)))
        if config.draft and (self._root / config.draft).is_dir():
            directories[config.draft] = {str(self._root / config.draft)}
        managers = self._managers | set(access.managers)
        return openness(
            self._acl,
            self._root,
            self._data_dir,
            directories,
            access.logins,
            config.no_annotators,
            managers,
            config.gold if opens_gold(access) else None,
        )

    def figures_only(self, permission):
        """FiguresOnly of all annotators. Level SCORES."""
        _require(permission, SCORES)
        with self._plainly(permission.manager):
            return self._daily.figures()

    def reads_all(self, login, paths):
        """Whether brat lets a login read all of some .ann files below the project, also those no
        longer there.
        """
        by_folder = {}
        for path in paths:
            if path.endswith(".ann"):
                folder, _, name = path[: -len(".ann")].rpartition("/")
                by_folder.setdefault(folder, set()).add(name)
        return all(
            self._acl.allowed(login, self._root / folder, names) == names
            for folder, names in by_folder.items()
        )

    def _config(self, overrides=()):
        """Config of the project. Raises ConfigError, also if the project lies outside of the data
        directory.
        """
        within = os.path.realpath(self._data_dir)
        for path in (self._root, self._root / configuration.FILE_NAME):
            if not inside(os.path.realpath(path), within):
                raise ConfigError(
                    f"{path}: leads out of brat's data directory {self._data_dir}. It is not read."
                )
        return configuration.load(self._root, {**(self._overrides or {}), **dict(overrides)})

    def _bounds(self, only=None, hidden=frozenset()):
        return Bounds(os.path.realpath(self._data_dir), only, hidden)

    def _list(self, config):
        return list_project(
            self._root, config.layout, config.annotators, config.no_annotators, self._bounds()
        )

    def _listed(self, config):
        """(names of the annotators, paths of all documents below the project), by file names
        alone.
        """
        annotators, paths = (), set()
        with contextlib.suppress(ProjectError, ConfigError):
            listing = self._list(config)
            annotators = listing.annotators
            paths.update(path for stems in listing.stems.values() for path in stems.values())
            self._files.forget_others(paths)
        if config.references:
            with contextlib.suppress(ProjectError, ConfigError):
                bounds = self._bounds(frozenset(config.references))
                stems = list_project(self._root, config.layout, None, (), bounds).stems
                paths.update(path for own in stems.values() for path in own.values())
        return annotators, paths

    def _open_to(self, login, names, paths, layout):
        """(those of the names whose directories brat opens to the login, those of the paths that it
        does not).
        """
        depth = folder_depth(layout)
        folders = {"/".join(path.split("/")[:depth]) for path in paths} or {""}
        opened, closed = set(), set()
        for name in names:
            for folder in folders:
                directory = self._root / folder / name
                if directory.is_dir():
                    (opened if self._acl.allows_directory(login, directory) else closed).add(
                        str(directory)
                    )
        readable = {
            name
            for name in names
            if not all(str(self._root / folder / name) in closed for folder in folders)
        }
        return readable, self._hidden(login, paths, depth, closed)

    def _hidden(self, login, paths, depth, closed):
        by_folder = {}
        for path in paths:
            folder, _, name = path.rpartition("/")
            by_folder.setdefault(folder, {})[name] = path
        hidden = set()
        for folder, own in by_folder.items():
            directory = str(self._root.joinpath(*folder.split("/")[: depth + 1]))
            allowed = (
                set() if directory in closed else self._acl.allowed(login, self._root / folder, own)
            )
            hidden.update(path for name, path in own.items() if name not in allowed)
        return hidden

    def _shown(self, permission, config):
        """{annotator: name shown} of those with whom the viewer may be compared, in the order
        shown. Level OWN.
        """
        _require(permission, OWN)
        return self._others(permission, config)

    def _others(self, permission, config):
        """The same for whoever has a directory."""
        me = permission.me
        if not me:
            raise NotAllowed(_NOT_ALLOWED)
        annotators = [
            name for name in sorted(permission.readable - {me}) if name not in config.references
        ]
        if not permission.blinded:
            return {annotator: annotator for annotator in annotators}
        numbered = self._names.shown(self._key, me, annotators, permission.readable | {me})
        return dict(sorted(numbered.items(), key=lambda item: (len(item[1]), item[1])))

    def _pair(self, permission, annotator, shown):
        pair = permission.me, annotator
        return PairSight(
            self._bounds(frozenset(pair), permission.hidden),
            pair,
            whole=False,
            files=self._files,
            shown=shown,
        )

    def _of_all(self):
        """The Agreement that figures_only() takes its figures from."""
        config = self._config()
        listing = list_project(
            self._root, config.layout, config.annotators, config.no_annotators, self._bounds()
        )
        sight = AnnotatorsSight(
            self._bounds(frozenset(listing.annotators)), listing.annotators, files=self._files
        )
        return Study(self._root, self._overrides, sight=sight).agreement()

    def _study(self, key, sight):
        return self._studies.get(key, lambda: Study(self._root, self._overrides, sight=sight))

    @contextlib.contextmanager
    def _plainly(self, manager):
        """Errors that name files and people are for managers only."""
        try:
            yield
        except (NotAllowed, NotReady):
            raise
        except (BratIaaError, OSError) as error:
            if manager:
                raise
            # The cause is for the server's log.
            raise NotReady(_NOT_READY) from error


def _require(permission, level):
    if permission.level < level or permission.level == NOTHING:
        raise NotAllowed(_NOT_ALLOWED)


def _text(path):
    """A path as text that the database takes, also if it is not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
