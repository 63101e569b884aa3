"""The page on how reliable each annotator is, for those who see what everybody did."""

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.competence import report
from brat_iaa.web.island_pages import study_page

OPEN_TO = adjudicates
LINK = ("How reliable each annotator is, estimated without a gold: ", "whom to trust on what", ".")
ITEMS = 500  # of each model in the JSON of the page; the command has all
offered = report.can_be_estimated


def _competences(seen):
    def competences():
        agreement = seen.everything()
        return seen.made_of(agreement, lambda: report.competences(agreement), "competence")

    return competences


PAGES = study_page(
    "competence", report, _competences, "Nothing to estimate yet",
    of_json=lambda study, seen: report.to_dict(study, ITEMS),
    title="Annotator reliability (estimated without a gold standard)",
    read="What it is, and when not to trust it",
    note="It is meant for guidelines and adjudication, not for the pay of annotators.",
)  # fmt: skip
