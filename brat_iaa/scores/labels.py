"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from itertools import combinations

import numpy

from brat_iaa.layers import labels
from brat_iaa.layers.column_disagreements import LabelDisagreements
from brat_iaa.scores.coarse_labels import coarse_label_scores
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import document_f1, project_f1
from brat_iaa.scores.gamma import GammaLayer
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    fleiss,
    mean_figures,
    of_any_number,
    pair_figures,
)
from brat_iaa.scores.unitizing import UnitizedLayer, spans_differ


class PooledLabels(ColumnLayer):
    """A layer of labels.

    progress, executor  as in PooledLayer; used for gamma, once
    """

    columns_of = staticmethod(labels.columns_of)
    differing = LabelDisagreements
    faults = staticmethod(labels.problems)

    def __init__(self, parts, annotators, progress, executor=None):
        super().__init__(parts, annotators, progress, executor)
        self._computed_by = progress, executor

    def project_scores(self, builder) -> list:
        """List of Score: the project, its pairs if there are several, its labels."""
        (progress, executor), self._computed_by = self._computed_by, (None, None)
        if len(self.annotators) < 2:
            return []
        columns = self.columns
        items = GroupedItems(
            columns, [self.annotators], numpy.zeros_like(columns.document), builder
        )
        pairs = list(combinations(self.annotators, 2))
        (scores,) = _group_scores(items, [builder], pairs if len(pairs) > 1 else ())
        f1 = project_f1(item_elements(columns), "f1", builder)
        coarse, units = coarse_label_scores(items, builder), []
        if spans_differ(items).any():
            units = UnitizedLayer(items).project_scores(builder)
        if builder.layer.settings.gamma == "yes":
            units += self._gamma(self.parts, progress, executor).project_scores(builder)
        return f1 + scores + coarse + each_label_scores(items, builder) + units

    def document_scores(self, builders, progress) -> dict:
        """{document: list of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self.columns_in(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        builder_of = list(builders.values())
        items = GroupedItems(columns, begun, columns.document, builder_of[0])
        f1 = document_f1(item_elements(columns), "f1", builder_of)
        pairs = list(combinations(self.annotators, 2))
        others, differ = _group_scores(items, builder_of, pairs), spans_differ(items)
        if differ.any():
            units = UnitizedLayer(items).document_scores(builder_of)
            for number in numpy.flatnonzero(differ).tolist():
                others[number] += units[number]
        if builder_of[0].layer.settings.gamma == "yes":
            gamma = self._gamma(builders, progress).document_scores(builder_of)
            others = [scores + figures for scores, figures in zip(others, gamma)]
        return {
            name: first + then + self._coarse(name, builder)
            for (name, builder), first, then in zip(builders.items(), f1, others)
        }

    def _coarse(self, name, builder):
        """List of Score of one document with coarse labels."""
        if builder.layer.settings.coarse is None:
            return []
        tables = self._tables([name])
        annotators = tables[0].annotators
        if len(annotators) < 2:
            return []
        columns = labels.columns_of(tables, annotators)
        group = numpy.zeros_like(columns.document)
        return coarse_label_scores(GroupedItems(columns, [annotators], group, builder), builder)

    def _tables(self, names):
        return [self.parts[name].items for name in names]

    def _gamma(self, names, progress, executor=None):
        return GammaLayer(self._tables(names), self.annotators, progress, executor)


def _group_scores(items, builders, pairs=()):
    """For each group a list of Score: all its annotators, then, of several, each of the pairs.

    builders  ScoreBuilder of each group
    pairs     those wanted; groups that one of the two is not in have no figures of it
    """
    of_pairs = {pair: pair_figures(items, pair) for pair in combinations(items.annotators, 2)}
    scores, size = [[] for _ in builders], [len(members) for members in items.members]

    def add(figures, wanted):
        """Add Scores to the groups for which they are wanted."""
        for figure in figures:
            estimated = builders[0].figures(figure.estimate, items.document)
            for number in numpy.flatnonzero(wanted).tolist():
                about = builders[number], items.members[number], number, estimated[number]
                scores[number].append(figure.score(*about))

    several = [number > 2 for number in size]
    for pair in {members for members in items.members if len(members) == 2} & of_pairs.keys():
        add(of_pairs[pair], [members == pair for members in items.members])
    if any(several):
        # A direction of GCM is about two annotators; it has no mean.
        means = [
            mean_figures(items, [*of_pairs], figures)
            for figures in zip(*of_pairs.values())
            if figures[0].statistic != "gcm"
        ]
        add(means, several)
    add([fleiss(items), *of_any_number(items, None)], [number > 1 for number in size])
    for pair in pairs:
        wanted = [len(names) > 2 and set(pair) <= set(names) for names in items.members]
        if any(wanted):
            add(of_pairs[pair] + of_any_number(items, pair), wanted)
    return scores
