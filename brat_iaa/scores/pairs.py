"""Scores of pairs of annotators: MASI, exact match and GCM, and their means over pairs."""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import CellRatios, Contributions, mean_of_cells
from brat_iaa.measures.distances import UNIT
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores import MEASURES
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ONE_SENTENCE, EstimatedFigure
from brat_iaa.scores.comparison import EXACT, HEAD, LABEL, Comparison
from brat_iaa.scores.label_links import label_links

# Whether a link counts as agreement, by measure and how it is linked.
_AGREEING = {
    measure: numpy.array([float(how in agreeing) for how in range(6)])
    for measure, agreeing in {"UAA": (EXACT, HEAD), "LAA": (EXACT,), "LOA": (EXACT, LABEL)}.items()
}

SOURCES = {
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}
MEAN_OVER_PAIRS = ("masi", "masi-full", "exact", "gcm-f1")


class _ItemStatistics(NamedTuple):
    """The items of one pair, and the subjects of scores that they belong to.

    comparison     Comparison
    contributions  Contributions of the items, a figure for each subject
    counts         of each item: whether either annotator drew an arc in its subject; where neither
                   did, all figures are undefined (0/0)
    items          number of items of each subject
    """

    comparison: Comparison
    contributions: Contributions
    counts: numpy.ndarray
    items: numpy.ndarray

    def ratios(self, measure, statistic, side=0) -> CellRatios:
        """CellRatios of a statistic; side: whose arcs gcm divides by."""
        k, a, b = self.comparison.k[measure], self.comparison.a, self.comparison.b
        above, below = contributions(statistic, k, *((b, a) if side else (a, b)))
        return self.contributions.ratios(above, below * self.counts)


class _LabelStatistics(NamedTuple):
    """The items and arcs of one pair that have a label, and the labels they belong to.

    comparison     Comparison
    row            of each item with a label, in the Comparison; an item has several labels
    contributions  Contributions of these
    arcs           of the first annotator, of the second: their links, and their Contributions
    items          number of items of each label
    """

    comparison: Comparison
    row: numpy.ndarray
    contributions: Contributions
    arcs: tuple
    items: numpy.ndarray

    def ratios(self, measure, statistic, side=0) -> CellRatios:
        """As in _ItemStatistics."""
        if statistic == "gcm":
            links, of_arcs = self.arcs[side]
            return of_arcs.ratios(_AGREEING[measure][links[:, 3]], 1.0)
        if statistic == "gcm-f1":
            # Of the label's arcs of both annotators, those that the other agrees with.
            return self.ratios(measure, "gcm", 0).plus(self.ratios(measure, "gcm", 1))
        k, a, b = self.comparison.k[measure], self.comparison.a, self.comparison.b
        above, _ = contributions(statistic, k[self.row], a[self.row], b[self.row])
        return self.contributions.ratios(above, float(UNIT))


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


class CellEstimates:
    """Estimates of items or labels from their contributions.

    items  {pair: for each subject the number of its items}

    statistics  {pair: _ItemStatistics or _LabelStatistics}
    """

    def __init__(self, statistics):
        self._statistics = statistics
        self.items = {pair: own.items for pair, own in statistics.items()}

    def ratios(self, measure, statistic, side=0) -> dict:
        """{pair: CellRatios with a figure for each subject}; side: whose arcs gcm divides by"""
        return {
            pair: own.ratios(measure, statistic, side) for pair, own in self._statistics.items()
        }

    def of_pairs(self, measure, statistic, side=0) -> dict:
        """{pair: CellEstimate with a figure for each subject}; side: as in ratios()"""
        ratios = self.ratios(measure, statistic, side)
        return {pair: own.estimate() for pair, own in ratios.items()}

    def mean(self, measure, statistic, of_pairs):
        """CellEstimate of the means; of_pairs: what of_pairs() returned."""
        return mean_of_cells([*of_pairs.values()])


