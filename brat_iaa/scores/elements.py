"""F1 of what annotators drew: 2 m / (a + b), with m matched pairs of the a and b elements of each.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et al. 2013).
Documents are pooled for each pair; the figure of several annotators is the mean over their pairs.
"""

from collections import Counter
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import numbered
from brat_iaa.measures.estimate import Contributions, Estimate
from brat_iaa.scores.builder import without_interval
from brat_iaa.scores.score_table import (
    DOCUMENTS,
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    Subjects,
    mean_over_pairs,
)

NOTHING_DRAWN = "neither annotator drew any"
# {statistic: (which of reference and other it divides by, why it is undefined)}
_SIDES = {"precision": (1, "{} drew none"), "recall": (0, "{} has none")}


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
    contributions  Contributions, a figure for each subject
    items          of each subject: number of different elements
    """

    elements: PairElements
    contributions: Contributions
    items: numpy.ndarray

    def f1(self, way) -> Estimate:
        """2 m / (a + b): each matched element is one of the 2 m."""
        return self.contributions.ratios(self.elements.matched[way], 1.0).estimate()

    def share(self, way, side) -> Estimate:
        """m / a, or m / b. Each of the two elements of a match counts half, where it stands."""
        elements = self.elements
        ratios = self.contributions.ratios(elements.matched[way] / 2, elements.second == side)
        return ratios.estimate()

    def number(self, way, statistic) -> numpy.ndarray:
        """m of each subject, b - m or a - m: what is there twice, on one side, on the other."""
        of_side = {"true-positives": 0, "false-positives": self.elements.second}
        alone = of_side.get(statistic, ~self.elements.second) - self.elements.matched[way] / 2
        return numpy.abs(self.contributions.ratios(alone, 1.0).sums()[0])


def _counted(elements, pair, about):
    """_PairCounts of all Elements, of those of each label or of each document."""
    of_both = elements.pairs[pair]
    subject = {
        PROJECT: numpy.zeros_like(of_both.label),
        LABELS: of_both.label,
        DOCUMENTS: elements.document[of_both.sentence],
    }[about]
    number = elements.number_of(about)
    different = ~(of_both.second & of_both.matched["exact"])
    return _PairCounts(
        of_both, Contributions(of_both.sentence, subject, number),
        numpy.bincount(subject[different], minlength=number),
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

    def number_of(self, about) -> int:
        """How many subjects there are: PROJECT, LABELS or DOCUMENTS."""
        return {PROJECT: 1, LABELS: len(self.names), DOCUMENTS: len(self.begun)}[about]


def item_elements(columns) -> Elements:
    """Elements of LabelColumns or DrawnItems, made once."""
    if columns.elements is None:
        columns.elements = _elements_of(columns)
    return columns.elements


def drawn_in_documents(columns, documents) -> Counter:
    """{(document, annotator): number of elements}, also where nobody else has begun the document.

    columns    as of item_elements(); documents: their names, in order
    """
    having = columns.having
    cells = zip(columns.item_document[having.item].tolist(), having.annotator.tolist())
    return Counter((documents[number], columns.annotators[column]) for number, column in cells)


def _elements_of(columns):
    names, having, width = columns.labels, columns.having, max(len(columns.labels), 1)
    key = having.item.astype(numpy.int64) * width + having.label
    drawn, number = numbered(key, len(columns.item_document) * width)
    gave = numpy.zeros((len(drawn), len(columns.annotators)), dtype=bool)
    gave[number, having.annotator] = True
    near = {way: _near(columns, drawn, way) for way in columns.ways[1:]}
    present = numpy.flatnonzero(columns.begun.any(axis=0)).tolist()
    pairs = list(combinations(present, 2))
    compared = {pair: columns.compared(*pair)[having.item] for pair in pairs}
    several = numpy.any([*compared.values(), numpy.zeros(len(key), dtype=bool)], axis=0)
    counted = numpy.bincount(number[several], minlength=len(drawn)) > 0
    item, label = numpy.divmod(drawn[counted], width)
    return Elements(
        {
            tuple(columns.annotators[annotator] for annotator in pair): _pair_elements(
                columns, having, number, gave, near, compared[pair], pair
            )
            for pair in pairs
        },
        (columns.item_document[item], label),
        columns.document,
        names,
        [columns.begun_by(number) for number in range(len(columns.begun))],
    )


def _near(columns, drawn, way):
    """(number in drawn, annotator, other) of each item and label of the annotator that is matched
    with one of the other in a way.

    drawn  the items with their labels, as one number each, sorted
    """
    item, annotator, other, label = columns.near(way).T
    # The others are spans, whatever their labels.
    labelled = label >= 0
    key = item.astype(numpy.int64) * max(len(columns.labels), 1) + label
    return numpy.searchsorted(drawn, key[labelled]), annotator[labelled], other[labelled]


def _pair_elements(columns, having, number, gave, near, both, pair):
    """PairElements of two annotators.

    having  Entries
    number  of each entry: that of its item and label
    gave    booleans, numbers x annotators: whether the annotator gave the item this label
    near    {way: as in _near()}
    both    of each entry: whether the two annotators are compared on its item
    pair    columns of the annotators
    """
    alone = ~columns.begun[:, pair].all(axis=1)[columns.item_document[having.item]]
    missing = alone & numpy.isin(having.annotator, pair)
    rows = [numpy.flatnonzero(both & (having.annotator == annotator)) for annotator in pair]
    sides = list(zip(rows, pair, pair[::-1]))
    matched = {"exact": numpy.concatenate([gave[number[rows], other] for rows, _, other in sides])}
    for way, (of, annotator, matched_with) in near.items():
        parts = []
        for entry, of_annotator, other in sides:
            there = gave[:, other].copy()
            there[of[(annotator == of_annotator) & (matched_with == other)]] = True
            parts.append(there[number[entry]])
        matched[way] = numpy.concatenate(parts)
    chosen = numpy.concatenate(rows)
    return PairElements(
        columns.sentence[having.item[chosen]].astype(numpy.int32),
        numpy.repeat([False, True], [len(side) for side in rows]),
        having.label[chosen].astype(numpy.int32),
        matched,
        int(missing.sum()),
    )


def f1_subjects(elements, about, documents) -> Subjects:
    """The Subjects of f1_figures(). documents: their names"""
    names = {PROJECT: [None], LABELS: elements.names, DOCUMENTS: documents}[about]
    annotators = tuple(dict.fromkeys(name for pair in elements.pairs for name in pair))
    of_each = elements.begun if about == DOCUMENTS else [annotators] * len(names)
    return Subjects(about, names, of_each, elements.document)


def f1_figures(elements, measure, builder, about=PROJECT) -> list:
    """Figures: the F1s, one for each way to match.

    about  PROJECT: all elements; LABELS: those of each label; or DOCUMENTS
    """
    if not elements.pairs:
        return []
    document, label = elements.drawn
    missing = {pair: counts.missing for pair, counts in elements.pairs.items()}
    if about == PROJECT:
        items, missing = [len(label)], {**missing, None: sum(missing.values())}
    else:
        of_each = label if about == LABELS else document
        items = numpy.bincount(of_each, minlength=elements.number_of(about))
        missing = dict.fromkeys([*missing, None], None if about == LABELS else 0)

    @lru_cache(None)
    def counted(pair):
        return _counted(elements, pair, about)

    def of_pair(way, pair):
        counts = counted(pair)
        rest = counts.items, missing[pair], NOTHING_DRAWN
        return FigureValues(_source(way, builder), counts.f1(way), *rest)

    def mean(of_pairs):
        return mean_over_pairs(of_pairs, items, missing[None], NOTHING_DRAWN)

    ways = next(iter(elements.pairs.values())).matched
    return [Figure((measure, way), partial(of_pair, way), mean) for way in ways]


def reference_figures(elements, measure, pair, builder, about) -> list:
    """Figures of an annotator against a reference: precision, recall, their counts.

    measure  name under which f1_figures() gives the F1; here it ends in "precision", "recall",
             "true-positives", "false-positives" or "false-negatives" instead of "f1"
    pair     (reference, other)
    """
    missing = {PROJECT: elements.pairs[pair].missing, LABELS: None, DOCUMENTS: 0}[about]

    @lru_cache(None)
    def counted():
        return _counted(elements, pair, about)

    def compute(way, statistic, _):
        counts, source = counted(), _source(way, builder)
        if statistic not in _SIDES:
            figures = without_interval(counts.number(way, statistic), "a count")
            return FigureValues(source, figures, counts.items, None, NOTHING_DRAWN)
        side, why = _SIDES[statistic]
        estimate = counts.share(way, side)
        return FigureValues(source, estimate, counts.items, missing, why.format(pair[side]))

    return [
        Figure((measure.replace("f1", statistic), way), partial(compute, way, statistic))
        for way in elements.pairs[pair].matched
        for statistic in (*_SIDES, "true-positives", "false-positives", "false-negatives")
    ]


def _source(way, builder):
    return f"{way}:HR05" + ("|spans:both" if builder.layer.of_both else "")
