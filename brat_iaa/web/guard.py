"""Authentication and authorisation before each page of a site.

g.viewer is the Viewer, and g.project the ProjectView of what may be seen; a login of None is that
of pages for which nobody was asked.
"""

import contextlib

from flask import current_app, g, redirect, request, url_for
from werkzeug.routing import ValidationError

from brat_iaa.access.permissions import NOTHING, OWN
from brat_iaa.errors import ConfigError
from brat_iaa.formats.terminal import printable
from brat_iaa.review.discussion import REVIEW
from brat_iaa.web.login_page import can_log_in
from brat_iaa.web.messages import NotFound, message, no_page
from brat_iaa.web.rules import (
    DISCUSSION,
    FIGURES,
    MANAGEMENT,
    OF_EACH,
    OPEN,
    SNAPSHOTS,
    WHOLE,
    rule_of,
)
from brat_iaa.web.viewers import denial_messages
from brat_iaa.web.viewers.forgery import READING, forged
from brat_iaa.web.viewers.identity import IdentityError
from brat_iaa.web.viewers.site import STRANGER
from brat_iaa.web.viewers.viewer import Viewer, chosen


def register(app):
    """Ask before every page of an app, which has the Site and who says who asks as extensions."""
    app.before_request(_who)
    app.before_request(_what)
    app.register_error_handler(IdentityError, _nobody_knows)
    app.register_error_handler(404, _no_page)


def _site():
    return current_app.extensions["brat_iaa_site"]


def _rule():
    """The Rule of the page that is asked for."""
    arguments = request.view_args or {}
    return rule_of(
        request.endpoint,
        arguments.get("name"),
        g.get("snapshot") is not None,
        bool(request.args.get(REVIEW.name)),
    )


def _who():
    """Ask brat who it is; refuse what another site sends in a visitor's name."""
    g.viewer = Viewer(None, STRANGER, None)
    is_open, reads = request.endpoint is None or _rule() is OPEN, request.method in READING
    if is_open and reads:
        return None
    if is_open and request.endpoint is not None:
        return _refused()
    g.viewer = Viewer(None, STRANGER, _identify(request.environ))
    # Without logins there is no form, and no token.
    tokens, logs_in = current_app.extensions.get("brat_iaa_tokens"), "login.log_in"
    if forged(request, g.viewer.login, tokens, logs_in=request.endpoint == logs_in):
        return _refused()
    return None


def _identify(environ):
    return current_app.extensions["brat_iaa_identify"](environ)


def _what():
    """For a page of a project: what this viewer may see of it, before anything is read or
    computed.
    """
    if request.endpoint is None:
        return None
    rule, site, name = _rule(), _site(), g.get("name", "")
    if rule is None:
        return no_page()
    if rule in (OPEN, OF_EACH):
        return None
    if rule is MANAGEMENT:
        return _manage()
    if site.projects.of(name) is None and site.may_create(g.viewer.login, name):
        return redirect(url_for("manage.manage"))
    view(name)
    viewer = g.viewer
    if not rule.may(viewer.permission) or (rule is SNAPSHOTS and viewer.phases() is None):
        if viewer.login is None:
            return no_page()  # without logins: the page is about one of several people
        g.snapshot = None  # its links lead to the project as it is now
        return closed_page(rule.reason)
    if rule is SNAPSHOTS:
        g.phases = viewer.phases()
        g.project = _in_snapshot() or viewer.whole()
    elif rule in (FIGURES, WHOLE, DISCUSSION):
        if viewer.level == OWN:
            return _beside_a_partner(viewer)
        g.project = viewer.whole()
    return None


def view(name):
    """Let g.viewer be the Viewer of a project. Raises ConfigError if its settings cannot be read,
    for managers only: they keep the way to where these are put back.
    """
    login, site = g.viewer.login, _site()
    try:
        # The page's own address only: a collection below the project leads there from the entry.
        g.viewer = site.viewer(login, name if site.projects.of(name) == name else None)
    except ConfigError:
        g.viewer = site.manager(login, name)
        raise


def _in_snapshot():
    """The ProjectView of the snapshot that is asked for; None where none is."""
    number = g.get("snapshot")
    if number is None:
        return None
    # Links of a page that says there is no such snapshot must not lead back into it.
    g.snapshot = None
    g.shown, g.snapshot = g.phases.whole(number), number
    return g.phases.project(number)


def _manage():
    """For the pages from which a project is led: whether this viewer manages it."""
    site, login, g.unreadable = _site(), g.viewer.login, None
    if site.projects.of(g.name) is None and site.may_create(login, g.name):
        g.viewer = site.viewer(login, g.name)  # no project yet
    else:
        try:
            view(g.name)
        except ConfigError as error:
            g.unreadable = error
    return None if MANAGEMENT.may(g.viewer.permission) else closed_page(MANAGEMENT.reason)


def _no_page(error):
    """No page at an address; in a project that the viewer sees, its other pages stay at hand."""
    name, below, _ = request.path[1:].partition("/-/")
    if below and request.method in READING:
        with contextlib.suppress(IdentityError, ValidationError, ConfigError):
            g.name = current_app.url_map.converters["project"](current_app.url_map).to_python(name)
            g.viewer = Viewer(None, STRANGER, _identify(request.environ))
            view(g.name)
    return no_page()


def in_time(compute):
    """What compute() returns: a method of the Viewer. A page shows progress if it takes long."""
    page = request.method in READING and request.args.get("format", "html") == "html"
    return g.viewer.in_time(compute) if page else compute()


def _beside_a_partner(viewer):
    g.partners = in_time(viewer.partners)
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
    g.project = viewer.pair(g.partner.shown)
    return None


def closed_page(reason=denial_messages.reason):
    """The answer to somebody who may not see what was asked for; reason: see Rule."""
    login, permission = g.viewer.login, g.viewer.permission
    text, next_step = reason(login, permission)
    if not login and can_log_in():
        next_step = "Log in as in brat; then this page opens, if it is open to you."
        return message(403, denial_messages.title(login), text, next_step)
    if not login:
        seconds = getattr(current_app.extensions["brat_iaa_identify"], "seconds", 0)
        next_step = f"{next_step} {denial_messages.after_login(seconds)}".rstrip()
    choices = [] if login else [("To brat", _site().brat_url)]
    if permission.level > NOTHING:
        choices = [("Agreement figures", url_for("pages.overview"))]
    if permission.review and "name" in g:
        choices = [("My disagreements", url_for("places.mine")), *choices]
    return message(403, denial_messages.title(login), text, next_step, choices)


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
