"""The page of planning: how many more sentences figures need, and what tells phases apart.

g.project and g.phases are set before the page is asked.
"""

from flask import Blueprint, g, jsonify, render_template, request
from markupsafe import Markup

from brat_iaa.access.permissions import sees_whole
from brat_iaa.formats.picture import to_svg
from brat_iaa.studies.planning.forecast import needs, telling
from brat_iaa.studies.planning.report import (
    LABELS,
    NOTE,
    need_table,
    picture,
    sentence,
    telling_sentence,
    to_dict,
    to_tables,
)
from brat_iaa.web import selection

PAGES = Blueprint("plan", __name__, template_folder=".")
OPEN_TO = sees_whole
LINK = ("", "see how much more to annotate", "")
# Half widths to choose from, in thousandths.
WIDTHS = (5, 10, 20, 30, 50)


@PAGES.get("/plan")
def plan():
    """How much more to annotate."""
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    figures = g.project.figures_in_time() if kind == "html" else g.project.figures()
    variables = context(figures, request.args, g.get("phases"))
    if kind == "csv":
        return selection.attachment(need_table(variables["needs"]), "plan.csv")
    if kind == "json":
        return jsonify(to_dict(variables["needs"], variables["told"]))
    return render_template("plan.html", **variables)


def context(figures, args, phases):
    """Variables of plan.html.

    args    request parameters: width in thousandths, layer, measure, show ("labels": all of them)
    phases  web.phases.Phases, None where the viewer may not see them
    """
    agreement = figures.agreement
    layers = [layer for layer in agreement.score_indexes if layer.overall]
    names = [layer.name for layer in layers]
    chosen = selection.choice(args, "layer", names, "layer") if layers else None
    chosen = chosen or (layers[0].name if layers else None)
    thousandths = min(selection.number(args, "width", 1, "width") or 10, 999)
    needed = needs(agreement, thousandths / 1000, chosen) if layers else []
    told = _told(phases, chosen) if layers else None
    return {
        "figures": figures,
        "needs": needed,
        "layers": names,
        "layer": chosen,
        "width": thousandths,
        "widths": sorted({*WIDTHS, thousandths}),
        "sentences": [sentence(need) for need in needed[:1]],
        "picture": Markup(
            to_svg(picture([need for need in needed if need.score.label is None]), "plan")
        ),
        "tables": to_tables(needed, args.get("show") == "labels"),
        "labels": sum(need.score.label is not None for need in needed),
        "shown": LABELS,
        "note": NOTE,
        "told": told,
        "telling": telling_sentence(told) if told else None,
    }


def _told(phases, layer):
    """The Telling of the last two snapshots in a layer; None if there are none to compare."""
    taken = phases.with_figures()[-2:] if phases is not None else []
    if len(taken) < 2:
        return None
    numbers = [snapshot.number for snapshot in taken]
    compared, names = phases.compare(*numbers), [*map(phases.label, numbers)]
    return telling(names, compared.differences, compared.after.config.unit, layer)
