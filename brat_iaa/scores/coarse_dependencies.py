"""Dependencies with all labels and with coarse ones: LAA, LOA, their alphas, each label's LAA."""

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import mean
from brat_iaa.measures.item_alpha import MISSING, AlphaTable
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores.alphas import alpha_source, comparable_values, of_annotators
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN
from brat_iaa.scores.coarse import SideBySide, coarse_labels_of, side_by_side_scores
from brat_iaa.scores.pairs import SOURCES, label_f1_estimates
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.pooled_layer import groups_of

# UAA is about heads, which have no labels.
_MEASURES = ("LAA", "LOA")
_STATISTICS = ("masi", "exact", "gcm-f1", "alpha")


def coarse_dependency_scores(pooled, builder) -> list:
    """List of Score of PooledDocuments with the coarse labels of the settings: of all annotators,
    and for a whole project of each pair, if there are more than two, and of each label.
    """
    coarse, whole = coarse_labels_of(builder), builder.document is None
    if coarse is None or len(pooled.annotators) < 2:
        return []
    other = PooledDocuments([pooled.columns], pooled.annotators, coarse.label_of)
    figures = [
        (_alphas if statistic == "alpha" else _means)(
            pooled, other, measure, statistic, group, builder
        )
        for measure in _MEASURES
        for statistic in _STATISTICS
        for group in (groups_of(pooled.annotators) if whole else [pooled.annotators])
    ]
    if whole:
        figures += _labels(pooled, coarse)
    return side_by_side_scores(figures, pooled.document, builder, coarse)


def _means(pooled, other, measure, statistic, group, builder):
    """SideBySide of the mean over the pairs of a group that have a value."""
    pairs = [pair for pair in pooled.comparisons if set(pair) <= set(group)]
    states = []
    for state in (pooled, other):
        estimates = [_of_pair(state, measure, statistic, pair, pooled.sentences) for pair in pairs]
        states.append(mean(estimates))
        defined = int((~numpy.isnan([estimate.value[0] for estimate in estimates])).sum())
    comparisons = [pooled.comparisons[pair] for pair in pairs]
    items = len(distinct(numpy.concatenate([comparison.item for comparison in comparisons])))
    missing = comparisons[0].missing if len(pairs) == 1 else pooled.missing
    source = SOURCES[statistic] + (f"|pairs:{defined}" if len(pairs) > 1 else "")
    reason = NOTHING_DRAWN if items else NO_ITEM
    return SideBySide(measure, statistic, group, source, *states, items, missing, reason)


def _of_pair(state, measure, statistic, pair, sentences):
    comparison = state.comparisons[pair]
    above, below = contributions(statistic, comparison.k[measure], comparison.a, comparison.b)
    below = below * comparison.drawn
    return by_sentence(above, below, comparison.sentence, sentences).estimate()


def _alphas(pooled, other, measure, statistic, group, builder):
    """SideBySide of alpha, with heads as in the scores."""
    head = None if measure == "LOA" else "offset"
    distance, tables = builder.config.dependencies.distance, []
    for state in (pooled, other):
        values = comparable_values(state.columns, measure, head)
        codes = of_annotators(values.codes, state.columns, group)
        similar = similar_sets(values.sets, distance)
        tables.append(AlphaTable(codes, similar, pooled.item_sentence, pooled.sentences))
    fine, figure = tables
    missing = int(((codes != MISSING).sum(axis=1) == 1).sum())
    about = measure, statistic, group, alpha_source(distance, head)
    estimates = fine.estimate(), figure.estimate()
    try:
        result = figure.score()
    except Undefined as error:
        drawn = any(
            comparison.drawn
            for pair, comparison in pooled.comparisons.items()
            if set(pair) <= set(group)
        )
        reason = str(error) if drawn or not figure.items else NOTHING_DRAWN
        return SideBySide(*about, *estimates, figure.items, missing, reason)
    counted = figure.items, missing, "", result.observed, result.expected
    return SideBySide(*about, *estimates, *counted)


def _labels(pooled, coarse):
    """List of SideBySide: of each label's arcs the share that the other annotator agrees with, also
    by another label at the same head that is coarsely the same; see the links of the matcher.
    """
    fine, items = label_f1_estimates(pooled, numpy.eye(len(pooled.label_names)))
    coarse, _ = label_f1_estimates(pooled, coarse.credits(pooled.label_names))
    several = len(pooled.comparisons) > 1
    source = SOURCES["gcm-f1"]
    states = [mean_of_cells(estimates) for estimates in (fine, coarse)]
    defined = (~numpy.isnan([estimates.value for estimates in fine])).sum(axis=0).tolist()
    return [
        SideBySide(
            "LAA", "gcm-f1", pooled.annotators,
            source + (f"|pairs:{defined[number]}" if several else ""),
            *(state.of_figure(number, pooled.sentences) for state in states), items[number], None,
            NO_ITEM, label=pooled.label_names[label],
        )
        for number, label in enumerate(pooled.labels)
    ]  # fmt: skip
