"""The page on how reliable each annotator is, for those who see what everybody did.

g.seen and g.competence are set before the page is asked, for managers only.
"""

from brat_iaa.competence import report
from flask import Blueprint, g, jsonify, render_template, request

from brat_iaa.web import selection

competence_pages = Blueprint("competence", __name__)


@competence_pages.get("/competence")
def competence():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    found = g.competence
    if kind == "json":
        return jsonify(report.to_dict(found))
    if kind == "csv":
        return selection.attachment(report.row_table(found), "competence.csv")
    return render_template(
        "competence.html",
        sections=report.sections(found),
        what=report.WHAT,
    )
