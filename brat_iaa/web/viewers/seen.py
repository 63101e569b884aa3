"""What one viewer may see of one project: ProjectViews are made of that and of nothing else."""

import functools

from brat_iaa.access.permissions import sees_phases
from brat_iaa.access.views import Views
from brat_iaa.formats.brat_links import Links
from brat_iaa.review.done import due
from brat_iaa.studies.study import StudiedProject
from brat_iaa.web.background import for_page
from brat_iaa.web.figures import ProjectView


def _of_views(view):
    """A method of Seen: what this method of Views gives the viewer, whose permission it asks."""

    @functools.wraps(view)
    def given(self, *asked, **further):
        return view(self._views(), self.permission, *asked, **further)

    return given


class Seen:
    """What one viewer may see of one project: the permission, and the way to what it allows.

    name        path of the project below the data directory
    permission  Permission
    login       as brat knows it, "" if nobody is logged in
    """

    partners = _of_views(Views.partners)
    everything = _of_views(Views.everything)
    items = _of_views(Views.review)
    with_gold = _of_views(Views.with_gold)
    last = _of_views(Views.last)
    reader = _of_views(Views.reader)
    of_directories = _of_views(Views.of_directories)
    # For managers.
    config = _of_views(Views.config)
    annotators = _of_views(Views.annotators)
    readable_annotators = _of_views(Views.readable_annotators)
    directories = _of_views(Views.directories)
    drafts = _of_views(Views.drafts)
    survey = _of_views(Views.survey)
    in_brat = _of_views(Views.in_brat)
    previews = _of_views(Views.previews)

    def __init__(self, site, name, permission, login=""):
        self._site = site
        self.name = name
        self.permission = permission
        self.login = login

    @property
    def about(self):
        """What Faults are told about while this is made."""
        return "answer", self.name

    @property
    def level(self):
        return self.permission.level

    def whole(self):
        """The ProjectView of all that may be read, at level ALL."""
        read = functools.partial(self._views().everything, self.permission)
        return self._kept("", lambda: ProjectView(read, self._links))

    def pair(self, partner):
        """The ProjectView of the viewer and one partner, at level OWN."""
        views, permission = self._views(), self.permission
        links, redacted = self._links, frozenset()
        if permission.blinded or partner.shown not in permission.readable:
            links, redacted = _own_side(links, permission.me), frozenset((partner.shown,))
        return self._kept(
            partner.shown,
            lambda: ProjectView(
                lambda: views.own(permission, partner.shown), links, redacted=redacted
            ),
        )

    def beside_gold(self, annotator):
        """(the ProjectView of an annotator and the gold, ""); (None, why) without one. For those
        who may see it; managers choose the annotator.
        """
        agreement, why = self.with_gold(annotator)
        if agreement is None:
            return None, why
        read = functools.partial(self._now_with_gold, annotator)
        return self._kept(("gold", annotator), lambda: ProjectView(read, self._links)), ""

    def _now_with_gold(self, annotator):
        return self.with_gold(annotator)[0]

    @property
    def files(self):
        """The ProjectFiles, for pages that read what else lies there."""
        return self._views().files

    def access(self):
        """The AccessSettings for managers, None for others."""
        return self.config().access if self.permission.manager else None

    def managing(self):
        """The Managing of the project, for managers."""
        return self._site.managing(self.name)

    def as_login(self, login, phase=None):
        """The Seen that another login would have in a phase, see Views.previews. For managers."""
        return Seen(self._site, self.name, self.previews([login], phase)[login], login)

    def phases(self):
        """The Phases of the project; None for those who may not look into them."""
        if not sees_phases(self.permission):
            return None
        phases = self._site.phases(self.name)
        # Snapshots hold what may have gone since, while brat's rules for it are still there.
        return phases if self.files.reads_all(self.login, phases.paths()) else None

    def reviews(self):
        """The Reviews of the project, for those who may review or discuss."""
        return self._site.reviews(self.name)

    def studied(self):
        """The StudiedProject, for those who may see studies."""
        phases = self.phases()
        differences = (lambda numbers: None) if phases is None else phases.differences
        return StudiedProject(
            self.files.root, self.everything, self.of_directories, self.reader, differences,
            self.brat(),
        )  # fmt: skip

    def snapshot_is_due(self):
        """Whether all are done, and no snapshot of the phase was taken since the last said so."""
        phases, phase = self.phases(), self.permission.phase
        done = self.reviews().done_annotators(phase)
        return phases is not None and due(done, self.annotators(), phases.list(), phase)

    def made_of(self, agreement, make, *what):
        """What make() makes of an Agreement; kept as long as it is this very Agreement.

        what  by which it is kept, for this project and viewer
        """
        kept = self._site.once(_nothing, self.name, self.permission, *what)
        if not kept or kept["of"] is not agreement:
            kept.update(of=agreement, made=make())
        return kept["made"]

    def adjudicating(self):
        """The Adjudicating of the project, for those who adjudicate."""
        return self._site.adjudicating(self.name)

    def brat(self):
        """BratLinks of the project."""
        return self._site.brat(self.name)

    def _links(self, disagreement):
        # Not of one BratLinks: where brat is, each request says anew.
        return self.brat().of(disagreement)

    def in_time(self, compute, about=None):
        """What compute() returns. Raises StillComputing where a page waits too long for it.

        about  what it is about, hashable: then what was computed last is returned instead, and
               g.outdated says so: on slow disks even to look for changes takes too long for a page
        """
        key = self._site, self.name, self.permission, compute.__qualname__, about
        return for_page(key, compute, keep=about is not None)

    def _views(self):
        return self._site.views(self.name)

    def _kept(self, partner, make):
        kept = self._site.once(_nothing, self.name, self.permission, partner)
        if "made" not in kept:
            kept["made"] = make()
        return kept["made"]


def _nothing(*_):
    """A dictionary for what is made of something."""
    return {}


def _own_side(links, me):
    """Links to the viewer's own document only: another address would name the other."""

    def found(disagreement):
        names, sides = disagreement.annotators, links(disagreement)
        own = (side if name == me else None for name, side in zip(names, sides))
        return Links(*own, None)

    return found


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
