"""Figures of each two annotators whose values are sets: MASI, exact match and GCM.

Ragheb & Dickinson 2013, section 4.1.1; Passonneau 2006. All are ratios of sums over items, see
measures/estimate.py: of the project, of documents, or of single sentences; of a label over
the items that have it, or over the elements that have it.
"""

from functools import cached_property, partial
from itertools import combinations

import numpy

from brat_iaa.measures.distinct import compact, distinct, packed, ranges
from brat_iaa.measures.estimate import Cells, Contributions, Ratios
from brat_iaa.measures.similarities import OF_PAIRS, contributions
from brat_iaa.scores.score_table import Figure, FigureValues, mean_over_pairs
from brat_iaa.values.table import EMPTY

SOURCES = {name: source for name, (_, source) in OF_PAIRS.items()}
SOURCES.update({"gcm": "gcm:RD13", "gcm-f1": "gcm-f1:RD13", "raw": "raw", "f1": "f1"})
# Other names of figures of labels.
_ALIASES = {"raw": "exact", "f1": "gcm-f1"}
MEAN_OVER_PAIRS = (*OF_PAIRS, "gcm-f1")


class SetFigures:
    """Figures of groups of sentences: of the project, or its documents.

    view     View
    group    of each sentence, in ascending order
    number   of groups
    nothing  whether items on which nobody drew anything count where there are no others
    """

    def __init__(self, view, group, number, nothing=True):
        self.view, self.number, self._nothing = view, number, nothing
        self.group, self._counted = group, {}
        self._cells = Cells(numpy.arange(len(group)), group, number)

    def _counts(self, annotators):
        """(items of each group with two values or more; with one value, when more are wanted)"""
        if annotators not in self._counted:
            table = self.view.table
            values = (table.of(annotators or table.annotators) >= EMPTY).sum(axis=1)
            self._counted[annotators] = [
                numpy.bincount(self.group[table.sentence[chosen]], minlength=self.number)
                for chosen in (values > 1, values == 1)
            ]
        return self._counted[annotators]

    def items(self, annotators) -> numpy.ndarray:
        """Number of items of each group with several values; None: of all annotators."""
        return self._counts(annotators)[0]

    def missing(self, annotators) -> numpy.ndarray:
        """Number of items of each group with a single value."""
        return self._counts(annotators)[1]

    @cached_property
    def _drawn(self):
        table, drawn = self.view.table, {}
        for pair in combinations(table.annotators, 2):
            compared = self.view.compare(pair)
            rows = (compared.a + compared.b > 0)[compared.both]
            group = self.group[table.sentence[compared.item[rows]]]
            drawn[pair] = numpy.bincount(group, minlength=self.number) > 0
        drawn[None] = numpy.any([numpy.zeros(self.number, bool), *drawn.values()], axis=0)
        return drawn

    def drawn(self, annotators) -> numpy.ndarray:
        """Of each group whether a pair drew anything on an item that it compared; None: any."""
        if annotators in self._drawn or annotators is None:
            return self._drawn[annotators]
        pairs = [pair for pair in self._drawn if pair and {*pair} <= {*annotators}]
        return numpy.any([self._drawn[pair] for pair in pairs], axis=0)

    def estimate(self, pair, way, statistic, side=0):
        """Estimate with a figure for each group. side: whose elements gcm divides by"""
        compared = self.view.compare(pair)
        sizes = (compared.a, compared.b)[:: -1 if side else 1]
        terms = contributions(statistic, compared.k[way], *sizes)
        above, below = (self.view.by_sentence(pair, of_values) for of_values in terms)
        if statistic in OF_PAIRS and not self._nothing:
            # Where neither drew anything nothing was compared.
            below = below * self.drawn(pair)[self.group]
        return Ratios(self._cells, above, below).estimate()