class PooledFigures:
    """What pair_scores() and label_scores() need, of PooledDocuments.

    annotators  all of them
    document    number of each sentence's document
    missing     {pair, or None for all: number of items that only one of them annotated}
    drawn       {pair, or None for all: whether they drew an arc on a compared item}
    common, missing_tokens  {pair: as in Comparison}

    drawn  True: take all pairs for such that did, as these are a part of the documents only
    """

    def __init__(self, pooled, drawn=False):
        self._pooled = pooled
        self.annotators, self.document = pooled.annotators, pooled.document
        self.missing = {pair: own.missing for pair, own in pooled.comparisons.items()}
        self.missing[None] = pooled.missing
        self.drawn = {pair: drawn or own.drawn for pair, own in pooled.comparisons.items()}
        self.drawn[None] = any(self.drawn.values())
        self.common = {pair: own.common for pair, own in pooled.comparisons.items()}
        self.missing_tokens = {pair: own.missing_tokens for pair, own in pooled.comparisons.items()}

    def links(self) -> dict:
        """See label_links()."""
        return label_links(self._pooled)

    def item_estimates(self):
        """(CellEstimates of all items as one subject, their number)."""
        return _item_estimates(
            self._pooled, numpy.zeros(self._pooled.sentences, dtype=numpy.int64), [self.drawn]
        )

    def label_estimates(self):
        """(names of labels, CellEstimates of these, number of items of each)."""
        pooled = self._pooled
        statistics, items = _label_statistics(pooled)
        names = [pooled.label_names[label] for label in pooled.labels]
        return names, CellEstimates(statistics), items


def pair_scores(figures, builder) -> list:
    """List of Score of a project: means over pairs, then each pair.

    figures  PooledFigures, or ProjectSums
    """
    subject = _Subject(builder, figures.annotators, figures.missing, figures.drawn)
    estimates, items = figures.item_estimates()
    scores = _scores(figures.document, estimates, items, [subject])
    return [score for _, score in scores]


def document_scores(pooled, builders) -> list:
    """For each document a list of Score, as pair_scores() returns them of the document alone.

    builders  ScoreBuilder of each document
    """
    missing_of = {
        pair: numpy.bincount(
            pooled.columns.item_document[comparison.one_sided], minlength=pooled.documents
        )
        for pair, comparison in pooled.comparisons.items()
    }
    subjects = []
    for number, builder in enumerate(builders):
        annotators = pooled.columns.begun_by(number)
        pairs = list(combinations(annotators, 2))
        missing: dict = {pair: int(missing_of[pair][number]) for pair in pairs}
        drawn: dict = {pair: bool(pooled.drawn_by_document[pair][number]) for pair in pairs}
        missing[None] = int(pooled.missing_by_document[number])
        drawn[None] = any(drawn.values())
        subjects.append(_Subject(builder, annotators, missing, drawn))
    scores = [[] for _ in subjects]
    drawn_of_subjects = [subject.drawn for subject in subjects]
    estimates, items = _item_estimates(pooled, pooled.document, drawn_of_subjects)
    for number, score in _scores(pooled.document, estimates, items, subjects):
        scores[number].append(score)
    return scores


def label_scores(figures, builder) -> list:
    """List of Score for each label; figures: as in pair_scores().

    masi, masi-full and exact are about the tokens on which either of a pair has the label; gcm and
    gcm-f1 about the arcs that have it.
    """
    names, estimates, items = figures.label_estimates()
    missing = dict.fromkeys(figures.missing)
    subjects = [
        _Subject(builder, figures.annotators, missing, figures.drawn, name) for name in names
    ]
    return [score for _, score in _scores(figures.document, estimates, items, subjects)]


