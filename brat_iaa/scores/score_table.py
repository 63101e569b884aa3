"""The one loop that makes scores: for each figure and subject (the project, its documents or its
labels) those of all its annotators and each pair of them.

A figure of all subjects is computed, with its intervals, when it is first read of one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from graphlib import TopologicalSorter
from itertools import combinations
from math import isnan
from threading import RLock
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import mean, mean_of_defined
from brat_iaa.scores.builder import EstimatedFigures

# Cells of sentences and subjects above which estimates are large.
_LARGE = 200_000
# Up to which intervals are computed together: with few cells, calls cost more than numbers.
_TOGETHER = 20_000


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

    tables  Coefficients of each subject
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


def mean_over_pairs(pairs, compute, items, missing, reason, note="|pairs:{}") -> FigureValues:
    """FigureValues of the unweighted mean over the pairs that have a value; so are its observed and
    expected.

    compute  function of a pair that returns its FigureValues
    items, missing, reason  as in FigureValues
    note     what the source says of the number of pairs
    """
    first, of_pairs, observed, expected = compute(pairs[0]), [], None, None
    estimates: Iterable = _Estimates(pairs, compute)
    if len(first.estimate.cells) < _LARGE or first.expected is not None:
        of_pairs = [first, *map(compute, pairs[1:])]
        estimates = [figure.estimate for figure in of_pairs]
    average = mean(estimates)
    number = average.defined_parts().tolist()
    sources = first.source if isinstance(first.source, list) else [first.source] * len(number)
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
        average, items, missing, reason, observed, expected,
    )  # fmt: skip


class _Estimates:
    """Estimates of pairs that are too large to be there at once: each is computed in its turn."""

    def __init__(self, pairs, compute):
        self._pairs, self._compute = pairs, compute

    def __iter__(self):
        return (self._compute(pair).estimate for pair in self._pairs)


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
    mean     function of this number and the pairs that returns the FigureValues of the mean over
             them; None: there is none
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


def groups_of(annotators) -> list:
    """All annotators, then, if there are more than two, each pair of them."""
    return [annotators, *(combinations(annotators, 2) if len(annotators) > 2 else ())]


def score_table(subjects, families) -> list:
    """The SubjectScores of each subject: the figures of all its annotators, then of each pair of
    them, family by family.

    Two annotators have those of a pair alone; of more, all have the mean over pairs.
    """
    columns: dict = {names: [] for names in subjects.annotators}
    # All are in one order; pairs are in that of the annotators of each subject.
    order: TopologicalSorter = TopologicalSorter()
    for names in columns:
        for before, name in zip(names, names[1:]):
            order.add(name, before)
    having: dict = {pair: [] for pair in combinations(order.static_order(), 2)}
    for names in columns:
        for pair in combinations(names, 2):
            having[pair].append(names)
    pairs = [pair for pair, groups in having.items() if groups]
    column_of = partial(FigureColumn, subjects, RLock())
    for family in families:
        for number, key in enumerate(family.keys):
            if family.joint or family.mean:
                if family.joint:
                    of_all = partial(family.compute, None, number)
                else:
                    of_all = partial(family.mean, number, pairs)
                column = column_of(key, of_all)
                for names in columns:
                    if len(names) > (1 if family.joint else 2):
                        columns[names].append((names, column))
            for pair in pairs:
                groups = [
                    names
                    for names in having[pair]
                    if (family.pairs if len(names) > 2 else not family.joint)
                ]
                ways = ((pair, number), (pair[::-1], number + 1))[: 1 + family.directed]
                for annotators, which in ways if groups else ():
                    column = column_of(key, partial(family.compute, pair, which))
                    for names in groups:
                        columns[names].append((annotators, column))
    by_annotators: dict = {names: {} for names in columns}
    for names, in_order in columns.items():
        for annotators, column in in_order:
            by_annotators[names].setdefault(annotators, {})[column.key] = column
    return [
        SubjectScores(columns[names], by_annotators[names], number)
        for number, names in enumerate(subjects.annotators)
    ]


class FigureColumn:
    """A figure of some Subjects.

    lock     of all columns of a table: pages are served by several threads
    key      (measure, statistic)
    compute  function that returns the FigureValues, until they are there
    """

    def __init__(self, subjects, lock, key, compute):
        self.subjects, self.key, self.compute, self._lock = subjects, key, compute, lock
        self._values = self._figures = self._of_subjects = self._items = None

    def figures(self, following=()) -> EstimatedFigures:
        """The EstimatedFigures of the subjects. following: columns of the table, of which the first
        are computed, too, if they are small
        """
        if self._figures is None:
            with self._lock:
                self._estimate((self, *following))
        return self._figures

    def _estimate(self, columns):
        together, cells, size = [], 0, 0
        for column in columns:
            if column._figures is None and cells + size <= _TOGETHER:
                values = column._values or column.compute()
                together.append((column, values))
                size = len(getattr(values.estimate, "cells", ()))
                cells += size
        estimates = [values.estimate for _, values in together]
        waiting = [each for each in estimates if not isinstance(each, EstimatedFigures)]
        builder = self.subjects.builders[0]
        figures = iter(builder.figures_of(waiting, self.subjects.document))
        for column, values in together:
            own = values.estimate
            own = own if isinstance(own, EstimatedFigures) else next(figures)
            # Estimates, and what they are made of, are large.
            column._values, column.compute = values._replace(estimate=None), None
            # Last, as other threads look at it without the lock.
            column._figures = own if values.order is None else own.taken(values.order)

    def value(self, number) -> Optional[float]:
        """The value of a subject, without its interval; None where it is undefined."""
        with self._lock:
            if self._of_subjects is None:
                values = self._values or self.compute()
                self._items, estimate, order = values.items, values.estimate, values.order
                if estimate is None:
                    self._of_subjects = self._figures.value
                else:
                    self._of_subjects = estimate.value if order is None else estimate.value[order]
                    # Large ones are made again if somebody asks for intervals.
                    if isinstance(estimate, EstimatedFigures) or len(estimate.cells) < _LARGE:
                        self._values = values
        value = self._of_subjects[number]
        return None if isnan(value) else value

    def items(self, number) -> int:
        """How many items the figure of a subject is about."""
        if self._items is None:
            self.value(number)
        items = self._items
        return int(items[number] if isinstance(items, (list, numpy.ndarray)) else items)

    def score(self, annotators, number, following=()):
        """The Score of a subject by some annotators. following: as in figures()"""
        figure, values, subjects = self.figures(following)[number], self._values, self.subjects
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
            *self.key, annotators, source, figure, values.items[number], missing, reason, observed,
            expected, label=label,
        )  # fmt: skip


class SubjectScores(Sequence):
    """The Scores of one subject, each made when it is read.

    columns        [(annotators, FigureColumn)]
    by_annotators  {annotators: {(measure, statistic): FigureColumn}}
    number         of the subject in them
    """

    __slots__ = ("by_annotators", "columns", "number")

    def __init__(self, columns, by_annotators, number):
        self.columns, self.by_annotators, self.number = columns, by_annotators, number

    def __eq__(self, other):
        return isinstance(other, Sequence) and [*self] == [*other]

    def __len__(self):
        return len(self.columns)

    def __getitem__(self, position):
        return [*self][position]

    def __iter__(self):
        columns = [column for _, column in self.columns]
        for annotators, column in self.columns:
            yield column.score(annotators, self.number, columns)

    def of_figure(self, key) -> list:
        """The Scores of one (measure, statistic)."""
        return [
            column.score(annotators, self.number)
            for annotators, column in self.columns
            if column.key == key
        ]

    @property
    def label(self) -> Optional[str]:
        """The label that it is; None: none."""
        labels = next((column.subjects.labels for _, column in self.columns), None)
        return labels and labels[self.number]


class ScoreMapping(Mapping):
    """{(measure, statistic): Score}, each made when it is read.

    parts    list of {key: Score}, and of (SubjectScores, annotators of the figures)
    without  statistic that is left out
    """

    __slots__ = ("parts", "_without")

    def __init__(self, parts, without=None):
        self.parts, self._without = parts, without

    def read(self, name, key):
        """The "value", "items" or "score" of a key, without making a whole Score of the first two;
        None if there is none.
        """
        for part in self.parts if key[1] != self._without else ():
            if isinstance(part, dict):
                if key in part:
                    return part[key] if name == "score" else getattr(part[key], name)
                continue
            scores, annotators = part
            column = scores.by_annotators.get(annotators, {}).get(key)
            if column is not None:
                about = (annotators, scores.number) if name == "score" else (scores.number,)
                return getattr(column, name)(*about)
        return None

    def __getitem__(self, key):
        score = self.read("score", key)
        if score is None:
            raise KeyError(key)
        return score

    def __iter__(self):
        keys: dict = {}
        for part in self.parts:
            figures = part if isinstance(part, dict) else part[0].by_annotators.get(part[1], {})
            keys.update(dict.fromkeys(figures))
        return (key for key in keys if key[1] != self._without)

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, key):
        return key in [*self]


def value_of(scores, key):
    """The value of a figure in {key: Score}; None if it is undefined, or there is none."""
    if isinstance(scores, ScoreMapping):
        return scores.read("value", key)
    return scores[key].value if key in scores else None
