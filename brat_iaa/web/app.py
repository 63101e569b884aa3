"""The application for one project without logins: its viewer is the lead, who only reads."""

import functools
from pathlib import Path

from brat_iaa.access.permissions import ALL, Permission
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.phases import done_in
from brat_iaa.sight import Sight
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.studies.study import project_at
from brat_iaa.study import Study
from brat_iaa.web.figures import ProjectView
from brat_iaa.web.health import Faults
from brat_iaa.web.phases.phases import Phases
from brat_iaa.web.site import READING, application
from brat_iaa.web.viewers.seen import Seen


def create_app(root, brat_url=None, collection=None, config=None, study=None, state_dir=None):
    """The application for one project.

    root        the project's directory
    brat_url    address of brat, for links; None: no links
    collection  brat's name of the project's directory, e.g. "/corpus/"
    config      {setting: value} that replace those of iaa.conf
    study       a Study to use instead of reading root
    state_dir   directory with the snapshots, which are shown and not taken here; None: the user's
                own
    """
    done = done_in(root, state_dir)
    study = study or Study(root, config, sight=Sight(done=done))
    brat = BratLinks(brat_url, collection) if brat_url else None
    project = project_at(root, config, study.agreement, done=done, links=brat, phases=None)
    return application(_OneProject(project, state_dir), lambda environ: None, READING, None)


class _OneProject:
    """What of a viewers.site.Site the pages ask for: whoever asks is the lead."""

    def __init__(self, project, state_dir):
        root = project.root
        self.faults, self.once = Faults(), functools.lru_cache(lambda make, *about: make(*about))
        self.projects, self._lead = self, Lead(self, project)
        self.phases = functools.cache(lambda name: Phases(
            root, Database(project_database_path(root, state_dir)), name=Path(root).resolve().name,
            state_dir=state_dir,
        ))  # fmt: skip

    def of(self, collection):
        return collection

    def may_create(self, user, path):
        return False

    def seen(self, user, project):
        return self._lead


class Lead(Seen):
    """Who looks at a project without logins: everything is open, and brat hides nothing."""

    def __init__(self, site, project):
        super().__init__(site, "", Permission(ALL, manager=True, others="named"))
        self._studied = project
        self._project = ProjectView(project.agreement, project.links and project.links.of)

    def whole(self):
        return self._project

    def studied(self):
        return self._studied._replace(phases=self.phases().differences)

    def phases(self):
        return self._site.phases(self.name)
