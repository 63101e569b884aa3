"""F1 of what annotators drew: 2 m / (a + b), m matched pairs, a and b the elements of either
annotator.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et
al. 2013). Documents are pooled for each pair; the figure of several annotators
is the mean over their pairs.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.scores.builder import Figure
from brat_iaa.scores.pooled import Pooled

NOTHING_DRAWN = "neither annotator drew any"


class PooledElements(Pooled):
    """A layer of elements that are matched.

    compared  {measure: function of a LayerDocument's items that returns a MatchedElements}
    """

    compared = {"f1": lambda items: items}

    def project_scores(self, builder):
        """List of Score of the whole project, its pairs and labels."""
        found = []
        for measure in self.compared:
            found += project_f1(self._elements(measure, self.parts), measure, builder)
        return found

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents, all in one pass."""
        found = {name: [] for name in builders}
        for measure in self.compared:
            of_documents = document_f1(
                self._elements(measure, builders), measure, list(builders.values())
            )
            for name, scores in zip(builders, of_documents):
                found[name] += scores
        return found

    def _elements(self, measure, names):
        of = self.compared[measure]
        return elements_of([of(self.parts[name].items) for name in names], self.annotators)


class PairElements(NamedTuple):
    """The elements of a pair in some documents, as arrays with an entry for each element of either.

    Elements in documents that only one of the two has begun are not among them.

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


class _Figures(NamedTuple):
    """PairElements, and what they count in: figures of all elements, of labels or of documents.

    own      PairElements
    element  number of the element of each contribution
    where    Contributions
    items    of each figure: number of different elements
    """

    own: PairElements
    element: numpy.ndarray
    where: Contributions
    items: numpy.ndarray

    def f1(self, way):
        """CellEstimate of 2 m / (a + b): each matched element is one of the 2 m."""
        return self._ratios(self.own.matched[way], numpy.ones(len(self.own.label))).estimate()

    def share(self, way, side):
        """CellEstimate of m / a, or m / b. A pair counts half where each of its elements stands."""
        return self._ratios(self.own.matched[way] / 2, self.own.second == side).estimate()

    def counts(self, way):
        """(m, a, b) of each figure."""
        ones = numpy.ones(len(self.own.label))
        return [
            self._ratios(own, ones).sums()[0]
            for own in (self.own.matched[way] / 2, ~self.own.second, self.own.second)
        ]

    def _ratios(self, above, below):
        return self.where.ratios(above[self.element], below[self.element])


def _figures(own, columns, figures):
    """_Figures. columns: arrays with a figure for each element, each a way to count all of them"""
    size = len(own.label)
    element, figure = numpy.tile(numpy.arange(size), len(columns)), numpy.concatenate(columns)
    different = ~(own.second & own.matched["exact"])[element]
    return _Figures(
        own, element, Contributions(own.sentence[element], figure, figures),
        numpy.bincount(figure[different], minlength=figures),
    )  # fmt: skip


def _of_labels(own, names):
    """_Figures of all elements, then, if there are names of labels, of those of each label."""
    columns = [numpy.zeros(len(own.label), dtype=numpy.int64)] + [1 + own.label] * bool(names)
    return _figures(own, columns, 1 + len(names))


class _Column(NamedTuple):
    """What a figure is about.

    builder     ScoreBuilder
    annotators  all of them, whose mean is wanted if they are more than two
    pairs       those of which the figure is wanted
    missing     {pair, or None for all: elements that were left out}, or {} where it is not said
    label       its label, if it is about one
    """

    builder: object
    annotators: tuple
    pairs: tuple
    missing: dict
    label: Optional[str] = None


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


def elements_of(documents, annotators):
    """Elements of a list of MatchedElements. annotators: of the project, in order"""
    begun = [tuple(name for name in annotators if name in own.elements) for own in documents]
    some = [name for name in annotators if any(name in own for own in begun)]
    names = sorted(
        {one.label for own in documents for found in own.elements.values() for one in found}
    )
    code, drawn = {name: number for number, name in enumerate(names)}, []
    for number, own in enumerate(documents):
        if len(own.elements) > 1:
            different = {one.key: one.label for found in own.elements.values() for one in found}
            drawn += [(number, code[label]) for label in different.values()]
    return Elements(
        {pair: _pool(documents, pair, names) for pair in combinations(some, 2)},
        tuple(numpy.array(drawn, dtype=numpy.int64).reshape(-1, 2).T),
        numpy.repeat(numpy.arange(len(documents)), [own.length for own in documents]),
        names, begun,
    )  # fmt: skip


def project_f1(elements, measure, builder):
    """List of Score of all annotators together, of each pair, and both for each label."""
    pairs, names = tuple(elements.pairs), elements.names
    missing = {pair: own.missing for pair, own in elements.pairs.items()}
    missing[None] = sum(missing.values())
    annotators = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    columns = [
        _Column(builder, annotators, pairs, missing if label is None else {}, label)
        for label in [None, *names]
    ]
    figures = {pair: _of_labels(own, names) for pair, own in elements.pairs.items()}
    _, label = elements.drawn
    items = numpy.append(len(label), numpy.bincount(label, minlength=len(names)))
    return [score for _, score in _scores(measure, figures, items, elements.document, columns)]


def document_f1(elements, measure, builders):
    """For each document a list of Score: of all annotators, or of the only pair of them.

    builders  ScoreBuilder of each document
    """
    columns = []
    for builder, begun in zip(builders, elements.begun):
        pairs = (begun,) if len(begun) == 2 else ()
        columns.append(_Column(builder, begun, pairs, dict.fromkeys([None, *pairs], 0)))
    figures = {
        pair: _figures(own, [elements.document[own.sentence]], len(columns))
        for pair, own in elements.pairs.items()
    }
    document, _ = elements.drawn
    items = numpy.bincount(document, minlength=len(columns))
    found = [[] for _ in columns]
    for number, score in _scores(measure, figures, items, elements.document, columns):
        found[number].append(score)
    return found


def reference_scores(documents, measure, pair, builder):
    """List of Score of how near one comes to a reference: precision, recall, the counts behind.

    documents  list of MatchedElements
    measure    name under which project_f1() gives the F1; here it ends in "precision", "recall",
               "true-positives", "false-positives" or "false-negatives" instead of "f1"
    pair       (reference, other)
    """
    together = elements_of(documents, pair)
    names = together.names if builder.document is None else []
    own = _of_labels(together.pairs[pair], names)
    columns = [
        _Column(builder, pair, (pair,), {pair: own.own.missing} if label is None else {}, label)
        for label in [None, *names]
    ]
    found = []
    for way in own.own.matched:
        for statistic, side, reason in (
            ("precision", 1, f"{pair[1]} drew none"),
            ("recall", 0, f"{pair[0]} has none"),
        ):
            figures = builder.figures(own.share(way, side), together.document)
            name = measure.replace("f1", statistic)
            found += [
                _score(columns, number, name, way, pair, f"{way}:HR05", figures, own.items, reason)
                for number in range(len(columns))
            ]
        number, of_reference, of_other = own.counts(way)
        counts = {
            "true-positives": number,
            "false-positives": of_other - number,
            "false-negatives": of_reference - number,
        }
        found += [
            builder.score(
                measure.replace("f1", name), way, pair, f"{way}:HR05",
                Figure(values[column], None, "a count"), own.items[column], None, reason=None,
                label=label,
            )
            for name, values in counts.items()
            for column, label in enumerate([None, *names])
        ]  # fmt: skip
    return found


def _pool(documents, pair, names):
    """PairElements of a pair, in either order. names: of labels, in the order of their numbers"""
    code = {name: number for number, name in enumerate(names)}
    ways = dict.fromkeys(way for document in documents for way in document.ways)
    matched = {way: [] for way in ways}
    sentence, second, label = [], [], []
    missing = before = 0
    for document in documents:
        own = [document.elements.get(annotator) for annotator in pair]
        if None in own:
            missing += sum(len(elements) for elements in own if elements is not None)
        else:
            pairs = document.matched.get(pair) or {
                way: [(j, i) for i, j in found]
                for way, found in document.matched[pair[::-1]].items()
            }
            for side, (annotator, elements) in enumerate(zip(pair, own)):
                sentence += [before + number - 1 for number in document.sentences[annotator]]
                second += [side] * len(elements)
                label += [code[element.label] for element in elements]
                for way, entries in matched.items():
                    there = {one[side] for one in pairs.get(way, ())}
                    entries += [index in there for index in range(len(elements))]
        before += document.length
    return PairElements(
        numpy.array(sentence, dtype=numpy.int64),
        numpy.array(second, dtype=bool),
        numpy.array(label, dtype=numpy.int64),
        {way: numpy.array(entries, dtype=bool) for way, entries in matched.items()},
        missing,
    )


def _scores(measure, figures, items, document, columns):
    """(number of the column, Score)

    figures   {pair: _Figures}
    items     of each column, number of different elements of all pairs
    document  number of each sentence's document
    columns   list of _Column
    """
    if not figures:
        return
    builder = columns[0].builder
    for way in next(iter(figures.values())).own.matched:
        estimates = {pair: own.f1(way) for pair, own in figures.items()}
        several = [number for number, own in enumerate(columns) if len(own.annotators) > 2]
        if several:
            defined = (~numpy.isnan([one.value for one in estimates.values()])).sum(axis=0)
            found = builder.figures(mean_of_cells([*estimates.values()]), document)
            for number in several:
                yield (
                    number,
                    _score(
                        columns,
                        number,
                        measure,
                        way,
                        None,
                        f"{way}:HR05|pairs:{defined[number]}",
                        found,
                        items,
                    ),
                )
        for pair, own in figures.items():
            wanted = [number for number, about in enumerate(columns) if pair in about.pairs]
            found = builder.figures(estimates[pair], document) if wanted else []
            for number in wanted:
                yield (
                    number,
                    _score(columns, number, measure, way, pair, f"{way}:HR05", found, own.items),
                )


def _score(columns, number, measure, way, pair, source, figures, items, reason=NOTHING_DRAWN):
    """The Score of a column. pair: None for all annotators"""
    about = columns[number]
    return about.builder.score(
        measure,
        way,
        pair or about.annotators,
        source,
        figures[number],
        items[number],
        about.missing.get(pair),
        reason=reason,
        label=about.label,
    )
