"""Scores of pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from functools import partial
from itertools import combinations

from brat_iaa.measures.distances import OF_PAIRS
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_sums import ArcSums
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


def label_scores(sums, builder) -> list:
    """SubjectScores of each label. sums: ArcSums

    masi, masi-full and exact are about the tokens on which either of a pair has the label; gcm and
    gcm-f1 about the arcs that have it.
    """
    names, estimates = sums.of_labels()
    number, columns = len(names), sums.columns
    subjects = Subjects([builder] * number, [columns.annotators] * number, columns.document, names)
    return score_table(subjects, arc_families(estimates))


def sentence_scores(columns, builder) -> list:
    """List of Score for each sentence and pair of annotators in ArcColumns of one document: masi,
    exact and gcm-f1, without intervals.
    """
    pairs = list(combinations(columns.annotators, 2))
    scores, estimates = [], ArcSums(columns).of_each_sentence()
    for measure in MEASURES:
        for pair in pairs:
            for statistic in ("masi", "exact", "gcm-f1"):
                estimate = estimates.of_pair(pair, measure, statistic)
                rows = zip(estimate.value, estimates.items[pair], estimates.drawn[pair])
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value, None, ONE_SENTENCE), items, None,
                        _no_value([items], [drawn], NO_ITEM, 0), sentence=sentence,
                    )
                    for sentence, (value, items, drawn) in enumerate(rows, 1)
                ]  # fmt: skip
    return scores


def arc_families(estimates) -> list:
    """Families of all measures and statistics: means over pairs, then each pair. estimates:
    ArcEstimates
    """
    no_item = NO_ITEM if estimates.missing else "no token of the pair has this label"

    def about(pair):
        items, missing = estimates.items[pair], estimates.missing
        reason = partial(_no_value, items, estimates.drawn[pair], no_item)
        return items, missing and missing[pair], reason

    def of_pair(measure, statistic, pair, side):
        estimate = estimates.of_pair(pair, measure, statistic, side)
        return FigureValues(SOURCES[statistic], estimate, *about(pair))

    def mean(measure, statistic, number, pairs):
        compute = partial(of_pair, measure, statistic, side=number)
        return mean_over_pairs(pairs, compute, *about(None))

    return [
        Family(
            [key],
            partial(of_pair, *key),
            None if directed else partial(mean, *key),
            directed=directed,
        )
        for measure in MEASURES
        for statistic in (*MEAN_OVER_PAIRS, "gcm")
        for key, directed in [((measure, statistic), statistic == "gcm")]
    ]


def _no_value(items, drawn, no_item, number):
    """Why a figure of a subject is undefined; drawn: whether the annotators drew an arc."""
    if items[number]:
        return NO_ARC if drawn[number] else NOTHING_DRAWN
    return no_item
