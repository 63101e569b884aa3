"""The pages of the project or of a snapshot: each takes a request, selects, and renders a
template, or JSON.

g.project is what may be seen; it is set before a page is asked, and a page looks nowhere else.
"""

from flask import (
    Blueprint,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa.paper.annotation import unknown
from brat_iaa.paper.methods import fingerprint, layers_in
from brat_iaa.paper.methods import paper as made_of
from brat_iaa.web import (
    document_view,
    overview_view,
    selection,
)
from brat_iaa.web.selection import choice

pages = Blueprint("pages", __name__)


@pages.get("/")
@pages.get("/phases/<int:snapshot>/")
def overview():
    kind = selection.wanted_format(request.args, "html", "json")
    figures = g.project.for_format(kind)
    if kind == "json":
        return jsonify(overview_view.to_json(figures))
    phases = g.viewer.phases() if g.get("snapshot") is None else None
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
    figures = g.project.for_format(kind)
    table = selection.table_of(name, figures)
    pair = selection.document_pair(request.args, table, figures)
    context = document_view.context(figures, table, pair, request.args, project)
    if kind == "json":
        return jsonify(document_view.to_json(context, project))
    return render_template("document.html", **context)


PAPER_PARTS = ("text", "appendix", "works")
_SNAPSHOTS = 12


@pages.get("/paper")
@pages.get("/phases/<int:snapshot>/paper")
def paper():
    """What a paper says of agreement, to copy."""
    selection.wanted_format(request.args, "html")
    figures, phases = g.project.figures_in_time(), g.viewer.phases()
    layers = [layer.name for layer in layers_in(figures.agreement)]
    layer = choice(request.args, "layer", layers, "layer") if layers else None
    shown = {
        "layer": layer,
        "layers": layers,
        "fingerprint": fingerprint(figures.agreement, layer) if layers else "",
        "parts": _paper_parts(figures, layer) if layers else None,
        "unknown": [*unknown(figures.agreement)],
    }
    snapshots = phases.with_figures()[-_SNAPSHOTS:] if phases is not None else []
    return render_template("paper.html", figures=figures, snapshots=snapshots, **shown)


def _paper_parts(figures, layer):
    """{name: text}"""
    snapshot = g.get("shown")
    texts = made_of(figures.agreement, layer, snapshot.cited if snapshot else "")
    return dict(zip(PAPER_PARTS, texts))
