"""Figures of many subjects as columns: the project, its documents or its labels are the subjects.

A Score with its signature is made when somebody reads it.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.errors import Undefined

# Fewer documents than these have Scores at once: columns would take more memory.
_FEW = 16


class FigureColumn(NamedTuple):
    """One figure of all subjects.

    annotators          of the figure; None: those of the subject
    source              of the statistic, see ScoreBuilder.score(): one, or a list of one for each
                        subject
    figures             EstimatedFigures
    items               of each subject
    missing             of each subject, or one of all; None where not counted
    reason              why the figure is undefined, if it is: one; a list of one for each subject;
                        or a function of the subject's number
    observed, expected  of each subject; None where there are none
    rows                numbers of the subjects that have the figure, in order; None: all
    """

    measure: str
    statistic: str
    annotators: Optional[tuple]
    source: Union[str, list]
    figures: Any
    items: Any
    missing: Any
    reason: Union[str, list, Callable]
    observed: Optional[list] = None
    expected: Optional[list] = None
    rows: Optional[Sequence] = None

    def score(self, subjects, number):
        """The Score of one of some Subjects."""
        source, missing, reason, observed, expected, label = (
            values[number] if isinstance(values, (list, numpy.ndarray)) else values
            for values in (
                self.source, self.missing, self.reason, self.observed, self.expected,
                subjects.labels,
            )
        )  # fmt: skip
        figure = self.figures[number]
        if callable(reason):
            reason = reason(number) if isnan(figure.value) else None
        return subjects.builders[number].score(
            self.measure, self.statistic, self.annotators or subjects.annotators[number], source,
            figure, self.items[number], missing, reason, observed, expected, label=label,
        )  # fmt: skip


class Subjects(NamedTuple):
    """What figures are about.

    builders    ScoreBuilder of each
    annotators  tuple of all annotators of each
    labels      the label that each is about; None: none
    """

    builders: Sequence
    annotators: Sequence
    labels: Optional[Sequence] = None


class ScoreTable:
    """FigureColumns of some Subjects."""

    def __init__(self, subjects, columns):
        self.subjects, self._columns = subjects, list(columns)
        self._has = numpy.ones((len(self._columns), len(subjects.builders)), dtype=bool)
        self._with_name: dict = {}
        for number, (has, column) in enumerate(zip(self._has, self._columns)):
            self._with_name.setdefault((column.measure, column.statistic), []).append(number)
            if column.rows is not None:
                has[:] = False
                has[column.rows] = True

    def __add__(self, other):
        return ScoreTable(self.subjects, self._columns + other._columns)

    def scores(self) -> list:
        """List of all Scores, figure by figure."""
        return [
            column.score(self.subjects, number)
            for has, column in zip(self._has, self._columns)
            for number in numpy.flatnonzero(has).tolist()
        ]

    def of_subjects(self) -> list:
        """For each subject a sequence of its Scores."""
        rows = [SubjectScores(self, number) for number in range(self._has.shape[1])]
        return rows if len(rows) >= _FEW else [tuple(row) for row in rows]

    def columns_of(self, number) -> list:
        """The FigureColumns that a subject has."""
        return [self._columns[index] for index in numpy.flatnonzero(self._has[:, number]).tolist()]

    def column(self, key, annotators, number):
        """The FigureColumn of a key, (measure, statistic), and annotators that a subject has, or
        None.
        """
        for index in self._with_name.get(key, ()):
            column = self._columns[index]
            of_column = column.annotators or self.subjects.annotators[number]
            if of_column == annotators and self._has[index, number]:
                return column
        return None


class SubjectScores(Sequence):
    """The Scores of one subject of a ScoreTable, each made when it is read."""

    __slots__ = ("number", "table")

    def __init__(self, table, number):
        self.table, self.number = table, number

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
        return self._column(key).score(self._table.subjects, self._number)

    def __iter__(self):
        own = self._table.subjects.annotators[self._number]
        for column in self._table.columns_of(self._number):
            if (column.annotators or own) == self._annotators:
                yield column.measure, column.statistic

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, key):
        return self._table.column(key, self._annotators, self._number) is not None

    def value(self, key):
        """The value of a Score, without making it; None if it is undefined, or there is none."""
        column = self._table.column(key, self._annotators, self._number)
        value = numpy.nan if column is None else column.figures.value[self._number]
        return None if isnan(value) else value

    def _column(self, key):
        column = self._table.column(key, self._annotators, self._number)
        if column is None:
            raise KeyError(key)
        return column


def value_of(scores, key):
    """The value of a figure in {key: Score}; None if it is undefined, or there is none."""
    if isinstance(scores, SubjectFigures):
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
