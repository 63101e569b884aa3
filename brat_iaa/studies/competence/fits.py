"""A model of a question: how reliable each annotator is, and how likely each value of an item.

Items with the same values of the same annotators are computed once. Intervals come from a
jackknife that leaves out a twentieth of the sentences (or documents) at a time and estimates
everything anew: Kott 2001, The delete-a-group jackknife (Journal of Official Statistics 17). The
differences take the place of the influence of a sentence in measures.estimate.
"""

import copy
from functools import cached_property
from itertools import product
from typing import NamedTuple, Optional

import numpy

from brat_iaa.layers.arc_columns import MISSING
from brat_iaa.measures.cells import every_cell
from brat_iaa.measures.estimate import Estimate
from brat_iaa.measures.intervals import FEWEST, intervals
from brat_iaa.scores.builder import EstimatedFigure, EstimatedFigures, too_few
from brat_iaa.studies.competence import DAWID_SKENE, MACE
from brat_iaa.studies.competence.dawid_skene import best_true_labels, given_labels, true_labels
from brat_iaa.studies.competence.mace import true_values
from brat_iaa.studies.competence.questions import ARCS

# Imaginary items in each row of the error rates.
SMOOTHING = 1.0
# More values would make the confusion matrix larger than anybody's data.
MOST_LABELS = 100
GROUPS = 20
# Where the jackknife stops: its differences are far larger.
_ENOUGH = 1e-8


class AnnotatorFigures(NamedTuple):
    """One annotator.

    items       number of items with a value of the annotator
    right       EstimatedFigure: expected share of these values that are true
    competence  EstimatedFigure: how often the annotator knows the true value; None by Dawid & Skene
    """

    annotator: str
    items: int
    right: EstimatedFigure
    competence: Optional[EstimatedFigure]


class Error(NamedTuple):
    """One cell of an annotator's confusion matrix.

    true, given  labels
    rate         how often the annotator gives this label to an item of the true one
    items        expected number of such items
    """

    annotator: str
    true: str
    given: str
    rate: float
    items: float


class LikelyValue(NamedTuple):
    """The most likely value of an item, and the one that most annotators gave.

    row          of the question
    code         of the value
    probability  that it is the true one
    votes        code of the value with most votes; None: several
    """

    row: int
    code: int
    probability: float
    votes: Optional[int]


def why_not(question, model):
    """Why a model says nothing of a Question, or None."""
    if question.why_not:
        return question.why_not
    if model == DAWID_SKENE and question.values > MOST_LABELS:
        return f"{question.values} different values: too many for a confusion matrix"
    return None


def models_of(question, models) -> list:
    """Those of some models that are made for a Question."""
    # Heads are candidates of one token: there are no classes that all tokens share.
    return [model for model in models if model == MACE or question.about != ARCS]


