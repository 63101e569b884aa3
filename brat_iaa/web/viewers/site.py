"""All projects of a data directory: the one place that decides what a request may see of which."""

import os
import threading
from functools import lru_cache, partial

from flask import has_request_context, request

from brat_iaa.access.permissions import ALL, Permission
from brat_iaa.access.views import NotReady, Views
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
from brat_iaa.web.viewers.seen import Seen

_brat = lru_cache(BratLinks)
# Of somebody who has nothing to do with a project, or asks for one that is not there: nobody can
# tell which.
STRANGER = Permission()
_KEPT = 64  # Projects with their indexes


def _made(make, *about):
    return make(*about)


class Site:
    """All projects of a data directory, and who may see what of them.

    data_dir   brat's data directory
    brat_url   address of brat as browsers show it, or its path on the same host
    managers   logins that manage every project
    overrides  {setting: value} that replace those of each iaa.conf
    stores     {"names"} for the Views of all projects
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
        overrides=None,
        stores=None,
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
        self._overrides = dict(overrides or {})
        self._stores = dict(stores or {})
        self._pages_url = None if pages_url is None else pages_url.rstrip("/")
        self._state_dir = state_dir
        self._lock_document = lock
        self._paths = None
        self._views = {}
        self._made, self._making = lru_cache(_KEPT)(_made), threading.RLock()
        self._lock = threading.Lock()

    @property
    def brat_url(self):
        """Address of brat as browsers show it. The server around both knows below which path."""
        root = request.environ.get("brat.root", "") if has_request_context() else ""
        return root + self._brat_url

    def seen(self, user, project):
        """The Seen of a login ("": not logged in) on a project; None is a project that is not
        there.

        Raises ConfigError, for managers only.
        """
        if project is None:
            return Seen(self, "", STRANGER)
        try:
            permission = self.views(project).permission(user)
        except (NotReady, OSError) as error:
            shown = project or "the data directory"
            self.faults.log(
                ("settings", project), f"{shown}: nobody sees it: {error.__cause__ or error}"
            )
            return Seen(self, "", STRANGER)
        self.faults.mended(("settings", project))
        return Seen(self, project, permission, user)

    def seen_by_manager(self, user, project):
        """The Seen of a manager on a project whose settings cannot be read."""
        return Seen(self, project, Permission(ALL, manager=True), user)

    def listed(self, user):
        """Paths of the projects that a login may know of; managers of the whole server also see
        those in which only one annotator has begun.
        """
        return self.projects.all(1 if self.manages_all(user) else 2)

    def manages_all(self, user):
        """Whether a login manages every project."""
        return bool(user) and user in self._managers

    def views(self, project):
        """The Views of a project."""
        with self._lock:
            if project not in self._views:
                directory = self.projects.directory(project)
                self._views[project] = Views(
                    directory,
                    self._overrides,
                    data_dir=self.projects.data_dir,
                    managers=self._managers,
                    done=self.done(project),
                    **self._stores,
                )
            return self._views[project]

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

    def brat(self, project):
        """BratLinks of a project."""
        return _brat(self.brat_url, "/" + project)

    def phases(self, project):
        """The Phases of a project."""
        return self.once(self._new_phases, project)

    def _new_phases(self, project):
        return Phases(
            *self._parts(project), name=self._last_name(project), state_dir=self._state_dir
        )

    def reviews(self, project):
        """The Reviews of a project."""
        return self.once(self._new_reviews, project)

    def _new_reviews(self, project):
        return Reviews(self._database(project))

    def done(self, project):
        """The DoneWork of a project."""
        return done_in(self.projects.directory(project), self._state_dir)

    def adjudicating(self, project):
        """The Adjudicating of a project."""
        return self.once(self._new_adjudicating, project)

    def _new_adjudicating(self, project):
        path = known_project_database(self.projects.directory(project), self._state_dir)
        lock = self._lock_document or partial(saving.locked, path.parent)
        return Adjudicating(*self._parts(project), lock=lock)

    def managing(self, project):
        """The Managing of a project."""
        return self.once(self._new_managing, project)

    def _new_managing(self, project):
        root, data_dir = self.projects.directory(project), self.projects.data_dir
        return Managing(root, data_dir, self._database(project), self._managers)

    def _parts(self, project):
        """(a project's directory, its Database, the settings that replace those of iaa.conf, brat's
        data directory)
        """
        root, data_dir = self.projects.directory(project), self.projects.data_dir
        return root, self._database(project), self._overrides, data_dir

    def once(self, make, *about):
        """What make() makes of something, kept while it is asked for; of several threads one makes
        it.
        """
        with self._making:
            return self._made(make, *about)

    def _last_name(self, project):
        return project.rpartition("/")[2] or os.path.basename(self.projects.data_dir)

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

    def _database(self, project):
        root = self.projects.directory(project)
        return Database(project_database_path(root, self._state_dir, self.projects.data_dir))


def keeping(data_dir, state_dir):
    """({"names"} for Views, secret)

    data_dir   brat's data directory
    state_dir  our own directory; None: the user's, see store.paths
    Raises ConfigError if it cannot be used.
    """
    database = Database(database_path(data_dir, state_dir))
    return {"names": Pseudonyms(database)}, secret(database)
