"""Figures of labels for groups of items: the project, or each document, all computed at once.

Sources: Cohen 1960; Fleiss 1971; Krippendorff 2004; Gwet 2008; Artstein & Poesio 2008; for sets of
labels Ragheb & Dickinson 2013, section 4.1.1, and Passonneau 2006.
"""

from functools import cached_property, lru_cache, partial

import numpy

from brat_iaa.layers.label_columns import compared
from brat_iaa.measures.alphas import MISSING, AlphaItems, scale_alpha
from brat_iaa.measures.estimate import Groups
from brat_iaa.measures.kappas import (
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    scale_weights,
    weighted_values,
)
from brat_iaa.scores.alphas import GroupedValues
from brat_iaa.scores.score_table import Figure, chance_corrected, mean_over_pairs
from brat_iaa.scores.set_figures import MEAN_OVER_PAIRS, SetFigures, set_figures
from brat_iaa.values.view import View

NO_COMMON_SPAN = "no item with a value of both annotators"
NO_LABEL = "no label to divide by"
OFF_THE_SCALE = "no item has two values on the scale"
# Weights of weighted kappa.
KAPPA_WEIGHTS = "linear", "quadratic"
NO_TEXT = "texts are not there, so nobody knows the tokens outside of spans"

_REASONS = NO_COMMON_SPAN, NO_LABEL, NO_LABEL


class Scale:
    """The scale of a layer whose labels have an order: alpha with the ordinal distance, for numbers
    also with the interval one, Gwet's AC2, and weighted kappa.

    figures  (measure, statistic) of those of any number of annotators; kappas: of those of pairs

    order    its labels
    weights  name of the weights of AC2
    labels   the label of each value
    """

    def __init__(self, order, weights, labels):
        place = {label: number for number, label in enumerate(order)}
        self._source = f"order:{'<'.join(order)}".replace("|", "¦")
        self._place = numpy.array([place.get(label, -1) for label in labels], dtype=numpy.int64)
        self._numbers, self._name = _numbers(order), weights
        distances = ("ordinal",) if self._numbers is None else ("ordinal", "interval")
        self.figures = *(("alpha", name) for name in distances), ("ac2", weights)
        at = range(len(order)) if self._numbers is None else self._numbers
        self._weights = {name: scale_weights(at, name) for name in {*KAPPA_WEIGHTS, weights}}
        self.kappas = [("kappa", name) for name in KAPPA_WEIGHTS]

    def codes(self, codes) -> numpy.ndarray:
        """The codes of values, with those off the scale MISSING."""
        # The last is that of MISSING, -1.
        return numpy.where(numpy.append(self._place, -1)[codes] < 0, MISSING, codes)

    def tables(self, codes, sentence, groups) -> list:
        """[(source, Coefficients)] of each of the figures

        codes     as codes() returns them, items x annotators
        sentence  of each item
        groups    Groups
        """
        items = AlphaItems(codes, sentence, groups.sentence, groups.number)
        positions = {"ordinal": self._place}
        if self._numbers is not None:
            positions["interval"] = self._numbers[self._place]
        scales = [
            (
                f"alpha:KR04|distance:{name}|{self._source}",
                scale_alpha(items, position, groups.value, name == "ordinal"),
            )
            for name, position in positions.items()
        ]
        similar = self._similar(self._name, groups)
        tables = gwet_ac(codes, sentence, groups, similar, self._weights[self._name])
        source = f"ac2:Gwet2014|weights:{self._name}|{self._source}"
        return [*scales, (source, tables)]

    def kappa_tables(self, codes, sentence, groups) -> list:
        """The same of each of the kappas, of two annotators."""
        there = (codes != MISSING).all(axis=1)
        first, second = codes[there].T
        return [
            (
                f"kappa:Cohen1968|weights:{name}|{self._source}",
                cohen_kappa(first, second, sentence[there], groups, self._similar(name, groups)),
            )
            for name in KAPPA_WEIGHTS
        ]

    def _similar(self, weights, groups):
        return weighted_values(self._place, groups.value, self._weights[weights])


