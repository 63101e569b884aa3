"""What every application of ours has: address parts, headers, host names, and errors in words."""

from pathlib import Path

from flask import Flask, current_app, g, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import PathConverter, ValidationError

import brat_iaa
from brat_iaa.access.permissions import NotAllowed
from brat_iaa.errors import BratIaaError, NothingToCompare
from brat_iaa.http import limits
from brat_iaa.report.answer import in_parts
from brat_iaa.web import formatting, guide_view
from brat_iaa.web.background import StillComputing
from brat_iaa.web.messages import HOW_TO_BEGIN, NOTHING_YET, BadRequest, message, no_page
from brat_iaa.web.selection import of_pattern

# Nothing from elsewhere, nothing inline: labels and texts of a project come
# from many hands, and a page must not run what they contain.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
# What else OWASP's list of secure headers has for pages that need nothing of the computer.
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Permitted-Cross-Domain-Policies": "none",
}


class DocumentName(PathConverter):
    """A path, also with line breaks: file names may have them."""

    regex = r"[^/](?:.|\n)*?"


class ProjectName(PathConverter):
    """Path of a project below the data directory.

    A "~" stands in front where the address would otherwise be another: "~" is the data directory
    itself, "~static" a project of that name, "~~static" one that is really called "~static".
    """

    regex = r"[^/](?:.|\n)*?"
    MARK = "~"
    TAKEN = ("static", "api", "healthz", "-")

    def to_python(self, value):
        project = value.removeprefix(self.MARK)
        # One address for each project.
        if self._marked(project) != value:
            raise ValidationError
        return project

    def to_url(self, value):
        return super().to_url(self._marked(value))

    def _marked(self, project):
        first = project.partition("/")[0]
        return (
            self.MARK + project
            if first in ("", *self.TAKEN) or first.startswith(self.MARK)
            else project
        )


def new_app():
    """An application without pages."""
    app = Flask("brat_iaa.web", static_folder=str(static_folder()))
    app.config["MAX_CONTENT_LENGTH"] = limits.LONGEST_FORM
    app.json.sort_keys = False
    app.url_map.converters["document"] = DocumentName
    app.url_map.converters["project"] = ProjectName
    formatting.register(app)
    guide_view.register(app)
    app.jinja_env.globals.update(
        places_of=of_pattern,
        answer_in_parts=_answer_in_parts,
    )
    app.after_request(_add_headers)
    app.register_error_handler(BadRequest, _bad_request)
    app.register_error_handler(StillComputing, _still_computing)
    app.register_error_handler(NothingToCompare, _nothing_to_compare)
    app.register_error_handler(NotAllowed, _not_allowed)
    app.register_error_handler(BratIaaError, _unreadable)
    app.register_error_handler(OSError, _unreadable)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _fault)
    return app


def _answer_in_parts(answer, annotators):
    permission = g.viewer.permission
    me = None if permission.manager else permission.me
    return in_parts(answer, annotators, me, formatting.count)


def static_folder():
    """The folder of css and js: inside the package when installed, beside it in a checkout."""
    package = Path(brat_iaa.__file__).resolve().parent
    inside = package / "static"
    return inside if (inside / "pages.css").is_file() else package.parent / "static"


def _add_headers(response):
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.update(_HEADERS)
    # Annotations change under the pages, and are not for the browser's disk.
    response.headers["Cache-Control"] = "no-cache" if request.endpoint == "static" else "no-store"
    # Flask names the host that asked it, which behind a web server is not the browser's.
    if response.location and response.location.startswith(request.host_url):
        response.location = "/" + response.location.removeprefix(request.host_url)
    return response


def _bad_request(error):
    # Not str(error): a sentence in English is Markup that says so.
    parts = error.args[0], error.next_step, error.choices
    return message(error.status, error.title, *parts)


def _still_computing(still):
    """A page that asks again until the first reading of a large project is done."""
    return render_template("computing.html"), 202


def _nothing_to_compare(error):
    """What is missing, for those who may know; others learn no more than of any other error."""
    if not g.viewer.permission.manager:
        return _unreadable(error)
    text, _, tree = str(error).partition("\n")
    text, step = error.on_page or (text, "")
    choices = [*_manage_link(), ("How to set up a project", guide_view.guide_at("project"))]
    return message(503, NOTHING_YET, text, step or HOW_TO_BEGIN, choices, tree)


def _manage_link():
    """The way to Manage as choices of a message, for managers."""
    there = "name" in g and "manage.manage" in current_app.view_functions
    return [("Manage", url_for("manage.manage"))] if there else []


def _not_allowed(error):
    # Of a name that is no directory the same: nothing tells which there are.
    return message(403, "Not open to you", str(error), "Name another directory, or leave it out.")


def _unreadable(error):
    if not g.viewer.permission.manager:
        # Such errors name files, and with them people.
        faults = current_app.extensions["brat_iaa_site"].faults
        faults.log(g.viewer.about, f"a project cannot be read: {error.__cause__ or error}")
        if isinstance(error.__cause__, NothingToCompare):
            return message(
                503,
                NOTHING_YET,
                "Agreement needs two annotators who have begun the same document.",
                "Go on annotating: the figures appear here as soon as there are two.",
            )
        return message(
            503,
            "The project cannot be read just now",
            "The project's files or settings have an error.",
            "Tell the project lead: the lead's pages and the server's log say what it is.",
        )
    return message(
        503,
        "The project cannot be read just now",
        str(error),
        "Fix the problem above, or wait if somebody is copying files; then load this page again.",
        _manage_link(),
    )


def _http_error(error):
    if error.code == 404:
        return no_page()
    if error.code == 413:
        return message(413, "Too long", limits.FORM_TOO_LONG, "Go back, and send less at once.")
    return message(error.code or 500, error.name, error.description or "")


def _fault(error):
    current_app.logger.error("a page failed", exc_info=error)
    return message(
        500,
        "Internal error",
        f"This page could not be built ({type(error).__name__}).",
        (
            "The annotation files are untouched. Please report it with the lines that the "
            "server printed."
        ),
    )
