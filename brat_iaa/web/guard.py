"""Authentication and authorisation before each page of a site.

g.viewer is the login, g.seen the Seen of it, g.permission its Permission; what else a page begins
with, it says itself.
"""

import contextlib
import functools

from flask import current_app, g, redirect, request, url_for
from werkzeug.routing import ValidationError

from brat_iaa.access.permissions import (
    ALL,
    NOTHING,
    OWN,
    adjudicates,
    discusses,
    sees_gold,
    sees_whole,
)
from brat_iaa.errors import ConfigError
from brat_iaa.formats.terminal import printable
from brat_iaa.review.discussion import REVIEW
from brat_iaa.studies import FORMER
from brat_iaa.web.adjudicate.gold_pages import gold_pages
from brat_iaa.web.adjudicate.pages import adjudicate_pages
from brat_iaa.web.login_page import can_log_in
from brat_iaa.web.manage.pages import manage_pages
from brat_iaa.web.messages import NotFound, message, no_page
from brat_iaa.web.pages import OF_WHOLE, WITH_PHASES, pages
from brat_iaa.web.phases.pages import about_phases, open_phases, phase_pages
from brat_iaa.web.review.pages import discuss, review_pages
from brat_iaa.web.studies import open_studies, study_pages
from brat_iaa.web.viewers import denial_messages
from brat_iaa.web.viewers.forgery import READING, forged
from brat_iaa.web.viewers.identity import IdentityError
from brat_iaa.web.viewers.seen import chosen

# Open without any login: nothing of a project is in the answer.
OPEN_ENDPOINTS = ("static", "site.healthz", "guide.contents", "guide.topic", "pages.guessed")


def register(app):
    """Ask before every page of an app, which has the Site and who says who asks as extensions."""
    app.before_request(_who)
    app.before_request(_what)
    app.register_error_handler(IdentityError, _nobody_knows)
    app.register_error_handler(404, _no_page)


def alone():
    """Pages that do not begin with g.project."""
    return (review_pages, adjudicate_pages, gold_pages, study_pages)


def of_projects():
    """Pages of a project, but for those from which it is led."""
    return (pages, phase_pages, *alone())


def _site():
    return current_app.extensions["brat_iaa_site"]


def _who():
    """Ask brat who it is; refuse what another site sends in a visitor's name."""
    g.viewer, g.may_see_faults = None, False
    if request.method not in READING:
        if request.endpoint in OPEN_ENDPOINTS:
            return _refused()
        g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
        tokens, logs_in = current_app.extensions["brat_iaa_tokens"], "login.log_in"
        if forged(request, g.viewer, tokens, logs_in=request.endpoint == logs_in):
            return _refused()
        return None
    if request.endpoint not in (None, *OPEN_ENDPOINTS):
        g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
    return None


def _what():
    """For a page of a project: what this viewer may see of it, before anything is read or
    computed.
    """
    if request.blueprint == manage_pages.name:
        return _manage()
    if not is_of(of_projects()) or request.endpoint in OPEN_ENDPOINTS:
        return None
    site = _site()
    # The page's own address only: a collection below the project leads there from the entry.
    there = site.projects.of(g.name) if g.name is not None else None
    if there is None and site.founds(g.viewer, g.name):
        return redirect(url_for("manage.manage"))
    try:
        seen = seen_of(there if there == g.name else None)
    except ConfigError:
        _beside_manage()
        raise
    g.seen, g.access = seen, seen.access()
    if request.blueprint == review_pages.name:
        return _review(seen)
    if request.blueprint == adjudicate_pages.name:
        if adjudicates(seen.permission):
            return None
        return closed_page(seen.permission, denial_messages.of_everybodys_work)
    if request.blueprint == study_pages.name:
        return _study()
    if request.blueprint == gold_pages.name:
        if sees_gold(seen.permission):
            return None
        return closed_page(seen.permission, denial_messages.of_gold)
    if request.endpoint in OF_WHOLE and not sees_whole(seen.permission):
        g.snapshot = None  # its links lead to the project as it is now
        return closed_page(seen.permission, denial_messages.of_whole)
    if about_phases():
        return _phases(seen)
    if request.args.get(REVIEW.name) and not discusses(seen.permission):
        return closed_page(seen.permission, denial_messages.of_discussion)
    if seen.level == ALL:
        g.project = seen.whole()
        if request.endpoint in WITH_PHASES:
            g.phases = seen.phases()
    elif seen.level == OWN:
        return _beside_a_partner(seen)
    else:
        return closed_page(seen.permission)
    return None


