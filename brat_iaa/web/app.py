"""The application for one project without login: whoever reaches it sees everything."""

from flask import g, url_for

from brat_iaa.links import BratLinks
from brat_iaa.study import Study
from brat_iaa.web.figures import Project
from brat_iaa.web.frame import new_app
from brat_iaa.web.pages import pages


def create_app(root, brat_url=None, collection=None, config=None, study=None, hosts=None):
    """The application for one project.

    root        the project's directory
    brat_url    address of brat, for links; None: no links
    collection  brat's name of the project's directory, e.g. "/corpus/"
    config      {setting: value} that replace those of iaa.conf
    study       a Study to use instead of reading root
    hosts       host names by which the pages may be asked for; None: any
    """
    project = Project(
        (study or Study(root, config)).agreement, BratLinks(brat_url, collection).of if brat_url else None
    )
    app = new_app(hosts)

    @app.before_request
    def choose():
        g.project = project

    @app.context_processor
    def words():
        return {"home": url_for("pages.overview"), "in_project": True}

    app.register_blueprint(pages)
    return app
