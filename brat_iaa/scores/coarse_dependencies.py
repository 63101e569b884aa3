"""Dependencies with all labels and with coarse ones: LAA, LOA, their alphas, each label's LAA."""

from functools import partial

import numpy

from brat_iaa.measures.distinct import distinct
from brat_iaa.measures.estimate import Contributions
from brat_iaa.measures.item_alpha import MISSING, AlphaItems, AlphaTables
from brat_iaa.measures.similar import similar_sets
from brat_iaa.scores.alphas import alpha_source, comparable_values, of_annotators
from brat_iaa.scores.arc_sums import ArcSums
from brat_iaa.scores.builder import NO_ITEM, NOTHING_DRAWN
from brat_iaa.scores.coarse import coarse_labels_of, coarse_scores
from brat_iaa.scores.comparison import EXACT, HEAD
from brat_iaa.scores.pairs import SOURCES, arc_families
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    Subjects,
    chance_corrected,
    mean_over_pairs,
)

# UAA is about heads, which have no labels.
_HEADS = {"LAA": "offset", "LOA": None}
_STATISTICS = ("masi", "exact", "gcm-f1", "alpha")
_F1 = [("LAA", "gcm-f1")]


def coarse_dependency_scores(pooled, builder) -> list:
    """List of Score of PooledDocuments with the coarse labels of the settings: of all annotators,
    and for a whole project of each pair, if there are more than two, and of each label.
    """
    coarse, whole = coarse_labels_of(builder), builder.document is None
    if coarse is None or len(pooled.annotators) < 2:
        return []
    other = PooledDocuments([pooled.columns], pooled.annotators, coarse.label_of)
    subjects = Subjects([builder], [pooled.annotators], pooled.document)
    keys = [(measure, statistic) for measure in _HEADS for statistic in _STATISTICS]
    fine, coarsely = (_families(side, builder.config) for side in (pooled, other))
    scores = coarse_scores(subjects, fine, coarsely, keys, coarse, pairs=whole)
    if whole:
        names, numbers = pooled.label_names, {}
        same = [numbers.setdefault(coarse.label_of(name), len(numbers)) for name in names]
        labels = [names[label] for label in pooled.labels]
        about = [builder] * len(labels), [pooled.annotators] * len(labels), pooled.document, labels
        of_labels, of_coarse = (
            [_of_labels(pooled, numpy.array([*numbers, -1]))]
            for numbers in (range(len(names)), same)
        )
        scores += coarse_scores(Subjects(*about), of_labels, of_coarse, _F1, coarse, pairs=False)
    return scores


def _families(pooled, config) -> list:
    """Families of the figures of all documents as one."""
    distance = config.dependencies.distance
    return arc_families(ArcSums(pooled.columns).of_project()) + [
        Family([(measure, "alpha")], partial(_alpha, pooled, measure, distance), joint=True)
        for measure in _HEADS
    ]


def _alpha(pooled, measure, distance, pair, _):
    """FigureValues of the alpha of a pair, None for all, with heads as in the scores."""
    group = pooled.annotators if pair is None else pair
    values = comparable_values(pooled.columns, measure, _HEADS[measure])
    codes = of_annotators(values.codes, pooled.columns, group)
    one_group = numpy.zeros(pooled.sentences, dtype=numpy.int64)
    items = AlphaItems(codes, pooled.item_sentence, one_group, 1)
    compared = (
        comparison.drawn for both, comparison in pooled.comparisons.items() if {*both} <= {*group}
    )
    return chance_corrected(
        alpha_source(distance, _HEADS[measure]),
        AlphaTables(items, similar_sets(values.sets, distance)),
        int(((codes != MISSING).sum(axis=1) == 1).sum()), None if any(compared) else NOTHING_DRAWN,
    )  # fmt: skip


def _of_labels(pooled, same) -> Family:
    """The Family of each label: of its arcs the share that the other annotator agrees with, also by
    another label at the same head that counts as the same; see the links of the matcher.

    same  of each label name a number: labels with the same number agree at the same head
    """
    used, number = len(pooled.labels), numpy.full(len(pooled.label_names) + 1, -1)
    number[pooled.labels] = numpy.arange(used)

    def counted(pairs):
        """Number of items with each label."""
        items = []
        for comparison in map(pooled.comparisons.__getitem__, pairs):
            row, labels = comparison.links[:, 0], number[comparison.links[:, 1:3]]
            key = comparison.item[row].astype(numpy.int64)[:, None] * used + labels
            items.append(key[labels >= 0])
        return numpy.bincount(distinct(numpy.concatenate(items)) % max(used, 1), minlength=used)

    def compute(pair, _=0):
        comparison = pooled.comparisons[pair]
        row, first, second, how = comparison.links.T
        agreed = ((how == EXACT) | (how == HEAD)) & (same[first] == same[second])
        sums = []
        for label in (number[first], number[second]):
            there = label >= 0
            of_arcs = Contributions(comparison.sentence[row[there]], label[there], used)
            sums.append(of_arcs.ratios(agreed[there].astype(float), 1.0))
        estimate = sums[0].plus(sums[1]).estimate()
        return FigureValues(SOURCES["gcm-f1"], estimate, counted([pair]), None, NO_ITEM)

    def of_all(_, pairs):
        return mean_over_pairs(pairs, compute, counted(pairs), None, NO_ITEM)

    return Family(_F1, compute, of_all)
