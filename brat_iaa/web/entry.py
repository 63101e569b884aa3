"""The pages of no project: the projects that a viewer may open, and what monitors and brat ask."""

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
from brat_iaa.web import guard
from brat_iaa.web.in_brat import api
from brat_iaa.web.manage.form import sees

site_pages = Blueprint("site", __name__)


def _site():
    return current_app.extensions["brat_iaa_site"]


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
    collection = request.args.get("collection")
    if collection is not None:
        project = _site().projects.of(collection)
        new = _site().founded(g.viewer.login, collection) if project is None else None
        if new is not None:
            return redirect(url_for("manage.manage", project=new))
        if project is not None:
            guard.view(project)
        if g.viewer.level == NOTHING and not g.viewer.permission.review:
            return guard.closed_page()
        return redirect(
            request.script_root
            + api.page_of(_site(), g.viewer, collection, request.args.get("document"))
        )
    projects = [*listed_projects(_site(), g.viewer.login)]
    opened = [project for project in projects if project["address"]]
    if not opened and not g.viewer.login:
        return guard.closed_page()
    return render_template(
        "entry.html",
        projects=projects,
        manages_all=_site().manages_all(g.viewer.login),
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
    return jsonify(api.agreement(_site(), g.viewer.login, *_asked()))


@site_pages.get("/api/disagreements")
def disagreements():
    return jsonify(api.disagreements(_site(), g.viewer.login, *_asked()))


def _asked():
    return request.args.get("collection", ""), request.args.get("document") or None


def listed_projects(site, viewer):
    """Yields what is said of each project that the viewer may know of: its name, "" for the data
    directory itself; the address to begin with, None if nothing is open to the viewer; how it
    stands, and what to do next; [(text, address)] of further pages. Nothing is computed for it.
    """
    for name in site.listed(viewer):
        try:
            seen = site.viewer(viewer, name)
            told = _of_the_lead(seen) if seen.permission.manager else _of_others(seen)
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


def _of_others(seen):
    """(endpoint to begin with, text, *(words, endpoint) of further pages); None: nothing is said"""
    permission = seen.permission
    if permission.review:
        done = permission.me in seen.reviews().done_annotators(permission.phase)
        text = "You are done." if done else "Your turn: look at each of your disagreements."
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
    text = f"{len(annotators)} annotators, who see {sees(vars(seen.access()))}."
    if seen.permission.phase:
        text = f"Phase {seen.permission.phase}. {text}"
    pages = (
        ("Progress", "progress.progress"),
        ("Disagreements", "places.everyone"),
        ("Phases", "phases.phases"),
    )
    return _START, text, *pages, _MANAGE
