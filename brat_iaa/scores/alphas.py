"""Alpha over the sets of heads and labels of tokens, and over any values of groups of sentences."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache, partial

import numpy

from brat_iaa.measures.alphas import MISSING, AlphaItems, Coefficients, krippendorff_alpha
from brat_iaa.measures.distinct import packed, ranges
from brat_iaa.measures.similarities import Sets, similar_sets
from brat_iaa.scores.builder import NOTHING_DRAWN
from brat_iaa.scores.score_table import Figure, chance_corrected
from brat_iaa.values.table import ABSENT, EMPTY, UNDRAWN, ValueTable, with_values

# (measure, how heads are represented so that they mean the same on every token). LOA has no heads.
HEADS = (("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None))
_ROOT = "ROOT"


class GroupedValues:
    """The values of a ValueTable in groups of sentences that each have an alpha of their own.

    table   ValueTable
    group   of each sentence, in ascending order
    number  of groups
    of_value  group of each value: no two groups have one in common
    value   of each value its number in the ValueTable
    sets    Sets of the elements of each value
    """

    def __init__(self, table, group, number):
        self.table, self.group, self.number = table, group, number
        self.value = numpy.arange(len(table.values))
        self.of_value = numpy.zeros_like(self.value)
        self.sets, self._cells = Sets(table.start, table.element), None
        if number > 1:
            self._split()
        self.similar = lru_cache(None)(self._similar)

    def _split(self):
        table, values = self.table, len(self.table.values)
        cells = numpy.where(table.cells == UNDRAWN, EMPTY, table.cells)
        there = cells != ABSENT
        item, _ = numpy.nonzero(there)
        used, number = numpy.unique(
            packed(self.group[table.sentence[item]], values, cells[there]), return_inverse=True
        )
        self._cells = numpy.full(cells.shape, ABSENT)
        self._cells[there] = number.reshape(-1)
        self.of_value, self.value = numpy.divmod(used, values)
        entry, at = ranges(table.start, self.value)
        element = packed(table.element[at], self.number, self.of_value[entry])
        _, element = numpy.unique(element, return_inverse=True)
        start = numpy.append(0, numpy.cumsum(table.sizes[self.value]))
        self.sets = Sets(start, element.reshape(-1))

    def cells(self, annotators) -> numpy.ndarray:
        """The values of some annotators, items x annotators; MISSING for none."""
        cells = self.table.of(annotators)
        if self._cells is None:
            return cells
        return numpy.where(cells == ABSENT, MISSING, self._cells[:, self.table.columns(annotators)])

    def _similar(self, distance):
        return similar_sets(self.sets, distance)

    def alpha(self, annotators, distance) -> Coefficients:
        """Alpha of some annotators, of each group."""
        cells = self.cells(annotators)
        items = AlphaItems(cells, self.table.sentence, self.group, self.number)
        return krippendorff_alpha(items, self.similar(distance), self.of_value)


def numbered(elements) -> frozenset:
    """A multiset as a set: (x, 0), (x, 1), ..."""
    elements = [*elements]
    if len(elements) == 1:
        return frozenset([(elements[0], 0)])
    times = Counter(elements)
    return frozenset((element, n) for element, number in times.items() for n in range(number))


def comparable_values(table, measure, head) -> ValueTable:
    """A ValueTable with the values of an ArcTable as they mean the same on every token.

    head  "offset": a head is its distance in tokens; "index": its position in its sentence, with
          the number of sentences to it; None: as "offset"

    The root is a symbol of its own. Elements may be equal without heads, or without labels.
    """
    part = _PARTS[measure]
    if head != "index":
        return table.revalued(lambda value: counted(map(part, value)))
    tokens = table.tokens
    annotator, token, head_token, element = table.arcs()
    between = tokens.sentence[head_token] - tokens.sentence[token].astype(numpy.int64)
    place = packed(between, 1 + int(tokens.position.max(initial=0)), tokens.position[head_token])
    root = numpy.array([is_root for (_, is_root), _ in table.elements], dtype=bool)[element]
    labels: dict = {}
    label = [labels.setdefault(part(((0, False), label)), len(labels))
             for _, label in table.elements]  # fmt: skip
    # Places are even.
    key = packed(numpy.where(root, 1, 2 * place), len(labels), numpy.array(label, int)[element])
    keys, number = numpy.unique(key, return_inverse=True)
    item = numpy.searchsorted(table.token, token)
    cell = packed(item, len(table.annotators), annotator)
    times = turns(packed(cell, len(keys), number.reshape(-1)))
    number = packed(number.reshape(-1), 1 + int(times.max(initial=0)), times)
    keys, number = numpy.unique(number, return_inverse=True)
    cells = numpy.where(table.cells > EMPTY, EMPTY, table.cells)
    cells, values = with_values(cells, item, annotator, number.reshape(-1), range(len(keys)))
    return replace(ValueTable(*(getattr(table, name) for name in ValueTable.__dataclass_fields__)),
                   cells=cells, values=values)  # fmt: skip


_PARTS = {
    "UAA": lambda element: _symbol(element[0]),
    "LAA": lambda element: (_symbol(element[0]), element[1]),
    "LOA": lambda element: element[1],
}


def _symbol(head):
    distance, root = head
    return _ROOT if root else distance


def counted(elements) -> frozenset:
    """A multiset as a set: (x, 0), (x, 1), ..."""
    elements = [*elements]
    if len(elements) == 1:
        return frozenset([(elements[0], 0)])
    times = Counter(elements)
    return frozenset((element, n) for element, number in times.items() for n in range(number))


def turns(key) -> numpy.ndarray:
    """Of each entry how many of the same key come before it."""
    order = numpy.argsort(key, kind="stable")
    ordered, turn = key[order], numpy.empty(len(key), dtype=numpy.int64)
    turn[order] = numpy.arange(len(key)) - numpy.searchsorted(ordered, ordered)
    return turn


def alpha_figures(view, figures, config, pairs=True) -> list:
    """The alphas of dependencies: of all annotators, and of each pair.

    view     View of an ArcTable
    figures  SetFigures of the same subjects
    pairs    whether pairs of more annotators have them, too
    """

    @lru_cache(None)
    def values_of(measure, head):
        values = comparable_values(view.table, measure, head)
        return GroupedValues(values, figures.group, figures.number)

    def compute(measure, head, distance, pair):
        tables = values_of(measure, head).alpha(pair or view.table.annotators, distance)
        reasons = [None if arcs else NOTHING_DRAWN for arcs in figures.drawn(pair)]
        return chance_corrected(
            alpha_source(distance, head), tables, figures.missing(pair), reasons
        )

    return [
        Figure((measure, name), partial(compute, measure, head, distance), joint=True, pairs=pairs)
        for measure, head, name, distance in all_alphas(config)
    ]


def all_alphas(config) -> list:
    """[(measure, how heads are represented, name of the alpha, distance)]"""
    distance, rows = config.dependencies.distance, []
    for measure, head in HEADS:
        named = [("alpha", distance), ("alpha-nominal", "nominal")]
        named = [("alpha-index", distance)] if head == "index" else named
        rows += [(measure, head, *alpha) for alpha in named]
    return rows


def alpha_source(distance, head) -> str:
    """What a signature says of an alpha; head: as in comparable_values()."""
    return f"alpha:KR04|distance:{distance}" + (f"|head:{head}" if head else "")
