"""F1 of what annotators drew: 2 m / (a + b), with m matched pairs of the a and b elements of each.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et al. 2013).
Documents are pooled for each pair; the figure of several annotators is the mean over their pairs.
"""

from collections import Counter
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.kinds.labels import CREDITS
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.estimate import Cells, Contributions, Estimate
from brat_iaa.scores.builder import without_interval
from brat_iaa.scores.score_table import (
    DOCUMENTS,
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    mean_over_pairs,
)
from brat_iaa.values.table import ABSENT, EMPTY
from brat_iaa.values.view import PairElements, View

NOTHING_DRAWN = "neither annotator drew any"
NO_SPAN = "neither annotator drew a span"
# {statistic: (which of reference and other it divides by, why it is undefined)}
_SIDES = {"precision": (1, "{} drew none"), "recall": (0, "{} has none")}


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
        return self.contributions.ratios(self.elements.agreed[way], 1.0).estimate()

    def share(self, way, side) -> Estimate:
        """m / a, or m / b. Each of the two elements of a match counts half, where it stands."""
        elements = self.elements
        ratios = self.contributions.ratios(elements.agreed[way] / 2, elements.second == side)
        return ratios.estimate()

    def number(self, way, statistic) -> numpy.ndarray:
        """m of each subject, b - m or a - m: what is there twice, on one side, on the other."""
        of_side = {"true-positives": 0, "false-positives": self.elements.second}
        alone = of_side.get(statistic, ~self.elements.second) - self.elements.agreed[way] / 2
        return numpy.abs(self.contributions.ratios(alone, 1.0).sums()[0])


def _counted(elements, pair, about):
    """_PairCounts of all Elements, of those of each label or of each document."""
    of_both, number = elements.of(pair), elements.number_of(about)
    subject = elements.subjects(about, of_both.item, of_both.label)
    different = ~(of_both.second & of_both.agreed["exact"])
    sentence = elements.view.table.sentence[of_both.item]
    where = (
        Contributions(sentence, subject, number)
        if about == LABELS
        else Contributions.on(elements.cells(about), sentence)
    )
    return _PairCounts(of_both, where, numpy.bincount(subject[different], minlength=number))


class Elements:
    """What annotators drew in several documents, of DrawnItems: a set of labels for each item.

    spans     whether they are spans, whatever their labels
    view      View of it
    pairs     list of the pairs of annotators who have begun anything
    names     sorted list of all labels; one without a name has no figures of its own
    begun     for each document the tuple of the annotators who have begun it
    ways      how elements may match
    """

    def __init__(self, columns, spans=False):
        table, self.ways = columns.drawn, columns.ways
        if spans:
            table = columns.table.revalued(lambda value: frozenset([""])).with_undrawn()
        near = {way: columns.near(way, spans).T for way in self.ways[1:]}
        self.view = view = View(table, near=near, credits=CREDITS)
        self.names = [*filter(None, view.label_names)]
        self.begun = [*map(table.begun_by, range(len(table.begun)))]
        somebody = numpy.flatnonzero(table.begun.any(axis=0)).tolist()
        self.pairs = [*combinations([table.annotators[column] for column in somebody], 2)]
        self.of = lru_cache(None)(view.elements)
        self.cells = lru_cache(None)(self._cells)

    @property
    def document(self) -> numpy.ndarray:
        """Number of each sentence's document."""
        return self.view.table.document

    def _cells(self, about) -> Cells:
        """The Cells of the PROJECT, or of DOCUMENTS: each sentence."""
        sentence = numpy.arange(len(self.document))
        figure = self.document if about == DOCUMENTS else 0 * sentence
        return Cells(sentence, figure, self.number_of(about))

    def missing(self, pair) -> int:
        """Number of elements in documents that only one of the two has begun."""
        table = self.view.table
        sides = table.columns(pair)
        alone = ~table.begun[:, sides].all(axis=1)[table.item_document]
        cells = table.cells[:, sides][alone]
        return int(table.sizes[cells[cells > EMPTY]].sum())

    def number_of(self, about) -> int:
        """How many subjects there are: PROJECT, LABELS or DOCUMENTS."""
        return {PROJECT: 1, LABELS: len(self.names), DOCUMENTS: len(self.begun)}[about]

    def subjects(self, about, item, label) -> numpy.ndarray:
        """Which subject elements belong to, by their items and labels."""
        if about == LABELS:
            return label
        return self.view.table.item_document[item] if about == DOCUMENTS else 0 * label

    def different(self, about) -> numpy.ndarray:
        """Number of different elements of each subject that any pair is compared on."""
        cells, having = self.view.table.cells, self.view.having
        compared = ((cells != ABSENT).sum(axis=1) > 1)[having.item]
        size = max(len(self.view.label_names), 1)
        keys = packed(having.item, size, having.label)[compared]
        different = distinct(keys, len(cells) * size)
        subject = self.subjects(about, *numpy.divmod(different, size))
        return numpy.bincount(subject, minlength=self.number_of(about))

    def drawn_in(self, documents) -> Counter:
        """{(document, annotator): number of elements}, also where nobody else has begun the
        document; documents: their names
        """
        table, having = self.view.table, self.view.having
        cells = zip(table.item_document[having.item].tolist(), having.annotator.tolist())
        return Counter((documents[number], table.annotators[column]) for number, column in cells)


