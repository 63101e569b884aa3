"""The one place that decides what a request may see: it hands out Projects made of that and of
nothing else.
"""

import os
import threading
from functools import partial
from typing import NamedTuple

from flask import has_request_context, request

from brat_iaa.access.permissions import (
    ALL,
    Permission,
    adjudicates,
    discusses,
    sees_gold,
    sees_phases,
    sees_whole,
)
from brat_iaa.access.views import Views
from brat_iaa.competence.report import can_be_estimated, competences
from brat_iaa.errors import BratIaaError, NotReady
from brat_iaa.formats.brat_links import BratLinks, Links
from brat_iaa.lru_cache import LastUsed
from brat_iaa.phases.archive import Archive
from brat_iaa.store import audit
from brat_iaa.store.database import Database
from brat_iaa.store.paths import (
    database_path,
    known_project_database,
    project_database_path,
)
from brat_iaa.variation.report import has_arcs, variation
from brat_iaa.web.adjudicate.adjudicating import Adjudicating
from brat_iaa.web.error_log import Faults
from brat_iaa.web.figures import Project
from brat_iaa.web.manage.managing import Managing
from brat_iaa.web.phases.phases import Phases
from brat_iaa.web.review.reviewing import Reviewing
from brat_iaa.web.viewers.projects import Projects
from brat_iaa.web.waiting import FIRST, StillComputing, Waiting
from server_hooks.guard import files

# Of somebody who has nothing to do with a project, or asks for one that is not there: nobody can
# tell which.
STRANGER = Permission()
_KEPT = 64  # Projects with their indexes
# The latest phases of which figures against the gold are shown.
PHASES = 8


class Studied(NamedTuple):
    """Of which pages on everybody's work there is anything to say.

    competence  how reliable each annotator is
    variation   the same words, annotated differently
    """

    competence: bool
    variation: bool


