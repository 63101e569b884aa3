"""The page on candidates, for those who see what everybody did.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g, request

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.candidates import EPSILONS, FEWEST_HUMANS, SKILLED, report
from brat_iaa.studies.candidates.trial import trials
from brat_iaa.web import selection
from brat_iaa.web.island_pages import answer_of_study

PAGES = Blueprint("candidates", __name__, template_folder=".")
OPEN_TO = adjudicates
# Items listed of each candidate in each layer.
PLACES = 50
LINK = ("Whether a model can replace an annotator: ", "candidates", ".")


def offered(agreement) -> bool:
    """Whether the settings name a candidate, and annotators suffice."""
    return bool(agreement.config.candidates) and len(agreement.annotators) >= FEWEST_HUMANS


@PAGES.get("/candidates")
def candidates():
    given = selection.number(request.args, "epsilon", 0, "epsilon")
    hundredths = min(round(100 * SKILLED) if given is None else given, 100)
    seen = g.seen

    def tested():
        agreement = seen.everything()
        read = seen.beside(agreement.config.candidates)
        # The files of candidates may change where those of annotators do not.
        states = tuple(
            (name, tuple(document.identity for document in candidate.documents))
            for name, candidate in read.items()
        )
        return seen.made_of(
            agreement, lambda: trials(agreement, read, hundredths / 100),
            "candidates", hundredths, states,
        )  # fmt: skip

    def variables(study):
        return {
            "sections": [
                (title, [table._replace(title=table.title.capitalize()) for table in tables])
                for title, tables in report.sections(study, with_places=False)
            ],
            "places": [
                (f"{trial.layer.name}, {trial.candidate}", report.places(trial, seen.brat()))
                for trial in study.trials
            ],
            "shown": PLACES,
            "what": report.WHAT,
            "epsilon": hundredths,
            "epsilons": [(round(100 * value), name) for name, value in EPSILONS.items()],
        }

    nothing = (
        "No candidate to test",
        (" Name the directories of models as candidates in [project] of iaa.conf."),
    )
    return answer_of_study(
        tested, nothing, lambda study: report.to_dict(study, seen.brat()), report.row_table,
        variables,
    )  # fmt: skip
