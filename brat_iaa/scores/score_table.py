"""Figures of many subjects as columns: the project, its documents or its labels are the subjects.

A figure of all of them is computed, with its intervals, when it is first read of one.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import isnan
from threading import Lock
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.scores.builder import EstimatedFigures


class FigureValues(NamedTuple):
    """One figure of all subjects.

    source              of the statistic, see ScoreBuilder.score(): one, or a list of one for each
                        subject
    estimate            Estimate or CellEstimate with a figure for each subject
    items               of each subject
    missing             of each subject, or one of all; None where not counted
    reason              why the figure is undefined, if it is: one; a list of one for each subject;
                        or a function of the subject's number
    observed, expected  of each subject; None where there are none
    order               of each subject its figure in the estimate; None: they come in this order
    """

    source: Union[str, list]
    estimate: Any
    items: Any
    missing: Any
    reason: Union[str, list, Callable]
    observed: Optional[list] = None
    expected: Optional[list] = None
    order: Optional[list] = None


class Subjects(NamedTuple):
    """What figures are about.

    builders    ScoreBuilder of each
    annotators  tuple of all annotators of each
    document    number of each sentence's document, in ascending order
    labels      the label that each is about; None: none
    """

    builders: Sequence
    annotators: Sequence
    document: numpy.ndarray
    labels: Optional[Sequence] = None


class FigureColumn:
    """A figure of all subjects, or some.

    annotators  of the figure; None: those of the subject
    rows        numbers of the subjects that have the figure, in order; None: all
    compute     function that returns the FigureValues, until they are there
    """

    def __init__(self, measure, statistic, annotators, compute, rows=None):
        self.key, self.annotators, self.rows = (measure, statistic), annotators, rows
        self.compute, self._document = compute, None
        self._values = self._figures = None
        # Pages are served by several threads.
        self._lock = Lock()

    def about(self, subjects) -> "FigureColumn":
        """The column as part of a table; its sentences are those of the first one."""
        if self._document is None:
            self._document = subjects.document
        return self

    def figures(self, subjects) -> EstimatedFigures:
        """The EstimatedFigures of some Subjects."""
        with self._lock:
            if self._figures is None:
                values = self.compute()
                figures = subjects.builders[0].figures(values.estimate, self._document)
                self._figures = figures if values.order is None else figures.taken(values.order)
                # Estimates, and what they are made of, are large.
                self._values, self.compute = values._replace(estimate=None), None
        return self._figures

    def value(self, subjects, number) -> Optional[float]:
        """The value of a subject; None where it is undefined."""
        value = self.figures(subjects).value[number]
        return None if isnan(value) else value

    def score(self, subjects, number):
        """The Score of one of some Subjects."""
        figure, values = self.figures(subjects)[number], self._values
        source, missing, reason, observed, expected, label = (
            column[number] if isinstance(column, (list, numpy.ndarray)) else column
            for column in (
                values.source, values.missing, values.reason, values.observed, values.expected,
                subjects.labels,
            )
        )  # fmt: skip
        if callable(reason):
            reason = reason(number) if isnan(figure.value) else None
        return subjects.builders[number].score(
            *self.key, self.annotators or subjects.annotators[number], source, figure,
            values.items[number], missing, reason, observed, expected, label=label,
        )  # fmt: skip


class ScoreTable(Sequence):
    """FigureColumns of some Subjects: a sequence of all Scores, figure by figure."""

    def __init__(self, subjects, columns):
        self.subjects = subjects
        self._columns = [column.about(subjects) for column in columns]
        self._has = numpy.ones((len(self._columns), len(subjects.builders)), dtype=bool)
        self._with_key: dict = {}
        for number, (has, column) in enumerate(zip(self._has, self._columns)):
            self._with_key.setdefault(column.key, []).append(number)
            if column.rows is not None:
                has[:] = False
                has[column.rows] = True

    def __add__(self, other):
        return ScoreTable(self.subjects, self._columns + other._columns)

    def __len__(self):
        return int(self._has.sum())

    def __getitem__(self, position):
        column, number = (places[position].item() for places in numpy.nonzero(self._has))
        return self._columns[column].score(self.subjects, number)

    def __iter__(self):
        for has, column in zip(self._has, self._columns):
            for number in numpy.flatnonzero(has).tolist():
                yield column.score(self.subjects, number)

    def of_subjects(self) -> list:
        """For each subject a sequence of its Scores."""
        return [SubjectScores(self, number) for number in range(self._has.shape[1])]

    def columns_of(self, number) -> list:
        """The FigureColumns that a subject has."""
        return [self._columns[index] for index in numpy.flatnonzero(self._has[:, number]).tolist()]

    def column(self, key, annotators, number):
        """The FigureColumn of a key, (measure, statistic), and annotators that a subject has, or
        None.
        """
        for index in self._with_key.get(key, ()):
            column = self._columns[index]
            of_column = column.annotators or self.subjects.annotators[number]
            if of_column == annotators and self._has[index, number]:
                return column
        return None

    def figures(self) -> dict:
        """{(annotators, document, label): SubjectFigures} of all subjects."""
        return {
            about: own for scores in self.of_subjects() for about, own in scores.figures().items()
        }


class JoinedScores(Sequence):
    """The Scores of several ScoreTables and lists, one after the other.

    parts  list of these
    """

    def __init__(self, *parts):
        self.parts = parts

    def __len__(self):
        return sum(map(len, self.parts))

    def __iter__(self):
        return chain.from_iterable(self.parts)

    def __getitem__(self, position):
        return [*self][position]


class SubjectScores(Sequence):
    """The Scores of one subject of a ScoreTable, each made when it is read."""

    __slots__ = ("number", "table")

    def __init__(self, table, number):
        self.table, self.number = table, number

    def __eq__(self, other):
        return isinstance(other, Sequence) and [*self] == [*other]

    def figures(self) -> dict:
        """{(annotators, document, label): SubjectFigures}"""
        _, annotators, _, labels = subjects = self.table.subjects
        about = subjects.builders[self.number].document, labels and labels[self.number]
        columns = self.table.columns_of(self.number)
        groups = dict.fromkeys(own.annotators or annotators[self.number] for own in columns)
        return {(group, *about): SubjectFigures(self, group) for group in groups}

    def __len__(self):
        return len(self.table.columns_of(self.number))

    def __getitem__(self, position):
        return self.table.columns_of(self.number)[position].score(self.table.subjects, self.number)

    def __iter__(self):
        for column in self.table.columns_of(self.number):
            yield column.score(self.table.subjects, self.number)


class SubjectFigures(Mapping):
    """{(measure, statistic): Score} of some annotators in SubjectScores."""

    __slots__ = ("_annotators", "_number", "_table")

    def __init__(self, scores, annotators):
        self._table, self._number, self._annotators = scores.table, scores.number, annotators

    def __getitem__(self, key):
        column = self._table.column(key, self._annotators, self._number)
        if column is None:
            raise KeyError(key)
        return column.score(self._table.subjects, self._number)

    def __iter__(self):
        own = self._table.subjects.annotators[self._number]
        for column in self._table.columns_of(self._number):
            if (column.annotators or own) == self._annotators:
                yield column.key

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, key):
        return self._table.column(key, self._annotators, self._number) is not None

    def value(self, key):
        """The value of a Score, without making it; None if it is undefined, or there is none."""
        column = self._table.column(key, self._annotators, self._number)
        return None if column is None else column.value(self._table.subjects, self._number)


class JoinedFigures(Mapping):
    """{(measure, statistic): Score} of several of these.

    parts    list of dict or SubjectFigures
    without  statistic that is left out
    """

    def __init__(self, *parts, without=None):
        self.parts, self._without = parts, without

    def _part(self, key):
        if key[1] == self._without:
            return None
        return next((part for part in self.parts if key in part), None)

    def __getitem__(self, key):
        part = self._part(key)
        if part is None:
            raise KeyError(key)
        return part[key]

    def __iter__(self):
        keys = dict.fromkeys(chain.from_iterable(self.parts))
        return (key for key in keys if key[1] != self._without)

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, key):
        return self._part(key) is not None

    def value(self, key):
        """As in SubjectFigures."""
        part = self._part(key)
        return None if part is None else value_of(part, key)


def value_of(scores, key):
    """The value of a figure in {key: Score}; None if it is undefined, or there is none."""
    if isinstance(scores, (SubjectFigures, JoinedFigures)):
        return scores.value(key)
    return scores[key].value if key in scores else None


def parts_of_scores(tables) -> list:
    """[observed, expected, reason why it is undefined] of each group: lists.

    tables  AlphaTables, or anything else with scores()
    """
    rows = [
        (None, None, str(score))
        if isinstance(score, Undefined)
        else (score.observed, score.expected, None)
        for score in tables.scores()
    ]
    return [[*column] for column in zip(*rows)] or [[], [], []]