class Seen:
    """What one viewer may see of one project: the permission, and the way to what it allows.

    name        path of the project below the data directory
    permission  Permission
    login       as brat knows it, "" if nobody is logged in
    """

    def __init__(self, site, name, permission, login=""):
        self._site = site
        self.name = name
        self.permission = permission
        self._login = login

    @property
    def about(self):
        """What Faults are told about while this is made."""
        return "answer", self.name

    @property
    def level(self):
        return self.permission.level

    def partners(self):
        """Tuple of Partner, at level OWN."""
        return self._views().partners(self.permission)

    def whole(self):
        """The Project of all that may be read, at level ALL."""
        read, doing = self._views().everything, self._views().doing
        return self._kept(
            "",
            lambda: Project(
                lambda: read(self.permission),
                self._links(),
                doing=lambda: doing(self.permission),
            ),
        )

    def pair(self, partner):
        """The Project of the viewer and one partner, at level OWN."""
        read = self._views().own
        links, untold = self._links(), frozenset()
        if self.permission.blinded or partner.shown not in self.permission.readable:
            links, untold = _own_side(links, self.permission.me), frozenset((partner.shown,))
        return self._kept(
            partner.shown,
            lambda: Project(lambda: read(self.permission, partner.shown), links, untold=untold),
        )

    def access(self):
        """The AccessSettings for managers, None for others."""
        return self._views().config(self.permission).access if self.permission.manager else None

    def annotators(self):
        """Names of the annotators, for managers."""
        return self._views().annotators(self.permission)

    def layout_above(self):
        """The setting layout that is missing, see Views.layout_above(); for managers."""
        return self._views().layout_above(self.permission)

    def in_brat(self):
        """The Openness of the project, for managers."""
        return self._views().in_brat(self.permission)

    def managing(self):
        """The Managing of the project, for managers."""
        return self._site.managing(self.name)

    def events(self):
        """List of audit.Event; None for those who may not look into phases: managers from whom
        brat hides nothing may. Annotators may not, whatever they see.
        """
        return (
            None
            if not self.permission.manager or self.phases() is None
            else self._site.events(self.name)
        )

    def manager_views(self):
        """The Views, which ask for a manager's permission themselves."""
        return self._views()

    def as_login(self, login, phase=None):
        """The Seen that another login would have in a phase, see Views.previews. For managers."""
        found = self._views().previews(self.permission, [login], phase)
        return Seen(self._site, self.name, found[login], login)

    @property
    def sees_whole(self):
        """Whether the viewer may see all figures of the whole project."""
        return sees_whole(self.permission)

    def phases(self):
        """The Phases of the project; None for those who may not look into them."""
        if not sees_phases(self.permission):
            return None
        phases = self._site.phases(self.name)
        # Snapshots hold what may have gone since, while brat's rules for it are still there.
        return phases if self._views().files.reads_all(self._login, phases.paths()) else None

    def items(self):
        """review.items.AnnotatorItems of the viewer, for those who may review."""
        return self._views().review(self.permission)

    def my_documents(self):
        """{document: fingerprint} of the viewer's own directory."""
        return self._views().my_documents(self.permission)

    def everything(self):
        """The Agreement of all that may be read, at level ALL."""
        return self._views().everything(self.permission)

    @property
    def discusses(self):
        """Whether the viewer reads what others say of disagreements: decisions and comments."""
        return discusses(self.permission)

    def reviewing(self):
        """The Reviewing of the project, for those who may review or discuss."""
        return self._site.reviewing(self.name)

    @property
    def sees_gold(self):
        """Whether the viewer may see where the gold differs from the own work, or anybody's."""
        return sees_gold(self.permission)

    def with_gold(self, annotator=None):
        """The Agreement of the viewer's own work with the gold; managers choose the annotator."""
        return self._views().with_gold(self.permission, annotator)

    def readable_annotators(self):
        """Names of the annotators that a manager may read."""
        return self._views().readable_annotators(self.permission)

    def past_with_gold(self, annotator=None):
        """[(phase, Agreement as above or None)] of the last snapshot of each phase, in order."""
        archive, now = self._site.archive(self.name), self.with_gold(annotator)
        snapshots = {one.phase: one for one in archive.list() if not one.deleted}
        found = []
        for snapshot in sorted(snapshots.values(), key=lambda one: one.number)[-PHASES:]:
            key = self.name, "gold", snapshot.key, self.permission, annotator
            agreement = self._site.made.get(key, dict)
            if "gold" not in agreement or agreement["gold"] is not now:
                past = self._views().past_with_gold(
                    self.permission, annotator, archive.files(snapshot.number)
                )
                agreement.update(gold=now, past=past)
            found.append((snapshot.phase, agreement["past"]))
        return found

    @property
    def adjudicates(self):
        """Whether the viewer makes the gold: who does that sees what everybody did."""
        return adjudicates(self.permission)

    def competence(self):
        """competence.report.ProjectCompetence of all annotators, for those who adjudicate.

        Raises ProjectError where nothing can be estimated.
        """
        kept = self._site.made.get((self.name, "competence", self.permission), dict)
        agreement = self.everything()
        if kept.get("agreement") is not agreement:
            kept.update(found=competences(agreement), agreement=agreement)
        return kept["found"]

    def studied(self):
        """The Studied of the project, for managers. Where figures are not there in time, all pages
        are named: each says how far it is.
        """
        if not self.adjudicates:
            return Studied(False, False)
        try:
            agreement = self.in_time(self.everything)
        except StillComputing:
            return Studied(True, True)
        except (BratIaaError, OSError):
            return Studied(False, False)
        kept = self._site.made.get((self.name, "studied", self.permission), dict)
        if kept.get("agreement") is not agreement:
            arcs = has_arcs(agreement.tables, agreement.annotators)
            kept.update(studied=Studied(can_be_estimated(agreement), arcs), agreement=agreement)
        return kept["studied"]

    def variation(self, context, annotator=None):
        """variation.report.ProjectVariation of all annotators or one, for those who adjudicate.

        Raises ProjectError where nobody drew an arc.
        """
        key = self.name, "variation", self.permission, context, annotator
        kept, agreement = self._site.made.get(key, dict), self.everything()
        if kept.get("agreement") is not agreement:
            found = variation(
                agreement.project, agreement.tables, agreement.annotators, context, annotator
            )
            kept.update(found=found, agreement=agreement)
        return kept["found"]

    def adjudicating(self):
        """The Adjudicating of the project, for those who adjudicate."""
        return self._site.adjudicating(self.name)

    def brat(self):
        """BratLinks of the project."""
        return self._site.brat(self.name)

    def figures_only(self):
        return self._views().figures_only(self.permission)

    def in_time(self, compute):
        """What compute() returns: a method of this object. Raises StillComputing where a page had
        to wait too long for it.
        """
        key = self.name, self.permission, compute.__name__
        try:
            return self._site.pages_waiting.answer(key, compute)
        except StillComputing as still:
            still.doing = self._views().doing(self.permission)
            raise

    def _views(self):
        return self._site.views(self.name)

    def _kept(self, partner, make):
        return self._site.made.get((self.name, self.permission, partner), make)

    def _links(self):
        return self._site.links(self.name)


