"""The page on annotators who did documents twice, for those who see what everybody did."""

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.consistency import report
from brat_iaa.web.island_pages import study_page

OPEN_TO = adjudicates
LINK = ("How far annotators agree with themselves: ", "one annotator twice", ".")


def offered(agreement) -> bool:
    """Whether anybody did documents twice."""
    return bool(agreement.config.second_passes)


PAGES = study_page(
    "consistency", report,
    lambda seen: lambda: report.consistency(seen.everything(), seen.of_directories),
    "Nobody did documents twice", title="One annotator twice",
    variables=lambda study, seen: {"said": report.bounds(study)},
)  # fmt: skip
