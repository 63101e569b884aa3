"""Alpha over the sets of heads and labels of tokens, and over any values of groups of sentences."""

from functools import lru_cache, partial

import numpy

from brat_iaa.measures.alphas import MISSING, AlphaItems, Coefficients, krippendorff_alpha
from brat_iaa.measures.distinct import packed, ranges, turns
from brat_iaa.measures.similarities import Sets, similar_sets
from brat_iaa.scores.builder import NOTHING_DRAWN
from brat_iaa.scores.score_table import Figure, chance_corrected
from brat_iaa.values.table import ABSENT, EMPTY, UNDRAWN, ValueTable, recode, with_values

# (measure, how heads are represented so that they mean the same on every token). LOA has no heads.
HEADS = (("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None))


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


def comparable_values(table, measure, head) -> ValueTable:
    """A ValueTable with the values of an ArcTable as they mean the same on every token: elements
    are numbers.

    head  "offset": a head is its distance in tokens; "index": its position in its sentence, with
          the number of sentences to it; None: it does not matter

    The root is a symbol of its own. Without heads, or without labels, elements may be equal: the
    second is another one than the first.
    """
    if head == "index":
        # Of each cell by itself: a value is another one elsewhere.
        cells, tokens = numpy.where(table.cells > EMPTY, EMPTY, table.cells), table.tokens
        annotator, item, to, element = table.arcs()
        between = tokens.sentence[to] - tokens.sentence[item].astype(numpy.int64)
        place = packed(between, 1 + int(tokens.position.max(initial=0)), tokens.position[to])
    else:
        cells = numpy.full((len(table.values), 1), EMPTY, dtype=numpy.int32)
        item, element = table.elements_of(numpy.arange(len(table.values)))
        distance = numpy.array([head[0] for head, _ in table.elements], dtype=numpy.int64)
        annotator, place = 0, distance[element]
    labels: dict = {}
    label = [
        labels.setdefault(name * (measure != "UAA"), len(labels)) for _, name in table.elements
    ]
    root = numpy.array([is_root for (_, is_root), _ in table.elements], dtype=bool)[element]
    # Other places than the root are even.
    place = numpy.where(root, 1, 2 * place) * (head is not None)
    key = packed(place, len(labels), numpy.array(label, dtype=numpy.int64)[element])
    number = _ranks(key)
    cell = packed(item, cells.shape[1], annotator)
    times = turns(packed(cell, 1 + int(number.max(initial=0)), number))
    number = _ranks(packed(number, 1 + int(times.max(initial=0)), times))
    size = 1 + int(number.max(initial=-1))
    cells, values = with_values(cells, item, annotator, number, range(size))
    if head != "index":
        cells = recode(table.cells, cells[:, 0])
    return ValueTable(table.annotators, cells, values, table.sentence, table.document, table.begun)


def _ranks(numbers):
    return numpy.unique(numbers, return_inverse=True)[1].reshape(-1)


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
        source = f"alpha:KR04|distance:{distance}" + (f"|head:{head}" if head else "")
        return chance_corrected(source, tables, figures.missing(pair), reasons)

    return [
        Figure((measure, name), partial(compute, measure, head, distance), joint=True, pairs=pairs)
        for measure, head in HEADS
        for name, distance in (
            (("alpha-index", config.dependencies.distance),)
            if head == "index"
            else (("alpha", config.dependencies.distance), ("alpha-nominal", "nominal"))
        )
    ]
