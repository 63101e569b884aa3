"""Scores of layers of labels: F1 of the spans and their labels, agreement on the labels of spans
that both annotators drew.

Sources: Hripcsak & Rothschild 2005; see also label_figures.py and unitizing.py.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations, starmap

import numpy

from brat_iaa import islands
from brat_iaa.layers import labels
from brat_iaa.layers.column_disagreements import LabelDisagreements
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.scores.coarse_labels import coarse_label_scores
from brat_iaa.scores.column_layer import ColumnLayer
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import document_f1, project_f1
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    figures_of_any,
    figures_of_pairs,
    fleiss,
    mean_figures,
)
from brat_iaa.scores.score_table import FigureColumn, JoinedScores, ScoreTable, Subjects
from brat_iaa.scores.unitizing import UnitizedLayer, spans_differ


class PooledLabels(ColumnLayer):
    """A layer of labels.

    progress, executor  as in PooledLayer; used for figures of islands, once
    """

    differing = LabelDisagreements
    faults = staticmethod(labels.problems)

    def __init__(self, parts, annotators, progress, executor=None):
        super().__init__(parts, annotators, progress, executor)
        self._computed_by = progress, executor

    def project_scores(self, builder) -> Sequence:
        """The Scores of the project, its pairs if there are several, its labels."""
        (progress, executor), self._computed_by = self._computed_by, (None, None)
        if len(self.annotators) < 2:
            return []
        columns = self.columns
        items = GroupedItems(
            columns, [self.annotators], numpy.zeros_like(columns.document), builder
        )
        pairs = list(combinations(self.annotators, 2))
        subjects = Subjects([builder], items.members, items.document)
        figures = _group_figures(items, subjects, pairs if len(pairs) > 1 else ())
        f1 = project_f1(item_elements(columns), "f1", builder)
        coarse, units = coarse_label_scores(items, builder), []
        if spans_differ(items).any():
            units = UnitizedLayer(items).project_scores(builder)
        for further in islands.figures(builder.layer.settings):
            tables = self._tables(self.parts)
            units.append(
                further.project_scores(tables, self.annotators, builder, progress, executor)
            )
        return JoinedScores(f1, figures, coarse, each_label_scores(items, builder), *units)

    def document_scores(self, builders, progress) -> dict:
        """{document: sequence of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self.columns_in(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        subjects = Subjects([*builders.values()], begun, columns.document)
        items = GroupedItems(columns, begun, columns.document, subjects.builders[0])
        table = document_f1(item_elements(columns), "f1", subjects)
        table += _group_figures(items, subjects, [*combinations(self.annotators, 2)])
        differ = numpy.flatnonzero(spans_differ(items))
        if len(differ):
            table += UnitizedLayer(items).document_scores(subjects, differ)
        scores, settings = table.of_subjects(), subjects.builders[0].layer.settings
        for further in islands.figures(settings):
            figures_of_each = further.document_scores(
                self._tables(builders), self.annotators, subjects.builders, progress
            )
            scores = map(JoinedScores, scores, figures_of_each)
        if settings.coarse is not None:
            scores = map(JoinedScores, scores, starmap(self._coarse, builders.items()))
        return dict(zip(builders, scores))

    def _coarse(self, name, builder):
        """List of Score of one document with coarse labels."""
        tables = self._tables([name])
        annotators = tables[0].annotators
        if len(annotators) < 2:
            return []
        columns = columns_of(tables, annotators)
        group = numpy.zeros_like(columns.document)
        return coarse_label_scores(GroupedItems(columns, [annotators], group, builder), builder)

    def _tables(self, names):
        return [self.parts[name].items for name in names]


def _group_figures(items, subjects, pairs=()):
    """ScoreTable of the groups: all annotators of each, then, of several, each of the pairs.

    subjects  Subjects: the groups
    pairs     those wanted; groups that one of the two is not in have no figures of it
    """
    columns, members, of_pairs = [], items.members, [*combinations(items.annotators, 2)]

    @lru_cache(None)
    def together(compute, group):
        return compute(items, group)

    def add(families, group, rows):
        for keys, compute in families:
            for number, key in enumerate(keys):
                # The second direction of GCM.
                turned = key in keys[:number]
                columns.append(FigureColumn(
                    *key, group[::-1] if turned else group,
                    lambda compute=compute, number=number: together(compute, group)[number], rows,
                ))  # fmt: skip

    def mean(measure, compute, number):
        figures = [together(compute, pair)[number] for pair in of_pairs]
        return mean_figures(items, measure, of_pairs, figures)

    families, any_number = figures_of_pairs(items), figures_of_any(items)
    for pair in of_pairs:
        if pair in members:
            add(families, pair, [number for number, own in enumerate(members) if own == pair])
    several = [number for number, names in enumerate(members) if len(names) > 2]
    for keys, compute in families if several else ():
        for number, (measure, statistic) in enumerate(keys):
            # A direction of GCM is about two annotators; it has no mean.
            if statistic != "gcm":
                compute_mean = partial(mean, measure, compute, number)
                columns.append(FigureColumn(measure, statistic, None, compute_mean, several))
    both = [number for number, names in enumerate(members) if len(names) > 1]
    add([((("kappa", "fleiss"),), lambda items, _: [fleiss(items)]), *any_number], None, both)
    for pair in pairs:
        rows = [number for number in several if set(pair) <= set(members[number])]
        if rows:
            add(families + any_number, pair, rows)
    return ScoreTable(subjects, columns)
