"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not."""

from functools import lru_cache
from math import isnan

import numpy

from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import PresenceAlphas, entries, label_agreement
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    ScoreTable,
    Subjects,
    mean_over_pairs,
    score_table,
)

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def each_label_scores(items, builder) -> ScoreTable:
    """The figures of each label of the project.

    items  GroupedItems, in one group: values of all annotators on all spans
    """
    names = sorted({label for value in items.values for label in value})
    code = {label: number for number, label in enumerate(names)}
    number, annotators = len(names), items.annotators
    subjects = Subjects([builder] * number, [annotators] * number, items.document, names)

    @lru_cache(None)
    def having():
        values = [sorted(code[label] for label in value) for value in items.values]
        return entries(items.codes, values)

    @lru_cache(None)
    def f1_of(pair):
        common = label_agreement(having(), items.codes, items.columns_of(pair), number)
        estimate = common.ratios(items.sentence, number).estimate()
        return estimate, common.item * number + common.label

    def f1_values(pair, _):
        estimate, item_and_label = f1_of(pair)
        return FigureValues("f1", estimate, counted(item_and_label), None, NO_COMMON_LABEL)

    def counted(item_and_label):
        return numpy.bincount(item_and_label % number, minlength=number) if number else ()

    def mean_f1(_, of_pairs):
        either = distinct(numpy.concatenate([f1_of(pair)[1] for pair in of_pairs]))
        return mean_over_pairs(of_pairs, counted(either), None, NO_COMMON_LABEL)

    def alpha(pair, _):
        group = annotators if pair is None else pair
        chosen = items.columns_of(group)
        codes = numpy.full_like(items.codes, MISSING)
        codes[:, chosen] = items.codes[:, chosen]
        rows = having().of(chosen), codes, items.sentence, items.sentences
        table = PresenceAlphas(*rows, number)
        value, observed, expected = table.values()
        count = int((items.with_values(group) >= 2).sum())
        return FigureValues(
            "alpha:KR04|distance:nominal", table.estimate(), [count] * number, None,
            "all values have this label or none has" if count else NO_VALUES, observed,
            [None if isnan(x) else own for x, own in zip(value.tolist(), expected.tolist())],
        )  # fmt: skip

    return score_table(subjects, [
        Family([("agreement", "f1")], f1_values, mean_f1),
        Family([("alpha", "nominal")], alpha, joint=True),
    ])  # fmt: skip