def f1_figures(
    elements, measure, builder, about=PROJECT, source="{}:HR05", reason=NOTHING_DRAWN
) -> list:
    """Figures: the F1s, one for each way to match.

    about   PROJECT: all elements; LABELS: those of each label; or DOCUMENTS
    source  in signatures, with the way; reason: why a figure is undefined
    """
    if not elements.pairs:
        return []
    items = elements.different(about)
    missing: dict = dict.fromkeys([*elements.pairs, None], None if about == LABELS else 0)
    if about == PROJECT:
        alone = {pair: elements.missing(pair) for pair in elements.pairs}
        missing = {**alone, None: sum(alone.values())}

    @lru_cache(None)
    def counted(pair):
        return _counted(elements, pair, about)

    def of_pair(way, pair):
        counts = counted(pair)
        rest = counts.items, missing[pair], reason
        return FigureValues(_source(source, way, builder), counts.f1(way), *rest)

    def mean(of_pairs):
        return mean_over_pairs(of_pairs, items, missing[None], reason)

    return [Figure((measure, way), partial(of_pair, way), mean) for way in elements.ways]


def reference_figures(elements, measure, pair, builder, about) -> list:
    """Figures of an annotator against a reference: precision, recall, their counts.

    measure  name under which f1_figures() gives the F1; here it ends in "precision", "recall",
             "true-positives", "false-positives" or "false-negatives" instead of "f1"
    pair     (reference, other)
    """
    missing = {PROJECT: elements.missing(pair), LABELS: None, DOCUMENTS: 0}[about]

    @lru_cache(None)
    def counted():
        return _counted(elements, pair, about)

    def compute(way, statistic, _):
        counts, source = counted(), _source("{}:HR05", way, builder)
        if statistic not in _SIDES:
            figures = without_interval(counts.number(way, statistic), "a count")
            return FigureValues(source, figures, counts.items, None, NOTHING_DRAWN)
        side, why = _SIDES[statistic]
        estimate = counts.share(way, side)
        return FigureValues(source, estimate, counts.items, missing, why.format(pair[side]))

    return [
        Figure((measure.replace("f1", statistic), way), partial(compute, way, statistic))
        for way in elements.ways
        for statistic in (*_SIDES, "true-positives", "false-positives", "false-negatives")
    ]


def _source(source, way, builder):
    both = builder.layer.on_shared_spans and source == "{}:HR05"
    return source.format(way) + ("|spans:both" if both else "")
