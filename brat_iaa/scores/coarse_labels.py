"""Labels of spans with fine and with coarse labels: F1, agreement, kappa and alpha side by side."""

from itertools import combinations

import numpy

from brat_iaa.config import coarse_labels
from brat_iaa.layers.label_columns import relabelled
from brat_iaa.measures.estimate import mean
from brat_iaa.scores.coarse import SideBySide, side_by_side_scores
from brat_iaa.scores.elements import NOTHING_DRAWN, different, f1_estimates
from brat_iaa.scores.label_elements import label_elements
from brat_iaa.scores.label_figures import (
    GroupedItems,
    alphas,
    cohen,
    label_figures,
    mean_figures,
)
from brat_iaa.scores.pooled_layer import groups_of


def coarse_label_scores(items, builder) -> list:
    """List of Score of all annotators, then, if there are more than two, of each pair.

    items  GroupedItems with all labels, in one group

    Spans with several labels where one is expected have no value, even if coarsely they have one:
    both figures are about the same items. Which spans overlap with the same coarse label is not
    looked at, so F1 is exact.
    """
    setting = builder.layer.settings.coarse
    if setting is None:
        return []
    label_of, group = coarse_labels(setting), numpy.zeros_like(items.document)
    coarse = GroupedItems(items.columns, [items.annotators], group, builder, label_of)
    columns = items.columns, relabelled(items.columns, label_of)
    fine_elements, coarse_elements = (label_elements(own) for own in columns)
    figures = []
    for annotators in groups_of(items.annotators):
        figures += _f1_side_by_side(fine_elements, coarse_elements, annotators)
        both = zip(_compared_figures(items, annotators), _compared_figures(coarse, annotators))
        figures += [_side_by_side(items, *own, annotators) for own in both]
    return side_by_side_scores(figures, items.document, builder)


def _compared_figures(items, annotators):
    """List of GroupFigures on the labels of common spans, for which coarse labels are tried."""
    pairs = list(combinations(annotators, 2))
    of_pairs = [
        [
            own
            for own in [*label_figures(items, pair), cohen(items, pair)]
            if own.statistic in ("raw", "masi", "cohen")
        ]
        for pair in pairs
    ]
    if len(pairs) == 1:
        return of_pairs[0] + alphas(items, pairs[0])
    return [mean_figures(items, pairs, own) for own in zip(*of_pairs)] + alphas(items, None)


def _side_by_side(items, fine, coarse, annotators):
    """SideBySide of two GroupFigures of the whole project."""
    sentences = items.sentences
    observed, expected = (
        None if values is None else values[0] for values in (coarse.observed, coarse.expected)
    )
    return SideBySide(
        coarse.measure, coarse.statistic, annotators, coarse.source[0],
        fine.estimate.dense(sentences), coarse.estimate.dense(sentences), coarse.items[0],
        coarse.missing[0], coarse.reason[0], observed, expected,
    )  # fmt: skip


def _f1_side_by_side(fine, coarse, annotators):
    """[SideBySide] of the F1 of spans with their labels, given as Elements."""
    sentences, states = len(fine.document), []
    pairs = [pair for pair in fine.pairs if set(pair) <= set(annotators)]
    if not pairs:
        return []
    for elements in (fine, coarse):
        of_pairs = f1_estimates(elements, "exact")
        estimates = [of_pairs[pair].dense(sentences) for pair in pairs]
        states.append(mean(estimates))
        defined = int((~numpy.isnan([own.value[0] for own in estimates])).sum())
    several = len(pairs) > 1
    counts = [coarse.pairs[pair] for pair in pairs]
    items = len(coarse.drawn[0]) if several else different(counts[0])
    source = "exact:HR05" + (f"|pairs:{defined}" if several else "")
    missing = sum(own.missing for own in counts)
    return [SideBySide("f1", "exact", annotators, source, *states, items, missing, NOTHING_DRAWN)]
