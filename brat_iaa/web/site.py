"""The application for all projects of a brat server; every request is asked who it is from, and
what that one may see.
"""

import functools
import time

from flask import (
    Blueprint,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa import __version__
from brat_iaa.access.permissions import (
    ALL,
    NOTHING,
    OWN,
    SCORES,
    adjudicates,
    discusses,
    sees_gold,
    sees_phases,
    sees_whole,
)
from brat_iaa.errors import ConfigError, NothingToCompare, ProjectError
from brat_iaa.formats.terminal import printable
from brat_iaa.web import entry_view, scores_view, selection
from brat_iaa.web.adjudicate.gold_pages import gold_pages
from brat_iaa.web.adjudicate.pages import adjudicate_pages
from brat_iaa.web.competence.pages import competence_pages
from brat_iaa.web.frame import new_app
from brat_iaa.web.health import Health
from brat_iaa.web.in_brat import api
from brat_iaa.web.language import english
from brat_iaa.web.language import gettext as _
from brat_iaa.web.manage.pages import manage_pages
from brat_iaa.web.messages import NotFound, message
from brat_iaa.web.metrics import Requests, from_this_computer, text_of
from brat_iaa.web.pages import OF_WHOLE, pages
from brat_iaa.web.phases.pages import about_phases, know_snapshots, open_phases, phase_pages
from brat_iaa.web.review.pages import discuss, review_pages
from brat_iaa.web.variation.pages import variation_pages
from brat_iaa.web.viewers import denial_messages
from brat_iaa.web.viewers.access_summary import revealed
from brat_iaa.web.viewers.forgery import READING, Tokens, forged
from brat_iaa.web.viewers.identity import IdentityError, WithKey
from brat_iaa.web.viewers.seen import chosen
from brat_iaa.web.viewers.site import STRANGER, Site
from brat_iaa.web.viewers.stores import keeping

# Open without any login: nothing of a project is in the answer.
OPEN_ENDPOINTS = ("static", "site.healthz", "guide.contents", "guide.topic")
# Asks who it is only where the answer depends on it: brat need not answer for it.
_ASKS_ITSELF = "site.metrics"

site_pages = Blueprint("site", __name__)
# For those who see what everybody did.
_OF_EVERYBODYS_WORK = (adjudicate_pages, competence_pages, variation_pages)
# Pages that do not begin with g.project.
_ALONE = (review_pages, *_OF_EVERYBODYS_WORK, gold_pages)
_OF_PROJECTS = (pages, phase_pages, *_ALONE)


def create_site(
    data_dir,
    brat_url,
    identify,
    state_dir=None,
    managers=(),
    overrides=None,
    key="",
    hosts=None,
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
    key        what brat's own process shows when it asks in somebody's name; "": it may not
    hosts      host names by which the pages may be asked for; None: any
    pages_url  address of this application as browsers see it, for answers to brat's own process;
               None: the path at which it was asked
    lock       as for viewers.site.Site: with what brat's saving of a document is held up

    Raises ConfigError for addresses and directories that cannot be used.
    """
    app = new_app(hosts)
    stores, secret = keeping(data_dir, state_dir)
    app.extensions["brat_iaa_site"] = Site(
        data_dir, brat_url, managers, overrides, stores, pages_url, state_dir, lock
    )
    app.extensions["brat_iaa_identify"] = WithKey(key, identify) if key else identify
    app.extensions["brat_iaa_tokens"] = tokens = Tokens(secret)
    app.jinja_env.globals["token_input"] = lambda: tokens.input(g.viewer)
    app.extensions["brat_iaa_health"] = Health(site_of(app))
    app.extensions["brat_iaa_requests"] = Requests()
    app.before_request(_begin)
    app.before_request(_who)
    app.before_request(_what)
    app.after_request(_add_headers)
    app.url_value_preprocessor(_take_project)
    app.url_defaults(_keep_project)
    app.context_processor(_words)
    app.register_error_handler(IdentityError, _nobody_knows)
    app.register_blueprint(site_pages)
    know_snapshots(app)
    for blueprint in (manage_pages, *_OF_PROJECTS):
        app.register_blueprint(blueprint, url_prefix="/<project:project>/-")
    site_of(app).know_paths(app.url_map)
    return app


def site_of(app):
    """The Site of an application that create_site made, for api.agreement and api.disagreements."""
    return app.extensions["brat_iaa_site"]


def _site():
    return site_of(current_app)


def _begin():
    g.began = time.perf_counter()


def _who():
    """Ask brat who it is; refuse what another site sends in a visitor's name."""
    g.viewer, g.may_see_faults = None, False
    if request.method not in READING:
        if request.endpoint in OPEN_ENDPOINTS:
            return _refused()
        g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
        return (
            _refused()
            if forged(request, g.viewer, current_app.extensions["brat_iaa_tokens"])
            else None
        )
    if request.endpoint not in (None, _ASKS_ITSELF, *OPEN_ENDPOINTS):
        g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
    return None


def _what():
    """For a page of a project: what this viewer may see of it, before anything is read or
    computed.
    """
    if request.blueprint == manage_pages.name:
        return _manage()
    if not _is_of(_OF_PROJECTS):
        return None
    site = _site()
    # The page's own address only: a collection below the project leads there from the entry.
    there = site.projects.of(g.name) if g.name is not None else None
    if there is None and _site().founds(g.viewer, g.name):
        return redirect(url_for("manage.manage"))
    seen = _seen(there if there == g.name else None)
    g.seen, g.access = seen, seen.access()
    if request.blueprint == review_pages.name:
        return _review(seen)
    if _is_of(_OF_EVERYBODYS_WORK):
        return _of_everybodys_work(seen)
    if request.blueprint == gold_pages.name:
        return (
            None
            if sees_gold(seen.permission)
            else closed_page(seen.permission, denial_messages.of_gold)
        )
    if request.endpoint in OF_WHOLE and not sees_whole(seen.permission):
        g.snapshot = None  # its links lead to the project as it is now
        return closed_page(seen.permission, denial_messages.of_whole)
    if about_phases():
        return _phases(seen)
    if seen.level == ALL:
        g.project = seen.whole()
        if request.endpoint in OF_WHOLE:
            g.phases = seen.phases()
    elif seen.level == OWN:
        return _beside_a_partner(seen)
    elif seen.level == SCORES and request.endpoint == "pages.overview":
        return scores_view.page(seen.name, _in_time(seen, seen.figures_only))
    else:
        return closed_page(seen.permission)
    return None


def _is_of(blueprints):
    """Whether the page that is asked for is of some Blueprints."""
    return request.blueprint in [blueprint.name for blueprint in blueprints]


def _manage():
    """For the pages from which a project is led: whether this viewer manages it."""
    site = _site()
    there = site.projects.of(g.name)
    if there is None and site.founds(g.viewer, g.name):
        there = g.name  # no project yet
    try:
        g.seen, g.unreadable = _seen(there if there == g.name else None), None
    except ConfigError as error:
        # Raised for managers only.
        g.seen, g.unreadable = site.seen_by_manager(g.viewer, g.name), error
        g.permission = g.seen.permission
    if not g.seen.permission.manager:
        return closed_page(g.seen.permission, denial_messages.of_manage)
    return None


def _phases(seen):
    phases = seen.phases()
    if phases is None:
        g.snapshot = None  # its links lead to the project as it is now
        return closed_page(seen.permission, denial_messages.of_phases)
    g.project = seen.whole()
    open_phases(phases, g.viewer if seen.permission.manager else None)
    return None


def _of_everybodys_work(seen):
    if not adjudicates(seen.permission):
        return closed_page(seen.permission, denial_messages.of_everybodys_work)
    if request.blueprint == variation_pages.name:
        _in_time(seen, seen.everything)
    elif request.blueprint == competence_pages.name:
        try:
            g.competence = _in_time(seen, seen.competence)
        except NothingToCompare:
            raise
        except ProjectError as error:
            return message(
                404,
                _("Nothing to estimate yet"),
                english(str(error)),
                _("Figures and disagreements are on the overview."),
                [(_("Overview"), url_for("pages.overview"))],
            )
    return None


def _review(seen):
    if request.endpoint == f"{review_pages.name}.{discuss.__name__}":
        if not discusses(seen.permission):
            return closed_page(seen.permission, denial_messages.of_discussion)
        g.agreement = _in_time(seen, seen.everything)
    elif not seen.permission.review:
        return closed_page(seen.permission, denial_messages.of_review)
    else:
        g.items = _in_time(seen, seen.items)
    return None


def _in_time(seen, compute):
    """What compute() returns: a method of the Seen. A page shows progress if it takes long."""
    page = request.method in READING and request.args.get("format", "html") == "html"
    return seen.in_time(compute) if page else compute()


def _seen(project):
    # What goes wrong while this is asked is said to managers only.
    g.may_see_faults = True
    seen = _site().seen(g.viewer, project)
    g.permission, g.may_see_faults = seen.permission, seen.permission.manager
    g.log_fault = functools.partial(_site().faults.log, seen.about)
    return seen


def _beside_a_partner(seen):
    g.partners = _in_time(seen, seen.partners)
    if not g.partners:
        return message(
            404,
            _("Nothing to compare yet"),
            _("You and the other annotators have no documents in common."),
            _("This changes as soon as somebody else has begun one of yours."),
            [],
        )
    wanted = request.args.get("with", "")
    document = (request.view_args or {}).get("name") or request.args.get("document")
    g.partner = chosen(g.partners, wanted, document)
    if g.partner is None:
        names = [partner.shown for partner in g.partners]
        raise NotFound(
            _("Nobody is called “%(name)s” here.", name=wanted),
            _("You are compared with: %(names)s.", names=", ".join(names)),
            [(name, url_for("pages.overview", **{"with": name})) for name in names],
        )
    g.project = seen.pair(g.partner)
    return None


def closed_page(permission, reason=denial_messages.reason):
    """The answer to somebody who may not see what was asked for; reason: a function of
    web.closed.
    """
    text, next_step = reason(g.viewer, permission)
    if not g.viewer:
        seconds = getattr(current_app.extensions["brat_iaa_identify"], "seconds", 0)
        next_step = f"{next_step} {denial_messages.after_login(seconds)}".rstrip()
    choices = [] if g.viewer else [(_("To brat"), _site().brat_url)]
    if permission.level > NOTHING:
        choices = [(_("Agreement figures"), url_for("pages.overview"))]
    if permission.review and "name" in g:
        choices = [(_("My disagreements"), url_for("review.review")), *choices]
    return message(403, _(denial_messages.TITLE), text, next_step, choices)


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


def _words():
    """What the frame of every page shows."""
    own = _is_of(_ALONE) and "permission" in g
    managed = "seen" in g and g.seen.permission.manager
    in_project = "project" in g or (own and g.permission.level >= OWN)
    in_project = in_project or (managed and request.blueprint == manage_pages.name)
    with_figures = in_project or (own and g.permission.level == SCORES)
    words = {
        "home": url_for("pages.overview") if with_figures else url_for("site.entry"),
        "in_project": in_project,
        "entry": url_for("site.entry"),
        "viewer": g.get("viewer"),
        "partners": g.get("partners", ()),
        "partner": g.get("partner"),
    }
    if in_project:
        words["project_name"] = g.name.rpartition("/")[2] or _("Agreement")
    if in_project and sees_whole(g.permission):
        words["paper_page"] = url_for("pages.paper")
        words["plan_page"] = url_for("pages.plan")
    if in_project and sees_phases(g.permission):
        words["phases"] = url_for("phases.phases")
    if "seen" in g and g.permission.review:
        words["review_page"] = url_for("review.review")
    if managed:
        words["manage_page"] = url_for("manage.manage")
    if in_project and discusses(g.permission):
        words["discussion_page"] = url_for("review.discuss")
    if "seen" in g and adjudicates(g.permission):
        words["adjudicate_page"] = url_for("adjudicate.adjudicate")
    if "seen" in g and sees_gold(g.permission):
        words["gold_page"] = url_for("gold.gold")
    if "project" in g and g.permission.manager and request.endpoint == "pages.overview":
        words["revealed"] = revealed(g.access, g.seen.in_brat, g.permission.phase)
    return words


def _refused():
    return message(
        403,
        _("Refused"),
        _("This request did not come from one of our own pages, or the page was too old."),
        _("Load the page again and repeat what you did."),
    )


def _nobody_knows(error):
    current_app.logger.error("closed: %s", printable(str(error)))
    return message(
        503,
        _("Closed just now"),
        _("brat could not be asked who you are, so nothing is shown."),
        _("Wait a moment, then load this page again. The server's log says more."),
    )


def _add_headers(response):
    if "seen" in g and response.status_code == 200:
        _site().faults.mended(g.seen.about)
    if request.endpoint != "static":
        response.headers["Vary"] = "Cookie"
    if "began" in g:
        route = request.url_rule.rule if request.url_rule is not None else ""
        took = time.perf_counter() - g.began
        current_app.extensions["brat_iaa_requests"].add(route, response.status_code, took)
    return response


@site_pages.get("/healthz")
def healthz():
    """Which part works, for monitors: without login, and with nothing of a project."""
    identify = current_app.extensions["brat_iaa_identify"]
    way = getattr(identify, "way", None)
    unwell = current_app.extensions["brat_iaa_health"].unwell(identify, request.environ)
    said = {"ok": not unwell, "version": __version__, "unwell": unwell}
    return jsonify(**said, **({"logins": way} if way else {})), 503 if unwell else 200


@site_pages.get("/metrics")
def metrics():
    """Counts and times, for Prometheus on this computer, and for managers of the whole server."""
    g.viewer = None
    if not from_this_computer(request.environ):
        g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
        if not _site().manages_all(g.viewer):
            return closed_page(STRANGER)
    answer = make_response(text_of(_site(), current_app.extensions["brat_iaa_requests"]))
    answer.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return answer


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
        seen = _seen(project)
        if seen.level == NOTHING and not seen.permission.review:
            return closed_page(seen.permission)
        return redirect(
            request.script_root
            + api.page_of(_site(), seen, collection, request.args.get("document"))
        )
    projects = entry_view.projects(_site(), g.viewer)
    opened = [one for one in projects if one.address]
    if not opened and not g.viewer:
        return closed_page(STRANGER)
    if kind == "json":
        return jsonify(
            projects=[{"collection": "/" + one.name, "pages": one.address} for one in opened]
        )
    return render_template(
        "entry.html",
        projects=projects,
        manages_all=_site().manages_all(g.viewer),
        data_dir=_site().projects.data_dir,
        brat=_site().brat_url,
    )


@site_pages.get("/api/agreement")
def agreement():
    return jsonify(api.agreement(_site(), g.viewer, *_asked()))


@site_pages.get("/api/disagreements")
def disagreements():
    return jsonify(api.disagreements(_site(), g.viewer, *_asked()))


def _asked():
    return request.args.get("collection", ""), request.args.get("document") or None
