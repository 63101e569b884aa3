"""One project as it is shown: its files, and what is computed of its parts, for all viewers."""

import contextlib
import threading
from dataclasses import replace
from functools import lru_cache, partial

from brat_iaa.access import permissions
from brat_iaa.access.files import ProjectFiles
from brat_iaa.corpus.project_reader import ParsedFiles, ProjectReader
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.store.pseudonyms import Pseudonyms
from brat_iaa.study import Study
from brat_iaa.web.figures import ProjectView

# Comparisons kept of one project; each holds the tables of its documents.
_KEPT = 24
_NOT_READY = (
    "This project cannot be compared just now. The project manager can see why on these pages."
)


class NotReady(BratIaaError):
    """A project that has nothing to show to a viewer just now; the text names no file and
    nobody.
    """

    def __init__(self):
        super().__init__(_NOT_READY)


class ViewedProject:
    """One project, for all its viewers. Any number of threads may use it.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    data_dir   brat's data directory; nothing outside of it is read. None: root
    names      store.pseudonyms.Pseudonyms, which calls others "annotator 1"; None: kept in memory
    managers   brat logins that manage every project
    done       as of a Study
    name       its path below the data directory
    brat       function that returns the BratLinks of the project as they are for a request
    """

    def __init__(
        self, root, overrides=None, data_dir=None, names=None, managers=(), done=None, name="",
        brat=None,
    ):  # fmt: skip
        self.files = ProjectFiles(root, overrides, data_dir)
        self.name, self.brat, self.names = name, brat, names or Pseudonyms()
        self.managers, self._done = frozenset(managers), done
        self._parsed, self._lock, self._made = ParsedFiles(), threading.RLock(), {}
        self.study, self.view = lru_cache(_KEPT)(self._study), lru_cache(_KEPT)(self._view)
        # {viewer's permission and what is asked for: a dictionary for what is made of it}
        self.kept = lru_cache(_KEPT)(lambda *about: {})

    def once(self, name, make):
        """What make() makes, kept by a name; of several threads one makes it."""
        with self._lock:
            if name not in self._made:
                self._made[name] = make()
            return self._made[name]

    def permission(self, login):
        """The Permission of a brat login ("": not logged in); nothing is computed for it.

        While iaa.conf cannot be used it raises ConfigError for managers, and NotReady for others.
        """
        try:
            config = self.files.config()
        except ConfigError:
            with plainly(bool(login) and login in self.managers | self.files.named_managers()):
                raise
        listed = self.files.listed(config)
        if listed.annotators:
            self._parsed.forget_others(listed.paths)
        return self.permission_by(login, config, listed)

    def permission_by(self, login, config, listed, asked=None):
        """The same by some settings and ListedFiles; asked: see Acl.rules()"""
        names, asked = listed.annotators + config.reference_dirs, {} if asked is None else asked
        permission = permissions.permission(
            config.access,
            login,
            listed.annotators,
            config.reference_dirs,
            *self.files.open_to(login, names, listed, asked),
            self.managers,
            config.phase,
            config.named_gold,
        )
        if permission.manager and not self.files.opens_drafts(login, config, asked):
            permission = replace(permission, limited=True)
        return replace(permission, listed=listed)

    def reader(self, part, config, own_texts=False):
        """The ProjectReader of a Part, by a Config."""
        return ProjectReader(
            self.files.root, config, config.excluded_dirs, part, self._parsed, own_texts,
            self._done,
        )  # fmt: skip

    def _study(self, part):
        # Who is done is told to nobody who sees but a part of the annotators.
        done = None if part.annotators is not None and part.layers is None else self._done
        root, overrides = self.files.root, self.files.overrides
        return Study(root, overrides, part=part, done=done, files=self._parsed)

    def _view(self, part, manager, own_side=""):
        """The ProjectView of a Part. own_side: the only annotator whose files are told; "": all"""

        def agreement():
            with plainly(manager):
                return self.study(part).agreement()

        links, redacted = self._links, frozenset()
        if own_side:
            links, redacted = partial(_of_side, links, own_side), frozenset((part.shown,))
        return ProjectView(agreement, links, redacted)

    def _links(self, disagreement):
        # Not of one BratLinks: where brat is, each request says anew.
        return self.brat().of(disagreement)


def _of_side(links, me, disagreement):
    """Links to the viewer's own document only: another address would name the other."""
    sides = links(disagreement)
    own = (side if name == me else None for name, side in zip(disagreement.annotators, sides))
    return type(sides)(*own, None)


@contextlib.contextmanager
def plainly(manager):
    """Errors that name files and people are for managers only."""
    try:
        yield
    except (permissions.NotAllowed, NotReady):
        raise
    except (BratIaaError, OSError) as error:
        if manager:
            raise
        # The cause is for the server's log.
        raise NotReady from error
