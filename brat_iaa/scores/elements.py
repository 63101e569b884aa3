"""F1 of what annotators drew: 2 m / (a + b), with m matched pairs of the a and b elements of each.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et al. 2013).
Documents are pooled for each pair; the figure of several annotators is the mean over their pairs.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.cells import CellEstimate, Contributions, mean_of_cells
from brat_iaa.scores.builder import EstimatedFigure

NOTHING_DRAWN = "neither annotator drew any"


class PairElements(NamedTuple):
    """The elements of a pair in some documents: arrays with an entry for each element of either.

    Elements in documents that only one of the two has begun are left out.

    sentence  where it stands
    second    booleans: whether the second annotator drew it
    label     number of its label
    matched   {way: booleans: whether it is matched}
    missing   number of elements in documents that only one of the two has begun
    """

    sentence: numpy.ndarray
    second: numpy.ndarray
    label: numpy.ndarray
    matched: dict
    missing: int


class _PairCounts(NamedTuple):
    """PairElements counted by subject: all elements, those of a label or those of a document.

    elements       PairElements
    element        of each contribution: number of the element
    contributions  Contributions, a figure for each subject
    items          of each subject: number of different elements
    """

    elements: PairElements
    element: numpy.ndarray
    contributions: Contributions
    items: numpy.ndarray

    def f1(self, way) -> CellEstimate:
        """2 m / (a + b): each matched element is one of the 2 m."""
        elements = self.elements
        return self._ratios(elements.matched[way], numpy.ones(len(elements.label))).estimate()

    def share(self, way, side) -> CellEstimate:
        """m / a, or m / b. Each of the two elements of a match counts half, where it stands."""
        elements = self.elements
        return self._ratios(elements.matched[way] / 2, elements.second == side).estimate()

    def counts(self, way) -> list:
        """[m, a, b] of each subject."""
        elements = self.elements
        ones = numpy.ones(len(elements.label))
        return [
            self._ratios(above, ones).sums()[0]
            for above in (elements.matched[way] / 2, ~elements.second, elements.second)
        ]

    def _ratios(self, above, below):
        return self.contributions.ratios(above[self.element], below[self.element])


def _pair_counts(elements, columns, subjects):
    """_PairCounts; columns: arrays with a subject for each element, each counts all of them."""
    size = len(elements.label)
    element, subject = numpy.tile(numpy.arange(size), len(columns)), numpy.concatenate(columns)
    different = ~(elements.second & elements.matched["exact"])[element]
    return _PairCounts(
        elements, element, Contributions(elements.sentence[element], subject, subjects),
        numpy.bincount(subject[different], minlength=subjects),
    )  # fmt: skip


def _counts_with_labels(elements, names):
    """_PairCounts of all elements, then of those of each label, if there are names of labels."""
    columns = [numpy.zeros(len(elements.label), dtype=numpy.int64)]
    if names:
        columns.append(1 + elements.label)
    return _pair_counts(elements, columns, 1 + len(names))


class _Subject(NamedTuple):
    """What some scores are about: the project, a document or a label.

    builder     ScoreBuilder
    annotators  all of them, whose mean is wanted if they are more than two
    pairs       those of which the figure is wanted
    missing     {pair, or None for all: elements that were left out}, or {} where not counted
    label       name of the label, if it is about one
    """

    builder: object
    annotators: tuple
    pairs: tuple
    missing: dict
    label: Optional[str] = None

    def score(self, measure, way, pair, source, figure, items, reason=NOTHING_DRAWN):
        """Score of a pair, or of all annotators if pair is None."""
        on = "|spans:both" if self.builder.layer.settings.carried else ""
        return self.builder.score(
            measure, way, pair or self.annotators, f"{way}:HR05{on}{source}", figure, items,
            self.missing.get(pair), reason, label=self.label,
        )  # fmt: skip


class Elements(NamedTuple):
    """What annotators drew in several documents.

    pairs     {pair: PairElements}
    drawn     (document, label) of each different element of the documents that several have
              begun: arrays of numbers
    document  number of each sentence's document
    names     sorted list of all labels
    begun     for each document the tuple of the annotators who have begun it
    """

    pairs: dict
    drawn: tuple
    document: numpy.ndarray
    names: list
    begun: list


def project_f1(elements, measure, builder) -> list:
    """List of Score of all annotators together, of each pair, and both for each label."""
    pairs, names = tuple(elements.pairs), elements.names
    missing = {pair: of_pair.missing for pair, of_pair in elements.pairs.items()}
    missing[None] = sum(missing.values())
    annotators = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    subjects = [
        _Subject(builder, annotators, pairs, missing if label is None else {}, label)
        for label in [None, *names]
    ]
    counts = {pair: _counts_with_labels(of_pair, names) for pair, of_pair in elements.pairs.items()}
    _, label = elements.drawn
    items = numpy.append(len(label), numpy.bincount(label, minlength=len(names)))
    return [score for _, score in _scores(measure, counts, items, elements.document, subjects)]


def different(elements) -> int:
    """Number of different elements of PairElements: one that both drew is one."""
    return int((~(elements.second & elements.matched["exact"])).sum())


def f1_estimates(elements, way) -> dict:
    """{pair: CellEstimate of the F1 of all elements, in all documents}"""
    return {
        pair: _counts_with_labels(of_pair, []).f1(way) for pair, of_pair in elements.pairs.items()
    }


def document_f1(elements, measure, builders) -> list:
    """For each document a list of Score: of all annotators, and of each pair of them.

    builders  ScoreBuilder of each document
    """
    subjects = []
    for builder, begun in zip(builders, elements.begun):
        pairs = tuple(combinations(begun, 2))
        subjects.append(_Subject(builder, begun, pairs, dict.fromkeys([None, *pairs], 0)))
    counts = {
        pair: _pair_counts(of_pair, [elements.document[of_pair.sentence]], len(subjects))
        for pair, of_pair in elements.pairs.items()
    }
    document, _ = elements.drawn
    items = numpy.bincount(document, minlength=len(subjects))
    scores = [[] for _ in subjects]
    for number, score in _scores(measure, counts, items, elements.document, subjects):
        scores[number].append(score)
    return scores


def reference_scores(pooled, measure, pair, builder) -> list:
    """List of Score of an annotator against a reference: precision, recall, the counts behind.

    pooled     Elements
    measure    name under which project_f1() gives the F1; here it ends in "precision", "recall",
               "true-positives", "false-positives" or "false-negatives" instead of "f1"
    pair       (reference, other)
    """
    names = pooled.names if builder.document is None else []
    counts = _counts_with_labels(pooled.pairs[pair], names)
    missing = {pair: counts.elements.missing}
    subjects = [
        _Subject(builder, pair, (pair,), missing if label is None else {}, label)
        for label in [None, *names]
    ]
    scores = []
    for way in counts.elements.matched:
        for statistic, side, reason in (
            ("precision", 1, f"{pair[1]} drew none"),
            ("recall", 0, f"{pair[0]} has none"),
        ):
            figures = builder.figures(counts.share(way, side), pooled.document)
            name = measure.replace("f1", statistic)
            scores += [
                subject.score(name, way, pair, "", figure, items, reason)
                for subject, figure, items in zip(subjects, figures, counts.items)
            ]
        matched, of_reference, of_other = counts.counts(way)
        for statistic, values in (
            ("true-positives", matched),
            ("false-positives", of_other - matched),
            ("false-negatives", of_reference - matched),
        ):
            name = measure.replace("f1", statistic)
            scores += [
                subject._replace(missing={}).score(
                    name, way, pair, "", EstimatedFigure(value, None, "a count"), items
                )
                for subject, value, items in zip(subjects, values, counts.items)
            ]
    return scores


def _scores(measure, counts, items, document, subjects):
    """(number of the subject, Score)

    counts    {pair: _PairCounts}
    items     of each subject: number of different elements of all pairs
    document  number of each sentence's document
    subjects  list of _Subject
    """
    if not counts:
        return
    figures_of = subjects[0].builder.figures
    several = [number for number, subject in enumerate(subjects) if len(subject.annotators) > 2]
    for way in next(iter(counts.values())).elements.matched:
        estimates = {pair: of_pair.f1(way) for pair, of_pair in counts.items()}
        if several:
            defined = (~numpy.isnan([estimate.value for estimate in estimates.values()])).sum(
                axis=0
            )
            means = figures_of(mean_of_cells([*estimates.values()]), document)
            for number in several:
                about = measure, way, None, f"|pairs:{defined[number]}"
                yield number, subjects[number].score(*about, means[number], items[number])
        for pair, of_pair in counts.items():
            wanted = [number for number, subject in enumerate(subjects) if pair in subject.pairs]
            figures = figures_of(estimates[pair], document) if wanted else []
            for number in wanted:
                about = measure, way, pair, "", figures[number], of_pair.items[number]
                yield number, subjects[number].score(*about)
