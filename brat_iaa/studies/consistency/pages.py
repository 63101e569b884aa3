"""The page on annotators who did documents twice, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g, jsonify, render_template, request, url_for

from brat_iaa.access.permissions import adjudicates
from brat_iaa.errors import NothingToCompare, ProjectError
from brat_iaa.studies.consistency import report
from brat_iaa.web import selection
from brat_iaa.web.messages import message

PAGES = Blueprint("consistency", __name__, template_folder=".")
OPEN_TO = adjudicates
LINK = ("How far annotators agree with themselves: ", "one annotator twice", ".")


def offered(agreement) -> bool:
    """Whether anybody did documents twice."""
    return bool(agreement.config.second_passes)


@PAGES.get("/consistency")
def consistency():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    seen = g.seen

    def compared():
        return report.consistency(seen.everything(), seen.of_directories)

    try:
        found = seen.in_time(compared) if kind == "html" else compared()
    except NothingToCompare:
        raise
    except ProjectError as error:
        return message(
            404,
            "Nobody did documents twice",
            str(error),
            "Figures and disagreements are on the overview.",
            [("Overview", url_for("pages.overview"))],
        )
    if kind == "json":
        return jsonify(report.to_dict(found))
    if kind == "csv":
        return selection.attachment(report.score_table(found), "consistency.csv")
    return render_template(
        "consistency.html", what=report.WHAT, bounds=report.bounds(found),
        tables=report.tables(found),
    )  # fmt: skip