def _study():
    """For the pages of studies: whether the viewer may see this one, or any."""
    asked = request.view_args.get("name", FORMER.get(request.view_args.get("former")))
    there = open_studies()
    if asked in there or asked is None and there:
        return None
    why = denial_messages.of_whole if asked == "planning" else denial_messages.of_everybodys_work
    return closed_page(g.seen.permission, why)


def is_of(blueprints):
    """Whether the page that is asked for is of some Blueprints."""
    return request.blueprint in [blueprint.name for blueprint in blueprints]


def _manage():
    """For the pages from which a project is led: whether this viewer manages it."""
    site = _site()
    there = site.projects.of(g.name)
    if there is None and site.founds(g.viewer, g.name):
        there = g.name  # no project yet
    try:
        g.seen, g.unreadable = seen_of(there if there == g.name else None), None
    except ConfigError as error:
        _beside_manage()
        g.unreadable = error
    if not g.seen.permission.manager:
        return closed_page(g.seen.permission, denial_messages.of_manage)
    return None


def _beside_manage():
    """The settings cannot be read, which is raised for managers only: they keep the way to where
    these are put back.
    """
    g.seen = _site().seen_by_manager(g.viewer, g.name)
    g.permission, g.inside = g.seen.permission, True


def _no_page(error):
    """No page at an address; in a project that the viewer sees, its other pages stay at hand."""
    name, below, _ = request.path[1:].partition("/-/")
    if below and request.method in READING and "viewer" in g:
        with contextlib.suppress(IdentityError, ValidationError):
            g.name = current_app.url_map.converters["project"](current_app.url_map).to_python(name)
            g.viewer = current_app.extensions["brat_iaa_identify"](request.environ)
            try:
                g.seen = seen_of(g.name if _site().projects.of(g.name) == g.name else None)
                g.inside = g.permission.level >= OWN
            except ConfigError:
                _beside_manage()
    return no_page()


def _phases(seen):
    phases = seen.phases()
    if phases is None:
        g.snapshot = None  # its links lead to the project as it is now
        return closed_page(seen.permission, denial_messages.of_phases)
    g.project = seen.whole()
    open_phases(phases, g.viewer if seen.permission.manager else None)
    return None


def _review(seen):
    if request.endpoint == f"{review_pages.name}.{discuss.__name__}":
        return None  # it leads to another page
    if not seen.permission.review:
        return closed_page(seen.permission, denial_messages.of_review)
    g.items = _in_time(seen, seen.items)
    return None


def _in_time(seen, compute):
    """What compute() returns: a method of the Seen. A page shows progress if it takes long."""
    page = request.method in READING and request.args.get("format", "html") == "html"
    return seen.in_time(compute) if page else compute()


def seen_of(project):
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
            "Nothing to compare yet",
            "You and the other annotators have no documents in common.",
            "This changes as soon as somebody else has begun one of yours.",
            [],
        )
    wanted = request.args.get("with", "")
    document = (request.view_args or {}).get("name") or request.args.get("document")
    g.partner = chosen(g.partners, wanted, document)
    if g.partner is None:
        names = [partner.shown for partner in g.partners]
        raise NotFound(
            f"Nobody is called “{wanted}” here.",
            f"You are compared with: {', '.join(names)}.",
            [(name, url_for("pages.overview", **{"with": name})) for name in names],
        )
    g.project = seen.pair(g.partner)
    return None


def closed_page(permission, reason=denial_messages.reason):
    """The answer to somebody who may not see what was asked for; reason: a function of
    denial_messages.
    """
    text, next_step = reason(g.viewer, permission)
    if not g.viewer and can_log_in():
        next_step = "Log in as in brat; then this page opens, if it is open to you."
        return message(403, denial_messages.TITLE, text, next_step)
    if not g.viewer:
        seconds = getattr(current_app.extensions["brat_iaa_identify"], "seconds", 0)
        next_step = f"{next_step} {denial_messages.after_login(seconds)}".rstrip()
    choices = [] if g.viewer else [("To brat", _site().brat_url)]
    if permission.level > NOTHING:
        choices = [("Agreement figures", url_for("pages.overview"))]
    if permission.review and "name" in g:
        choices = [("My disagreements", url_for("review.review")), *choices]
    return message(403, denial_messages.TITLE, text, next_step, choices)


def _refused():
    return message(
        403,
        "Refused",
        "This request did not come from one of our own pages, or the page was too old.",
        "Load the page again and repeat what you did.",
    )


def _nobody_knows(error):
    current_app.logger.error("closed: %s", printable(str(error)))
    return message(
        503,
        "Closed just now",
        "brat could not be asked who you are, so nothing is shown.",
        "Wait a moment, then load this page again. The server's log says more.",
    )
