"""The page on candidates, for those who see what everybody did."""

from flask import request

from brat_iaa.access.permissions import adjudicates
from brat_iaa.studies.candidates import EPSILONS, FEWEST_HUMANS, SKILLED, report
from brat_iaa.studies.candidates.trial import trials
from brat_iaa.web import selection
from brat_iaa.web.island_pages import study_page

OPEN_TO = adjudicates
# Items listed of each candidate in each layer.
PLACES = 50
LINK = ("Whether a model can replace an annotator: ", "candidates", ".")


def offered(agreement) -> bool:
    """Whether the settings name a candidate, and annotators suffice."""
    return bool(agreement.config.candidates) and len(agreement.annotators) >= FEWEST_HUMANS


def _tested(seen):
    given = selection.number(request.args, "epsilon", 0, "epsilon")
    hundredths = min(round(100 * SKILLED) if given is None else given, 100)

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

    return tested


def _variables(study, seen):
    return {
        "places": [
            (f"{trial.layer.name}, {trial.candidate}", report.places(trial, seen.brat()))
            for trial in study.trials
        ],
        "epsilon": round(100 * study.epsilon),
    }


PAGES = study_page(
    "candidates", report, _tested, "No candidate to test",
    of_json=lambda study, seen: report.to_dict(study, seen.brat()),
    variables=_variables, shown=PLACES,
    epsilons=[(round(100 * value), name) for name, value in EPSILONS.items()],
)  # fmt: skip
