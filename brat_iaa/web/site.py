"""The application: all projects of a brat server, or one without logins."""

from flask import current_app, g, request, url_for

from brat_iaa.access.permissions import OWN
from brat_iaa.web import guard
from brat_iaa.web.adjudicate.pages import adjudicate_pages
from brat_iaa.web.entry import site_pages
from brat_iaa.web.frame import new_app
from brat_iaa.web.health import Health
from brat_iaa.web.login_page import BratLogins, can_log_in, can_log_out, login_pages, way_here
from brat_iaa.web.manage.form import sees
from brat_iaa.web.manage.pages import manage_pages
from brat_iaa.web.pages import pages
from brat_iaa.web.phases.pages import phase_pages
from brat_iaa.web.places.pages import place_pages
from brat_iaa.web.progress import progress_pages
from brat_iaa.web.rules import rule_of
from brat_iaa.web.studies import study_pages
from brat_iaa.web.viewers.forgery import Tokens
from brat_iaa.web.viewers.site import Site, keeping

# Pages of a project that only read; pages on which something is changed.
READING = (pages, place_pages, phase_pages, study_pages)
CHANGING = (adjudicate_pages, manage_pages)
# What needs logins: who said what.
WITH_LOGINS = (progress_pages, *CHANGING)


def create_site(
    data_dir,
    brat_url,
    identify,
    state_dir=None,
    managers=(),
    pages_url=None,
    lock=None,
):
    """The application for all projects below brat's data directory.

    data_dir   brat's data directory
    brat_url   address of brat as browsers show it, or its path on the same host: "/", "/brat/"
    identify   function of the WSGI environ that returns the brat login, see web.identity; where it
               remembers answers, `seconds` says for how long
    state_dir  directory in which our own files are kept, outside of brat; None: the user's own
    managers   brat logins that manage every project
    pages_url  address of this application as browsers see it, for answers to brat's own process;
               None: the path at which it was asked
    lock       as for viewers.site.Site: with what brat's saving of a document is held up

    Raises ConfigError for addresses and directories that cannot be used.
    """
    names, secret = keeping(data_dir, state_dir)
    site = Site(data_dir, brat_url, managers, names, pages_url, state_dir, lock)
    app = application(site, identify, (*READING, *WITH_LOGINS), "/<project:project>/-")
    app.extensions["brat_iaa_tokens"] = tokens = Tokens(secret)
    app.extensions["brat_iaa_logins"] = BratLogins()
    app.extensions["brat_iaa_health"] = Health(site)
    app.jinja_env.globals["token_input"] = lambda: tokens.input(g.viewer.login)
    app.register_blueprint(site_pages)
    app.register_blueprint(login_pages)
    site.know_paths(app.url_map)
    return app


def application(site, identify, blueprints, prefix):
    """The application for a Site, with the pages of a project below a prefix."""
    app = new_app()
    app.extensions["brat_iaa_site"] = site
    app.extensions["brat_iaa_identify"] = identify
    guard.register(app)
    app.after_request(_add_headers)
    app.url_value_preprocessor(_take)
    app.url_defaults(_keep)
    app.context_processor(_words)
    for blueprint in blueprints:
        app.register_blueprint(blueprint, url_prefix=prefix)
    return app


def site_of(app):
    """The Site of an application, for api.agreement and api.disagreements."""
    return app.extensions["brat_iaa_site"]


def _take(endpoint, values):
    """The project, and where its pages are those of a snapshot the snapshot's number."""
    for part, name in (("project", "name"), ("snapshot", "snapshot")):
        if values and part in values:
            setattr(g, name, values.pop(part))


def _keep(endpoint, values):
    """Addresses of a project's pages stay in the project, in the snapshot, and with the partner."""
    expects = current_app.url_map.is_endpoint_expecting
    if g.get("snapshot") is not None and expects(endpoint, "snapshot"):
        values.setdefault("snapshot", g.snapshot)
    if not expects(endpoint, "project"):
        return
    if "name" in g:
        values.setdefault("project", g.name)
    if len(g.get("partners", ())) > 1 and "partner" in g and g.partner is not None:
        values.setdefault("with", g.partner.shown)


# Pages of the menu: the name of each in the templates. Between whom places are listed.
_MENU = {
    "progress_page": "progress.progress",
    "paper_page": "pages.paper",
    "studies": "studies.contents",
    "phases": "phases.phases",
    "review_page": "places.mine",
    "manage_page": "manage.manage",
    "adjudicate_page": "adjudicate.adjudicate",
    "gold_page": "places.gold",
}
_SIDES = {
    "everyone": "places.everyone",
    "with the gold": "places.gold",
    "two snapshots": "places.changes",
    "you and others": "places.mine",
}


def _open(endpoints, permission):
    """{name: endpoint} of those that there are, and that a viewer may see."""
    there = current_app.view_functions
    return {
        name: endpoint
        for name, endpoint in endpoints.items()
        if endpoint in there and rule_of(endpoint).may(permission)
    }


def _words():
    """What the frame of every page shows."""
    permission, logins = g.viewer.permission, site_pages.name in current_app.blueprints
    inside = permission.level >= OWN and ("name" in g or not logins)
    in_project = inside or not logins
    words = {
        "in_project": in_project,
        "viewer": g.viewer.login,
        "partners": g.get("partners", ()),
        "partner": g.get("partner"),
        "snapshot": g.get("shown"),
        "manages": permission.manager,
    }
    if logins:
        words["entry"] = url_for("site.entry")
    words["home"] = url_for("pages.overview") if in_project else words["entry"]
    words["logs_out"] = bool(logins and g.viewer.login and can_log_out())
    if g.viewer.login == "" and can_log_in():
        words["login_page"] = url_for("login.login", next=way_here())
        words["back"] = way_here()
    if in_project and g.get("name"):
        words["project_name"] = g.name.rpartition("/")[2]
    if "name" in g or not logins:
        words.update((name, url_for(to)) for name, to in _open(_MENU, permission).items())
    if inside and g.get("snapshot") is None and request.blueprint == "places":
        sides = _open(_SIDES, permission)
        phases = g.viewer.phases()
        if phases is None or len(phases.with_figures()) < 2:
            sides.pop("two snapshots", None)
        words["sides"] = [
            (name, url_for(endpoint), endpoint == request.endpoint)
            for name, endpoint in sides.items()
        ]
    if "project" in g and request.endpoint == "pages.overview" and "manage_page" in words:
        words["annotators_see"] = sees(vars(g.viewer.access()))
        if "adjudicate_page" in words:
            words["drafts"] = g.viewer.drafts()
    return words


def _add_headers(response):
    if g.viewer.project is not None and response.status_code == 200:
        site_of(current_app).faults.mended(g.viewer.about)
    if request.endpoint != "static":
        response.headers["Vary"] = "Cookie"
    return response
