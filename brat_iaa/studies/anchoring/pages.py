"""The page on anchoring, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g

from brat_iaa.access.permissions import adjudicates
from brat_iaa.report.scores import score_table
from brat_iaa.studies.anchoring import report
from brat_iaa.web.island_pages import answer_of_study

PAGES = Blueprint("anchoring", __name__)
OPEN_TO = adjudicates
LINK = ("How close annotators stay to the output of tools: ", "anchoring", ".")


def offered(agreement) -> bool:
    """Whether the settings name what annotators started from."""
    return agreement.config.anchoring.on


@PAGES.get("/anchoring")
def anchoring():
    seen = g.seen
    return answer_of_study(
        lambda: report.anchoring(seen.everything(), seen.files.root),
        ("No anchors", ""), report.to_dict, lambda study: score_table(study.scores),
        lambda study: {
            "title": "Anchoring", "what": report.WHAT,
            "sections": [("Figures", (), report.tables(study))],
        },
    )  # fmt: skip
