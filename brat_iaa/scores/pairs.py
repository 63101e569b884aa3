"""Scores of pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from functools import partial

import numpy

from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_sums import sentence_estimates
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, EstimatedFigure
from brat_iaa.scores.score_table import FigureColumn, FigureValues, ScoreTable, Subjects

SOURCES = {
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}
MEAN_OVER_PAIRS = ("masi", "masi-full", "exact", "gcm-f1")


def pair_scores(arcs, builder) -> ScoreTable:
    """The figures of a project: means over pairs, then each pair. arcs: ProjectArcs"""
    subjects = Subjects([builder], [arcs.annotators], arcs.document)
    missing, drawn = (
        {pair: [number] for pair, number in numbers.items()}
        for numbers in (arcs.missing, arcs.drawn)
    )
    estimates, items = arcs.item_estimates()
    return _table(estimates, items, subjects, missing, drawn)


def document_scores(found, subjects) -> ScoreTable:
    """Of some documents the figures that pair_scores() has of it alone.

    found     DocumentEstimates
    subjects  Subjects: the documents
    """
    return _table(found.estimates, found.items, subjects, found.missing, found.drawn)


def label_scores(arcs, builder) -> ScoreTable:
    """The figures of each label. arcs: ProjectArcs

    masi, masi-full and exact are about the tokens on which either of a pair has the label; gcm and
    gcm-f1 about the arcs that have it.
    """
    names, estimates, items = arcs.label_estimates()
    number = len(names)
    subjects = Subjects([builder] * number, [arcs.annotators] * number, arcs.document, names)
    drawn = {pair: [own] * number for pair, own in arcs.drawn.items()}
    return _table(estimates, items, subjects, None, drawn)


def sentence_scores(pooled, builder) -> list:
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    scores, estimates = [], sentence_estimates(pooled)
    for measure in MEASURES:
        for pair, comparison in pooled.comparisons.items():
            for statistic in ("masi", "exact", "gcm-f1"):
                found = estimates.of_pair(pair, measure, statistic)
                rows = zip(found.value, estimates.items[pair])
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value, None, ONE_SENTENCE), items, None,
                        _no_value([items], [comparison.drawn], None, 0), sentence=sentence,
                    )
                    for sentence, (value, items) in enumerate(rows, 1)
                ]  # fmt: skip
    return scores


def _table(estimates, items, subjects, missing, drawn):
    """ScoreTable of all measures and statistics.

    estimates       ArcEstimates
    items           of each subject: number of different items of all pairs
    missing, drawn  {pair, or None for all: of each subject the items that only one annotated,
                    whether they drew an arc on any of the items}; missing: None where not counted
    """
    members, pairs = subjects.annotators, estimates.items
    items_of, columns = {**pairs, None: items}, []
    several = [number for number, names in enumerate(members) if len(names) > 2]
    rows = {
        pair: [number for number, names in enumerate(members) if set(pair) <= set(names)]
        for pair in pairs
    }

    def values(pair, source, estimate):
        reason = partial(_no_value, items_of[pair], drawn[pair], subjects.labels)
        return FigureValues(source, estimate, items_of[pair], missing and missing[pair], reason)

    def mean(measure, statistic):
        of_pairs = [estimates.of_pair(pair, measure, statistic) for pair in pairs]
        defined = (~numpy.isnan([own.value for own in of_pairs])).sum(axis=0)
        source = [f"{SOURCES[statistic]}|pairs:{number}" for number in defined]
        return values(None, source, mean_of_cells(of_pairs))

    def of_pair(pair, measure, statistic, side=0):
        estimate = estimates.of_pair(pair, measure, statistic, side)
        return values(pair, SOURCES[statistic], estimate)

    def add(annotators, *about):
        pair, measure, statistic, *_ = about
        compute = partial(of_pair, *about)
        columns.append(FigureColumn(measure, statistic, annotators, compute, rows[pair]))

    for measure in MEASURES:
        for statistic in MEAN_OVER_PAIRS:
            if several:
                compute = partial(mean, measure, statistic)
                columns.append(FigureColumn(measure, statistic, None, compute, several))
            for pair in pairs:
                add(pair, pair, measure, statistic)
        for pair in pairs:
            for side, annotators in enumerate((pair, pair[::-1])):
                add(annotators, pair, measure, "gcm", side)
    return ScoreTable(subjects, columns)


def _no_value(items, drawn, labels, number):
    """Why a figure of a subject is undefined; drawn: whether the annotators drew an arc."""
    if items[number]:
        return NO_ARC if drawn[number] else NOTHING_DRAWN
    return NO_ITEM if labels is None else "no token of the pair has this label"
