"""The page on anchoring, for those who see what everybody did."""

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.anchoring import report
from brat_iaa.web.island_pages import study_page

OPEN_TO = adjudicates
LINK = ("How close annotators stay to the output of tools: ", "anchoring", ".")


def offered(agreement) -> bool:
    """Whether the settings name what annotators started from."""
    return agreement.config.anchoring.on


PAGES = study_page(
    "anchoring", report,
    lambda seen: lambda: report.anchoring(seen.everything(), seen.files.root),
    "No anchors", title="Anchoring",
)  # fmt: skip
