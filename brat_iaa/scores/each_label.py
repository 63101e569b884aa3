"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not. With
coarse labels beside all labels: F1, agreement, kappa, AC1 and alpha, and each label's F1.
"""

from functools import lru_cache
from math import isnan

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import PresenceAlphas, label_agreement
from brat_iaa.scores.coarse import coarse_labels_of, coarse_scores
from brat_iaa.scores.elements import f1_families, item_elements
from brat_iaa.scores.label_figures import GroupedItems, label_families
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    Subjects,
    mean_over_pairs,
    score_table,
)

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def each_label_scores(items, builder) -> list:
    """SubjectScores with the figures of each label of the project.

    items  GroupedItems, in one group: values of all annotators on all spans
    """
    names, number = items.names, len(items.names)
    annotators = items.annotators
    subjects = Subjects([builder] * number, [annotators] * number, items.document, names)

    def alpha(pair, _):
        group = annotators if pair is None else pair
        chosen = items.columns_of(group)
        codes = numpy.full_like(items.codes, MISSING)
        codes[:, chosen] = items.codes[:, chosen]
        rows = items.entries.of(chosen), codes, items.sentence, items.sentences
        table = PresenceAlphas(*rows, number)
        value, observed, expected = table.values()
        count = int((items.with_values(group) >= 2).sum())
        return FigureValues(
            "alpha:KR04|distance:nominal", table.estimate(), [count] * number, None,
            "all values have this label or none has" if count else NO_VALUES, observed,
            [None if isnan(x) else chance for x, chance in zip(value.tolist(), expected.tolist())],
        )  # fmt: skip

    return score_table(subjects, [
        _f1_of_labels(items, ("agreement", "f1")),
        Family([("alpha", "nominal")], alpha, joint=True),
    ])  # fmt: skip


def _f1_of_labels(items, key, same=None) -> Family:
    """The Family of F1 of each label on the items to which both annotators gave a value.

    same  as in label_agreement()
    """
    number = len(items.names)

    @lru_cache(None)
    def of(pair):
        columns = items.columns_of(pair)
        return label_agreement(items.entries, items.codes, columns, number, same)

    def counted(pairs):
        keys = [packed(counts.item, number, counts.label) for counts in map(of, pairs)]
        used = distinct(numpy.concatenate(keys)) % max(number, 1)
        return numpy.bincount(used, minlength=number)

    def compute(pair, _=0):
        estimate = of(pair).ratios(items.sentence, number).estimate()
        return FigureValues("f1", estimate, counted([pair]), None, NO_COMMON_LABEL)

    def mean(_, pairs):
        return mean_over_pairs(pairs, compute, counted(pairs), None, NO_COMMON_LABEL)

    return Family([key], compute, mean)


def coarse_label_scores(items, builder) -> list:
    """List of Score with the coarse labels of the settings: of all annotators, and for a whole
    project of each pair, if there are more than two, and of each label.

    items  GroupedItems with all labels, in one group

    Spans with several labels where one is expected have no value, even if coarsely they have one:
    both figures are about the same items. Which spans overlap with another label that is alike is
    not looked at, so F1 is exact.
    """
    coarse, whole = coarse_labels_of(builder), builder.document is None
    if coarse is None:
        return []
    group = numpy.zeros_like(items.document)
    other = GroupedItems(items.columns, [items.annotators], group, builder, coarse.label_of)
    columns = items.columns, relabelled(items.columns, coarse.label_of)
    fine, coarsely = (
        [
            *label_families(state),
            *f1_families(item_elements(labels)._replace(names=[]), "f1", builder),
        ]
        for labels, state in zip(columns, (items, other))
    )
    agreement = [("agreement", name) for name in ("raw", "masi")[: 1 + items.several]]
    alphas = [("alpha", distance) for distance in items.distances]
    keys = [("f1", "exact"), *agreement, ("kappa", "cohen"), *alphas, ("ac1", "gwet")]
    subjects = Subjects([builder], items.members, items.document)
    scores = coarse_scores(subjects, fine, coarsely, keys, coarse, pairs=whole)
    names, numbers = items.names, {}
    if whole and names:
        about = [builder] * len(names), items.members * len(names), items.document, names
        alike = [numbers.setdefault(coarse.label_of(name), len(numbers)) for name in names]
        key = "agreement", "f1"
        of_labels, of_coarse = (
            [_f1_of_labels(items, key, same)] for same in (None, numpy.array(alike))
        )
        scores += coarse_scores(Subjects(*about), of_labels, of_coarse, [key], coarse, pairs=False)
    return scores
