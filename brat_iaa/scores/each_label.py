"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not."""

from itertools import combinations
from math import isnan

import numpy

from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import PresenceAlphas, entries, label_agreement
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.score_table import FigureColumn, ScoreTable, Subjects

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def each_label_scores(items, builder) -> list:
    """List of Score for each label of the project.

    items  GroupedItems, in one group: values of all annotators on all spans
    """
    names = sorted({label for value in items.values for label in value})
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having = entries(items.codes, values)
    number = len(names)
    subjects = Subjects([builder] * number, [items.annotators] * number, names)
    columns = _label_f1(items, builder, having, number) + _label_alphas(
        items, builder, having, number
    )
    return ScoreTable(subjects, columns).scores()


def _label_f1(items, builder, having, number):
    """List of FigureColumn: the mean over pairs, if there are several, then each pair."""
    of_pairs, either = {}, []

    def column(annotators, source, estimate, item_and_label):
        counts = numpy.bincount(item_and_label % number, minlength=number) if number else ()
        figures = builder.figures(estimate, items.document)
        about = "agreement", "f1", annotators, source, figures, counts, None, NO_COMMON_LABEL
        return FigureColumn(*about)

    for pair in combinations(items.annotators, 2):
        common = label_agreement(having, items.codes, items.columns_of(pair), number)
        either.append(common.item * number + common.label)
        of_pairs[pair] = common.ratios(items.sentence, number).estimate()
    columns = [column(pair, "f1", of_pairs[pair], own) for pair, own in zip(of_pairs, either)]
    if len(of_pairs) > 1:
        defined = (~numpy.isnan([estimate.value for estimate in of_pairs.values()])).sum(axis=0)
        source = [f"f1|pairs:{pairs}" for pairs in defined]
        mean, different = mean_of_cells([*of_pairs.values()]), distinct(numpy.concatenate(either))
        columns.insert(0, column(None, source, mean, different))
    return columns


def _label_alphas(items, builder, having, number):
    columns = []
    for group in groups_of(items.annotators):
        chosen = items.columns_of(group)
        codes = numpy.full(items.codes.shape, MISSING)
        codes[:, chosen] = items.codes[:, chosen]
        rows = having.of(chosen), codes, items.sentence, items.sentences
        table = PresenceAlphas(*rows, number)
        value, observed, expected = table.values()
        count = int((items.with_values(group) >= 2).sum())
        columns.append(FigureColumn(
            "alpha", "nominal", tuple(group), "alpha:KR04|distance:nominal",
            builder.figures(table.estimate(), items.document), [count] * number, None,
            "all values have this label or none has" if count else NO_VALUES, observed,
            [None if isnan(x) else own for x, own in zip(value.tolist(), expected.tolist())],
        ))  # fmt: skip
    return columns
