"""The application for all projects of a brat server, and its pages that are of no project."""

from flask import (
    Blueprint,
    abort,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa import __version__
from brat_iaa.access.permissions import ALL, NOTHING, OWN
from brat_iaa.errors import BratIaaError
from brat_iaa.web import guard, selection
from brat_iaa.web.adjudicate.pages import adjudicate_pages
from brat_iaa.web.frame import new_app
from brat_iaa.web.health import Health
from brat_iaa.web.in_brat import api
from brat_iaa.web.login_page import BratLogins, can_log_in, login_pages, way_here
from brat_iaa.web.manage.pages import manage_pages
from brat_iaa.web.pages import pages
from brat_iaa.web.phases.pages import know_snapshots, phase_pages
from brat_iaa.web.places.pages import place_pages
from brat_iaa.web.rules import rule_of
from brat_iaa.web.studies import study_pages
from brat_iaa.web.viewers.forgery import Tokens
from brat_iaa.web.viewers.site import STRANGER, Site, keeping

site_pages = Blueprint("site", __name__)


OF_PROJECTS = (
    pages, place_pages, adjudicate_pages, phase_pages, study_pages, manage_pages,
)  # fmt: skip


def create_site(
    data_dir,
    brat_url,
    identify,
    state_dir=None,
    managers=(),
    overrides=None,
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
    overrides  {setting: value} that replace those of each iaa.conf
    pages_url  address of this application as browsers see it, for answers to brat's own process;
               None: the path at which it was asked
    lock       as for viewers.site.Site: with what brat's saving of a document is held up

    Raises ConfigError for addresses and directories that cannot be used.
    """
    app = new_app()
    stores, secret = keeping(data_dir, state_dir)
    app.extensions["brat_iaa_site"] = Site(
        data_dir, brat_url, managers, overrides, stores, pages_url, state_dir, lock
    )
    app.extensions["brat_iaa_identify"] = identify
    app.extensions["brat_iaa_tokens"] = tokens = Tokens(secret)
    app.extensions["brat_iaa_logins"] = BratLogins()
    app.jinja_env.globals["token_input"] = lambda: tokens.input(g.viewer)
    app.extensions["brat_iaa_health"] = Health(site_of(app))
    guard.register(app)
    app.after_request(_add_headers)
    app.url_value_preprocessor(_take_project)
    app.url_defaults(_keep_project)
    app.context_processor(_words)
    app.register_blueprint(site_pages)
    app.register_blueprint(login_pages)
    know_snapshots(app)
    for blueprint in OF_PROJECTS:
        app.register_blueprint(blueprint, url_prefix="/<project:project>/-")
    site_of(app).know_paths(app.url_map)
    return app


def site_of(app):
    """The Site of an application that create_site made, for api.agreement and api.disagreements."""
    return app.extensions["brat_iaa_site"]


def _site():
    return site_of(current_app)


def _take_project(endpoint, values):
    if values and "project" in values:
        g.name = values.pop("project")


def _keep_project(endpoint, values):
    """Addresses of a project's pages stay in the project, and with the partner."""
    if not current_app.url_map.is_endpoint_expecting(endpoint, "project"):
        return
    if "name" in g:
        values.setdefault("project", g.name)
    if len(g.get("partners", ())) > 1 and "partner" in g and g.partner is not None:
        values.setdefault("with", g.partner.shown)


# Pages of the menu: the name of each in the templates. Between whom places are listed.
_MENU = {
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


def _words():
    """What the frame of every page shows."""
    permission, inside = g.get("permission"), "seen" in g and g.permission.level >= OWN
    in_project = inside or g.get("inside", False)
    words = {
        "home": url_for("pages.overview") if in_project else url_for("site.entry"),
        "in_project": in_project,
        "entry": url_for("site.entry"),
        "viewer": g.get("viewer"),
        "partners": g.get("partners", ()),
        "partner": g.get("partner"),
    }
    if g.get("viewer") == "" and can_log_in():
        words["login_page"] = url_for("login.login", next=way_here())
        words["back"] = way_here()
    if in_project:
        words["project_name"] = g.name.rpartition("/")[2] or "Agreement"
    if "seen" in g:
        words.update(
            (name, url_for(endpoint))
            for name, endpoint in _MENU.items()
            if rule_of(endpoint).may(permission)
        )
    if inside and g.get("snapshot") is None:
        words["sides"] = [
            (name, url_for(endpoint), endpoint == request.endpoint)
            for name, endpoint in _SIDES.items()
            if rule_of(endpoint).may(permission)
        ]
    if "project" in g and request.endpoint == "pages.overview":
        if "adjudicate_page" in words:
            words["drafts"] = g.seen.drafts()
        if permission.manager:
            words["revealed"] = revealed(g.access, permission.phase)
    return words


def _add_headers(response):
    if "seen" in g and response.status_code == 200:
        _site().faults.mended(g.seen.about)
    if request.endpoint != "static":
        response.headers["Vary"] = "Cookie"
    return response


@site_pages.get("/healthz")
def healthz():
    """Which part works, for monitors: without login, and with nothing of a project."""
    identify = current_app.extensions["brat_iaa_identify"]
    way = getattr(identify, "way", None)
    unwell = current_app.extensions["brat_iaa_health"].unwell(identify, request.environ)
    answer = {"ok": not unwell, "version": __version__, "unwell": unwell}
    return jsonify(**answer, **({"logins": way} if way else {})), 503 if unwell else 200


@site_pages.get("/")
def entry():
    """The projects that the viewer may open; with ?collection= the way to the page about it."""
    kind = selection.wanted_format(request.args, "html", "json")
    collection = request.args.get("collection")
    if collection is not None:
        project = _site().projects.of(collection)
        new = _site().founded(g.viewer, collection) if project is None else None
        if new is not None:
            return redirect(url_for("manage.manage", project=new))
        seen = guard.seen_of(project)
        if seen.level == NOTHING and not seen.permission.review:
            return guard.closed_page(seen.permission)
        return redirect(
            request.script_root
            + api.page_of(_site(), seen, collection, request.args.get("document"))
        )
    projects = [*listed_projects(_site(), g.viewer)]
    opened = [project for project in projects if project["address"]]
    if not opened and not g.viewer:
        return guard.closed_page(STRANGER)
    if kind == "json":
        return jsonify(
            projects=[
                {"collection": f"/{project['name']}", "pages": project["address"]}
                for project in opened
            ]
        )
    return render_template(
        "entry.html",
        projects=projects,
        manages_all=_site().manages_all(g.viewer),
        data_dir=_site().projects.data_dir,
        brat=_site().brat_url,
    )


@site_pages.get("/<project:project>/")
def overview():
    """The way to the overview, whether there is such a project or not."""
    if "-" in g.name.split("/"):
        abort(404)
    return redirect(url_for("pages.overview"))


@site_pages.get("/api/agreement")
def agreement():
    return jsonify(api.agreement(_site(), g.viewer, *_asked()))


@site_pages.get("/api/disagreements")
def disagreements():
    return jsonify(api.disagreements(_site(), g.viewer, *_asked()))


def _asked():
    return request.args.get("collection", ""), request.args.get("document") or None


_REVEALED = {
    "none": "nothing",
    "own": "their own disagreements",
    "all": "everything",
}
# Of their own disagreements, by what others are called.
_OWN = {
    "named": "their own disagreements, with names",
    "blinded": "their own disagreements, with “annotator 1” instead of a name",
    "hidden": "their own disagreements, only at which tokens",
}


def revealed(access, phase=""):
    """{"phase": the current one, "annotators": what annotators see} for managers. access:
    AccessSettings
    """
    nothing_own = access.reveal == "own" and access.others == "hidden" and access.review == "no"
    # Annotators see at least as much as everybody else.
    shown = max("none" if nothing_own else access.reveal, access.guests, key=list(_REVEALED).index)
    return {
        "phase": phase,
        "annotators": _OWN[access.others] if shown == "own" else _REVEALED[shown],
    }


def listed_projects(site, viewer):
    """Yields what is said of each project that the viewer may know of: its name, "" for the data
    directory itself; the address to begin with, None if nothing is open to the viewer; how it
    stands, and what to do next; [(text, address)] of further pages. Nothing is computed for it.
    """
    for name in site.listed(viewer):
        try:
            seen = site.seen(viewer, name)
            told = _of_the_lead(seen) if seen.permission.manager else _of_others(seen.permission)
        except BratIaaError as error:
            # Raised for managers only.
            told = _START, f"Cannot be read: {error}", _MANAGE
        if told is not None:
            start, text, *ways = told
            yield {
                "name": name,
                "address": start and url_for(start, project=name),
                "text": text,
                "ways": [(words, url_for(endpoint, project=name)) for words, endpoint in ways],
            }


_START, _MANAGE = "pages.overview", ("Manage", "manage.manage")


def _of_others(permission):
    """(endpoint to begin with, text, *(words, endpoint) of further pages); None: nothing is said"""
    if permission.review:
        text = "Your turn: look at each of your disagreements."
        if permission.level >= OWN:
            return _START, text, ("My disagreements", "places.mine")
        return "places.mine", text
    if permission.level == NOTHING:
        text = "The comparison is not open yet. Go on annotating in brat."
        return (None, text) if permission.me else None
    texts = {OWN: "Where you and the others differ.", ALL: "All figures and disagreements."}
    return _START, texts[permission.level]


def _of_the_lead(seen):
    annotators = seen.annotators()
    if len(annotators) < 2:
        begun = f"only {annotators[0]} has begun" if annotators else "nobody has begun"
        return _START, f"Nothing to compare yet: {begun}. The page says what is missing.", _MANAGE
    shown = revealed(seen.access(), seen.permission.phase)
    text = f"{len(annotators)} annotators, who see {shown['annotators']}."
    if shown["phase"]:
        text = f"Phase {shown['phase']}. {text}"
    pages = ("Disagreements", "places.everyone"), ("Phases", "phases.phases")
    return _START, text, *pages, _MANAGE
