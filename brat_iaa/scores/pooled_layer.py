"""A layer over all documents of a project: its scores, its confusion and its disagreements."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.estimate import Estimate, every_cell


class SharedSentences(NamedTuple):
    """Sentences that two states of a project have in common.

    documents  names of the documents
    document   number of each sentence's document, in ascending order
    counted    {annotator: booleans: whether the sentence counts for them in both states}
    compared   {pair: the same}, where a pair may have no item in common though both have some
    """

    documents: tuple
    document: numpy.ndarray
    counted: dict
    compared: dict = {}  # noqa: RUF012 nobody changes it

    def of_all(self, annotators):
        """Of each sentence whether it counts for all of some annotators: booleans."""
        of_each = [self.counted[name] for name in annotators]
        return numpy.logical_and.reduce(of_each) & self.compared.get(annotators, True)

    def in_documents(self, annotators):
        """Where some annotators count: booleans, documents x annotators."""
        nobody = numpy.zeros_like(self.document)
        return numpy.stack([
            numpy.bincount(self.document, self.counted.get(name, nobody), len(self.documents)) > 0
            for name in annotators
        ], axis=1)  # fmt: skip

    def of_any_pair(self, annotators):
        """Of each sentence whether it counts for two of some annotators: booleans."""
        return numpy.logical_or.reduce([*map(self.of_all, combinations(annotators, 2))])


class SharedFigure(NamedTuple):
    """One figure over SharedSentences.

    estimate  nan where undefined
    items     their number
    numbers   of the items, where those of pairs may be the same; else None
    """

    estimate: Estimate
    items: int
    numbers: Optional[numpy.ndarray] = None


def undefined_over(sentences) -> SharedFigure:
    """A figure without a value. sentences: their number"""
    nothing = numpy.zeros(sentences)
    estimate = Estimate(numpy.array([numpy.nan]), every_cell(sentences), nothing, nothing > 0)
    return SharedFigure(estimate, 0)


def shared_figure(figure, group, shared):
    """The SharedFigure of a group."""
    sentences = len(shared.document)
    if not shared.of_any_pair(group).any():
        return undefined_over(sentences)
    values = figure.compute(group)
    if isinstance(values.estimate, list):
        return undefined_over(sentences)
    estimate = values.estimate.of_figure(0, sentences)
    everywhere = every_cell(sentences), numpy.arange(sentences)
    return SharedFigure(estimate.on(*everywhere), int(values.items[0]))


class PooledLayer:
    """A layer; subclasses compute its figures:

    tables           function of PROJECT, LABELS or DOCUMENTS and a ScoreBuilder that returns
                     [(Subjects, list of Figure)], for score_table.scores_of()

    shared_figures   function of SharedSentences and a ScoreBuilder: Figures of what counts there,
                     as of a project that is nothing else

    parts       DrawnLayer
    annotators  of the project, in order
    progress    function of (done, total); not called here
    executor    a concurrent.futures.Executor for large computations, or None; not used here
    """

    shared_figures: Callable
    tables: Callable

    def __init__(self, parts, annotators, progress=None, executor=None):
        self.parts, self.annotators = parts, annotators

    def over_shared(self, keys, shared, groups, builder) -> dict:
        """{key: {group: SharedFigure}} of the figures that the layer has; of pairs alone, where
        the figure of several is the mean over them.

        keys    (measure, statistic) of the wanted figures
        shared  SharedSentences
        groups  tuples of annotators, in any order: each state has its own
        """
        by_key: dict = {}
        in_order = {group: tuple(n for n in self.annotators if n in group) for group in groups}
        for figure in self.shared_figures(shared, builder):
            if figure.key in keys:
                by_key[figure.key] = {
                    group: shared_figure(figure, ordered, shared)
                    for group, ordered in in_order.items()
                    if len(group) == 2 or figure.joint
                }
        return by_key

    def narrowed(self, shared) -> SharedSentences:
        """SharedSentences without those of which annotators have nothing to compare here."""
        return shared

    @property
    def confusion(self) -> dict:
        """{pair: {(label of the first, label of the second): items}}, "" where one has none."""
        return {}

    @property
    def problems(self) -> list:
        """List of Problem."""
        return []

    @property
    def excluded(self) -> list:
        """List of Excluded."""
        return []

    def differences(self, layer, tables) -> list:
        """The Differences of all pairs, in the order of documents and of the text.

        layer   its name
        tables  {document: ComparedDocument}
        """
        return []