def _own_side(links, me):
    """Links to the viewer's own document only: another address would name the other."""

    def found(disagreement):
        sides = links(disagreement)
        a, b = (
            address if annotator == me else None
            for address, annotator in zip((sides.a, sides.b), disagreement.annotators)
        )
        return Links(a, b, None)

    return found


class Site:
    """All projects of a data directory, and who may see what of them.

    data_dir   brat's data directory
    brat_url   address of brat as browsers show it, or its path on the same host
    managers   logins that manage every project
    overrides  {setting: value} that replace those of each iaa.conf
    stores     {"names", "figures"} for the Views of all projects
    pages_url  address of the pages as browsers see it; None: the path at which they were asked
    state_dir  our own directory, for the snapshots of the projects; None: the user's
    lock       function of a document's path without suffix: a context manager that keeps everybody
               else from saving it; None: other processes with these pages only, not brat

    waiting is for brat's process, which cannot wait long, pages_waiting for people who look at a
    page, faults for the server's log.
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
        self.brat_url = brat_url
        self.waiting, self.pages_waiting = Waiting(), Waiting(FIRST)
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
        self.made = LastUsed(_KEPT)
        self._lock = threading.Lock()

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
                self._views[project] = Views(
                    self.projects.directory(project),
                    self._overrides,
                    data_dir=self.projects.data_dir,
                    managers=self._managers,
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
        return BratLinks(self.brat_url, "/" + project)

    def links(self, project):
        return self.brat(project).of

    def phases(self, project):
        """The Phases of a project."""
        return self.made.get((project, "phases"), lambda: self._phases(project))

    def _phases(self, project):
        root, data_dir = self.projects.directory(project), self.projects.data_dir
        return Phases(
            self._last_name(project),
            root,
            self._database(project),
            self._state_dir,
            overrides=self._overrides,
            within=data_dir,
        )

    def _last_name(self, project):
        return project.rpartition("/")[2] or os.path.basename(self.projects.data_dir)

    def reviewing(self, project):
        """The Reviewing of a project."""
        return self.made.get((project, "reviewing"), lambda: self._reviewing(project))

    def _reviewing(self, project):
        root = self.projects.directory(project)
        return Reviewing(root, self._database(project), self._overrides, self.projects.data_dir)

    def managing(self, project):
        """The Managing of a project."""
        return self.made.get((project, "managing"), lambda: self._managing(project))

    def _managing(self, project):
        return Managing(
            self.projects.directory(project),
            self.projects.data_dir,
            self._database(project),
            self.views(project),
            self._managers,
            self._state_dir,
        )

    def events(self, project):
        """List of audit.Event of a project."""
        return audit.events(self._database(project), self._last_name(project))

    def founds(self, user, path):
        """Whether a login may make a project of a directory that is none yet."""
        return user in self._managers and self.projects.could_be(path)

    def stores(self):
        """Paths of the databases that there are: the site's and those of projects.

        Raises ConfigError if their folders cannot be used.
        """
        paths = [
            known_project_database(self.projects.directory(one), self._state_dir)
            for one in self.projects.all()
        ]
        return [path for path in (self.store(), *paths) if path.is_file()]

    def store(self):
        """Path of the site's database, which is made when it is needed first."""
        return database_path(self.projects.data_dir, self._state_dir)

    def problems(self):
        """Number of problems in the files of all projects that were read so far."""
        with self._lock:
            return sum(views.problems for views in self._views.values())

    def archive(self, project):
        """The Archive of a project's snapshots."""
        return Archive(self._database(project))

    def adjudicating(self, project):
        """The Adjudicating of a project."""
        return self.made.get((project, "adjudicating"), lambda: self._adjudicating(project))

    def _adjudicating(self, project):
        root, data_dir = self.projects.directory(project), self.projects.data_dir
        path = project_database_path(root, self._state_dir, data_dir)
        lock = self._lock_document or partial(files.locked, path.parent)
        return Adjudicating(root, Database(path), lock, self._overrides, data_dir)

    def founded(self, user, collection):
        """The project that a login may make for a collection of brat; None without one."""
        return self.projects.beginning(collection) if user in self._managers else None

    def _database(self, project):
        """The Database of a project: snapshots, reviews and changes of settings."""
        root = self.projects.directory(project)
        return Database(project_database_path(root, self._state_dir, self.projects.data_dir))


def chosen(partners, wanted, document=None):
    """The Partner of that name; None if the viewer has none of that name.

    Without a name the first who has begun the document, else the first of all; None if there are no
    partners.
    """
    if wanted:
        return next((partner for partner in partners if partner.shown == wanted), None)
    return next(
        (partner for partner in partners if document in partner.documents),
        next(iter(partners), None),
    )
