"""Labels of spans with all labels and with coarse ones: F1, agreement, kappa, AC1 and alpha side by
side, and each label's F1.
"""

from itertools import combinations

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import Contributions, mean
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import entries
from brat_iaa.scores.coarse import (
    SideBySide,
    coarse_labels_of,
    side_by_side,
    side_by_side_scores,
)
from brat_iaa.scores.each_label import NO_COMMON_LABEL
from brat_iaa.scores.elements import f1_families
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import GroupedItems, label_families
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.score_table import Subjects, score_table


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
    states = items, other
    of_labels = items.columns, relabelled(items.columns, coarse.label_of)
    groups = groups_of(items.annotators) if whole else [items.annotators]
    subjects = Subjects([builder], items.members, items.document)
    tables = [
        score_table(subjects, [
            *label_families(state),
            *f1_families(item_elements(columns)._replace(names=[]), "f1", builder),
        ])
        for columns, state in zip(of_labels, states)
    ]  # fmt: skip
    agreement = [("agreement", name) for name in ("raw", "masi")[: 1 + items.several]]
    alphas = [("alpha", distance) for distance in items.distances]
    keys = ("f1", "exact"), *agreement, ("kappa", "cohen"), *alphas, ("ac1", "gwet")
    figures = side_by_side(tables[0], tables[1], keys, groups)
    if whole:
        figures += _labels(items, coarse)
    return side_by_side_scores(figures, items.document, builder, coarse)


def _labels(items, coarse):
    """List of SideBySide: F1 of each label on common spans. With coarse labels, an annotator's
    label counts if the other has one that is coarsely the same.
    """
    names = sorted({label for value in items.values for label in value})
    if not names:
        return []
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having, pairs = entries(items.codes, values), list(combinations(items.annotators, 2))
    states, counted = [], []
    coarsely = numpy.array([*map(coarse.label_of, names)], dtype=object)
    for credits in (numpy.eye(len(names)), (coarsely[:, None] == coarsely).astype(float)):
        of_value = numpy.array([credits[value].max(axis=0, initial=0) for value in values])
        of_value = of_value.reshape(-1, len(names))
        estimates = []
        for pair in pairs:
            columns = items.columns_of(pair)
            common = (items.codes[:, columns] != MISSING).all(axis=1)
            rows = having.of(columns)
            rows = type(rows)(*(column[common[rows.item]] for column in rows))
            opposite = numpy.where(rows.annotator == columns[0], columns[1], columns[0])
            credit = of_value[items.codes[rows.item, opposite], rows.label]
            where = Contributions(items.sentence[rows.item], rows.label, len(names))
            estimates.append(where.ratios(credit, 1.0).estimate())
            counted.append(rows.item * numpy.int64(len(names)) + rows.label)
        defined = (~numpy.isnan([estimate.value for estimate in estimates])).sum(axis=0).tolist()
        states.append(mean(estimates))
    counts = numpy.bincount(distinct(numpy.concatenate(counted)) % len(names), minlength=len(names))
    several = len(pairs) > 1
    return [
        SideBySide(
            "agreement", "f1", items.annotators,
            "f1" + (f"|pairs:{defined[number]}" if several else ""),
            *(state.of_figure(number, items.sentences) for state in states), counts[number], None,
            NO_COMMON_LABEL, label=label,
        )
        for number, label in enumerate(names)
    ]  # fmt: skip
