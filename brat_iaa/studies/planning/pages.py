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
    agreement, args = figures.agreement, request.args
    names = [layer.name for layer in agreement.score_indexes if layer.overall]
    thousandths = min(selection.number(args, "width", 1, "width") or 10, 999)
    needed, layer, told = [], None, None
    if names:
        layer = selection.choice(args, "layer", names, "layer") or names[0]
        needed = needs(agreement, thousandths / 1000, layer)
        told = _told(g.get("phases"), layer)
    if kind == "csv":
        return selection.attachment(need_table(needed), "plan.csv")
    if kind == "json":
        return jsonify(to_dict(needed, told))
    of_whole = [need for need in needed if need.score.label is None]
    return render_template(
        "plan.html",
        figures=figures,
        needs=needed,
        layers=names,
        layer=layer,
        width=thousandths,
        widths=sorted({*WIDTHS, thousandths}),
        sentences=[sentence(need) for need in needed[:1]],
        picture=Markup(to_svg(picture(of_whole), "plan")),
        tables=to_tables(needed, args.get("show") == "labels"),
        labels=len(needed) - len(of_whole),
        shown=LABELS,
        note=NOTE,
        telling=telling_sentence(told) if told else None,
    )


def _told(phases, layer):
    """The Telling of the last two snapshots in a layer; None if there are none to compare."""
    taken = phases.with_figures()[-2:] if phases is not None else []
    if len(taken) < 2:
        return None
    numbers = [snapshot.number for snapshot in taken]
    compared, names = phases.compare(*numbers), [*map(phases.label, numbers)]
    return telling(names, compared.differences, compared.after.config.unit, layer)
