"""What a model of the annotators takes for true at each place: a hint, never a decision."""

from typing import NamedTuple

import numpy

from brat_iaa.studies.competence import MACE
from brat_iaa.studies.competence.fits import Fit
from brat_iaa.studies.competence.questions import arc_questions


class Suggestion(NamedTuple):
    """How likely it is at one place that an annotator is right.

    probabilities  {annotator: probability that the annotator's value is the true one}
    nobody         probability that the true value is one that no annotator gave
    record         number of annotators on whose record it is based
    items          number of tokens in that record
    template       that shows it
    """

    probabilities: dict
    nobody: float
    record: int
    items: int
    template: str = "competence_hint.html"


class Suggestions:
    """The Suggestions for heads and labels of a project, by the model MACE.

    agreement  Agreement of all annotators
    before     Suggestions of an earlier state, or None: what annotators have not changed is not
               computed again
    """

    def __init__(self, agreement, before=None):
        self.agreement = agreement
        self._question, self._fit, self._rows = None, None, {}
        if agreement.dependencies is not None:
            self._question = arc_questions(agreement)[0]
            earlier_fit = before and before._fit
            if earlier_fit and _same(earlier_fit.question, self._question):
                self._fit = earlier_fit.about(self._question)
            elif self._question.why_not is None:
                self._fit = Fit(self._question, MACE)

    def at(self, document, token):
        """The Suggestion for a token of a document; None with fewer than three annotators, or where
        only one has a value.
        """
        row = self._fit and self._row(document, token.fragments)
        if row is None:
            return None
        question = self._question
        given = numpy.flatnonzero(question.codes[row] >= 0).tolist()
        likely = self._fit.of_given[row]
        return Suggestion(
            {question.annotators[column]: float(likely[column]) for column in given},
            float(self._fit.unseen[row]),
            int((question.codes >= 0).any(axis=0).sum()),
            len(question.codes),
        )

    def _row(self, document, fragments):
        """Row of an item in the question, or None."""
        question = self._question
        if document not in self._rows:
            number = question.documents.index(document)
            first, end = numpy.searchsorted(question.document, [number, number + 1]).tolist()
            positions = question.position[first:end].tolist()
            self._rows[document] = {
                question.token(document, position).fragments: row
                for row, position in enumerate(positions, first)
            }
        return self._rows[document].get(fragments)


def _same(before, now):
    """Whether two Questions hold the same values of the same annotators, item by item."""
    return (
        before.annotators == now.annotators
        and before.values == now.values
        and numpy.array_equal(before.codes, now.codes)
    )
