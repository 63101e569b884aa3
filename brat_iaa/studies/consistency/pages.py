"""The page on annotators who did documents twice, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.consistency import report
from brat_iaa.web.island_pages import answer_of_study, sections_of

PAGES = Blueprint("consistency", __name__)
OPEN_TO = adjudicates
LINK = ("How far annotators agree with themselves: ", "one annotator twice", ".")


def offered(agreement) -> bool:
    """Whether anybody did documents twice."""
    return bool(agreement.config.second_passes)


@PAGES.get("/consistency")
def consistency():
    seen = g.seen
    return answer_of_study(
        lambda: report.consistency(seen.everything(), seen.of_directories),
        ("Nobody did documents twice", ""), report.to_dict, report.score_table,
        lambda study: {
            "title": "One annotator twice", "what": report.WHAT, "said": report.bounds(study),
            "sections": sections_of(report.tables(study)),
        },
    )  # fmt: skip