class LabelFigures:
    """The same of each label that anybody has on an item that two compared.

    number     of labels

    view       View
    names      labels, in order; None: those that anybody has on an item that two compared
    """

    def __init__(self, view, names=None):
        self.view, self._labels = view, len(view.label_names)
        self._sums: dict = {}
        self._counted: dict = {}
        self._pairs = [*combinations(view.table.annotators, 2)]
        keys = [self._items_and_labels(pair) for pair in self._pairs]
        self._of_any = distinct(numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *keys]))
        self._place = numpy.full(self._labels + 1, -1)
        if names is None:
            used = distinct(self._of_any % max(self._labels, 1))
            names = [view.label_names[label] for label in used.tolist()]
        self.names, self.number = names, len(names)
        number = {name: code for code, name in enumerate(names)}
        self._place[:-1] = [number.get(name, -1) for name in view.label_names]

    def _with_label(self, pair):
        """(row of a Comparison, number of the label) of each label on a row."""
        compared = self.view.compare(pair)
        of_values, _ = compared.links.of(numpy.arange(len(compared.a)))
        sides = [(of_values, self.view.labels[column]) for column in compared.links[1:3]]
        values, label = (numpy.concatenate(column) for column in zip(*sides))
        key = distinct(packed(values, self._labels, label)[label >= 0])
        values, label = numpy.divmod(key, max(self._labels, 1))
        start = numpy.searchsorted(values, numpy.arange(len(compared.a) + 1))
        row, entry = ranges(start, compared.both)
        return row, label[entry]

    def _items_and_labels(self, pair):
        row, label = self._with_label(pair)
        return packed(self.view.compare(pair).item[row], self._labels, label)

    def items(self, annotators) -> numpy.ndarray:
        """Number of items with each label; None: of all annotators."""
        if annotators not in self._counted:
            key = self._of_any if annotators is None else self._items_and_labels(annotators)
            label = self._place[key % max(self._labels, 1)]
            self._counted[annotators] = numpy.bincount(label, minlength=self.number)
        return self._counted[annotators]

    def missing(self, annotators):
        """Of labels they are not counted."""
        return

    def drawn(self, annotators) -> numpy.ndarray:
        pairs = self._pairs if annotators is None else [annotators]
        compared = map(self.view.compare, pairs)
        return numpy.full(self.number, any((each.a + each.b).any() for each in compared))

    def estimate(self, pair, way, statistic, side=0):
        if statistic in OF_PAIRS:
            cells, sums = self._of_items(pair)
            above, below = sums[statistic, way], sums[statistic, None]
        else:
            cells, sums = self._of_elements(pair)
            sides = (0, 1) if statistic == "gcm-f1" else (side,)
            above, below = (sum(sums[of, n].astype(float) for n in sides) for of in (way, None))
        return Ratios(cells, above.astype(float), below.astype(float)).estimate()

    def _of_items(self, pair):
        """(Cells of labels and sentences, {(statistic, way): sums of similarities; (statistic,
        None): the same if all were equal})
        """
        if (pair, "items") not in self._sums:
            compared = self.view.compare(pair)
            row, label = self._with_label(pair)
            where = self._contributions(compared.item[row], label)
            both, sums = compared.both[row], {}
            for statistic in OF_PAIRS:
                for way, linked in compared.k.items():
                    terms = contributions(statistic, linked, compared.a, compared.b)
                    added, most = (of_values[both] for of_values in terms)
                    sums[statistic, way] = compact(where.ratios(added, 1.0).above)
                sums[statistic, None] = compact(where.ratios(most, 1.0).above)
            self._sums[pair, "items"] = where.cells, sums
        return self._sums[pair, "items"]

    def _of_elements(self, pair):
        """(Cells of labels and sentences, {(way, side): elements of a side that the other agrees
        with; (None, side): all of its elements})
        """
        if (pair, "elements") not in self._sums:
            elements, sums = self.view.elements(pair), {}
            where = self._contributions(elements.item, elements.label)
            for side, of_side in enumerate((~elements.second, elements.second)):
                for way, agreed in [(None, of_side), *elements.agreed.items()]:
                    terms = (agreed & of_side).astype(float)
                    sums[way, side] = compact(where.ratios(terms, 1.0).above)
            self._sums[pair, "elements"] = where.cells, sums
        return self._sums[pair, "elements"]

    def _contributions(self, item, label):
        sentence = self.view.table.sentence[item]
        return Contributions(sentence, self._place[label], self.number)


def set_figures(figures, measures, reasons, statistics=(*MEAN_OVER_PAIRS, "gcm")) -> list:
    """Figures of SetFigures or LabelFigures: means over pairs, then each pair.

    measures    {name: way of the View}
    reasons     why a figure is undefined: there is no item, nothing on any, nothing to divide by
    statistics  names of those that are wanted
    """
    no_item, nothing_drawn, nothing_below = reasons

    def about(annotators):
        items, drawn = figures.items(annotators), figures.drawn(annotators)

        def reason(number):
            if items[number]:
                return nothing_below if drawn[number] else nothing_drawn
            return no_item

        return items, figures.missing(annotators), reason

    def of_pair(way, statistic, pair, side=0):
        estimate = figures.estimate(pair, way, _ALIASES.get(statistic, statistic), side)
        return FigureValues(SOURCES[statistic], estimate, *about(pair))

    def mean(of_pairs):
        return mean_over_pairs(of_pairs, *about(None))

    return [
        Figure(
            (measure, statistic), partial(of_pair, way, statistic),
            None if statistic == "gcm" else mean, directed=statistic == "gcm",
        )
        for measure, way in measures.items()
        for statistic in statistics
    ]  # fmt: skip
