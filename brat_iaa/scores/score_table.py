"""The one loop that makes scores: for each figure and subject (the project, its labels or its
documents) those of all its annotators and each pair of them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import isnan
from typing import Any, NamedTuple, Optional, Union

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import mean_of_defined, mean_of_pairs

# What figures are about.
PROJECT, LABELS, DOCUMENTS = "project", "labels", "documents"


class Asked(NamedTuple):
    """Of which figures somebody asks for scores: (measure, statistic) of each; None: all.

    project, labels, documents  of all annotators together
    project_pairs, label_pairs, document_pairs  of each pair, where there are more than two
    """

    project: Optional[tuple] = None
    labels: Optional[tuple] = None
    documents: Optional[tuple] = None
    project_pairs: Optional[tuple] = None
    label_pairs: Optional[tuple] = None
    document_pairs: Optional[tuple] = None

    def of(self, about) -> tuple:
        """(figures of all annotators, figures of pairs) about PROJECT, LABELS or DOCUMENTS."""
        number = (PROJECT, LABELS, DOCUMENTS).index(about)
        return self[number], self[number + 3]


EVERYTHING = Asked()
NOTHING = Asked(*[()] * 6)


class FigureValues(NamedTuple):
    """One figure of all subjects.

    source              of the statistic, see ScoreBuilder.score(): one, or a list of one for each
                        subject
    estimate            Estimate with a figure for each subject; list of EstimatedFigure of what has
                        no interval
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


def mean_over_pairs(of_pairs, items, missing, reason, note="|pairs:{}") -> FigureValues:
    """FigureValues of the unweighted mean over the pairs that have a value; so are its observed and
    expected. Of shares where documents have different pairs: each sentence counts once, with the
    mean over its pairs.

    of_pairs  OfPairs
    items, missing, reason  as in FigureValues
    note      what the source says of the number of pairs
    """
    figures, observed, expected = [*of_pairs.values()], None, None
    first, estimates = figures[0], [figure.estimate for figure in figures]
    average = of_pairs.mean(estimates)
    if average.divisor is not None:
        note += BY_SENTENCE
    number = sum(~numpy.isnan(estimate.value) for estimate in estimates).tolist()
    sources = first.source if isinstance(first.source, list) else [first.source] * len(number)
    if first.expected is not None:
        observed, expected = (
            [
                None if isnan(mean) else mean
                for mean in mean_of_defined(numpy.array(values, float))[0]
            ]
            for values in zip(*((figure.observed, figure.expected) for figure in figures))
        )
    return FigureValues(
        [source + note.format(pairs) for source, pairs in zip(sources, number)],
        average, items, missing, reason, observed, expected,
    )  # fmt: skip


# Of signatures, behind the number of pairs.
BY_SENTENCE = ",by-sentence"


class OfPairs(dict):
    """{pair of annotators: its FigureValues}

    compared  see compared_by_pair()
    """

    def __init__(self, of_pairs, compared=None):
        super().__init__(of_pairs)
        self.compared = compared

    def mean(self, estimates):
        """mean_of_pairs() of Estimates of the pairs, in order."""
        there = self.compared and [self.compared[pair] for pair in self]
        return mean_of_pairs(estimates, there)


def same_pairs(begun) -> bool:
    """Whether all documents that several annotators have begun have the same pairs of them.

    begun  {annotator: booleans of documents}
    """
    documents = numpy.stack([*begun.values()], axis=1)
    compared = documents[documents.sum(axis=1) > 1]
    return bool((compared == compared[:1]).all())


def compared_by_pair(begun, document, pairs) -> Optional[dict]:
    """{pair: booleans of sentences: whether both have begun its document}; None where all documents
    have the same pairs. begun: as in same_pairs(); document: number of each sentence's
    """
    if same_pairs(begun):
        return None
    return {(one, other): (begun[one] & begun[other])[document] for one, other in pairs}


def document_weights(begun, pairs) -> numpy.ndarray:
    """What a pair's part of each document counts in sums over pairs: 1, or where documents have
    different pairs the mean's share. begun: as in same_pairs(); pairs: those with a value
    """
    documents = len(next(iter(begun.values())))
    compared = compared_by_pair(begun, numpy.arange(documents), pairs)
    if compared is None:
        return numpy.ones(documents)
    return 1 / numpy.maximum(sum(there.astype(int) for there in compared.values()), 1)


class Subjects(NamedTuple):
    """What figures are about.

    about       PROJECT, LABELS or DOCUMENTS
    names       of the labels or documents; [None] of the project
    annotators  tuple of all annotators of each, in one order
    document    number of each sentence's document, in ascending order
    begun       {annotator: booleans of documents: who has begun which}; None: of no concern
    """

    about: str
    names: Sequence
    annotators: Sequence
    document: numpy.ndarray
    begun: Optional[dict] = None

    @property
    def compared(self) -> Optional[dict]:
        """See compared_by_pair(); None also of documents."""
        if self.begun is None or self.about == DOCUMENTS:
            return None
        return compared_by_pair(self.begun, self.document, self.pairs)

    @property
    def pairs(self) -> dict:
        """{pair of annotators: numbers of the subjects that have both}"""
        pairs: dict = {}
        for number, names in sorted(enumerate(self.annotators), key=lambda each: -len(each[1])):
            for pair in combinations(names, 2):
                pairs.setdefault(pair, []).append(number)
        return {pair: sorted(numbers) for pair, numbers in pairs.items()}


