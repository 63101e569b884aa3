"""F1 of what annotators drew: 2 m / (a + b), m matched pairs, a and b the elements of either annotator.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et
al. 2013). Documents are pooled for each pair; the figure of several annotators
is the mean over their pairs.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.attachment_scores import Ratios
from brat_iaa.measures.estimate import mean
from brat_iaa.scores.builder import Figure

NOTHING_DRAWN = "neither annotator drew any"


class _Pooled(NamedTuple):
    """The elements of a pair in some documents.

    Arrays are sentences x columns: the first column is about all elements, the others about those of each label.
    drawn    (elements of the first, of the second)
    matched  {way: pairs of elements}, each counted half where the first one's element stands and half
             where the second one's does
    items    for each column the number of different elements
    missing  elements in documents that only one of the two has begun
    """

    drawn: tuple
    matched: dict
    items: numpy.ndarray
    missing: int

    def f1(self, way):
        """Estimate of 2 m / (a + b)."""
        return Ratios(2 * self.matched[way], self.drawn[0] + self.drawn[1]).estimate()


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
    for way, matched in own.matched.items():
        reference, other = own.drawn
        for statistic, above, below, reason in (
            ("precision", matched, other, f"{pair[1]} drew none"),
            ("recall", matched, reference, f"{pair[0]} has none"),
        ):
            name, estimates = measure.replace("f1", statistic), [Ratios(above, below).estimate()]
            found += _scores(
                builder, name, way, pair, estimates, document, names, own.items, own.missing, reason
            )
        number, of_other, of_reference = (part.sum(axis=0) for part in (matched, other, reference))
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
    sides = [_Side(names), _Side(names)]
    items, missing, sentences = Counter(), 0, 0
    for document in documents:
        own = [document.elements.get(annotator) for annotator in pair]
        if None in own:
            missing += sum(len(elements) for elements in own if elements is not None)
        else:
            pairs = document.matched.get(pair) or {
                way: [(j, i) for i, j in found] for way, found in document.matched[pair[::-1]].items()
            }
            for place, (side, annotator) in enumerate(zip(sides, pair)):
                numbers = [sentences + number - 1 for number in document.sentences[annotator]]
                side.add(own[place], numbers, {way: {one[place] for one in found} for way, found in pairs.items()})
            matched = {j for _, j in pairs["exact"]}
            items.update(element.label for element in own[0])
            items.update(element.label for index, element in enumerate(own[1]) if index not in matched)
        sentences += document.length
    drawn = tuple(side.summed(None, sentences) for side in sides)
    ways = dict.fromkeys(way for document in documents for way in document.ways)
    return _Pooled(
        drawn,
        {way: sum(side.summed(way, sentences) for side in sides) / 2 for way in ways},
        numpy.array([sum(items.values())] + [items[name] for name in names]),
        missing,
    )


class _Side:
    """The elements of one annotator of a pair: where they stand, of which label, and which are matched."""

    def __init__(self, names):
        self._code = {name: column for column, name in enumerate(names)}
        self._sentence, self._column, self._matched = [], [], {}

    def add(self, elements, sentences, matched):
        """matched: {way: set of indexes}"""
        for way, indexes in matched.items():
            before = self._matched.setdefault(way, [])
            before += [0.0] * (len(self._sentence) - len(before))
            before += [float(index in indexes) for index in range(len(elements))]
        self._sentence += sentences
        self._column += [self._code.get(element.label, 0) for element in elements]

    def summed(self, way, sentences):
        """How many stand in each sentence, matched in a way, or all of them for None: sentences x columns."""
        size = len(self._sentence)
        weights = numpy.ones(size) if way is None else numpy.array(self._matched.get(way, [0.0] * size))
        sentence, column = (numpy.array(own, dtype=numpy.int64) for own in (self._sentence, self._column))
        parts = [numpy.bincount(sentence, weights, minlength=sentences)[:, None]]
        if self._code:
            cells = numpy.bincount(sentence * len(self._code) + column, weights, minlength=sentences * len(self._code))
            parts.append(cells.reshape(sentences, len(self._code)))
        return numpy.concatenate(parts, axis=1)


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
    """The Score of all elements, then of each label; of several Estimates their mean."""
    defined = (~numpy.isnan([one.value for one in estimates])).sum(axis=0)
    figures = builder.figures(mean(estimates), document)
    return [
        builder.score(
            measure, statistic, annotators,
            f"{statistic}:HR05" + (f"|pairs:{defined[column]}" if len(estimates) > 1 else ""),
            figure, items[column], missing if label is None else None, reason=reason, label=label,
        )
        for column, (label, figure) in enumerate(zip([None, *names], figures))
    ]  # fmt: skip
