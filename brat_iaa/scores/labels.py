"""Scores of labels of spans: F1 of spans with their labels, then agreement on the labels of those that both drew.

Sources: Hripcsak & Rothschild 2005; Cohen 1960; Fleiss 1971; Krippendorff 2004; Artstein & Poesio 2008; for
sets of labels Ragheb & Dickinson 2013, section 4, and Passonneau 2006.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.alpha import MISSING, AlphaTable
from brat_iaa.measures.attachment_scores import by_sentence, contributions
from brat_iaa.measures.estimate import Estimate, mean
from brat_iaa.measures.kappa import CohenTable, FleissTable
from brat_iaa.measures.similar import similar_values
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import f1_scores
from brat_iaa.scores.pooled import Pooled

NO_COMMON_SPAN = "no span with a value of both annotators"
NO_SPAN = "neither annotator drew a span"
NO_LABEL = "no label to divide by"

_SOURCES = {
    "raw": "raw",
    "masi": "masi:RD13",
    "masi-full": "masi:PA06",
    "exact": "exact",
    "gcm": "gcm:RD13",
    "gcm-f1": "gcm-f1:RD13",
}


class PooledLabels(Pooled):
    """A layer of labels, see scores.pooled.Pooled: its project's scores are followed by each label's."""

    def __init__(self, parts, annotators, progress, executor=None):
        super().__init__(parts, annotators, progress)
        self._items = _Items(parts, annotators)

    def project_scores(self, builder):
        """List of Score: the project, its pairs if there are several, its labels."""
        own = self._items.of(None)
        if len(own.annotators) < 2:
            return []
        return self._scores(own, builder, self.parts.values()) + each_label_scores(own, builder)

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents."""
        found = {}
        for done, (name, builder) in enumerate(builders.items()):
            progress(done, len(builders))
            own = self._items.of(name)
            found[name] = []
            if len(own.annotators) > 1:
                found[name] = self._scores(own, builder, [self.parts[name]])
        return found

    def _scores(self, own, builder, parts):
        drawn = [part.items.labelled for part in parts]
        return f1_scores(drawn, "f1", self.annotators, builder) + _group_scores(own, builder)


class _Items:
    """The items of all documents as arrays of items x annotators.

    codes        index of the value in distinct, or MISSING
    drawn        whether the annotator drew the span
    begun        whether the annotator has begun the document
    overlapping  whether the span is matched with one of the other's that shares a character, for each pair:
                 {pair: items x 2}
    """

    def __init__(self, parts, annotators):
        column = {annotator: place for place, annotator in enumerate(annotators)}
        number = sum(len(part.items.items) for part in parts.values())
        self._annotators, self._parts = annotators, parts
        self.codes = numpy.full((number, len(annotators)), MISSING, dtype=numpy.int64)
        self.drawn, self.begun = (numpy.zeros((number, len(annotators)), dtype=bool) for _ in range(2))
        self.overlapping = {
            pair: numpy.zeros((number, 2), dtype=bool) for pair in combinations(annotators, 2)
        }
        self._rows, sentences, index, row = {}, {}, {}, 0
        self.sentence = numpy.zeros(number, dtype=numpy.int64)
        self.document = numpy.zeros(number, dtype=numpy.int64)
        for place, (document, part) in enumerate(parts.items()):
            table, first = part.items, row
            for item in table.items:
                key = document, item.token.sentence
                self.sentence[row] = sentences.setdefault(key, len(sentences))
                for annotator, value in item.values.items():
                    self.drawn[row, column[annotator]] = True
                    if value is not None:
                        self.codes[row, column[annotator]] = index.setdefault(value, len(index))
                row += 1
            self._rows[document] = slice(first, row)
            self.document[first:row] = place
            self.begun[first:row, [column[annotator] for annotator in table.annotators]] = True
            for pair, sides in table.overlapping.items():
                for side, numbers in enumerate(sides):
                    self.overlapping[pair][[first + number for number in numbers], side] = True
        self.distinct = list(index)
        self._alike = {name: similar_values(self.distinct, name) for name in ("nominal", "masi")}

    def of(self, document):
        """_Scope of a document, or of the project for None."""
        if document is None:
            return _Scope(self, slice(None), self._annotators, self._annotators, self._alike)
        begun = self._parts[document].items.annotators
        return _Scope(self, self._rows[document], self._annotators, begun, self._alike)


