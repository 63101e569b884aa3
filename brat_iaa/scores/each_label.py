"""Scores of each label of a layer of labels: F1 on common spans, alpha of having it or not. With
coarse labels beside all labels: F1, agreement, kappa, AC1 and alpha, and each label's F1.
"""

from math import isnan

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.alphas import MISSING, presence_alphas
from brat_iaa.scores.coarse import coarse_labels_of, coarse_scores
from brat_iaa.scores.elements import f1_families, item_elements
from brat_iaa.scores.label_figures import GroupedItems, label_families
from brat_iaa.scores.score_table import Family, FigureValues, Subjects, score_table
from brat_iaa.scores.set_figures import LabelFigures, set_families

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def each_label_scores(items, builder) -> list:
    """SubjectScores with the figures of each label of the project.

    items  GroupedItems, in one group: values of all annotators on all spans
    """
    names, number, table = items.names, len(items.names), items.table
    subjects = Subjects([builder] * number, [items.annotators] * number, items.document, names)

    def alpha(pair, _):
        group = items.annotators if pair is None else pair
        chosen = table.columns(group)
        cells = numpy.full_like(table.cells, MISSING)
        cells[:, chosen] = table.cells[:, chosen]
        rows = items.entries.of(chosen), cells, items.sentence, table.sentences
        estimate, observed, expected = presence_alphas(*rows, number)
        count = int((items.with_values(group) >= 2).sum())
        return FigureValues(
            "alpha:KR04|distance:nominal", estimate, [count] * number, None,
            "all values have this label or none has" if count else NO_VALUES, observed,
            [None if isnan(x) else chance for x, chance in zip(estimate.value, expected)],
        )  # fmt: skip

    return score_table(subjects, [
        *_f1_of_labels(items), Family([("alpha", "nominal")], alpha, joint=True),
    ])  # fmt: skip


def _f1_of_labels(items, coarse_of=None) -> list:
    """Families: F1 of each label on the items to which both annotators gave a value.

    coarse_of  as in LabelFigures
    """
    figures = LabelFigures(items.view, coarse_of, items.names)
    return set_families(figures, {"agreement": "exact"}, (NO_COMMON_LABEL,) * 3, ["f1"])


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
    names, key = items.names, ("agreement", "f1")
    if whole and names:
        about = [builder] * len(names), items.members * len(names), items.document, names
        of_labels, of_coarse = (_f1_of_labels(items, each) for each in (None, coarse.label_of))
        scores += coarse_scores(Subjects(*about), of_labels, of_coarse, [key], coarse, pairs=False)
    return scores
