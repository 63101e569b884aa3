"""The pages of phases: the snapshots of a project, two of them compared, and each with the pages it
had.

g.phases is set before a page is asked, where the viewer may see it; g.taker is who may take
snapshots, None for others.
"""

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

from brat_iaa.errors import BratIaaError
from brat_iaa.formats.tables import for_programs
from brat_iaa.phases import report
from brat_iaa.web import selection
from brat_iaa.web.messages import message
from brat_iaa.web.phases import compare_view
from brat_iaa.web.phases import list_view as phases_view

phase_pages = Blueprint("phases", __name__)


def know_snapshots(app):
    """Pages of a snapshot are the project's own, at an address with its number; their links stay in
    the snapshot.
    """

    @app.url_value_preprocessor
    def take(endpoint, values):
        if values and "snapshot" in values:
            g.snapshot = values.pop("snapshot")

    @app.url_defaults
    def keep(endpoint, values):
        if g.get("snapshot") is not None and current_app.url_map.is_endpoint_expecting(
            endpoint, "snapshot"
        ):
            values.setdefault("snapshot", g.snapshot)

    @app.context_processor
    def shown():
        return {"snapshot": g.get("shown")}


def about_phases():
    """Whether the request is for a page of phases, or of a snapshot."""
    return request.blueprint == phase_pages.name or g.get("snapshot") is not None


def open_phases(phases, taker=None):
    """Set what the pages of phases are made of.

    phases  Phases
    taker   login that may take snapshots, None if the viewer may not
    """
    g.phases, g.taker = phases, taker
    if g.get("snapshot") is not None:
        # Links of a page that says there is no such snapshot must not lead back into it.
        number, g.snapshot = g.snapshot, None
        g.shown = phases.whole(number)
        g.snapshot = number
        g.project = phases.project(number)


@phase_pages.get("/phases")
def phases():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    by = phases_view.wanted_parts(g.phases, request.args)
    if kind == "json":
        return jsonify(phases_view.twin(g.phases, by))
    if kind == "csv":
        return selection.attachment(report.score_table(g.phases, by), "phases.csv")
    return _page(200)


@phase_pages.post("/phases")
def take():
    if g.taker is None:
        return message(
            403,
            "Refused",
            "Only managers take snapshots here.",
            "Ask the project lead to take one.",
        )
    phase, note = (" ".join(request.form.get(name, "").split()) for name in ("phase", "note"))
    problem = phases_view.what_is_wrong(phase, note)
    if problem is None:
        try:
            taken = g.phases.take(phase, note, g.taker)
        except (BratIaaError, OSError) as error:
            problem = str(error)
        else:
            return redirect(url_for("phases.phases", taken=taken.number), 303)
    return _page(400, problem, phase, note)


def _page(status, problem=None, phase=None, note=""):
    variables = phases_view.context(g.phases, request.args)
    if g.taker is not None:
        variables["form"] = {
            "phase": g.permission.phase if phase is None else phase,
            "note": note,
            "problem": problem,
        }
    return make_response(render_template("phases.html", **variables), status)


@phase_pages.get("/phases/compare")
def compare():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    earlier, later = compare_view.numbers(request.args, g.phases)
    compared = g.phases.compare(earlier, later)
    asked = compare_view.asked(request.args, compared)
    if kind == "csv":
        found = compare_view.select(compared.changes, **asked.wanted)
        rows = report.change_rows(found)
        return selection.attachment(
            for_programs(rows, report.CHANGE_FIELDS), f"changes-{earlier}-{later}.csv"
        )
    context = compare_view.context(compared, asked, request.args, g.project.links)
    if kind == "json":
        return jsonify(compare_view.twin(compared, context))
    template = "changes.html" if asked.items else "compare.html"
    equal = g.phases.same_files(earlier, later)
    return render_template(template, snapshots=g.phases.list(), equal=equal, **context)
