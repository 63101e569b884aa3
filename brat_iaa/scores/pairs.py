"""Scores of pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from functools import partial

from brat_iaa.measures.distances import OF_PAIRS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_sums import sentence_estimates
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, EstimatedFigure
from brat_iaa.scores.score_table import (
    Family,
    FigureValues,
    Subjects,
    mean_over_pairs,
    score_table,
)

SOURCES = {name: source for name, (_, source) in OF_PAIRS.items()}
SOURCES.update({"gcm": "gcm:RD13", "gcm-f1": "gcm-f1:RD13"})
MEAN_OVER_PAIRS = (*OF_PAIRS, "gcm-f1")


def pair_families(arcs) -> list:
    """Families of the figures of a project: means over pairs, then each pair. arcs: ProjectArcs"""
    missing, drawn = (
        {pair: [number] for pair, number in numbers.items()}
        for numbers in (arcs.missing, arcs.drawn)
    )
    return arc_families(arcs.item_estimates(), None, missing, drawn)


def label_scores(arcs, builder) -> list:
    """SubjectScores of each label. arcs: ProjectArcs

    masi, masi-full and exact are about the tokens on which either of a pair has the label; gcm and
    gcm-f1 about the arcs that have it.
    """
    names, estimates = arcs.label_estimates()
    number = len(names)
    subjects = Subjects([builder] * number, [arcs.annotators] * number, arcs.document, names)
    drawn = {pair: [drew] * number for pair, drew in arcs.drawn.items()}
    return score_table(subjects, arc_families(estimates, names, None, drawn))


def sentence_scores(pooled, builder) -> list:
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    scores, estimates = [], sentence_estimates(pooled)
    for measure in MEASURES:
        for pair, comparison in pooled.comparisons.items():
            for statistic in ("masi", "exact", "gcm-f1"):
                estimate = estimates.of_pair(pair, measure, statistic)
                rows = zip(estimate.value, estimates.items[pair])
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value, None, ONE_SENTENCE), items, None,
                        _no_value([items], [comparison.drawn], None, 0), sentence=sentence,
                    )
                    for sentence, (value, items) in enumerate(rows, 1)
                ]  # fmt: skip
    return scores


def arc_families(estimates, labels, missing, drawn) -> list:
    """Families of all measures and statistics.

    estimates       ArcEstimates
    labels          as in Subjects
    missing, drawn  {pair, or None for all: of each subject the items that only one annotated,
                    whether they drew an arc on any of the items}; missing: None where not counted
    """

    def about(pair):
        items = estimates.items[pair]
        reason = partial(_no_value, items, drawn[pair], labels)
        return items, missing and missing[pair], reason

    def of_pair(measure, statistic, pair, side):
        estimate = estimates.of_pair(pair, measure, statistic, side)
        return FigureValues(SOURCES[statistic], estimate, *about(pair))

    def mean(number, of_pairs):
        return mean_over_pairs(of_pairs, *about(None))

    return [
        Family([key], partial(of_pair, *key), None if directed else mean, directed=directed)
        for measure in MEASURES
        for statistic in (*MEAN_OVER_PAIRS, "gcm")
        for key, directed in [((measure, statistic), statistic == "gcm")]
    ]


def _no_value(items, drawn, labels, number):
    """Why a figure of a subject is undefined; drawn: whether the annotators drew an arc."""
    if items[number]:
        return NO_ARC if drawn[number] else NOTHING_DRAWN
    return NO_ITEM if labels is None else "no token of the pair has this label"
