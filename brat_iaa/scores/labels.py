"""Scores of labels of spans: F1 of spans with their labels, then agreement on the labels of those
that both drew.

Sources: Hripcsak & Rothschild 2005; Cohen 1960; Fleiss 1971; Krippendorff 2004; Artstein & Poesio
2008; for sets of labels Ragheb & Dickinson 2013, section 4, and Passonneau 2006.
"""

from functools import cached_property
from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.layers.label_columns import SPANS, joined
from brat_iaa.layers.labels import compared
from brat_iaa.measures.alpha import MISSING, AlphaItems, AlphaTables
from brat_iaa.measures.attachment_scores import contributions
from brat_iaa.measures.cells import mean_of_cells
from brat_iaa.measures.estimate import mean_of_defined
from brat_iaa.measures.groups import Groups
from brat_iaa.measures.kappa import CohenTables, FleissTables
from brat_iaa.measures.similar import sets, similar_sets
from brat_iaa.scores.alphas import Written
from brat_iaa.scores.each_label import each_label_scores
from brat_iaa.scores.elements import document_f1, project_f1
from brat_iaa.scores.label_elements import label_elements
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
    """A layer of labels, see Pooled: its project's scores are followed by each label's."""

    @cached_property
    def _columns(self):
        return self._joined(self.parts)

    def _joined(self, names):
        return joined([self.parts[name].items.columns for name in names], self.annotators)

    def project_scores(self, builder):
        """List of Score: the project, its pairs if there are several, its labels."""
        if len(self.annotators) < 2:
            return []
        columns = self._columns
        own = _Scope(columns, [self.annotators], numpy.zeros_like(columns.document), builder)
        (scores,) = _group_scores(own, [builder], list(combinations(self.annotators, 2)))
        found = project_f1(label_elements(columns), "f1", builder)
        return found + scores + each_label_scores(own, builder)

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents, all in one pass."""
        if not builders:
            return {}
        columns = self._columns if list(builders) == list(self.parts) else self._joined(builders)
        begun = [columns.begun_by(number) for number in range(len(builders))]
        own_builders = list(builders.values())
        own = _Scope(columns, begun, columns.document, own_builders[0])
        f1 = document_f1(label_elements(columns), "f1", own_builders)
        return {
            name: first + then
            for name, first, then in zip(builders, f1, _group_scores(own, own_builders))
        }


class _Scope:
    """The items that are scored together, in groups with figures of their own.

    annotators  of the project
    members     for each group the tuple of its annotators
    columns     LabelColumns
    many        whether values are sets of labels
    codes       index of the value in values, or MISSING
    values      different values, as in the agreement on labels
    written     the same as Written, with values of each group
    groups      Groups
    """

    def __init__(self, columns, members, group, builder):
        settings = builder.layer.settings
        self.columns, self.members, self.many = columns, members, settings.set == "yes"
        self.annotators, self.drawn = columns.annotators, columns.codes != MISSING
        self.sentence, self.document = columns.sentence, columns.document
        self.sentences, self.begun = len(columns.document), columns.begun[columns.item_document]
        index = {}
        recoded = [
            MISSING if value is None else index.setdefault(value, len(index))
            for value in (compared(labels, settings) for labels in columns.values)
        ]
        self.codes = numpy.array([*recoded, MISSING], dtype=numpy.int64)[columns.codes]
        self.values = list(index)
        self.item_group = group[self.sentence]
        self.written, of_value = Written(self.codes, sets(self.values)).by_group(self.item_group)
        self.groups = Groups(group, of_value, len(members))

    def columns_of(self, group):
        """Places of some annotators."""
        return [self.annotators.index(annotator) for annotator in group]

    def with_values(self, group):
        """How many of some annotators gave each item a value."""
        return (self.codes[:, self.columns_of(group)] != MISSING).sum(axis=1)

    def count(self, rows):
        """For each group how many of its items are chosen; rows: booleans."""
        return numpy.bincount(self.item_group[rows], minlength=self.groups.number)

    def estimate(self, above, below, rows):
        """CellEstimate of a sum over some items divided by another."""
        return self.groups.ratio(
            *(
                numpy.bincount(self.sentence[rows], own, minlength=self.sentences)
                for own in (above, below)
            )
        )

    @cached_property
    def similar(self):
        """{distance: what values are alike}"""
        names = ("nominal", "masi") if self.many else ("nominal",)
        return {name: similar_sets(self.written.sets, name) for name in names}


class _Figure(NamedTuple):
    """Figures of all groups before they are Scores: lists or arrays with an entry for each group.

    annotators  of the figure; None: those of the group
    source      list of str
    estimate    CellEstimate
    reason      why a figure is undefined, if it is
    """

    measure: str
    statistic: str
    annotators: Optional[tuple]
    source: list
    estimate: object
    items: numpy.ndarray
    missing: numpy.ndarray
    reason: list
    observed: Optional[list] = None
    expected: Optional[list] = None


def _group_scores(scope, builders, pairs=()):
    """For each group a list of Score: all annotators together, then each of the pairs, if several.

    builders  ScoreBuilder of each group
    """
    of_pairs = {pair: _pair_figures(scope, pair) for pair in combinations(scope.annotators, 2)}
    alone = {own for own in scope.members if len(own) == 2}
    whole = [_fleiss(scope)] + _alphas(scope, None)
    found, several = [[] for _ in builders], [len(own) > 2 for own in scope.members]
    for pair in of_pairs.keys() & alone:
        _add(found, scope, builders, of_pairs[pair], [own == pair for own in scope.members])
    if any(several):
        # A direction of GCM is about two annotators; it has no mean.
        means = [
            _mean_figure(scope, [*of_pairs], same)
            for same in zip(*of_pairs.values())
            if same[0].statistic != "gcm"
        ]
        _add(found, scope, builders, means, several)
    _add(found, scope, builders, whole, [len(own) > 1 for own in scope.members])
    for pair in pairs if len(pairs) > 1 else ():
        _add(found, scope, builders, of_pairs[pair] + _alphas(scope, pair), several)
    return found


def _add(found, scope, builders, figures, wanted):
    """Add the Scores of _Figures to those of the groups for which they are wanted."""
    for figure in figures:
        values = builders[0].figures(figure.estimate, scope.document)
        for number in numpy.flatnonzero(wanted).tolist():
            observed, expected = (
                None if own is None else own[number] for own in (figure.observed, figure.expected)
            )
            found[number].append(builders[number].score(
                figure.measure, figure.statistic, figure.annotators or scope.members[number],
                figure.source[number], values[number], figure.items[number],
                figure.missing[number], reason=figure.reason[number], observed=observed,
                expected=expected,
            ))  # fmt: skip


def _pair_figures(scope, pair):
    """List of _Figure of two annotators, in the same order for each pair."""
    return _span_figures(scope, pair) + _label_figures(scope, pair) + [_cohen(scope, pair)]


def _span_figures(scope, pair):
    """F1 of the spans: of all spans of both, the share that is matched."""
    columns = scope.columns_of(pair)
    begun = scope.begun[:, columns].all(axis=1)
    drawn = scope.drawn[:, columns]
    number = drawn.sum(axis=1)
    counts = begun & (number > 0)
    item, annotator, other, label = scope.columns.near.T
    near = (label == SPANS) & numpy.isin(annotator, columns) & numpy.isin(other, columns)
    exact = 2 * drawn.all(axis=1)
    overlapping = exact + numpy.bincount(item[near], minlength=len(number))
    items, missing = scope.count(counts), scope.count((number > 0) & ~begun)
    return [
        _Figure(
            "span-f1", statistic, pair, [f"f1:{statistic}"] * len(items),
            scope.estimate(above[counts], number[counts], counts), items, missing,
            [NO_SPAN] * len(items),
        )
        for statistic, above in (("exact", exact), ("overlap", overlapping))
    ]  # fmt: skip


def _label_figures(scope, pair):
    """Agreement on the labels of spans with a value of both."""
    with_values = scope.with_values(pair)
    common = with_values == 2
    items, missing = scope.count(common), scope.count(with_values == 1)
    first, second = scope.codes[common][:, scope.columns_of(pair)].T
    found = [("raw", pair, (first == second, numpy.ones(len(first))))]
    if scope.many:
        k, a, b = _counts(scope.values, first, second)
        found += [
            (name, pair, contributions(name, k, a, b))
            for name in ("masi", "masi-full", "exact", "gcm-f1", "gcm")
        ]
        found.append(("gcm", pair[::-1], contributions("gcm", k, b, a)))
    reason = [NO_LABEL if number else NO_COMMON_SPAN for number in items.tolist()]
    return [
        _Figure(
            "agreement",
            statistic,
            annotators,
            [_SOURCES[statistic]] * len(items),
            scope.estimate(*entry, common),
            items,
            missing,
            reason,
        )
        for statistic, annotators, entry in found
    ]


def _counts(distinct, first, second):
    """For each item how many labels both values share, and how many each has."""
    codes, place = numpy.unique(first * len(distinct) + second, return_inverse=True)
    both = (divmod(code, len(distinct)) for code in codes.tolist())
    values = [(distinct[one], distinct[other]) for one, other in both]
    rows = [(len(x & y), len(x), len(y)) for x, y in values]
    return numpy.array(rows, dtype=numpy.int64).reshape(-1, 3)[place].T


def _cohen(scope, pair):
    with_values = scope.with_values(pair)
    common = with_values == 2
    first, second = scope.written.codes[common][:, scope.columns_of(pair)].T
    tables = CohenTables(first, second, scope.sentence[common], scope.groups)
    missing = scope.count(with_values == 1)
    return _corrected_figure(
        "kappa", "cohen", pair, "kappa:Cohen1960", tables, tables.estimate(), missing
    )


def _fleiss(scope):
    """Only items of which all have a value; the others are counted as missing, and in the
    signature.
    """
    with_values = scope.with_values(scope.annotators)
    number = numpy.array([len(own) for own in scope.members])
    complete = with_values == number[scope.item_group]
    left_out = scope.count((with_values > 0) & ~complete)
    tables = FleissTables(
        scope.written.codes[complete], number, scope.sentence[complete], scope.groups
    )
    found = _corrected_figure(
        "kappa", "fleiss", None, "kappa:Fleiss1971", tables, tables.estimate(), left_out
    )
    return found._replace(source=[f"{found.source[0]}|left-out:{own}" for own in left_out])


def _alphas(scope, pair):
    """List of _Figure; pair: None for all annotators."""
    group = pair or scope.annotators
    with_values = scope.with_values(group)
    items = AlphaItems(
        scope.written.codes[:, scope.columns_of(group)], scope.sentence, scope.groups.sentence,
        scope.groups.number,
    )  # fmt: skip
    missing = scope.count(with_values == 1)
    return [
        _corrected_figure(
            "alpha", distance, pair, f"alpha:KR04|distance:{distance}",
            tables, tables.estimate(), missing,
        )
        for distance, similar in scope.similar.items()
        for tables in [AlphaTables(items, similar, scope.groups.value)]
    ]  # fmt: skip


def _corrected_figure(measure, statistic, annotators, source, tables, estimate, missing):
    """_Figure of figures that are corrected for chance."""
    scores = tables.scores()
    undefined = [isinstance(own, Undefined) for own in scores]
    observed, expected = (
        [None if none else getattr(own, name) for none, own in zip(undefined, scores)]
        for name in ("observed", "expected")
    )
    return _Figure(
        measure, statistic, annotators, [source] * len(scores), estimate, tables.items,
        missing, [str(own) if none else None for none, own in zip(undefined, scores)], observed,
        expected,
    )  # fmt: skip


def _mean_figure(scope, pairs, figures):
    """Unweighted mean of the pairs that have a value; so are its observed and expected."""
    first = figures[0]
    estimate = mean_of_cells([figure.estimate for figure in figures])
    if first.measure == "span-f1":
        together, anything = scope.begun.sum(axis=1) >= 2, scope.drawn.any(axis=1)
        items, missing = together & anything, anything & ~together
    else:
        with_values = scope.with_values(scope.annotators)
        items, missing = with_values >= 2, with_values == 1
    defined = (~numpy.isnan([figure.estimate.value for figure in figures])).sum(axis=0).tolist()
    observed, expected = (
        _means([getattr(figure, name) for figure in figures]) if first.measure == "kappa" else None
        for name in ("observed", "expected")
    )
    return _Figure(
        first.measure, first.statistic, None,
        [f"{source}|pairs:{number}" for source, number in zip(first.source, defined)], estimate,
        scope.count(items), scope.count(missing), _first_reasons(scope, pairs, figures), observed,
        expected,
    )  # fmt: skip


def _means(of_pairs):
    """For each group the mean over pairs; None where all are."""
    means, defined = mean_of_defined(numpy.array(of_pairs, dtype=float))
    return [mean if number else None for mean, number in zip(means.tolist(), defined.tolist())]


def _first_reasons(scope, pairs, figures):
    """For each group the reason of the first pair of its annotators."""
    reasons = {pair: figure.reason for pair, figure in zip(pairs, figures)}
    return [
        reasons[own[:2]][number] if len(own) > 1 else None
        for number, own in enumerate(scope.members)
    ]
