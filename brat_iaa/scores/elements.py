"""F1 of what annotators drew: 2 m / (a + b), m matched pairs, a and b the elements of either annotator.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et
al. 2013). Documents are pooled for each pair; the figure of several annotators
is the mean over their pairs.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.cells import Contributions, mean_of_cells
from brat_iaa.scores.builder import Figure
from brat_iaa.scores.pooled import Pooled

NOTHING_DRAWN = "neither annotator drew any"


def scores(parts, annotators, builder):
    """List of Score of some documents together; see scores.pooled.Pooled."""
    return f1_scores([part.items for part in parts], "f1", annotators, builder)


class PooledElements(Pooled):
    """A layer of elements that are matched."""

    compute = staticmethod(scores)


class _Pooled(NamedTuple):
    """The elements of a pair in some documents, as arrays with an entry for each element of either.

    sentence  where it stands
    second    whether the second annotator drew it
    label     number of its label
    matched   {way: 1.0 for the elements that are matched, else 0.0}
    labels    number of labels that have figures of their own
    items     for each column the number of different elements; the first column is about all
              elements, the others are about those of each label
    missing   elements in documents that only one of the two has begun
    """

    sentence: numpy.ndarray
    second: numpy.ndarray
    label: numpy.ndarray
    matched: dict
    labels: int
    items: numpy.ndarray
    missing: int

    def f1(self, way):
        """CellEstimate of 2 m / (a + b): each matched element is one of the 2 m."""
        return self._ratios(self.matched[way], numpy.ones(len(self.label))).estimate()

    def share(self, way, side):
        """CellEstimate of m / a, or m / b. A pair counts half where each of its elements stands."""
        return self._ratios(self.matched[way] / 2, (self.second == side).astype(float)).estimate()

    def counts(self, way):
        """(m, a, b) of each column."""
        ones = numpy.ones(len(self.label))
        return [
            self._ratios(own, ones).sums()[0]
            for own in (self.matched[way] / 2, self.second == 0, self.second == 1)
        ]

    def _ratios(self, above, below):
        columns = [numpy.zeros(len(self.label), dtype=numpy.int64)]
        columns += [1 + self.label] if self.labels else []
        above, below, sentence = (
            numpy.tile(own, len(columns)) for own in (above, below, self.sentence)
        )
        where = Contributions(sentence, numpy.concatenate(columns), 1 + self.labels)
        return where.ratios(above, below)


def f1_scores(documents, measure, annotators, builder, labels=True):
    """List of Score of all annotators together, and for the whole project of each pair and label.

    documents   list of Drawn
    measure     name of the scores, such as "f1"
    annotators  of the project, in order
    builder     ScoreBuilder; for a document the annotators are those who have begun it
    labels      whether figures of single labels are wanted
    """
    begun = tuple(name for name in annotators if any(name in document.elements for document in documents))
    if len(begun) < 2:
        return []
    whole = builder.document is None
    names = _labels(documents) if whole and labels else []
    pooled = {pair: _pool(documents, pair, names) for pair in combinations(begun, 2)}
    document = _document(documents)
    found = []
    for way in next(iter(pooled.values())).matched:
        estimates = {pair: own.f1(way) for pair, own in pooled.items()}
        if len(begun) > 2:
            missing = sum(own.missing for own in pooled.values())
            of_pairs = list(estimates.values())
            found += _scores(
                builder, measure, way, begun, of_pairs, document, names, _union(documents, names),
                missing,
            )
        if len(begun) == 2 or whole:
            for pair, own in pooled.items():
                found += _scores(
                    builder, measure, way, pair, [estimates[pair]], document, names, own.items,
                    own.missing,
                )
    return found


def reference_scores(documents, measure, pair, builder, labels=True):
    """List of Score of how near one comes to a reference: precision, recall, and the counts behind them.

    documents  list of Drawn
    measure    name under which f1_scores() gives the F1; here it ends in "precision", "recall",
               "true-positives", "false-positives" or "false-negatives" instead of "f1"
    pair       (reference, other)
    """
    names = _labels(documents) if builder.document is None and labels else []
    own, document = _pool(documents, pair, names), _document(documents)
    found = []
    for way in own.matched:
        for statistic, side, reason in (
            ("precision", 1, f"{pair[1]} drew none"),
            ("recall", 0, f"{pair[0]} has none"),
        ):
            name, estimates = measure.replace("f1", statistic), [own.share(way, side)]
            found += _scores(
                builder, name, way, pair, estimates, document, names, own.items, own.missing, reason
            )
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


def _document(documents):
    """Number of each sentence's document."""
    return numpy.repeat(numpy.arange(len(documents)), [one.length for one in documents])


def _labels(documents):
    return sorted({element.label for one in documents for own in one.elements.values() for element in own})


def _pool(documents, pair, names):
    """_Pooled of a pair, in either order."""
    code = {name: number for number, name in enumerate(names)}
    ways = dict.fromkeys(way for document in documents for way in document.ways)
    matched = {way: [] for way in ways}
    sentence, second, label, items = [], [], [], Counter()
    missing = before = 0
    for document in documents:
        own = [document.elements.get(annotator) for annotator in pair]
        if None in own:
            missing += sum(len(elements) for elements in own if elements is not None)
        else:
            pairs = document.matched.get(pair) or {
                way: [(j, i) for i, j in found] for way, found in document.matched[pair[::-1]].items()
            }
            for side, (annotator, elements) in enumerate(zip(pair, own)):
                sentence += [before + number - 1 for number in document.sentences[annotator]]
                second += [side] * len(elements)
                label += [code.get(element.label, 0) for element in elements]
                for way, entries in matched.items():
                    there = {one[side] for one in pairs.get(way, ())}
                    entries += [float(index in there) for index in range(len(elements))]
            alike = {j for _, j in pairs["exact"]}
            items.update(element.label for element in own[0])
            items.update(
                element.label for index, element in enumerate(own[1]) if index not in alike
            )
        before += document.length
    return _Pooled(
        *(numpy.array(column, dtype=numpy.int64) for column in (sentence, second, label)),
        {way: numpy.array(entries) for way, entries in matched.items()},
        len(names),
        numpy.array([sum(items.values())] + [items[name] for name in names]),
        missing,
    )


def _union(documents, names):
    """For all elements, then each label, how many different ones any annotator drew.

    In documents that only one has begun nothing is compared.
    """
    counts = Counter()
    for document in documents:
        if len(document.elements) > 1:
            different = {
                element.key: element.label for own in document.elements.values() for element in own
            }
            counts.update(different.values())
    return numpy.array([sum(counts.values())] + [counts[name] for name in names])


def _scores(
    builder,
    measure,
    statistic,
    annotators,
    estimates,
    document,
    names,
    items,
    missing,
    reason=NOTHING_DRAWN,
):
    """The Score of all elements, then of each label; of several CellEstimates their mean."""
    defined = (~numpy.isnan([one.value for one in estimates])).sum(axis=0)
    figures = builder.figures(mean_of_cells(estimates), document)
    return [
        builder.score(
            measure, statistic, annotators,
            f"{statistic}:HR05" + (f"|pairs:{defined[column]}" if len(estimates) > 1 else ""),
            figure, items[column], missing if label is None else None, reason=reason, label=label,
        )
        for column, (label, figure) in enumerate(zip([None, *names], figures))
    ]  # fmt: skip