def label_f1_estimates(pooled, credits) -> tuple:
    """(list of CellEstimate of each pair, number of items of each label): of the arcs with a label
    the share that the other annotator agrees with, with credit for another label at the same head.

    credits  of each two labels: floats, numbered as in pooled.label_names
    """
    used = numpy.array(pooled.labels, dtype=numpy.int64)
    credits = credits[numpy.ix_(used, used)]
    statistics, items = _label_statistics(pooled)
    estimates = []
    for of_pair in statistics.values():
        sums = []
        for links, of_arcs in of_pair.arcs:
            linked = (links[:, 3] == EXACT) | (links[:, 3] == HEAD)
            credit = numpy.where(linked, credits[links[:, 1], links[:, 2]], 0)
            sums.append(of_arcs.ratios(credit, 1.0))
        estimates.append(sums[0].plus(sums[1]).estimate())
    return estimates, items


def sentence_scores(pooled, builder) -> list:
    """List of Score for each sentence and pair: masi, exact and gcm-f1, without intervals."""
    scores, sentences = [], numpy.arange(pooled.sentences)
    statistics = {
        pair: _item_statistics(
            comparison, sentences, numpy.full(pooled.sentences, comparison.drawn)
        )
        for pair, comparison in pooled.comparisons.items()
    }
    for measure in MEASURES:
        for pair, of_pair in statistics.items():
            for statistic in ("masi", "exact", "gcm-f1"):
                values = of_pair.ratios(measure, statistic).values()
                scores += [
                    builder.score(
                        measure, statistic, pair, SOURCES[statistic],
                        EstimatedFigure(value, None, ONE_SENTENCE), items, None,
                        _no_value(items, of_pair.comparison.drawn), sentence=sentence,
                    )
                    for sentence, (value, items) in enumerate(zip(values, of_pair.items), 1)
                ]  # fmt: skip
    return scores


def _item_estimates(pooled, subject_of_sentence, drawn_of_subjects):
    """(CellEstimates of all items of each subject, number of different items of each).

    drawn_of_subjects  for each subject {pair: whether they drew an arc}
    """
    compared = [comparison.item for comparison in pooled.comparisons.values()]
    items = distinct(numpy.concatenate(compared))
    items = numpy.bincount(
        subject_of_sentence[pooled.item_sentence[items]], minlength=len(drawn_of_subjects)
    )
    statistics = {}
    for pair, comparison in pooled.comparisons.items():
        drawn = numpy.array([own.get(pair, False) for own in drawn_of_subjects], dtype=bool)
        statistics[pair] = _item_statistics(comparison, subject_of_sentence, drawn)
    return CellEstimates(statistics), items


def _item_statistics(comparison, subject_of_sentence, drawn):
    """_ItemStatistics of one pair; drawn: of each subject."""
    subject = subject_of_sentence[comparison.sentence]
    return _ItemStatistics(
        comparison, Contributions(comparison.sentence, subject, len(drawn)), drawn[subject],
        numpy.bincount(subject, minlength=len(drawn)),
    )  # fmt: skip


def _label_statistics(pooled):
    """({pair: _LabelStatistics}, number of different items of each label)."""
    number, statistics, codes = len(pooled.labels), {}, []
    for pair, comparison in pooled.comparisons.items():
        links = _with_used_labels(comparison.links, pooled)
        row, label = _items_with_label(links, number)
        codes.append(comparison.item[row].astype(numpy.int64) * number + label)
        arcs = []
        for side in (1, 2):
            drawn = links[links[:, side] >= 0]
            sentence = comparison.sentence[drawn[:, 0]]
            arcs.append((drawn, Contributions(sentence, drawn[:, side], number)))
        statistics[pair] = _LabelStatistics(
            comparison, row, Contributions(comparison.sentence[row], label, number), tuple(arcs),
            numpy.bincount(label, minlength=number),
        )  # fmt: skip
    different = distinct(numpy.concatenate(codes))
    return statistics, numpy.bincount(different % max(number, 1), minlength=number)


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
    estimates  CellEstimates, or SummedEstimates
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
                mean = estimates.mean(measure, statistic, of_pairs)
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
