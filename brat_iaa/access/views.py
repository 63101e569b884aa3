"""What each viewer gets of a project: an Agreement made only from what the viewer may see."""

import contextlib
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from brat_iaa.access import permissions
from brat_iaa.access.blinding import GoldSight, PairSight, ReadableSight
from brat_iaa.access.files import ListedFiles, ProjectFiles
from brat_iaa.access.permissions import ALL, OWN
from brat_iaa.config.proposals import survey
from brat_iaa.corpus import acl
from brat_iaa.corpus.project_reader import ParsedFiles, ProjectReader
from brat_iaa.errors import BratIaaError, ConfigError, NothingToCompare, ProjectError
from brat_iaa.review.items import find_items
from brat_iaa.sight import Sight
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


class NotAllowed(BratIaaError):
    """Asked for more than the viewer may see; the text names no file and nobody."""


class NotReady(BratIaaError):
    """A project that has nothing to show to a viewer just now; the text names no file and
    nobody.
    """


class Views:
    """The views of one project. Any number of threads may call it.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    data_dir   brat's data directory; nothing outside of it is read. None: root
    names      store.pseudonyms.Pseudonyms, which calls others "annotator 1"; None: kept in memory
    managers   brat logins that manage every project
    done       as Sight.done
    """

    def __init__(self, root, overrides=None, data_dir=None, names=None, managers=(), done=None):
        self.files = ProjectFiles(root, overrides, data_dir)
        self._names = names or Pseudonyms()
        self._managers, self._done = frozenset(managers), done
        self._parsed = ParsedFiles()
        self._study, self._found_items = lru_cache(_KEPT)(self._new_study), {}
        self._partners = {}  # {annotator: (what they depend on, partners)}
        # Number of the problems in the files when all of them were read last; 0 before.
        self.problems = 0

    def permission(self, user):
        """The Permission of a brat login ("": not logged in); nothing is computed for it.

        While iaa.conf cannot be used it raises ConfigError for managers, and NotReady for others.
        """
        try:
            config = self.files.config()
        except ConfigError:
            with self._plainly(bool(user) and user in self._managers | self.files.named_managers()):
                raise
        listed = self.files.listed(config)
        if listed.annotators:
            self._parsed.forget_others(listed.paths)
        return self._permission(user, config, listed)

    def previews(self, permission, users, phase=None):
        """{login: Permission that it would have in a phase}. Managers only; NotAllowed for others.

        phase  name of one that has a section in iaa.conf; "": between phases; None: the current
        """
        _require(permission.manager)
        config = self.files.config({} if phase is None else {"phase": phase})
        listed, asked = self.files.listed(config, permission.listed), {}
        of_users = {user: self._permission(user, config, listed, asked) for user in users}
        return {user: permissions.within(permission, other) for user, other in of_users.items()}

    def _permission(self, user, config, listed, asked=None):
        names, asked = listed.annotators + config.reference_dirs, {} if asked is None else asked
        permission = permissions.permission(
            config.access,
            user,
            listed.annotators,
            config.reference_dirs,
            *self.files.open_to(user, names, listed, asked),
            self._managers,
            config.phase,
            config.named_gold,
        )
        if permission.manager and not self.files.opens_drafts(user, config, asked):
            permission = replace(permission, limited=True)
        return replace(permission, listed=listed)

    def everything(self, permission):
        """The Agreement of all whom the viewer may read. Level ALL.

        Like own() it raises NotAllowed below its level, and where there is nothing to compare
        ConfigError and ProjectError for managers, NotReady for others.
        """
        _require(permission.level >= ALL)
        with self._plainly(permission.manager):
            if permission.limited and not permission.readable:
                raise ProjectError(
                    f"{self.files.root}: brat's {acl.FILE_NAME} closes all of its directories for "
                    "you."
                )
            if not permission.readable:
                self.files.listing(self.files.config())  # says why there is nobody
            agreement = self._everything(permission).agreement()
        if not permission.limited:
            self.problems = len(agreement.problems)
        return agreement

    def reader(self, permission):
        """(ProjectReader of all whom the viewer may read, which reads texts that nothing is
        compared with, too, the Config to read by). Level ALL.
        """
        _require(permission.level >= ALL)
        with self._plainly(permission.manager):
            sight = self._readable_sight(permission)
            config = sight.settings(self.files.config())
            return ProjectReader(
                self.files.root, config, config.excluded_dirs, sight.bounds, self._parsed, True,
                self._done,
            ), config  # fmt: skip

    def of_directories(self, permission, names, layers, documents=None):
        """The Agreement of some directories as annotators, whatever else they are. Level ALL.

        layers, documents  as in Sight
        """
        _require(permission.level >= ALL and permission.readable >= set(names))
        bounds = self.files.bounds(permission.readable, permission.hidden)
        sight = Sight(
            bounds, tuple(names), False, self._parsed, tuple(layers),
            documents and frozenset(documents), self._done,
        )  # fmt: skip
        with self._plainly(permission.manager):
            return self._study(sight).agreement()

    def last(self, permission):
        """What everything() returned last, whatever has changed since; None before. Level ALL."""
        return self._everything(permission).last if permission.level == ALL else None

    def _everything(self, permission):
        return self._study(self._readable_sight(permission))

    def _readable_sight(self, permission):
        return ReadableSight(
            self.files.bounds(permission.readable, permission.hidden),
            whole=not permission.limited,
            files=self._parsed,
            readable=permission.readable,
            done=self._done,
        )

    def partners(self, permission):
        """Tuple of Partner, in the order of their numbers, or names. Level OWN, and a directory of
        one's own.
        """
        with self._plainly(permission.manager):
            config = self.files.config()
            others = self._shown(permission, config)
            # To read each pair takes long, and every page asks for it.
            asked = config, others, permission.hidden, self.files.state()
            kept = self._partners.get(permission.me)
            if kept is None or kept[0] != asked:
                kept = asked, self._who_shares(permission, config, others)
                self._partners[permission.me] = kept
            # Not what another thread has kept meanwhile, for somebody who sees more.
            return kept[1]

    def _who_shares(self, permission, config, others):
        """The partners among {annotator: name shown}."""
        partners = []
        for annotator, shown in others.items():
            sight = self._pair(permission, annotator, shown)
            read = config._replace(annotators=sight.annotators)
            reader = ProjectReader(self.files.root, read, (), sight.bounds, sight.files)
            with contextlib.suppress(ProjectError):  # one of the two has no file any more
                documents = sight.both_began(reader.read(), sight.settings(config))
                if documents:
                    partners.append(Partner(shown, tuple(each.name for each in documents)))
        return tuple(partners)

    def own(self, permission, partner):
        """The Agreement of the viewer, who comes first, and one partner by the name shown; NotReady
        for any other: a partner may go between two looks.

        Level OWN, and a directory of one's own. There is nothing in it but the two, and the
        documents both began.
        """
        with self._plainly(permission.manager):
            shown = self._shown(permission, self.files.config())
            for annotator, name in shown.items():
                if name == partner:
                    return self._pair_study(permission, annotator, name).agreement()
            raise NotReady(_NOT_READY)

    def review(self, permission):
        """review.items.AnnotatorItems: where the viewer differs from whom, only the places with
        others = hidden.

        NotAllowed unless the viewer may review.
        """
        _require(permission.review)
        with self._plainly(permission.manager):
            config = self.files.config()
            agreements, uncompared, others = [], [], self._others(permission, config)
            for annotator, shown in others.items():
                try:
                    study = self._pair_study(permission, annotator, shown)
                    agreements.append(study.agreement())
                except ProjectError:
                    # With others hidden it is not told whether anybody has begun a document.
                    if permission.others != "hidden" and self._share(permission, annotator, config):
                        uncompared.append(shown)
            linked = () if permission.blinded else others.values()
            items = self._items(permission, agreements, linked)
            return items._replace(uncompared=tuple(uncompared)) if uncompared else items

    def _share(self, permission, annotator, config):
        """Whether the viewer and an annotator have files of a document, by their names alone."""
        with contextlib.suppress(ProjectError):
            both = permission.me, annotator
            listing = self.files.listing_of(both, config, permission.hidden)
            return any(listing.with_ann.keys() >= {*stems.values()} and len(stems) > 1
                       for stems in listing.stems.values())  # fmt: skip
        return False

    def _items(self, permission, agreements, linked):
        """The AnnotatorItems of a viewer, as long as it is made from the very same
        Agreements.
        """
        made_from, items = self._found_items.pop(permission, ((), None))
        if items is None or [*map(id, made_from)] != [*map(id, agreements)]:
            items = find_items(agreements, permission.me, linked, permission.others == "hidden")
        self._found_items[permission] = agreements, items
        for oldest in [*self._found_items][:-_KEPT]:
            self._found_items.pop(oldest, None)
        return items

    def with_gold(self, permission, annotator=None):
        """(the Agreement of the viewer's own work with the gold, ""), or (None,
        NothingToCompare.beside_gold); managers choose the annotator.

        NotAllowed unless the viewer may see it; ProjectError for an annotator who is not there.
        """
        with self._plainly(permission.manager):
            config, annotator = self.files.config(), self._beside_gold(permission, annotator)
            sight = GoldSight(
                self.files.bounds((annotator, config.gold), permission.hidden),
                (annotator,),
                whole=False,
                files=self._parsed,
            )
            study = self._study(sight)
            try:
                return study.agreement(), ""
            except NothingToCompare as nothing:
                if nothing.beside_gold is None:
                    raise
                return None, nothing.beside_gold

    def _beside_gold(self, permission, annotator):
        _require(permission.gold)
        if not permission.manager:
            return permission.me
        if annotator not in self.readable_annotators(permission):
            raise ProjectError(f"{annotator} is no annotator any more. Load the page Gold again.")
        return annotator

    def readable_annotators(self, permission):
        """Names of the annotators that a manager may read, in order; NotAllowed for others."""
        return tuple(name for name in self.annotators(permission) if name in permission.readable)

    def annotators(self, permission):
        """Names of those who have a directory with .ann files. Managers only."""
        return self.files.listed(self.config(permission), permission.listed).annotators

    def config(self, permission):
        """The Config. Managers only; NotAllowed for others."""
        _require(permission.manager)
        return self.files.config()

    def directories(self, permission, login):
        """{name: number of .ann files, None where brat closes the directory to the login} of all
        directories that hold some, and of those that the settings name. Managers only.
        """
        config, paths, names = self.config(permission), set(), ()
        with contextlib.suppress(ProjectError, ConfigError):
            listing = self.files.listing_of(None, config)
            names, paths = listing.annotators, {*listing.with_ann}
        listed = ListedFiles((config.layout,), names, paths)
        readable, hidden = self.files.open_to(login, names, listed)
        counts = dict.fromkeys(names, 0)
        for path in paths - hidden:
            counts[config.layout.owner(path)] += 1
        named = dict.fromkeys((*names, *(config.annotators or ()), *config.reference_dirs))
        return {
            name: None if name in names and name not in readable else counts.get(name, 0)
            for name in sorted(named)
        }

    def drafts(self, permission):
        """Names of the drafts of a gold that lie in the project. Managers only."""
        return self.files.drafts(self.config(permission))

    def survey(self, permission):
        """proposals.Survey: what the files hold of what the manager may read. Managers only.

        Raises ProjectError where there is nothing to read.
        """
        config = self.config(permission)
        with contextlib.suppress(ProjectError):
            return self.everything(permission).survey
        # Also of a single annotator.
        sight = self._readable_sight(permission)
        reader = ProjectReader(
            self.files.root,
            sight.settings(config),
            config.reference_dirs,
            sight.bounds,
            self._parsed,
        )
        return survey(sight.project(reader.read(), config), config.dependencies)

    def in_brat(self, permission):
        """corpus.acl.Openness: whose documents annotators can open in brat itself. Managers
        only.
        """
        config = self.config(permission)
        listed = self.files.listed(config, permission.listed)
        return self.files.openness(config, listed, self._managers)

    def _shown(self, permission, config):
        """{annotator: name shown} of those with whom the viewer may be compared, in the order
        shown. Level OWN.
        """
        _require(permission.level >= OWN)
        return self._others(permission, config)

    def _others(self, permission, config):
        """The same for whoever has a directory."""
        me = permission.me
        _require(me)
        annotators = [
            name for name in sorted(permission.readable - {me}) if name not in config.reference_dirs
        ]
        if not permission.blinded:
            return {annotator: annotator for annotator in annotators}
        numbered = self._names.shown(self.files.key, me, annotators, permission.readable | {me})
        return dict(sorted(numbered.items(), key=lambda item: (len(item[1]), item[1])))

    def _pair(self, permission, annotator, shown):
        pair = permission.me, annotator
        bounds = self.files.bounds(pair, permission.hidden)
        return PairSight(bounds, pair, whole=False, files=self._parsed, shown=shown)

    def _pair_study(self, permission, annotator, shown):
        return self._study(self._pair(permission, annotator, shown))

    def _new_study(self, sight):
        return Study(self.files.root, self.files.overrides, sight=sight)

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


def _require(allowed):
    if not allowed:
        raise NotAllowed(_NOT_ALLOWED)
