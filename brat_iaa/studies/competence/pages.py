"""The page on how reliable each annotator is, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.competence import report
from brat_iaa.web.island_pages import answer_of_study

PAGES = Blueprint("competence", __name__, template_folder=".")
OPEN_TO = adjudicates
LINK = ("How reliable each annotator is, estimated without a gold: ", "whom to trust on what", ".")
ITEMS = 500  # of each model in the JSON of the page; the command has all
offered = report.can_be_estimated


@PAGES.get("/competence")
def competence():
    seen = g.seen

    def competences():
        agreement = seen.everything()
        return seen.made_of(agreement, lambda: report.competences(agreement), "competence")

    return answer_of_study(
        competences, ("Nothing to estimate yet", ""),
        lambda study: report.to_dict(study, ITEMS), report.row_table,
        lambda study: {
            "title": "Annotator reliability (estimated without a gold standard)",
            "what": report.WHAT, "read": "What it is, and when not to trust it",
            "note": "It is meant for guidelines and adjudication, not for the pay of annotators.",
            "sections": report.sections(study),
        },
    )  # fmt: skip
