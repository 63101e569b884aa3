"""What one viewer gets of one project: Agreements of what the viewer may see, and of nothing else.

Every page, export and answer in brat gets its Agreement here.
"""

import contextlib
from typing import NamedTuple

from brat_iaa.access.files import ListedFiles
from brat_iaa.access.permissions import ALL, OWN, require, sees_phases, within
from brat_iaa.access.visible import Part, visible
from brat_iaa.config.proposals import survey
from brat_iaa.corpus import acl
from brat_iaa.errors import ConfigError, NothingToCompare, ProjectError
from brat_iaa.phases.done import due
from brat_iaa.review.items import find_items
from brat_iaa.studies.study import StudiedProject
from brat_iaa.web.background import for_page
from brat_iaa.web.viewers.viewed_project import NotReady, plainly


class Partner(NamedTuple):
    """An annotator whom the viewer is compared with.

    shown      the annotator's name, or "annotator 1" for this viewer
    documents  names of the documents that both have begun, sorted
    """

    shown: str
    documents: tuple[str, ...]


class Viewer:
    """Whoever looks at a project. What is above the own level raises NotAllowed; where there is
    nothing to compare, managers get ConfigError and ProjectError, others NotReady.

    project     ViewedProject; None of a project that is not there
    permission  Permission
    login       as brat knows it, "" if nobody is logged in
    """

    def __init__(self, project, permission, login=""):
        self.project, self.permission, self.login = project, permission, login

    @classmethod
    def of(cls, project, login):
        """The Viewer of a brat login, as of now. Raises as ViewedProject.permission()."""
        return cls(project, project.permission(login), login)

    @property
    def name(self):
        """Path of the project below the data directory."""
        return "" if self.project is None else self.project.name

    @property
    def about(self):
        """What Faults are told about while this is made."""
        return "answer", self.name

    @property
    def level(self):
        return self.permission.level

    @property
    def files(self):
        """The ProjectFiles, for pages that read what else lies there."""
        return self.project.files

    def brat(self):
        """BratLinks of the project."""
        return self.project.brat()

    def whole(self):
        """The ProjectView of all that may be read. Level ALL."""
        require(self.level >= ALL)
        permission, root = self.permission, self.files.root
        with self._plainly():
            if permission.limited and not permission.readable:
                raise ProjectError(
                    f"{root}: brat's {acl.FILE_NAME} closes all of its directories for you."
                )
            if not permission.readable:
                self.files.listing(self.files.config())  # says why there is nobody
        return self._view(self._readable())

    def everything(self):
        """The Agreement of all that may be read. Level ALL."""
        return self.whole().agreement()

    def reader(self):
        """(ProjectReader of all that may be read, which reads texts that nothing is compared with,
        too, the Config to read by). Level ALL.
        """
        require(self.level >= ALL)
        with self._plainly():
            part = self._readable()
            config = part.settings(self.files.config())
            return self.project.reader(part, config, own_texts=True), config

    def of_directories(self, names, layers, documents=None):
        """The Agreement of some directories as annotators, whatever else they are, in some layers
        and documents. Level ALL.
        """
        require(self.level >= ALL and self.permission.readable >= set(names))
        part = self._part(
            self.permission.readable, told=frozenset(names), annotators=tuple(names),
            layers=tuple(layers), documents=documents and frozenset(documents),
        )  # fmt: skip
        return self._view(part).agreement()

    def partners(self):
        """Tuple of Partner, in the order of their numbers, or names. Level OWN, and a directory of
        one's own.
        """
        require(self.level >= OWN)
        with self._plainly():
            config = self.files.config()
            others = self._others(config)
            # To read each pair takes long, and every page asks for it.
            asked = config, others, self.permission.hidden, self.files.state()
            kept = self.project.kept("partners", self.permission.me)
            # Not what another thread keeps meanwhile, for somebody who sees more.
            before, partners = kept.get("made", (None, ()))
            if before != asked:
                partners = self._who_shares(config, others)
                kept["made"] = asked, partners
            return partners

    def _who_shares(self, config, others):
        """The partners among {annotator: name shown}."""
        partners = []
        for annotator, shown in others.items():
            part = self._pair(annotator, shown)
            reader = self.project.reader(part, config._replace(annotators=part.annotators))
            with contextlib.suppress(ProjectError):  # one of the two has no file any more
                documents = visible(reader.read(), part, part.settings(config)).documents
                if documents:
                    partners.append(Partner(shown, tuple(each.name for each in documents)))
        return tuple(partners)

    def pair(self, partner):
        """The ProjectView of the viewer, who comes first, and one partner by the name shown;
        NotReady for any other: a partner may go between two looks.

        Level OWN, and a directory of one's own. There is nothing in it but the two, and the
        documents both began.
        """
        require(self.level >= OWN)
        with self._plainly():
            for annotator, shown in self._others(self.files.config()).items():
                if shown == partner:
                    own_side = self.permission.me if self.permission.blinded else ""
                    return self._view(self._pair(annotator, shown), own_side)
            raise NotReady

    def items(self):
        """review.items.AnnotatorItems: where the viewer differs from whom, only the places with
        others = hidden. For those who may review.
        """
        permission = self.permission
        require(permission.review)
        with self._plainly():
            config = self.files.config()
            agreements, uncompared, others = [], [], self._others(config)
            for annotator, shown in others.items():
                try:
                    study = self.project.study(self._pair(annotator, shown))
                    agreements.append(study.agreement())
                except ProjectError:
                    # With others hidden it is not told whether anybody has begun a document.
                    if permission.others != "hidden" and self._share(annotator, config):
                        uncompared.append(shown)
            linked = () if permission.blinded else others.values()
            kept, hidden = self.project.kept("items", permission), permission.others == "hidden"
            before, items = kept.get("made", ((), None))
            if items is None or [*map(id, before)] != [*map(id, agreements)]:
                items = find_items(agreements, permission.me, linked, hidden)
                kept["made"] = agreements, items
            return items._replace(uncompared=tuple(uncompared)) if uncompared else items

    def _share(self, annotator, config):
        """Whether the viewer and an annotator have files of a document, by their names alone."""
        with contextlib.suppress(ProjectError):
            both = self.permission.me, annotator
            listing = self.files.listing_of(both, config, self.permission.hidden)
            return any(listing.with_ann.keys() >= {*stems.values()} and len(stems) > 1
                       for stems in listing.stems.values())  # fmt: skip
        return False

    def with_gold(self, annotator=None):
        """(the ProjectView of the viewer's own work with the gold, ""), or (None,
        NothingToCompare.beside_gold); managers choose the annotator.

        For those who may see it; ProjectError for an annotator who is not there.
        """
        permission = self.permission
        require(permission.gold)
        with self._plainly():
            config = self.files.config()
            if not permission.manager:
                annotator = permission.me
            elif annotator not in self.readable_annotators():
                raise ProjectError(
                    f"{annotator} is no annotator any more. Load the page Gold again."
                )
            told = frozenset((annotator,))
            part = self._part((annotator, config.gold), told=told, annotators=(annotator,))
            try:
                self.project.study(part).agreement()
            except NothingToCompare as nothing:
                if nothing.beside_gold is None:
                    raise
                return None, nothing.beside_gold
        return self._view(part), ""

    def access(self):
        """The AccessSettings for managers, None for others."""
        return self.config().access if self.permission.manager else None

    def config(self):
        """The Config. Managers only."""
        require(self.permission.manager)
        return self.files.config()

    def annotators(self):
        """Names of those who have a directory with .ann files. Managers only."""
        return self.files.listed(self.config(), self.permission.listed).annotators

    def readable_annotators(self):
        """Those that a manager may read."""
        return tuple(name for name in self.annotators() if name in self.permission.readable)

    def directories(self):
        """{name: number of .ann files, None where brat closes the directory to the viewer} of all
        directories that hold some, and of those that the settings name. Managers only.
        """
        config, paths, names = self.config(), set(), ()
        with contextlib.suppress(ProjectError, ConfigError):
            listing = self.files.listing_of(None, config)
            names, paths = listing.annotators, {*listing.with_ann}
        listed = ListedFiles((config.layout,), names, paths)
        readable, hidden = self.files.open_to(self.login, names, listed)
        counts = dict.fromkeys(names, 0)
        for path in paths - hidden:
            counts[config.layout.owner(path)] += 1
        named = dict.fromkeys((*names, *(config.annotators or ()), *config.reference_dirs))
        return {
            name: None if name in names and name not in readable else counts.get(name, 0)
            for name in sorted(named)
        }

    def drafts(self):
        """Names of the drafts of a gold that lie in the project. Managers only."""
        return self.files.drafts(self.config())

    def survey(self):
        """proposals.Survey: what the files hold of what the manager may read. Managers only.

        Raises ProjectError where there is nothing to read.
        """
        config, part = self.config(), self._readable()
        with contextlib.suppress(ProjectError):
            return self.everything().survey
        # Also of a single annotator.
        config = part.settings(config)
        reader = self.project.reader(part, config)
        return survey(visible(reader.read(), part, config), config.dependencies)

    def in_brat(self):
        """corpus.acl.Openness: whose documents annotators can open in brat itself. Managers
        only.
        """
        config = self.config()
        listed = self.files.listed(config, self.permission.listed)
        return self.files.openness(config, listed, self.project.managers)

    def previews(self, logins, phase=None):
        """{login: Permission that it would have in a phase}. Managers only.

        phase  name of one that has a section in iaa.conf; "": between phases; None: the current
        """
        require(self.permission.manager)
        config = self.files.config({} if phase is None else {"phase": phase})
        listed, asked = self.files.listed(config, self.permission.listed), {}
        by_login = {
            login: self.project.permission_by(login, config, listed, asked) for login in logins
        }
        return {login: within(self.permission, theirs) for login, theirs in by_login.items()}

    def as_login(self, login, phase=None):
        """The Viewer that another login would be in a phase, see previews(). Managers only."""
        return Viewer(self.project, self.previews([login], phase)[login], login)

    def managing(self):
        """The Managing of the project, for managers."""
        return self.project.managing()

    def adjudicating(self):
        """The Adjudicating of the project, for those who adjudicate."""
        return self.project.adjudicating()

    def reviews(self):
        """The Reviews of the project, for those who may review or discuss."""
        return self.project.reviews()

    def phases(self):
        """The Phases of the project; None for those who may not look into them."""
        if not sees_phases(self.permission):
            return None
        phases = self.project.phases()
        # Snapshots hold what may have gone since, while brat's rules for it are still there.
        return phases if self.files.reads_all(self.login, phases.paths()) else None

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
        kept = self.project.kept(self.permission, *what)
        before, made = kept.get("made", (None, None))
        if before is not agreement:
            made = make()
            kept["made"] = agreement, made
        return made

    def in_time(self, compute, about=None):
        """What compute() returns. Raises StillComputing where a page waits too long for it.

        about  what it is about, hashable: then what was computed last is returned instead, and
               g.outdated says so: on slow disks even to look for changes takes too long for a page
        """
        key = self.project, self.permission, compute.__qualname__, about
        return for_page(key, compute, keep=about is not None)

    def _part(self, names, **more):
        return Part(self.files.within, frozenset(names), self.permission.hidden, **more)

    def _readable(self):
        """The Part of all that may be read."""
        readable = self.permission.readable
        return self._part(readable, told=readable if self.permission.limited else None)

    def _pair(self, annotator, shown):
        """The Part of the viewer and another."""
        me = self.permission.me
        told = frozenset((me,))
        return self._part((me, annotator), told=told, annotators=(me, annotator), shown=shown)

    def _others(self, config):
        """{annotator: name shown} of those with whom the viewer may be compared, in the order
        shown; for whoever has a directory.
        """
        permission, me = self.permission, self.permission.me
        require(me)
        annotators = [
            name for name in sorted(permission.readable - {me}) if name not in config.reference_dirs
        ]
        if not permission.blinded:
            return {annotator: annotator for annotator in annotators}
        key, avoid = self.files.key, permission.readable | {me}
        numbered = self.project.names.shown(key, me, annotators, avoid)
        return dict(sorted(numbered.items(), key=lambda item: (len(item[1]), item[1])))

    def _view(self, part, own_side=""):
        return self.project.view(part, self.permission.manager, own_side)

    def _plainly(self):
        return plainly(self.permission.manager)


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