class _Scope:
    """The items that are scored together; sentences numbered from 0, all of them with an item.

    document  number of each sentence's document
    """

    def __init__(self, items, rows, project, annotators, alike):
        columns = [project.index(annotator) for annotator in annotators]
        self.annotators, self.distinct, self.alike = annotators, items.distinct, alike
        self.codes = items.codes[rows][:, columns]
        self.drawn = items.drawn[rows][:, columns]
        self.begun = items.begun[rows][:, columns]
        _, first, self.sentence = numpy.unique(
            items.sentence[rows], return_index=True, return_inverse=True
        )
        self.sentences, self.document = len(first), items.document[rows][first]
        self.overlapping = {pair: items.overlapping[pair][rows] for pair in combinations(annotators, 2)}

    def columns(self, group):
        """Places of some annotators."""
        return [self.annotators.index(annotator) for annotator in group]

    def with_values(self, group):
        """How many of the group gave each item a value."""
        return (self.codes[:, self.columns(group)] != MISSING).sum(axis=1)

    def estimate(self, above, below, rows):
        """Estimate of a sum over some items divided by another."""
        return by_sentence(above, below, self.sentence[rows], self.sentences).estimate()


class _Figure(NamedTuple):
    """One figure before it is a Score: its Estimate; reason says why it is undefined, if it is."""

    measure: str
    statistic: str
    annotators: tuple
    source: str
    estimate: Estimate
    items: int
    missing: int
    reason: Optional[str]
    observed: Optional[float] = None
    expected: Optional[float] = None


def _group_scores(scope, builder):
    """All annotators together; for the project each pair, too."""
    many = builder.layer.settings.set == "yes"
    group = scope.annotators
    pairs = {pair: _pair_figures(scope, pair, many) for pair in combinations(group, 2)}
    if len(pairs) == 1:
        figures = [figure for own in pairs.values() for figure in own]
    else:
        # A direction of GCM is about two annotators; it has no mean.
        figures = [
            _mean_figure(scope, group, same)
            for same in zip(*pairs.values())
            if same[0].statistic != "gcm"
        ]
    figures.append(_fleiss(scope, group))
    figures += _alphas(scope, group, many)
    if len(pairs) > 1 and builder.document is None:
        for pair, own in pairs.items():
            figures += own + _alphas(scope, pair, many)
    return [_score(scope, builder, figure) for figure in figures]


def _score(scope, builder, figure):
    (found,) = builder.figures(figure.estimate, scope.document)
    return builder.score(
        figure.measure, figure.statistic, figure.annotators, figure.source, found, figure.items,
        figure.missing, reason=figure.reason, observed=figure.observed, expected=figure.expected,
    )


def _pair_figures(scope, pair, many):
    """List of _Figure of two annotators, in the same order for each pair."""
    return _span_figures(scope, pair) + _label_figures(scope, pair, many) + [_cohen(scope, pair)]


def _span_figures(scope, pair):
    """F1 of the spans: of all spans of both, the share that is matched."""
    columns = scope.columns(pair)
    begun = scope.begun[:, columns].all(axis=1)
    drawn = scope.drawn[:, columns]
    number = drawn.sum(axis=1)
    counts = begun & (number > 0)
    missing = ((number > 0) & ~begun).sum()
    matched = {"exact": 2 * drawn.all(axis=1), "overlap": scope.overlapping[pair].sum(axis=1)}
    return [
        _Figure(
            "span-f1", statistic, pair, f"f1:{statistic}",
            scope.estimate(above[counts], number[counts], counts), counts.sum(), missing, NO_SPAN,
        )
        for statistic, above in matched.items()
    ]


