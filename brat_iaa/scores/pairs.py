"""Scores of pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores import MEASURES
from brat_iaa.scores.arc_sums import sentence_estimates
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, EstimatedFigure
from brat_iaa.scores.comparison import EXACT, HEAD

SOURCES = {
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}
MEAN_OVER_PAIRS = ("masi", "masi-full", "exact", "gcm-f1")


class _Subject(NamedTuple):
    """What some scores are about: the project, a document or a label.

    builder     ScoreBuilder
    annotators  all of them
    missing     {pair, or None for all: items that only one annotated; None where not counted}
    drawn       {pair, or None for all: whether they drew an arc on any of the items}; pairs that
                are not here have no scores
    label       name of the label, if it is about one
    """

    builder: object
    annotators: tuple
    missing: dict
    drawn: dict
    label: Optional[str] = None

    def score(self, measure, statistic, pair, annotators, source, figure, items):
        """Score of a pair, or of the mean over pairs if pair is None."""
        reason = _no_value(items, self.drawn[pair], self.label)
        return self.builder.score(
            measure, statistic, annotators, source, figure, items, self.missing[pair], reason,
            label=self.label,
        )  # fmt: skip


def pair_scores(arcs, builder) -> list:
    """List of Score of a project: means over pairs, then each pair. arcs: ProjectArcs"""
    subject = _Subject(builder, arcs.annotators, arcs.missing, arcs.drawn)
    estimates, items = arcs.item_estimates()
    return [score for _, score in _scores(arcs.document, estimates, items, [subject])]


def document_scores(found, begun, builders) -> list:
    """For each of some documents a list of Score, as pair_scores() returns them of it alone.

    found     DocumentEstimates
    begun     {document: its annotators}
    builders  ScoreBuilder of each document
    """
    subjects = []
    for builder, annotators, counts in zip(builders, begun.values(), found.documents):
        drawn: dict = {pair: counts.drawn[pair] for pair in combinations(annotators, 2)}
        drawn[None] = any(drawn.values())
        subjects.append(_Subject(builder, annotators, counts.missing, drawn))
    scores = [[] for _ in subjects]
    for number, score in _scores(found.document, found.estimates, found.items, subjects):
        scores[number].append(score)
    return scores


def label_scores(arcs, builder) -> list:
    """List of Score for each label. arcs: ProjectArcs

    masi, masi-full and exact are about the tokens on which either of a pair has the label; gcm and
    gcm-f1 about the arcs that have it.
    """
    names, estimates, items = arcs.label_estimates()
    missing = dict.fromkeys(arcs.missing)
    subjects = [_Subject(builder, arcs.annotators, missing, arcs.drawn, name) for name in names]
    return [score for _, score in _scores(arcs.document, estimates, items, subjects)]


def label_f1_estimates(pooled, credits) -> tuple:
    """(list of CellEstimate of each pair, number of items of each label): of the arcs with a label
    the share that the other annotator agrees with, with credit for another label at the same head.

    credits  of each two labels: floats, numbered as in pooled.label_names
    """
    used = numpy.array(pooled.labels, dtype=numpy.int64)
    credits, number = credits[numpy.ix_(used, used)], len(used)
    estimates, codes = [], []
    for comparison in pooled.comparisons.values():
        links = _with_used_labels(comparison.links, pooled)
        row, label = _items_with_label(links, number)
        codes.append(comparison.item[row].astype(numpy.int64) * number + label)
        sums = []
        for side in (1, 2):
            row, first, second, how = links[links[:, side] >= 0].T
            credit = numpy.where((how == EXACT) | (how == HEAD), credits[first, second], 0)
            of_arcs = Contributions(comparison.sentence[row], (None, first, second)[side], number)
            sums.append(of_arcs.ratios(credit, 1.0))
        estimates.append(sums[0].plus(sums[1]).estimate())
    different = distinct(numpy.concatenate(codes))
    return estimates, numpy.bincount(different % max(number, 1), minlength=number)


def sentence_scores(pooled, builder) -> list:
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    scores, estimates = [], sentence_estimates(pooled)
    for measure in MEASURES:
        of_pairs = {
            statistic: estimates.of_pairs(measure, statistic)
            for statistic in ("masi", "exact", "gcm-f1")
        }
        for pair, comparison in pooled.comparisons.items():
            for statistic, found in of_pairs.items():
                rows = zip(found[pair].value, estimates.items[pair])
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value, None, ONE_SENTENCE), items, None,
                        _no_value(items, comparison.drawn), sentence=sentence,
                    )
                    for sentence, (value, items) in enumerate(rows, 1)
                ]  # fmt: skip
    return scores


def _with_used_labels(links, pooled):
    """The links with labels numbered as in pooled.labels; -1 stays "no arc"."""
    number = numpy.full(len(pooled.label_names) + 1, -1)
    number[pooled.labels] = numpy.arange(len(pooled.labels))
    links = links.copy()
    links[:, 1:3] = number[links[:, 1:3]]
    return links


def _items_with_label(links, number):
    """(row in the Comparison, label): each label that either annotator has on an item, once."""
    with_label = [links[links[:, side] >= 0][:, [0, side]] for side in (1, 2)]
    row, label = numpy.concatenate(with_label).T.astype(numpy.int64)
    return numpy.divmod(distinct(row * number + label), max(number, 1))


def _scores(document, estimates, items, subjects):
    """(number of the subject, Score) of all measures and statistics.

    document   number of each sentence's document
    estimates  ArcEstimates
    items      of each subject: number of different items of all pairs
    subjects   list of _Subject
    """
    if not subjects:
        return
    several = [number for number, subject in enumerate(subjects) if len(subject.drawn) > 2]
    asked: list = []

    def in_order():
        for about, estimate in _estimated(estimates, bool(several)):
            asked.append(about)
            yield estimate

    found = subjects[0].builder.figures_of_several(in_order(), document)
    for (measure, statistic, pair, annotators, defined), figures in zip(asked, found):
        if pair is None:
            for number in several:
                source = f"{SOURCES[statistic]}|pairs:{defined[number]}"
                about = measure, statistic, None, subjects[number].annotators, source
                yield number, subjects[number].score(*about, figures[number], items[number])
            continue
        rows = zip(subjects, figures, estimates.items[pair].tolist())
        about = measure, statistic, pair, annotators, SOURCES[statistic]
        for number, (subject, figure, items_of_pair) in enumerate(rows):
            if pair in subject.drawn:
                yield number, subject.score(*about, figure, items_of_pair)


def _estimated(estimates, means):
    """Yield ((measure, statistic, pair, annotators, defined), estimate) in the order of scores.

    means  whether to estimate means over pairs; there pair is None, and defined says for each
           subject over how many
    """
    for measure in MEASURES:
        for statistic in MEAN_OVER_PAIRS:
            of_pairs = estimates.of_pairs(measure, statistic)
            if means:
                values = [own.value for own in of_pairs.values()]
                defined = (~numpy.isnan(values)).sum(axis=0)
                mean = mean_of_cells([*of_pairs.values()])
                yield (measure, statistic, None, None, defined), mean
            for pair, estimate in of_pairs.items():
                yield (measure, statistic, pair, pair, None), estimate
        directed = [estimates.of_pairs(measure, "gcm", side) for side in (0, 1)]
        for pair in directed[0]:
            for of_side, annotators in zip(directed, (pair, pair[::-1])):
                yield (measure, "gcm", pair, annotators, None), of_side[pair]


def _no_value(items, drawn, label=None):
    """Why a figure is undefined; drawn: whether the annotators drew an arc."""
    if items:
        return NO_ARC if drawn else NOTHING_DRAWN
    return NO_ITEM if label is None else "no token of the pair has this label"
