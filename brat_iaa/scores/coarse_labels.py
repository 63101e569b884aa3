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
        figures += _figures(items, coarse, annotators)
    return side_by_side_scores(figures, items.document, builder)


def _figures(items, coarse, annotators):
    """List of SideBySide on the labels of common spans; coarse: GroupedItems as well."""
    pairs = list(combinations(annotators, 2))
    states = [[_of_pair(own, pair) for pair in pairs] for own in (items, coarse)]
    if len(pairs) == 1:
        fine_figures, coarse_figures = (of_pairs[0] for of_pairs in states)
    else:
        # Means over the same pairs: with coarse labels, kappa of fewer pairs may be defined.
        states[0] = [[*map(_if_defined, *own)] for own in zip(*states)]
        fine_figures, coarse_figures = (
            [mean_figures(own, pairs, figures) for figures in zip(*of_pairs)]
            for own, of_pairs in zip((items, coarse), states)
        )
    group = pairs[0] if len(pairs) == 1 else None
    both = zip(fine_figures + alphas(items, group), coarse_figures + alphas(coarse, group))
    return [_side_by_side(items, *own, annotators) for own in both]


def _of_pair(items, pair):
    """List of GroupFigures of a pair, for which coarse labels are tried."""
    figures = [*label_figures(items, pair), cohen(items, pair)]
    return [own for own in figures if own.statistic in ("raw", "masi", "cohen")]


def _if_defined(figure, other):
    """GroupFigures of the whole project, undefined where the other is."""
    estimate = figure.estimate
    if not numpy.isnan(other.estimate.value[0]):
        return figure
    value, influence = estimate.value * numpy.nan, estimate.influence * 0
    return figure._replace(estimate=estimate._replace(value=value, influence=influence))


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