def _numbers(order):
    """The numbers that labels are, if they ascend or descend; else None."""
    try:
        numbers = numpy.array([float(label) for label in order])
    except ValueError:
        return None
    if not numpy.isfinite(numbers).all():
        return None
    steps = numpy.diff(numbers)
    return numbers if (steps > 0).all() or (steps < 0).all() else None


def value_view(columns, label_of=str) -> View:
    """The values of LabelColumns as in the agreement on labels; label_of: function of a label"""
    settings = columns.layer.settings

    def value_of(labels):
        value = labels if columns.several else compared(labels, settings)
        return value if value is None else frozenset(map(label_of, value))

    return View(columns.table.revalued(value_of))


class GroupedItems(GroupedValues):
    """Items in groups (the project, or its documents) that each have figures of their own.

    columns       LabelColumns or CommonLinks
    view          View of the values that count; table: its ValueTable
    members       for each group the tuple of its annotators
    several       whether a value is a set of labels
    drawn         booleans, items x annotators: whether the annotator drew the span
    scale         Scale of the order that the settings name; None without it, or with coarse labels
    """

    def __init__(self, columns, view, members, group, coarse=False):
        self.columns, self.view, self.members = columns, view, members
        self.annotators, self.several = columns.annotators, columns.several
        self.sentence, self.document = columns.sentence, columns.document
        self.drawn, self.begun = columns.codes != MISSING, columns.begun[columns.item_document]
        super().__init__(view.table, group, len(members))
        self.scale, settings = None, columns.layer.settings
        order = getattr(settings, "order", None)
        if order and not (coarse or self.several):
            self.scale = Scale(order, settings.weights, self.labels_of_values())

    @property
    def names(self) -> list:
        """All labels, sorted."""
        return self.view.label_names

    @cached_property
    def groups(self) -> Groups:
        """The groups of sentences and values."""
        return Groups(self.group, self.of_value, self.number)

    def with_values(self, annotators) -> numpy.ndarray:
        """How many of some annotators gave each item a value."""
        return (self.table.of(annotators) != MISSING).sum(axis=1)

    def count(self, rows) -> numpy.ndarray:
        """For each group how many of its items are chosen; rows: booleans."""
        return numpy.bincount(self.group[self.sentence[rows]], minlength=self.number)

    @property
    def distances(self) -> tuple:
        """Names of the distances between values."""
        return ("nominal", "masi") if self.several else ("nominal",)

    def labels_of_values(self) -> list:
        """The label of each value of groups, which is a single one; "" for none."""
        return [next(iter(self.table.values[number]), "") for number in self.value.tolist()]


def cohen(items, pair):
    """Cohen's kappa."""
    with_values = items.with_values(pair)
    common = with_values == 2
    first, second = items.cells(pair)[common].T
    similar = items.similar("nominal")
    tables = cohen_kappa(first, second, items.sentence[common], items.groups, similar)
    missing = items.count(with_values == 1)
    return [chance_corrected("kappa:Cohen1960", tables, missing)]


def fleiss(items, _):
    """Fleiss' kappa of the items of which all have a value; the signature counts the others."""
    with_values = items.with_values(items.annotators)
    number = numpy.array([len(members) for members in items.members])
    complete = with_values == number[items.group[items.sentence]]
    left_out = items.count((with_values > 0) & ~complete)
    codes = items.cells(items.annotators)[complete]
    tables = fleiss_kappa(codes, number, items.sentence[complete], items.groups)
    figures = chance_corrected("kappa:Fleiss1971", tables, left_out)
    sources = zip(figures.source, left_out)
    return [figures._replace(source=[f"{source}|left-out:{count}" for source, count in sources])]


def gwet(items, pair):
    """AC1; items with a value of one annotator tell how frequent labels are."""
    annotators = pair or items.annotators
    codes = items.cells(annotators)
    tables = gwet_ac(codes, items.sentence, items.groups, items.similar("nominal"))
    missing = items.count(items.with_values(annotators) == 1)
    return [_with_labels(chance_corrected("ac1:Gwet2008", tables, missing), tables)]


