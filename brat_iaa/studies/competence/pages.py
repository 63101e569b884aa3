"""The page on how reliable each annotator is, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g, jsonify, render_template, request, url_for

from brat_iaa.access.permissions import adjudicates
from brat_iaa.errors import NothingToCompare, ProjectError
from brat_iaa.studies.competence import report
from brat_iaa.web import selection
from brat_iaa.web.messages import message

PAGES = Blueprint("competence", __name__, template_folder=".")
OPEN_TO = adjudicates
LINK = ("How reliable each annotator is, estimated without a gold: ", "whom to trust on what", ".")
offered = report.can_be_estimated


@PAGES.get("/competence")
def competence():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    seen = g.seen

    def competences():
        agreement = seen.everything()
        return seen.made_of(agreement, lambda: report.competences(agreement), "competence")

    try:
        found = seen.in_time(competences) if kind == "html" else competences()
    except NothingToCompare:
        raise
    except ProjectError as error:
        return message(
            404,
            "Nothing to estimate yet",
            str(error),
            "Figures and disagreements are on the overview.",
            [("Overview", url_for("pages.overview"))],
        )
    if kind == "json":
        return jsonify(report.to_dict(found))
    if kind == "csv":
        return selection.attachment(report.row_table(found), "competence.csv")
    return render_template(
        "competence.html",
        sections=report.sections(found),
        what=report.WHAT,
    )
