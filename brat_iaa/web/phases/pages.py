"""The pages of phases: the snapshots of a project, two of them compared, and each with the pages it
had.

g.phases is set before a page is asked, for those who may look into snapshots.
"""

from flask import (
    Blueprint,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup

from brat_iaa.config import DEPENDENCIES
from brat_iaa.errors import BratIaaError
from brat_iaa.formats.cells import named
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import SENTENCE, TEXT, Table
from brat_iaa.phases import STATISTICS, report, trend
from brat_iaa.phases.figures import layers_of
from brat_iaa.web import selection
from brat_iaa.web.messages import message
from brat_iaa.web.phases import compare_view
from brat_iaa.web.places.changes import Changes, snapshots_of
from brat_iaa.web.tables import NUMBER

phase_pages = Blueprint("phases", __name__)


def taker():
    """Login of who may take snapshots; None for others."""
    return g.viewer.login if g.viewer.permission.manager else None


@phase_pages.get("/phases")
def phases():
    if selection.wanted_format(request.args, "html", "csv") == "csv":
        return selection.attachment(report.score_table(g.phases), "phases.csv")
    return _page(200)


@phase_pages.post("/phases")
def take():
    if taker() is None:
        return message(
            403,
            "Refused",
            "Only managers take snapshots here.",
            "Ask the project lead to take one.",
        )
    phase, note = (" ".join(request.form.get(name, "").split()) for name in ("phase", "note"))
    problem = _what_is_wrong(phase, note)
    if problem is None:
        try:
            taken = g.phases.take(phase, note, taker())
        except (BratIaaError, OSError) as error:
            problem = str(error)
        else:
            return redirect(url_for("phases.phases", taken=taken.number), 303)
    return _page(400, problem, phase, note)


def _page(status, problem=None, phase=None, note=""):
    variables = _context(g.phases, request.args)
    if taker() is not None:
        variables["form"] = {
            "phase": g.viewer.permission.phase if phase is None else phase,
            "note": note,
            "problem": problem,
        }
    return make_response(render_template("phases.html", **variables), status)


@phase_pages.get("/phases/compare")
def compare():
    if (
        request.args.get("show") == "items"
        or request.args.get("format") == "csv"
        or any(request.args.get(filter.name) for filter in Changes.offered)
    ):  # an address of an earlier version
        return redirect(url_for("places.changes", **selection.for_links(request.args, "show")))
    kind = selection.wanted_format(request.args, "html", "json")
    numbers = snapshots_of(request.args, g.phases)
    compared = g.phases.compare(*numbers)
    context = compare_view.context(compared, request.args)
    if kind == "json":
        return jsonify(compare_view.to_json(compared, context))
    equal = not compared.settings and g.phases.unchanged(*numbers)
    return render_template("compare.html", snapshots=g.phases.list(), equal=equal, **context)


SHOWN = 12  # snapshots in the picture
LONGEST_PHASE, LONGEST_NOTE = 100, 2000


def _context(phases, args):
    """Variables of phases.html.

    args  request parameters: statistic; taken (number of the snapshot just taken)
    """
    taken = phases.list()
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    statistic = selection.choice(args, "statistic", STATISTICS, "Statistic") or STATISTICS[0]
    shown = whole[-SHOWN:]
    states = [phases.state(snapshot.number) for snapshot in shown]
    arcs = any(kind == DEPENDENCIES for _, kind in layers_of(states))
    trends = trend.trends(states, statistic) if len(states) > 1 else []
    just = selection.number(args, "taken", 1, "Snapshot")
    before = [snapshot for snapshot in whole if just and snapshot.number < just][-1:]
    return {
        "project_name": phases.name,
        "snapshots": taken[::-1],
        "whole": whole,
        "with_figures": phases.with_figures(),
        "shown": shown,
        "statistic": statistic,
        "statistics": STATISTICS if arcs else (),
        "trend": Markup(to_svg(trend.picture(trends), "trend")) if trends else None,
        "snapshot_table": _snapshot_table(taken[::-1]),
        "remarks": remarks,
        "just_taken": next((snapshot for snapshot in taken if snapshot.number == just), None),
        # The one before, where the one just taken holds nothing else.
        "equal": next((one for one in before if phases.unchanged(one.number, just)), None),
        "command": phases.command,
    }


def _snapshot_table(snapshots):
    """(the Table of Snapshots, addresses of their pages)"""
    columns = [NUMBER("number"), TEXT("phase"), TEXT("taken, UTC"), TEXT("by"), NUMBER("files")]
    rows = [
        (
            *(one.number, one.phase, f"{one.taken[:10]} {one.taken[11:16]}", one.taken_by),
            *(one.facts["files"], " ".join([one.note, *remarks(one)])),
        )
        for one in snapshots
    ]
    pages = [
        None
        if one.deleted or one.facts["no_figures"]
        else url_for("pages.overview", snapshot=one.number)
        for one in snapshots
    ]
    table = Table("Snapshots, the latest first", [*columns, SENTENCE("note")], rows)
    return table, {"number": pages, "phase": pages}


def remarks(snapshot):
    """Sentences on a Snapshot: why it is deleted, what is not in it, why it has no figures."""
    if snapshot.deleted:
        return [snapshot.why_gone]
    facts = snapshot.facts
    told = (
        ("moved", "Edited while the snapshot was taken, and kept in one complete state each"),
        ("left_out", "Not in it, because a name is not UTF-8 or a link leads out of brat’s data"),
    )
    sentences = [f"{words}: {named(facts[name])}." for name, words in told if facts.get(name)]
    return sentences + ([f"No figures: {facts['no_figures']}"] if facts["no_figures"] else [])


def _what_is_wrong(phase, note):
    """Why a snapshot with this phase and note is not taken, or None."""
    if not phase:
        return (
            "Name the phase, for example “1 apart”: it is what the columns of all tables are "
            "called."
        )
    if len(phase) > LONGEST_PHASE:
        return (
            f"The name of the phase has {len(phase)} characters; at most {LONGEST_PHASE} fit above "
            "a column."
        )
    if len(note) > LONGEST_NOTE:
        return f"The note has {len(note)} characters; at most {LONGEST_NOTE} are kept."
    return None
