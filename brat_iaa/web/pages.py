"""The three pages, of the project or of a snapshot: each takes a request, selects, and renders a
template or its JSON twin.

g.project is what may be seen; it is set before a page is asked, and a page looks nowhere else.
"""

from flask import Blueprint, g, jsonify, make_response, render_template, request

from brat_iaa.places.place import places
from brat_iaa.report import disagreements as listing
from brat_iaa.report import places as place_listing
from brat_iaa.web import disagreements_view, document_view, json_views, overview_view, selection

pages = Blueprint("pages", __name__)


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
    return render_template("overview.html", **overview_view.context(figures, request.args))


@pages.get("/document/<document:name>")
@pages.get("/phases/<int:snapshot>/document/<document:name>")
def document(name):
    kind = selection.wanted_format(request.args, "html", "json")
    project = g.project
    figures = _figures(kind)
    table = selection.table_of(name, figures)
    pair = selection.document_pair(request.args, table, figures)
    context = document_view.context(figures, table, pair, request.args, project.links)
    if kind == "json":
        return jsonify(json_views.document(context, project.links))
    return render_template("document.html", links=project.links, **context)


@pages.get("/disagreements")
@pages.get("/phases/<int:snapshot>/disagreements")
def disagreements():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    project = g.project
    figures = _figures(kind)
    chosen = selection.disagreements_selection(request.args, figures)
    if kind == "csv":
        found = figures.agreement.disagreements.select(chosen.filters)
        if selection.choice(request.args, "rows", ("pairs",), "Rows"):
            text = listing.to_csv(listing.rows(found, project.links))
        else:
            rows = place_listing.rows(places(figures.agreement, found), project.links)
            text = listing.to_csv(place_listing.flat_rows(rows), place_listing.FIELDS)
        response = make_response(text)
        response.headers["Content-Type"] = "text/csv; charset=utf-8"
        response.headers["Content-Disposition"] = "attachment; filename=disagreements.csv"
        return response
    context = disagreements_view.context(figures, chosen, request.args)
    if kind == "json":
        return jsonify(json_views.disagreements(context, project.links))
    return render_template("disagreements.html", links=project.links, **context)
