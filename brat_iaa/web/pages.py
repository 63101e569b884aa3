"""The pages of the project or of a snapshot: each takes a request, selects, and renders a
template or its JSON twin.

g.project is what may be seen; it is set before a page is asked, and a page looks nowhere else.
"""

from flask import (
    Blueprint,
    Response,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa.access.permissions import discusses
from brat_iaa.formats.tables import for_programs
from brat_iaa.places.filters import FILTERS
from brat_iaa.places.place import places
from brat_iaa.report import disagreements as listing
from brat_iaa.report import places as place_listing
from brat_iaa.review.discussion import REVIEW
from brat_iaa.web import (
    disagreements_view,
    document_view,
    json_views,
    overview_view,
    paper_view,
    selection,
)
from brat_iaa.web.frame import CONTENT_SECURITY_POLICY
from brat_iaa.web.messages import NotFound
from brat_iaa.web.review import filter as review_filter

pages = Blueprint("pages", __name__)
# Rows of a file that are made before the first are sent.
_PART = 500


def _figures(kind):
    """What a page shows in time; programs get the current figures, however long it takes."""
    return g.project.figures_in_time() if kind == "html" else g.project.figures()


@pages.get("/")
@pages.get("/phases/<int:snapshot>/")
def overview():
    kind = selection.wanted_format(request.args, "html", "json")
    figures = _figures(kind)
    if kind == "json":
        return jsonify(json_views.overview(figures))
    # A snapshot's own page looks at nothing but that snapshot.
    phases = g.get("phases") if g.get("snapshot") is None else None
    return render_template("overview.html", **overview_view.context(figures, request.args, phases))


@pages.get("/<any(overview, documents, labels, compare, index):name>")
def guessed(name):
    """Addresses that people guess lead to the page that they mean."""
    if name == "compare":
        return redirect(url_for("phases.compare"))
    anchor = name if name in ("documents", "labels") else None
    return redirect(url_for("pages.overview", _anchor=anchor))


@pages.get("/document/<document:name>")
@pages.get("/phases/<int:snapshot>/document/<document:name>")
def document(name):
    kind = selection.wanted_format(request.args, "html", "json")
    project = g.project
    figures = _figures(kind)
    table = selection.table_of(name, figures)
    pair = selection.document_pair(request.args, table, figures)
    context = document_view.context(figures, table, pair, request.args, project)
    if kind == "json":
        return jsonify(json_views.document(context, project))
    return render_template("document.html", **context)


@pages.get("/side-by-side/<document:name>")
def side_by_side(name):
    """Two annotators' documents in brat beside each other, both at one place."""
    project = g.project
    figures = _figures("html")
    table = selection.table_of(name, figures)
    pair = selection.document_pair(request.args, table, figures)
    context = document_view.side_by_side(figures, pair, name, request.args, project)
    response = make_response(render_template("side_by_side.html", **context))
    response.headers["Content-Security-Policy"] = f"{CONTENT_SECURITY_POLICY}; frame-src 'self'"
    return response


@pages.get("/disagreements")
@pages.get("/phases/<int:snapshot>/disagreements")
def disagreements():
    reviewed = "seen" in g and not g.get("snapshot") and discusses(g.permission)
    offered = (*FILTERS.values(), REVIEW) if reviewed else tuple(FILTERS.values())
    text = ("text",) if reviewed and request.args.get(REVIEW.name) else ()
    kind = selection.wanted_format(request.args, "html", "json", "csv", *text)
    project = g.project
    figures = _figures(kind)
    given, filters = selection.chosen_filters(request.args, offered, figures.vocabulary)
    listed, said = figures.agreement.disagreements, {}
    if REVIEW.name in given:
        listed, said = review_filter.apply(figures.agreement, listed, given[REVIEW.name])
    if kind == "text":
        text = review_filter.as_text(figures.agreement, given[REVIEW.name])
        return Response(text, mimetype="text/plain")
    if kind == "csv":
        found, told, fields = listed.select(filters), listing.rows, listing.FIELDS
        if not selection.choice(request.args, "rows", ("pairs",), "rows"):
            found, told = places(figures.agreement, found), place_listing.flat_rows_of
            fields = place_listing.FIELDS
        parts = (found[at : at + _PART] for at in range(0, max(len(found), 1), _PART))
        tables = (for_programs(told(part, project.links, project.untold), fields) for part in parts)
        return selection.attachment(tables, "disagreements.csv")
    context = disagreements_view.context(
        figures, given, filters, offered, listed.select, request.args, project
    )
    if kind == "json":
        return jsonify(json_views.disagreements(context, project, said))
    if REVIEW.name in given:
        context |= review_filter.context(figures.agreement, said)
    return render_template("disagreements.html", **context)


@pages.get("/paper")
@pages.get("/phases/<int:snapshot>/paper")
def paper():
    """What a paper says of agreement, to copy."""
    kind = selection.wanted_format(request.args, "html", "json")
    context = paper_view.context(_figures(kind), request.args, g.get("shown"), g.get("phases"))
    if kind == "json":
        return jsonify(paper_view.twin(context))
    return render_template("paper.html", **context)


@pages.get("/paper/<name>")
@pages.get("/phases/<int:snapshot>/paper/<name>")
def paper_file(name):
    """One part of it as a file."""
    parts = paper_view.parts(g.project.figures(), request.args, g.get("shown"))
    if name not in parts:
        raise NotFound(
            f"There is no file “{name}”.",
            "Take one of these.",
            [(file, url_for("pages.paper_file", name=file)) for file in parts],
        )
    return selection.attachment(parts[name], name, "text/plain")