def _label_figures(scope, pair, many):
    """Agreement on the labels of spans with a value of both."""
    with_values = scope.with_values(pair)
    common, missing = with_values == 2, (with_values == 1).sum()
    first, second = scope.codes[common][:, scope.columns(pair)].T
    found = [("raw", pair, (first == second, numpy.ones(len(first))))]
    if many:
        k, a, b = _counts(scope.distinct, first, second)
        found += [
            (name, pair, contributions(name, k, a, b))
            for name in ("masi", "masi-full", "exact", "gcm-f1", "gcm")
        ]
        found.append(("gcm", pair[::-1], contributions("gcm", k, b, a)))
    return [
        _Figure(
            "agreement", statistic, annotators, _SOURCES[statistic], scope.estimate(*entry, common),
            common.sum(), missing, NO_LABEL if common.any() else NO_COMMON_SPAN,
        )
        for statistic, annotators, entry in found
    ]


def _counts(distinct, first, second):
    """For each item how many labels both values share, and how many each has."""
    codes, place = numpy.unique(first * len(distinct) + second, return_inverse=True)
    values = [(distinct[code // len(distinct)], distinct[code % len(distinct)]) for code in codes.tolist()]
    rows = [(len(x & y), len(x), len(y)) for x, y in values]
    return numpy.array(rows, dtype=numpy.int64).reshape(-1, 3)[place].T


def _cohen(scope, pair):
    with_values = scope.with_values(pair)
    common = with_values == 2
    first, second = scope.codes[common][:, scope.columns(pair)].T
    table = CohenTable(first, second, scope.sentence[common], scope.sentences)
    return _corrected_figure(
        "kappa", "cohen", pair, "kappa:Cohen1960", table, (with_values == 1).sum()
    )


def _fleiss(scope, group):
    """Only items of which all have a value; the others are counted as missing, and in the signature."""
    with_values = scope.with_values(group)
    complete = with_values == len(group)
    left_out = ((with_values > 0) & ~complete).sum()
    table = FleissTable(
        scope.codes[complete][:, scope.columns(group)], scope.sentence[complete], scope.sentences
    )
    return _corrected_figure(
        "kappa", "fleiss", group, f"kappa:Fleiss1971|left-out:{left_out}", table, left_out
    )


def _alphas(scope, group, many):
    with_values = scope.with_values(group)
    counts = with_values >= 2
    found = []
    for distance in ("nominal", "masi") if many else ("nominal",):
        table = AlphaTable(
            scope.codes[counts][:, scope.columns(group)], scope.alike[distance],
            scope.sentence[counts], scope.sentences,
        )
        found.append(
            _corrected_figure(
                "alpha", distance, group, f"alpha:KR04|distance:{distance}", table,
                (with_values == 1).sum(),
            )
        )
    return found


def _corrected_figure(measure, statistic, group, source, table, missing):
    """A figure that is corrected for chance."""
    observed, expected, reason = None, None, None
    try:
        found = table.score()
        observed, expected = found.observed, found.expected
    except Undefined as why:
        reason = str(why)
    return _Figure(
        measure, statistic, group, source, table.estimate(), table.items, missing, reason, observed,
        expected,
    )


def _mean_figure(scope, group, figures):
    """Unweighted mean of the pairs that have a value; so are its observed and expected."""
    defined = [figure for figure in figures if not numpy.isnan(figure.estimate.value[0])]
    first = figures[0]
    if first.measure == "span-f1":
        together, anything = scope.begun.sum(axis=1) >= 2, scope.drawn.any(axis=1)
        items, missing = (together & anything).sum(), (anything & ~together).sum()
    else:
        with_values = scope.with_values(group)
        items, missing = (with_values >= 2).sum(), (with_values == 1).sum()
    observed, expected = (
        float(numpy.mean([getattr(figure, name) for figure in defined]))
        if first.measure == "kappa" and defined
        else None
        for name in ("observed", "expected")
    )
    return first._replace(
        annotators=group,
        source=f"{first.source}|pairs:{len(defined)}",
        estimate=mean([figure.estimate for figure in figures]),
        items=items,
        missing=missing,
        reason=first.reason if not defined else None,
        observed=observed,
        expected=expected,
    )
