"""Scores of each label of a layer of labels: F1 on common spans, kappa and alpha of having it or
not. With coarse labels beside all labels: F1, agreement, kappa, AC1 and alpha, and each label's F1.
"""

from math import isnan

import numpy

from brat_iaa.measures.alphas import MISSING, presence_alphas
from brat_iaa.measures.kappas import presence_kappas
from brat_iaa.scores.coarse import coarse_figures
from brat_iaa.scores.elements import Elements, f1_figures
from brat_iaa.scores.label_figures import (
    NO_COMMON_SPAN,
    GroupedItems,
    label_figures,
    value_view,
)
from brat_iaa.scores.score_table import (
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    mean_over_pairs,
)
from brat_iaa.scores.set_figures import LabelFigures, set_figures
from brat_iaa.values.view import View

NO_COMMON_LABEL = "no span that both drew has this label"
NO_VALUES = "no item with at least two values"


def label_presence(items, subjects) -> tuple:
    """(Subjects, Figures) of the figures of each label of the project.

    items     GroupedItems, in one group: values of all annotators on all spans
    subjects  Subjects of labels
    """
    names, number, table = items.names, len(items.names), items.table
    subjects = subjects._replace(names=names, annotators=[items.annotators] * number)

    def alpha(pair):
        group = items.annotators if pair is None else pair
        chosen = table.columns(group)
        cells = numpy.full_like(table.cells, MISSING)
        cells[:, chosen] = table.cells[:, chosen]
        rows = items.view.having.of(chosen), cells, items.sentence, table.sentences
        return figure(
            "alpha:KR04|distance:nominal", group, NO_VALUES, *presence_alphas(*rows, number)
        )

    def kappa(pair):
        columns = table.columns(pair)
        both = items.with_values(pair) == 2
        rows = items.view.having.of(columns), columns[1], both, items.sentence, table.sentences
        return figure("kappa:Cohen1960", pair, NO_COMMON_SPAN, *presence_kappas(*rows, number))

    def figure(source, group, nothing, estimate, *chance):
        count = int((items.with_values(group) >= 2).sum())
        observed, expected = (
            [None if isnan(x) else share for x, share in zip(estimate.value, shares)]
            for shares in chance
        )
        reason = "all values have this label or none has" if count else nothing
        return FigureValues(source, estimate, [count] * number, None, reason, observed, expected)

    def mean(of_pairs):
        count = int((items.with_values(items.annotators) >= 2).sum())
        reason = next(iter(of_pairs.values())).reason
        return mean_over_pairs(of_pairs, [count] * number, None, reason)

    return subjects, [
        *_f1_of_labels(items),
        Figure(("kappa", "cohen"), kappa, mean),
        Figure(("alpha", "nominal"), alpha, joint=True),
    ]


def _f1_of_labels(items, coarse_of=None) -> list:
    """Figures: F1 of each label on the items to which both annotators gave a value.

    coarse_of  function of a label: those for which it is equal agree; None: equal labels
    """
    view = View(items.table, alike={"alike": coarse_of}) if coarse_of else items.view
    figures, way = LabelFigures(view, items.names), "alike" if coarse_of else "exact"
    return set_figures(figures, {"agreement": way}, (NO_COMMON_LABEL,) * 3, ["f1"])


def coarse_label_figures(items, subjects, coarse, builder) -> tuple:
    """(Subjects, Figures) with the coarse labels of the settings: of a project and its pairs, of
    its labels, or of its documents.

    items  GroupedItems with all labels, in groups where documents are the Subjects
    coarse CoarseLabels

    Spans with several labels where one is expected have no value, even if coarsely they have one:
    both figures are about the same items. Which spans overlap with another label that is alike is
    not looked at, so F1 is exact.
    """
    about = subjects.about
    if about == LABELS:
        names, members, keys = items.names, items.members * len(items.names), [("agreement", "f1")]
        subjects = subjects._replace(names=names, annotators=members)
        fine, coarsely = (_f1_of_labels(items, each) for each in (None, coarse.label_of))
    else:
        columns, coarse_view = items.columns, value_view(items.columns, coarse.label_of)
        other = GroupedItems(columns, coarse_view, items.members, items.group, coarse=True)
        fine, coarsely = (
            [*label_figures(state), *f1_figures(Elements(labels), "f1", builder, about)]
            for labels, state in ((columns, items), (columns.relabelled(coarse.label_of), other))
        )
        agreement = [("agreement", way) for way in ("raw", "masi")[: 1 + items.several]]
        alphas = [("alpha", distance) for distance in items.distances]
        keys = [("f1", "exact"), *agreement, ("kappa", "cohen"), *alphas, ("ac1", "gwet")]
    unit, pairs = builder.config.unit, about == PROJECT
    return subjects, coarse_figures(subjects, fine, coarsely, keys, coarse, unit, pairs)
