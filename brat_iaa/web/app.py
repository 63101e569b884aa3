"""The application for one project without logins: its viewer is the lead, who only reads."""

from pathlib import Path

from brat_iaa.access.permissions import ALL, Permission
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.phases import done_in
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.studies.study import project_at
from brat_iaa.study import Study
from brat_iaa.web.figures import ProjectView
from brat_iaa.web.health import Faults
from brat_iaa.web.phases.phases import Phases
from brat_iaa.web.site import READING, application
from brat_iaa.web.viewers.viewed_project import ViewedProject
from brat_iaa.web.viewers.viewer import Viewer


def create_app(root, brat_url=None, collection=None, study=None, state_dir=None):
    """The application for one project.

    root        the project's directory
    brat_url    address of brat, for links; None: no links
    collection  brat's name of the project's directory, e.g. "/corpus/"
    study       a Study to use instead of reading root
    state_dir   directory with the snapshots, which are shown and not taken here; None: the user's
                own
    """
    done = done_in(root, state_dir)
    study = study or Study(root, done=done)
    brat = BratLinks(brat_url, collection) if brat_url else None
    project = project_at(root, None, study.agreement, done=done, links=brat, phases=None)
    return application(_OneProject(project, state_dir), lambda environ: None, READING, None)


class _OneProject:
    """What of a viewers.site.Site the pages ask for: whoever asks is the lead."""

    def __init__(self, project, state_dir):
        self.faults, self.projects = Faults(), self
        self._lead = Lead(project, state_dir)

    def of(self, collection):
        return collection

    def may_create(self, user, path):
        return False

    def viewer(self, user, project):
        return self._lead


class Lead(Viewer):
    """Who looks at a project without logins: everything is open, and brat hides nothing.

    project    StudiedProject
    state_dir  directory with the snapshots
    """

    def __init__(self, project, state_dir):
        permission = Permission(ALL, manager=True, others="named")
        super().__init__(ViewedProject(project.root), permission, None)
        self._studied, self._state_dir = project, state_dir
        self._view_of_all = ProjectView(project.agreement, project.links and project.links.of)

    def whole(self):
        return self._view_of_all

    def studied(self):
        return self._studied._replace(phases=self.phases().differences)

    def phases(self):
        root = self._studied.root

        def make():
            database = Database(project_database_path(root, self._state_dir))
            return Phases(root, database, name=Path(root).resolve().name, state_dir=self._state_dir)

        return self.project.once("phases", make)