class Figure(NamedTuple):
    """A figure of some Subjects.

    key       (measure, statistic)
    compute   function of a pair that returns FigureValues
    mean      function of OfPairs that returns those of the mean over them; None: there is none
    joint     whether any number of annotators has the figure itself: then `compute` takes None for
              all of a subject
    pairs     whether pairs of more annotators have it, too
    directed  whether a pair in the other order has another figure: then `compute` takes 0 for this
              order, and 1 for the other
    """

    key: tuple
    compute: Callable
    mean: Optional[Callable] = None
    joint: bool = False
    pairs: bool = True
    directed: bool = False


def scores_of(builder, tables, asked=EVERYTHING) -> list:
    """List of Score: of the project, then of its labels, then of its documents.

    tables  function of PROJECT, LABELS or DOCUMENTS, and a ScoreBuilder, that returns
            [(Subjects, list of Figure)]
    asked   Asked

    Two annotators have the figures of a pair alone; of more, all have the mean over pairs.
    """
    made: list = []
    for about in (PROJECT, LABELS, DOCUMENTS):
        by_name: dict = {}
        for subjects, figures in tables(about, builder) if asked.of(about) != ((), ()) else ():
            for name in subjects.names:
                by_name.setdefault(name, [])
            for key, numbers, annotators, values in _values(subjects, figures, asked.of(about)):
                _add(by_name, builder, subjects, key, numbers, annotators, values)
        made += chain.from_iterable(by_name.values())
    return made


def _values(subjects, figures, wanted):
    """Yield (key, numbers of subjects, annotators, FigureValues) of all that is asked for;
    annotators None: all of each subject
    """
    pairs, size = subjects.pairs, [len(names) for names in subjects.annotators]
    compared = subjects.compared
    for figure in figures:
        key, compute = figure.key, lru_cache(None)(figure.compute)
        of_all, of_pairs = (keys is None or key in keys for keys in wanted)
        least = 2 if figure.joint else 3
        together = [n for n, names in enumerate(size) if of_all and names >= least]
        if together and figure.joint:
            yield key, together, None, compute(None)
        elif together and figure.mean is not None:
            yield (
                key,
                together,
                None,
                figure.mean(OfPairs({pair: compute(pair) for pair in pairs}, compared)),
            )
        for pair, there in pairs.items():
            chosen = [
                n
                for n in there
                if (figure.pairs and of_pairs if size[n] > 2 else of_all and not figure.joint)
            ]
            if chosen:
                yield key, chosen, pair, compute(pair)
            if chosen and figure.directed:
                yield key, chosen, pair[::-1], compute(pair, 1)


def _add(by_name, builder, subjects, key, numbers, annotators, values):
    """Add the Scores of some of the Subjects, by their numbers."""
    about, names, everybody, document, _ = subjects
    figures = values.estimate
    if not isinstance(figures, list):
        figures = builder.figures(figures, document)
    if values.order is not None:
        figures = [figures[number] for number in values.order]
    source, items, missing, reason, observed, expected = (
        _each(column, len(names))
        for column in (
            values.source, values.items, values.missing, values.reason, values.observed,
            values.expected,
        )
    )  # fmt: skip
    for number in numbers:
        name, figure, why = names[number], figures[number], reason[number]
        if callable(why):
            why = why(number) if isnan(figure.value) else None
        by_name[name].append(builder.score(
            *key, annotators or everybody[number], source[number], figure, items[number],
            missing[number], why, observed[number], expected[number],
            name if about == DOCUMENTS else None, name if about == LABELS else None,
        ))  # fmt: skip


def _each(column, number):
    """What each of so many subjects has, as a list."""
    if isinstance(column, numpy.ndarray):
        return column.tolist()
    return column if isinstance(column, list) else [column] * number


class ScoredLayer(NamedTuple):
    """A layer that has scores.

    builder    ScoreBuilder
    tables     as for scores_of()
    undefined  why all of its figures are undefined; None: they are not
    made       list of all its Scores, where they were made at once
    """

    builder: Any
    tables: Callable
    undefined: Optional[str] = None
    made: Optional[list] = None

    @property
    def name(self) -> str:
        """The layer's, as its scores name it."""
        return self.builder.layer.name

    @property
    def figures(self) -> dict:
        """{(measure, statistic): whether pairs of more than two annotators have it, too}, in order,
        of the project.
        """
        return {
            figure.key: figure.pairs
            for subjects, figures in self.tables(PROJECT, self.builder)
            for figure in figures
            if len(subjects.annotators[0]) > 1
        }

    @property
    def labels(self) -> list:
        """The labels that there are scores of."""
        return [
            label for subjects, _ in self.tables(LABELS, self.builder) for label in subjects.names
        ]

    def scores(self, asked=EVERYTHING) -> list:
        """List of Score; may have more than what is asked for."""
        if self.made is not None:
            return self.made
        scores = scores_of(self.builder, self.tables, asked)
        if self.undefined is None:
            return scores
        return [score.without_value(self.undefined) for score in scores]
