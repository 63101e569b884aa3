"""The application for one project without login: whoever reaches it sees everything."""

import functools
from pathlib import Path

from flask import g, request, url_for

from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.phases import done_in
from brat_iaa.sight import Sight
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.study import Study
from brat_iaa.web.figures import ProjectView
from brat_iaa.web.frame import new_app
from brat_iaa.web.messages import no_page
from brat_iaa.web.pages import WITH_PHASES, pages
from brat_iaa.web.phases.pages import know_snapshots, open_phases, phase_pages
from brat_iaa.web.phases.phases import Phases
from brat_iaa.web.places.pages import place_pages
from brat_iaa.web.rules import FIGURES, OF_EACH, OPEN, SNAPSHOTS, WHOLE, rule_of
from brat_iaa.web.studies import study_pages

# Who may see pages that one project without logins has, too.
_RULES = (OPEN, OF_EACH, FIGURES, WHOLE, SNAPSHOTS)


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
    study = study or Study(root, config, sight=Sight(done=done_in(root, state_dir)))
    links = BratLinks(brat_url, collection).of if brat_url else None
    project = ProjectView(study.agreement, links)
    app = new_app()

    @functools.cache
    def phases():
        database = Database(project_database_path(root, state_dir))
        return Phases(root, database, name=Path(root).resolve().name, state_dir=state_dir)

    @app.before_request
    def choose():
        g.project = project
        name = (request.view_args or {}).get("name")
        rule = rule_of(request.endpoint or "static", name, g.get("snapshot") is not None)
        if rule not in _RULES:
            return no_page()
        if rule is SNAPSHOTS:
            open_phases(phases())
        elif request.endpoint in WITH_PHASES or request.blueprint == study_pages.name:
            g.phases = phases()
        return None

    @app.context_processor
    def words():
        return {
            "home": url_for("pages.overview"),
            "in_project": True,
            "phases": url_for("phases.phases"),
            "paper_page": url_for("pages.paper"),
            "studies": url_for("studies.contents"),
        }

    know_snapshots(app)
    for blueprint in (pages, place_pages, phase_pages, study_pages):
        app.register_blueprint(blueprint)
    return app
