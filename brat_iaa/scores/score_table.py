"""The one loop that makes scores: for each figure and subject (the project, its documents or its
labels) those of all its annotators and each pair of them.

A figure of all subjects is computed, with its intervals, when it is first read of one.
"""

from collections.abc import Callable, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import chain, combinations
from math import isnan
from threading import Lock
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import mean, mean_of_defined
from brat_iaa.scores.builder import EstimatedFigures

# Cells of sentences and subjects above which estimates are large.
_LARGE = 200_000


class FigureValues(NamedTuple):
    """One figure of all subjects.

    source              of the statistic, see ScoreBuilder.score(): one, or a list of one for each
                        subject
    estimate            Estimate with a figure for each subject; EstimatedFigures of what has no
                        interval
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


def chance_corrected(source, tables, missing, reason=None) -> FigureValues:
    """FigureValues of a figure that is corrected for chance.

    tables  AlphaTables, or anything else with items, scores() and estimate(): of each subject
    reason  why the figures are undefined although there are items: one, or one of each; None: as
            the tables say
    """
    reasons = reason if isinstance(reason, list) else [reason] * len(tables.items)
    parts = [
        (None, None, why if why and items else str(score))
        if isinstance(score, Undefined)
        else (score.observed, score.expected, None)
        for score, items, why in zip(tables.scores(), tables.items, reasons)
    ]
    observed, expected, reasons = [[*column] for column in zip(*parts)] or [[], [], []]
    sources = [source] * len(reasons)
    return FigureValues(
        sources, tables.estimate(), tables.items, missing, reasons, observed, expected
    )


def mean_over_pairs(of_pairs, items, missing, reason, note="|pairs:{}") -> FigureValues:
    """FigureValues of the unweighted mean over the pairs that have a value; so are its observed and
    expected.

    of_pairs  {pair: FigureValues}
    items, missing, reason  as in FigureValues
    note      what the source says of the number of pairs
    """
    first, *_ = of_pairs = [*of_pairs.values()]
    estimates = [estimate.estimate for estimate in of_pairs]
    number = (~numpy.isnan([estimate.value for estimate in estimates])).sum(axis=0).tolist()
    sources = first.source if isinstance(first.source, list) else [first.source] * len(number)
    observed = expected = None
    if first.expected is not None:
        observed, expected = (
            [
                None if isnan(mean) else mean
                for mean in mean_of_defined(numpy.array(values, float))[0]
            ]
            for values in zip(*((figure.observed, figure.expected) for figure in of_pairs))
        )
    return FigureValues(
        [source + note.format(pairs) for source, pairs in zip(sources, number)],
        mean(estimates), items, missing, reason, observed, expected,
    )  # fmt: skip


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


class Family(NamedTuple):
    """Figures that are computed in one way.

    keys     (measure, statistic) of each
    compute  function of a pair, and a number among the keys, that returns FigureValues
    mean     function of this number and {pair: FigureValues} that returns those of the mean over
             pairs; None: there is none
    joint    whether any number of annotators has the figures themselves: then `compute` takes None
             for all of a subject
    pairs    whether pairs of more annotators have them, too
    directed whether the only figure is another one for a pair in the other order, with the next
             number
    """

    keys: Sequence
    compute: Callable
    mean: Optional[Callable] = None
    joint: bool = False
    pairs: bool = True
    directed: bool = False


def score_table(subjects, families) -> "ScoreTable":
    """The figures of all annotators of each subject, then of each pair of them, family by family.

    Two annotators have those of a pair alone; of more, all have the mean over pairs.
    """
    members: dict = {}
    for number, names in enumerate(subjects.annotators):
        members.setdefault(names, []).append(number)

    def having(condition):
        return sorted(
            chain.from_iterable(numbers for names, numbers in members.items() if condition(names))
        )

    # All are in one order; pairs are in that of the annotators of each subject.
    after: dict = {}
    for names in members:
        for name, other in zip((None, *names), names):
            after.setdefault(other, {}).update({name: None} if name else {})
    both, several = (having(lambda names, n=n: len(names) > n) for n in (1, 2))
    pairs: dict = {}
    columns: list = []
    for pair in combinations(TopologicalSorter(after).static_order(), 2):
        of_more = having(lambda names, pair=pair: len(names) > 2 and {*pair} <= {*names})
        alone = members.get(pair, [])
        if of_more or alone:
            pairs[pair] = of_more, alone
    for keys, compute, of_mean, joint, of_pairs, directed in families:
        for number, key in enumerate(keys):

            def mean_of(number=number, compute=compute, of_mean=of_mean):
                return of_mean(number, {pair: compute(pair, number) for pair in pairs})

            def figure_of(pair, number=number, compute=compute):
                return lambda: compute(pair, number)

            if joint:
                columns.append((key, None, figure_of(None), both))
            elif of_mean is not None:
                columns.append((key, None, mean_of, several))
            for pair, (of_more, alone) in pairs.items():
                rows = sorted(of_more * of_pairs + alone * (not joint))
                columns.append((key, pair, figure_of(pair), rows))
                if directed:
                    columns.append((key, pair[::-1], figure_of(pair, number + 1), rows))
    return ScoreTable(subjects, [FigureColumn(*column) for column in columns if column[-1]])


class FigureColumn:
    """A figure of some subjects.

    key         (measure, statistic)
    annotators  of the figure; None: those of the subject
    compute     function that returns the FigureValues, until they are there
    rows        numbers of the subjects that have the figure, in order
    """

    def __init__(self, key, annotators, compute, rows):
        self.key, self.annotators, self.compute, self.rows = key, annotators, compute, rows
        self._values = self._figures = self._of_subjects = None
        # Pages are served by several threads.
        self._lock = Lock()

    def figures(self, subjects) -> EstimatedFigures:
        """The EstimatedFigures of some Subjects."""
        with self._lock:
            if self._figures is None:
                values = self._values or self.compute()
                figures = values.estimate
                if not isinstance(figures, EstimatedFigures):
                    figures = subjects.builders[0].figures(figures, subjects.document)
                self._figures = figures if values.order is None else figures.taken(values.order)
                # Estimates, and what they are made of, are large.
                self._values, self.compute = values._replace(estimate=None), None
        return self._figures

    def value(self, subjects, number) -> Optional[float]:
        """The value of a subject, without its interval; None where it is undefined."""
        with self._lock:
            if self._of_subjects is None:
                values = self._values or self.compute()
                estimate, order = values.estimate, values.order
                if estimate is None:
                    self._of_subjects = self._figures.value
                else:
                    self._of_subjects = estimate.value if order is None else estimate.value[order]
                    # Large ones are made again if somebody asks for intervals.
                    if isinstance(estimate, EstimatedFigures) or len(estimate.cells) < _LARGE:
                        self._values = values
        value = self._of_subjects[number]
        return None if isnan(value) else value

    def items(self, subjects, number) -> int:
        """How many items the figure of a subject is about."""
        self.figures(subjects)
        items = self._values.items
        return int(items[number] if isinstance(items, (list, numpy.ndarray)) else items)

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


class ScoreTable:
    """FigureColumns of some Subjects."""

    def __init__(self, subjects, columns):
        self.subjects, self._columns = subjects, columns
        # {annotators, None for those of the subject: {key: numbers of columns}}
        self._about: dict = {}
        self._has = numpy.zeros((len(columns), len(subjects.builders)), dtype=bool)
        for number, column in enumerate(columns):
            by_key = self._about.setdefault(column.annotators, {})
            by_key.setdefault(column.key, []).append(number)
            self._has[number, column.rows] = True

    def of_subjects(self) -> list:
        """The SubjectScores of each subject."""
        return [SubjectScores(self, number) for number in range(len(self.subjects.builders))]

    def columns_of(self, number) -> list:
        """The FigureColumns that a subject has."""
        return [self._columns[index] for index in numpy.flatnonzero(self._has[:, number]).tolist()]

    def _groups(self, annotators, number):
        """[{key: numbers of columns}] of what may be about annotators in a subject."""
        groups = (
            [annotators, None] if self.subjects.annotators[number] == annotators else [annotators]
        )
        return [self._about[group] for group in groups if group in self._about]

    def column(self, key, annotators, number):
        """The FigureColumn of a key, (measure, statistic), and annotators that a subject has, or
        None.
        """
        for by_key in self._groups(annotators, number):
            for index in by_key.get(key, ()):
                if self._has[index, number]:
                    return self._columns[index]
        return None

    def keys(self, annotators, number) -> list:
        """The keys of the columns about annotators that a subject has, in order."""
        groups = self._groups(annotators, number)
        indexes = sorted(
            index for by_key in groups for of_key in by_key.values() for index in of_key
        )
        return [self._columns[index].key for index in indexes if self._has[index, number]]


class SubjectScores(Sequence):
    """The Scores of one subject of a ScoreTable, each made when it is read."""

    __slots__ = ("number", "table")

    def __init__(self, table, number):
        self.table, self.number = table, number

    def __eq__(self, other):
        return isinstance(other, Sequence) and [*self] == [*other]

    def figures(self) -> dict:
        """{(annotators, document, label): ScoreMapping}"""
        _, annotators, _, labels = subjects = self.table.subjects
        about = subjects.builders[self.number].document, labels and labels[self.number]
        columns = self.table.columns_of(self.number)
        groups = dict.fromkeys(column.annotators or annotators[self.number] for column in columns)
        return {(group, *about): ScoreMapping([(self, group)]) for group in groups}

    def __len__(self):
        return len(self.table.columns_of(self.number))

    def __getitem__(self, position):
        return self.table.columns_of(self.number)[position].score(self.table.subjects, self.number)

    def __iter__(self):
        for column in self.table.columns_of(self.number):
            yield column.score(self.table.subjects, self.number)


class ScoreMapping(Mapping):
    """{(measure, statistic): Score}, each made when it is read.

    parts    list of {key: Score}, and of (SubjectScores, annotators of the figures)
    without  statistic that is left out
    """

    __slots__ = ("parts", "_without")

    def __init__(self, parts, without=None):
        self.parts, self._without = parts, without

    def _found(self, key):
        """(Score, or FigureColumn; SubjectScores that have it) of a key; None if there is none."""
        for part in self.parts if key[1] != self._without else ():
            if isinstance(part, dict):
                if key in part:
                    return part[key], None
                continue
            scores, annotators = part
            column = scores.table.column(key, annotators, scores.number)
            if column is not None:
                return column, scores
        return None

    def __getitem__(self, key):
        entry = self._found(key)
        if entry is None:
            raise KeyError(key)
        figure, scores = entry
        return figure if scores is None else figure.score(scores.table.subjects, scores.number)

    def value(self, key):
        """The value of a Score, without making it; None if it is undefined, or there is none."""
        return self._read("value", key)

    def items_of(self, key):
        """The items of a Score, without making it; None if there is none."""
        return self._read("items", key)

    def _read(self, field, key):
        figure, scores = self._found(key) or (None, None)
        method = getattr(figure, field, None)
        return method if scores is None else method(scores.table.subjects, scores.number)

    def __iter__(self):
        keys: dict = {}
        for part in self.parts:
            if isinstance(part, dict):
                keys.update(part)
                continue
            scores, annotators = part
            keys.update(dict.fromkeys(scores.table.keys(annotators, scores.number)))
        return (key for key in keys if key[1] != self._without)

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, key):
        return self._found(key) is not None


def value_of(scores, key):
    """The value of a figure in {key: Score}; None if it is undefined, or there is none."""
    if isinstance(scores, ScoreMapping):
        return scores.value(key)
    return scores[key].value if key in scores else None
