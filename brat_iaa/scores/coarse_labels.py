"""Labels of spans with all labels and with coarse ones: F1, agreement, kappa, AC1 and alpha side by
side, and each label's F1.
"""

import numpy

from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import Contributions
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.label_presence import entries
from brat_iaa.scores.coarse import coarse_labels_of, coarse_scores
from brat_iaa.scores.each_label import NO_COMMON_LABEL
from brat_iaa.scores.elements import f1_families
from brat_iaa.scores.item_elements import item_elements
from brat_iaa.scores.label_figures import GroupedItems, label_families
from brat_iaa.scores.score_table import Family, FigureValues, Subjects, mean_over_pairs

_F1 = [("agreement", "f1")]


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
            *f1_families(item_elements(own)._replace(names=[]), "f1", builder),
        ]
        for own, state in zip(columns, (items, other))
    )
    agreement = [("agreement", name) for name in ("raw", "masi")[: 1 + items.several]]
    alphas = [("alpha", distance) for distance in items.distances]
    keys = [("f1", "exact"), *agreement, ("kappa", "cohen"), *alphas, ("ac1", "gwet")]
    subjects = Subjects([builder], items.members, items.document)
    scores = coarse_scores(subjects, fine, coarsely, keys, coarse, pairs=whole)
    names = sorted({label for value in items.values for label in value})
    if whole and names:
        about = [builder] * len(names), items.members * len(names), items.document, names
        alike = numpy.array([*map(coarse.label_of, names)], dtype=object)
        credits = numpy.eye(len(names)), (alike[:, None] == alike).astype(float)
        of_labels, of_coarse = ([_of_labels(items, names, own)] for own in credits)
        scores += coarse_scores(Subjects(*about), of_labels, of_coarse, _F1, coarse, pairs=False)
    return scores


def _of_labels(items, names, credits) -> Family:
    """The Family of F1 of each label on common spans.

    credits  labels x labels: what a label of the other annotator counts for a label
    """
    code = {label: number for number, label in enumerate(names)}
    values = [sorted(code[label] for label in value) for value in items.values]
    having, width = entries(items.codes, values), len(names)
    of_value = numpy.array([credits[value].max(axis=0, initial=0) for value in values])

    def of_common(pair):
        """(Entries of two annotators on items of both, their columns)"""
        columns = items.columns_of(pair)
        rows = having.of(columns)
        common = (items.codes[:, columns] != MISSING).all(axis=1)[rows.item]
        return type(rows)(*(column[common] for column in rows)), columns

    def counted(pairs):
        keys = [rows.item * numpy.int64(width) + rows.label for rows, _ in map(of_common, pairs)]
        return numpy.bincount(distinct(numpy.concatenate(keys)) % width, minlength=width)

    def compute(pair, _):
        rows, (first, second) = of_common(pair)
        opposite = numpy.where(rows.annotator == first, second, first)
        credit = of_value[items.codes[rows.item, opposite], rows.label]
        where = Contributions(items.sentence[rows.item], rows.label, width)
        estimate = where.ratios(credit, 1.0).estimate()
        return FigureValues("f1", estimate, counted([pair]), None, NO_COMMON_LABEL)

    def of_all(_, of_pairs):
        return mean_over_pairs(of_pairs, counted(of_pairs), None, NO_COMMON_LABEL)

    return Family(_F1, compute, of_all)