class Fit:
    """A model fitted to a Question.

    question  Question, of which why_not() is None
    model     DAWID_SKENE or MACE
    """

    def __init__(self, question, model):
        self.question, self.model = question, model
        self._codes, row, self._times = numpy.unique(
            question.codes, axis=0, return_inverse=True, return_counts=True
        )
        self._row = row.reshape(-1)
        if model == DAWID_SKENE:
            labels = numpy.arange(question.values)
            self._counts = (self._codes[:, :, None] == labels).astype(float)
        self.result = self._fitted(self._times)

    def about(self, question) -> "Fit":
        """The same Fit for a Question with the same values of the same annotators."""
        moved = copy.copy(self)
        moved.question = question
        return moved

    def _fitted(self, times, start=None, **enough):
        if self.model == MACE:
            return true_values(self._codes, self.question.values, times, start, **enough)
        if start is None:
            return best_true_labels(self._counts, times, SMOOTHING)
        return true_labels(self._counts, times, SMOOTHING, start.posteriors, **enough)

    def _of_given(self, result):
        """How likely each annotator's value is true: rows of codes x annotators, nan for none."""
        if self.model == MACE:
            return result.posteriors
        chosen = numpy.take_along_axis(result.posteriors, numpy.maximum(self._codes, 0), axis=1)
        return numpy.where(self._codes == MISSING, numpy.nan, chosen)

    @cached_property
    def of_given(self) -> numpy.ndarray:
        """How likely each annotator's value is to be true: items x annotators, nan for none."""
        return self._of_given(self.result)[self._row]

    @property
    def shares_right(self) -> list:
        """Of each annotator the expected share of values that are true."""
        return self._figures(self.result, self._times)[: len(self.question.annotators)].tolist()

    @cached_property
    def unseen(self) -> numpy.ndarray:
        """Of each item, how likely the true value is one that nobody gave; with MACE."""
        return self.result.unseen[self._row]

    def probabilities(self, row) -> list:
        """[(code, probability)] of the values that annotators gave an item, most likely first."""
        likely = dict(zip(self.question.codes[row].tolist(), self.of_given[row].tolist()))
        likely.pop(MISSING, None)
        return sorted(likely.items(), key=lambda item: (-item[1], item[0]))

    def _figures(self, result, times):
        """Shares right, and with MACE the competences, of all annotators in a row."""
        weight = times[:, None] * (self._codes != MISSING)
        right = numpy.where(weight > 0, self._of_given(result), 0)
        number = weight.sum(axis=0)
        shares = numpy.full(len(number), numpy.nan)
        numpy.divide((weight * right).sum(axis=0), number, out=shares, where=number > 0)
        if self.model == DAWID_SKENE:
            return shares
        return numpy.concatenate([shares, numpy.where(number > 0, result.competence, numpy.nan)])

    def annotators(self, unit) -> list:
        """List of AnnotatorFigures, with intervals. unit: "sentences" or "documents" """
        estimated = self._estimated(unit)
        names = self.question.annotators
        items = (self.question.codes != MISSING).sum(axis=0).tolist()
        competences = estimated[len(names) :] or [None] * len(names)
        return [
            AnnotatorFigures(*figures)
            for figures in zip(names, items, estimated, competences)
            if figures[1]
        ]

    def _estimated(self, unit):
        """List of EstimatedFigure, as in _figures()."""
        value = self._figures(self.result, self._times)
        units, of_item = numpy.unique(self.question.unit, return_inverse=True)
        groups = min(GROUPS, len(units))
        if groups < FEWEST:
            return [*EstimatedFigures(value, too_few(unit))]
        cell = self._row * groups + of_item.reshape(-1) % groups
        in_group = numpy.bincount(cell, minlength=len(self._codes) * groups).reshape(-1, groups)
        without = []
        for times in (self._times[:, None] - in_group).T:
            result = self._fitted(times, self.result, enough=_ENOUGH)
            without.append(self._figures(result, times))
        influence = numpy.nan_to_num(value - numpy.array(without)) * (groups - 1) / groups
        given = (self._codes != MISSING).astype(float)
        counts = numpy.tile(in_group.T @ given > 0, (1, len(value) // given.shape[1]))
        # Groups take the place of sentences, so each is drawn on its own.
        cells = every_cell(groups, len(value))
        estimate = Estimate(value, cells, influence.T.ravel(), counts.T.ravel())
        spread = numpy.stack(intervals(estimate, numpy.arange(groups), "sentences"), axis=1)
        return [*EstimatedFigures(value, too_few(unit), spread)]

    def _given(self):
        weighted = self.result.posteriors * self._times[:, None]
        return given_labels(self._counts, weighted)

    def errors(self) -> list:
        """List of Error: all cells of each annotator, in the order of labels; [] without such
        tables.
        """
        if self.model == MACE:
            return []
        given, names = self._given(), [*map(self.question.name, range(self.question.values))]
        return [
            Error(annotator, *labels, *cell)
            for annotator, rates, items in zip(
                self.question.annotators, self.result.error_rates, given
            )
            if items.any()
            for labels, *cell in zip(
                product(names, names), rates.ravel().tolist(), items.ravel().tolist()
            )
        ]

    def guesses(self, most) -> dict:
        """{annotator: [(value, probability)] of the values most often guessed}; {} without."""
        if self.model == DAWID_SKENE:
            return {}
        guesses = {}
        for annotator, row in zip(self.question.annotators, self.result.guesses):
            codes = numpy.argsort(-row, kind="stable")[:most].tolist()
            guesses[annotator] = [(self.question.name(code), float(row[code])) for code in codes]
        return guesses

    @property
    def labels_changed_places(self) -> list:
        """Labels whose items, by the model, annotators mostly call by another label."""
        if self.model == MACE:
            return []
        given = self._given().sum(axis=0)
        same, most = given.diagonal(), given.max(axis=1)
        return [self.question.name(code) for code in numpy.flatnonzero(same < most).tolist()]

    def differing(self) -> list:
        """List of LikelyValue: the items on which annotators differ, in order."""
        codes, values = self.question.codes, self.question.values
        lowest = numpy.where(codes == MISSING, values, codes).min(axis=1)
        rows = numpy.flatnonzero(lowest < codes.max(axis=1))
        codes, likely = codes[rows], numpy.nan_to_num(self.of_given[rows], nan=-1)
        best = likely.argmax(axis=1)[:, None]
        votes = (codes[:, :, None] == codes[:, None, :]).sum(axis=2) * (codes != MISSING)
        leading = votes == votes.max(axis=1, keepdims=True, initial=0)
        first = numpy.where(leading, codes, MISSING).max(axis=1)
        tie = first != numpy.where(leading, codes, values).min(axis=1)
        columns = (
            numpy.take_along_axis(column, best, axis=1)[:, 0].tolist() for column in (codes, likely)
        )
        leaders = [None if tied else code for tied, code in zip(tie, first.tolist())]
        return [*map(LikelyValue, rows.tolist(), *columns, leaders)]
