"""Dependencies with all labels and with coarse ones: LAA, LOA, their alphas, each label's LAA."""

from functools import partial

import numpy

from brat_iaa.layers.columns import DocumentArcs
from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import Contributions, mean
from brat_iaa.measures.item_alpha import MISSING, AlphaItems, AlphaTables
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores.alphas import alpha_source, comparable_values, of_annotators
from brat_iaa.scores.arc_sums import ProjectArcs
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN
from brat_iaa.scores.coarse import (
    SideBySide,
    coarse_labels_of,
    side_by_side,
    side_by_side_scores,
)
from brat_iaa.scores.comparison import EXACT, HEAD, PooledDocuments
from brat_iaa.scores.pairs import SOURCES, pair_scores
from brat_iaa.scores.pooled_layer import groups_of
from brat_iaa.scores.score_table import Family, chance_corrected

# UAA is about heads, which have no labels.
_HEADS = {"LAA": "offset", "LOA": None}
_STATISTICS = ("masi", "exact", "gcm-f1", "alpha")


def coarse_dependency_scores(pooled, builder) -> list:
    """List of Score of PooledDocuments with the coarse labels of the settings: of all annotators,
    and for a whole project of each pair, if there are more than two, and of each label.
    """
    coarse, whole = coarse_labels_of(builder), builder.document is None
    if coarse is None or len(pooled.annotators) < 2:
        return []
    groups = groups_of(pooled.annotators) if whole else [pooled.annotators]
    other = PooledDocuments([pooled.columns], pooled.annotators, coarse.label_of)
    tables = _figures(pooled, builder), _figures(other, builder)
    figures = [
        figure
        for measure in _HEADS
        for statistic in _STATISTICS
        for figure in side_by_side(*tables, [(measure, statistic)], groups)
    ]
    if whole:
        figures += _labels(pooled, coarse)
    return side_by_side_scores(figures, pooled.document, builder, coarse)


def _figures(pooled, builder):
    """ScoreTable of all documents as one."""
    arcs, distance = ProjectArcs(pooled.annotators), builder.config.dependencies.distance
    arcs.update({n: DocumentArcs(pooled.columns, n) for n in range(pooled.documents)})
    return pair_scores(arcs, builder, *(
        Family([(measure, "alpha")], partial(_alpha, pooled, measure, distance), joint=True)
        for measure in _HEADS
    ))  # fmt: skip


def _alpha(pooled, measure, distance, pair, _):
    """FigureValues of the alpha of a pair, None for all, with heads as in the scores."""
    group = pooled.annotators if pair is None else pair
    values = comparable_values(pooled.columns, measure, _HEADS[measure])
    codes = of_annotators(values.codes, pooled.columns, group)
    one_group = numpy.zeros(pooled.sentences, dtype=numpy.int64)
    items = AlphaItems(codes, pooled.item_sentence, one_group, 1)
    compared = (own.drawn for both, own in pooled.comparisons.items() if {*both} <= {*group})
    return chance_corrected(
        alpha_source(distance, _HEADS[measure]),
        AlphaTables(items, similar_sets(values.sets, distance)),
        int(((codes != MISSING).sum(axis=1) == 1).sum()), None if any(compared) else NOTHING_DRAWN,
    )  # fmt: skip


def _labels(pooled, coarse):
    """List of SideBySide: of each label's arcs the share that the other annotator agrees with, also
    by another label at the same head that is coarsely the same; see the links of the matcher.
    """
    names, numbers = pooled.label_names, {}
    coarsely = [numbers.setdefault(coarse.label_of(name), len(numbers)) for name in names]
    of_both = [
        _label_estimates(pooled, numpy.array([*own, -1])) for own in (range(len(names)), coarsely)
    ]
    (fine, items), _ = of_both
    several = len(pooled.comparisons) > 1
    source = SOURCES["gcm-f1"]
    states = [mean(estimates) for estimates, _ in of_both]
    defined = (~numpy.isnan([estimates.value for estimates in fine])).sum(axis=0).tolist()
    return [
        SideBySide(
            "LAA", "gcm-f1", pooled.annotators,
            source + (f"|pairs:{defined[number]}" if several else ""),
            *(state.of_figure(number, pooled.sentences) for state in states), items[number], None,
            NO_ITEM, label=names[label],
        )
        for number, label in enumerate(pooled.labels)
    ]  # fmt: skip


def _label_estimates(pooled, same):
    """([Estimate of each pair], number of items of each of pooled.labels).

    same  of each label name a number: labels with the same number agree at the same head
    """
    used, number = len(pooled.labels), numpy.full(len(pooled.label_names) + 1, -1)
    number[pooled.labels] = numpy.arange(used)
    estimates, with_label = [], []
    for comparison in pooled.comparisons.values():
        row, first, second, how = comparison.links.T
        agreed = ((how == EXACT) | (how == HEAD)) & (same[first] == same[second])
        sums = []
        for label in (number[first], number[second]):
            there = label >= 0
            own, label = row[there], label[there]
            with_label.append(comparison.item[own].astype(numpy.int64) * used + label)
            of_arcs = Contributions(comparison.sentence[own], label, used)
            sums.append(of_arcs.ratios(agreed[there].astype(float), 1.0))
        estimates.append(sums[0].plus(sums[1]).estimate())
    items = distinct(numpy.concatenate(with_label)) % max(used, 1)
    return estimates, numpy.bincount(items, minlength=used)
