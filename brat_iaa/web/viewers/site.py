"""All projects of a data directory: the one place that decides what a request may see of which."""

import os
import threading
from functools import lru_cache, partial

from flask import has_request_context, request

from brat_iaa.access.permissions import ALL, Permission
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.phases import done_in
from brat_iaa.review.store import Reviews
from brat_iaa.server_hooks import saving
from brat_iaa.store.database import Database
from brat_iaa.store.paths import database_path, known_project_database, project_database_path
from brat_iaa.store.pseudonyms import Pseudonyms, secret
from brat_iaa.web.adjudicate.adjudicating import Adjudicating
from brat_iaa.web.health import Faults
from brat_iaa.web.manage.managing import Managing
from brat_iaa.web.phases.phases import Phases
from brat_iaa.web.viewers.projects import Projects
from brat_iaa.web.viewers.viewed_project import NotReady, ViewedProject
from brat_iaa.web.viewers.viewer import Viewer

_brat = lru_cache(BratLinks)
# Of somebody who has nothing to do with a project, or asks for one that is not there: nobody can
# tell which.
STRANGER = Permission()


class Site:
    """All projects of a data directory, and who may see what of them.

    data_dir   brat's data directory
    brat_url   address of brat as browsers show it, or its path on the same host
    managers   logins that manage every project
    names      Pseudonyms of all projects
    pages_url  address of the pages as browsers see it; None: the path at which they were asked
    state_dir  our own directory, for the snapshots of the projects; None: the user's
    lock       function of a document's path without suffix: a context manager that keeps everybody
               else from saving it; None: other processes with these pages only, not brat

    faults are for the server's log.
    """

    def __init__(
        self,
        data_dir,
        brat_url,
        managers=(),
        names=None,
        pages_url=None,
        state_dir=None,
        lock=None,
    ):
        self.projects = Projects(data_dir)
        self._brat_url = brat_url
        self.faults = Faults()
        # A wrong address is said at the start, not on the first page.
        BratLinks(brat_url, "/")
        self._managers = tuple(managers)
        self._names = names
        self._pages_url = None if pages_url is None else pages_url.rstrip("/")
        self._state_dir = state_dir
        self._lock_document = lock
        self._paths = None
        self._viewed = {}
        self._lock = threading.Lock()

    @property
    def brat_url(self):
        """Address of brat as browsers show it. The server around both knows below which path."""
        root = request.environ.get("brat.root", "") if has_request_context() else ""
        return root + self._brat_url

    def viewer(self, user, project):
        """The Viewer of a project, of a login ("": not logged in); None is a project that is not
        there.

        Raises ConfigError, for managers only.
        """
        if project is None:
            return Viewer(None, STRANGER, user)
        try:
            viewer = Viewer.of(self.project(project), user)
        except (NotReady, OSError) as error:
            shown = project or "the data directory"
            self.faults.log(
                ("settings", project), f"{shown}: nobody sees it: {error.__cause__ or error}"
            )
            return Viewer(None, STRANGER, user)
        self.faults.mended(("settings", project))
        return viewer

    def manager(self, user, project):
        """The Viewer of a project whose settings cannot be read, of a manager."""
        return Viewer(self.project(project), Permission(ALL, manager=True), user)

    def listed(self, user):
        """Paths of the projects that a login may know of; managers of the whole server also see
        those in which only one annotator has begun.
        """
        return self.projects.all(1 if self.manages_all(user) else 2)

    def manages_all(self, user):
        """Whether a login manages every project."""
        return bool(user) and user in self._managers

    def project(self, name):
        """The ViewedProject of a path below the data directory."""
        with self._lock:
            if name not in self._viewed:
                self._viewed[name] = _SiteProject(
                    self.projects.directory(name),
                    None,
                    self.projects.data_dir,
                    self._names,
                    self._managers,
                    name=name,
                    brat=partial(self._brat, name),
                    state_dir=self._state_dir,
                    lock=self._lock_document,
                )
            return self._viewed[name]

    def know_paths(self, url_map):
        """Take over the addresses of an application's pages."""
        self._paths = url_map.bind("localhost")

    def path(self, endpoint, **values):
        """Path of a page below the address of the application."""
        return self._paths.build(endpoint, values)

    def public(self, path):
        """The same as browsers see it."""
        if self._pages_url is not None:
            return self._pages_url + path
        return (request.script_root if has_request_context() else "") + path

    def _brat(self, project):
        return _brat(self.brat_url, "/" + project)

    def may_create(self, user, path):
        """Whether a login may make a project of a directory that is none yet."""
        return user in self._managers and self.projects.could_be(path)

    def stores(self):
        """Paths of the databases that there are: the site's and those of projects.

        Raises ConfigError if their folders cannot be used.
        """
        paths = [
            known_project_database(self.projects.directory(name), self._state_dir)
            for name in self.projects.all()
        ]
        return [path for path in (self.store(), *paths) if path.is_file()]

    def store(self):
        """Path of the site's database, which is made when it is needed first."""
        return database_path(self.projects.data_dir, self._state_dir)

    def founded(self, user, collection):
        """The project that a login may make for a collection of brat; None without one."""
        return self.projects.beginning(collection) if user in self._managers else None


class _SiteProject(ViewedProject):
    """A project of a Site, with what its pages keep. state_dir, lock: as for the Site"""

    def __init__(self, root, *viewed, name, brat, state_dir, lock):
        super().__init__(root, *viewed, done=done_in(root, state_dir), name=name, brat=brat)
        self._state_dir, self._lock_document = state_dir, lock

    def phases(self):
        """The Phases of the project."""
        last = self.name.rpartition("/")[2] or os.path.basename(self.files.data_dir)
        return self.once(
            "phases", lambda: Phases(*self._parts(), name=last, state_dir=self._state_dir)
        )

    def reviews(self):
        """The Reviews of the project."""
        return self.once("reviews", lambda: Reviews(self._database()))

    def adjudicating(self):
        """The Adjudicating of the project."""
        folder = known_project_database(self.files.root, self._state_dir).parent
        lock = self._lock_document or partial(saving.locked, folder)
        return self.once("adjudicating", lambda: Adjudicating(*self._parts(), lock=lock))

    def managing(self):
        """The Managing of the project."""
        root, data_dir = os.fspath(self.files.root), self.files.data_dir
        return self.once(
            "managing", lambda: Managing(root, data_dir, self._database(), tuple(self.managers))
        )

    def _parts(self):
        """(its directory, its Database, the settings that replace those of iaa.conf, brat's data
        directory)
        """
        files = self.files
        return os.fspath(files.root), self._database(), files.overrides, files.data_dir

    def _database(self):
        root, data_dir = self.files.root, self.files.data_dir
        return Database(project_database_path(root, self._state_dir, data_dir))


def keeping(data_dir, state_dir):
    """(Pseudonyms, secret)

    data_dir   brat's data directory
    state_dir  our own directory; None: the user's, see store.paths
    Raises ConfigError if it cannot be used.
    """
    database = Database(database_path(data_dir, state_dir))
    return Pseudonyms(database), secret(database)