def _with_labels(figures, tables):
    """FigureValues of gwet_ac() that name the number of labels."""
    sources = zip(figures.source, tables.labels)
    return figures._replace(
        source=[f"{source}|frequencies:all-values|labels:{number}" for source, number in sources]
    )


def _on_scale(items, pair):
    """FigureValues by the places of labels on a scale; values off it count as missing."""
    return _of_scale(items, pair or items.annotators, items.scale.tables)


def _weighted(items, pair):
    """FigureValues of weighted kappa."""
    return _of_scale(items, pair, items.scale.kappa_tables)


def _of_scale(items, annotators, tables_of):
    codes, figures = items.scale.codes(items.cells(annotators)), []
    missing = items.count((codes != MISSING).sum(axis=1) == 1)
    for source, tables in tables_of(codes, items.sentence, items.groups):
        on_scale = chance_corrected(source, tables, missing)
        reasons = zip(on_scale.items, on_scale.reason)
        on_scale = on_scale._replace(reason=[why if n else OFF_THE_SCALE for n, why in reasons])
        figures.append(on_scale if tables.labels is None else _with_labels(on_scale, tables))
    return figures


def alphas(items, pair):
    """FigureValues of each distance; pair: None for all annotators."""
    annotators = pair or items.annotators
    missing = items.count(items.with_values(annotators) == 1)
    return [
        chance_corrected(f"alpha:KR04|distance:{name}", items.alpha(annotators, name), missing)
        for name in items.distances
    ]


def label_figures(items, reading="") -> list:
    """Figures of GroupedItems.

    reading  name of another way to read spans, whose kappas and alpha are wanted alone; "": the
             spans themselves
    """

    @lru_cache(None)
    def together(compute, pair):
        return compute(items, pair)

    def figure(compute, number, pair):
        figures = together(compute, pair)[number]
        unknown = items.columns.without_text
        if unknown is None:
            return figures
        unknown = items.groups.sums(unknown[items.document]) > 0
        return figures._replace(reason=[
            NO_TEXT if there and not number else reason
            for there, number, reason in zip(unknown, figures.items, figures.reason)
        ])  # fmt: skip

    def mean(counted, of_pairs):
        """The mean over pairs has the reason of the first pair of a group."""
        reasons = [
            of_pairs[names[:2]].reason[group] if len(names) > 1 else None
            for group, names in enumerate(items.members)
        ]
        return mean_over_pairs(of_pairs, *map(items.count, counted()), reasons)

    def add(keys, compute, **of_figure):
        prefix = f"{reading}-" if reading else ""
        for number, (measure, statistic) in enumerate(keys):
            key = f"{prefix}{measure}", statistic
            made.append(Figure(key, partial(figure, compute, number), **of_figure))

    def of_values(number):
        return number >= 2, number == 1

    def all_values():
        return of_values(items.with_values(items.annotators))

    def on_scale():
        codes = items.scale.codes(items.cells(items.annotators))
        return of_values((codes != MISSING).sum(axis=1))

    made: list = []
    if not reading:
        sets = ("raw", *MEAN_OVER_PAIRS, "gcm") if items.several else ("raw",)
        figures = SetFigures(items.view, items.group, items.number)
        made += set_figures(figures, {"agreement": "exact"}, _REASONS, sets)
    add([("kappa", "cohen")], cohen, mean=partial(mean, all_values))
    add([("kappa", "fleiss")], fleiss, joint=True, pairs=False)
    if reading:
        add([("alpha", "nominal")], alphas, joint=True)
        return made
    add([("alpha", distance) for distance in items.distances], alphas, joint=True)
    # AC1 is about single labels: sets that share some are not as far apart as those that share
    # none.
    if not items.several:
        add([("ac1", "gwet")], gwet, joint=True)
    if items.scale is not None:
        add(items.scale.kappas, _weighted, mean=partial(mean, on_scale))
        add(items.scale.figures, _on_scale, joint=True)
    return made
