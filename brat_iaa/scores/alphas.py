"""Scores that are corrected for chance: alpha over the sets of heads and labels."""

from functools import lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.layers.arc_columns import EMPTY, FARTHEST
from brat_iaa.measures import item_alpha
from brat_iaa.measures.distinct import numbered, packed, ranges
from brat_iaa.measures.similar import Sets, similar_sets
from brat_iaa.scores.builder import NOTHING_DRAWN
from brat_iaa.scores.score_table import Family, chance_corrected

# More than the sentences of a document, whose offsets have 32 bits.
_SENTENCES = 1 << 31
# (measure, how heads are represented so that they mean the same on every token). LOA has no heads.
HEADS = (("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None))


class ComparableValues(NamedTuple):
    """Values in a form that means the same on every token, as alpha needs them.

    codes  integers, items x annotators: number of the value, or MISSING
    sets   Sets of the elements of each different value
    head   of each element: a number that stands for the head; 0 without heads
    label  of each element: number of the label; 0 where labels do not count
    """

    codes: numpy.ndarray
    sets: Sets
    head: numpy.ndarray
    label: numpy.ndarray

    def split_by_group(self, group) -> tuple:
        """(ComparableValues that no two groups of items share, the group of each value).

        group  of each item
        """
        present = self.codes != item_alpha.MISSING
        item, _ = numpy.nonzero(present)
        values, groups = len(self.sets.start) - 1, int(group.max(initial=-1)) + 1
        used, number = numpy.unique(
            packed(group[item], values, self.codes[present]), return_inverse=True
        )
        codes = numpy.full(self.codes.shape, item_alpha.MISSING)
        codes[present] = number.reshape(-1)
        group_of_value, value = numpy.divmod(used, max(values, 1))
        sizes = numpy.diff(self.sets.start)[value]
        entry, index = ranges(self.sets.start, value)
        element = packed(self.sets.element[index], groups, group_of_value[entry])
        different, element = numpy.unique(element, return_inverse=True)
        sets = Sets(numpy.cumsum([0, *sizes]), element.reshape(-1))
        different //= max(groups, 1)
        head, label = self.head[different], self.label[different]
        return ComparableValues(codes, sets, head, label), group_of_value


def comparable_values(columns, measure, head) -> ComparableValues:
    """ComparableValues of ArcColumns.

    head  "offset": a head is its distance in tokens; "index": its position in its sentence, with
          the number of sentences to it; None: as "offset"

    The root is a symbol of its own. Heads of UAA and labels of LOA are multisets.
    """
    values = columns.values
    if head == "index":
        item, annotator = numpy.nonzero(columns.codes > EMPTY)
        first, of_cells = _at_positions(columns, columns.codes[item, annotator], item)
        which, element = values.elements_of(columns.codes[item[first], annotator[first]])
        token, tokens = columns.token[item[first][which]], columns.tokens
        target, number = token + values.distance[element], len(first)
        between = tokens.sentence[target] - tokens.sentence[token].astype(numpy.int64)
        position = (between + _SENTENCES) * FARTHEST + tokens.position[target]
    else:
        number = len(values.start) - 2
        which, element = values.elements_of(numpy.arange(1, 1 + number))
        position = values.distance[element].astype(numpy.int64) + FARTHEST
    # The root is no position; UAA has no labels, LOA no heads.
    heads = numpy.where(values.root[element], 0, position + 1) * (measure != "LOA")
    labels = values.label[element].astype(numpy.int64)
    of_values, *sets_and_elements = _distinct(which, heads, labels * (measure != "UAA"), number)
    of_values = of_values.astype(numpy.int32)
    if head == "index":
        codes = numpy.where(columns.codes == EMPTY, EMPTY, item_alpha.MISSING).astype(numpy.int32)
        codes[item, annotator] = of_values[of_cells]
    else:
        of_codes = numpy.concatenate([[EMPTY], of_values, [item_alpha.MISSING]])
        codes = of_codes.astype(numpy.int32)[columns.codes]
    return ComparableValues(codes, *sets_and_elements)


def _at_positions(columns, code, item):
    """(a cell with each value as it is at a position in a sentence, of each cell its number).

    code, item  of each cell with heads: its value, and the item

    Values are the same with indexes if they are with distances and their tokens have one position;
    but each is by itself whose heads are in another sentence.
    """
    values, tokens, token = columns.values, columns.tokens, columns.token[item]
    alone = numpy.zeros(len(code), dtype=bool)
    for farthest in (numpy.minimum, numpy.maximum):
        distance = farthest.reduceat(values.distance, values.start[1:-1]) if len(code) else code
        distance = numpy.append(0, distance)[code]
        head = token + distance
        alone |= tokens.sentence[head] != tokens.sentence[token]
        alone |= tokens.position[head] - tokens.position[token] != distance
    width = int(tokens.position.max(initial=0)) + 1
    key = packed(code, width, tokens.position[token])
    key[alone] = len(values.start) * width + numpy.arange(int(alone.sum()))
    used, number = numbered(key, len(values.start) * width + int(alone.sum()))
    first = numpy.empty(len(used), dtype=numpy.int64)
    first[number] = numpy.arange(len(number))
    return first, number


def _distinct(value, head, label, number):
    """(for each value its number from 1, Sets of the distinct values, the empty one first, of each
    of their elements the head and the label).

    value, head, label  of each element, by value
    number              of values; none is empty
    """
    # Heads are numbered, so that a key fits into 64 bits however many labels there are.
    heads, head = numpy.unique(head, return_inverse=True)
    labels = int(label.max(initial=0)) + 1
    key = head.reshape(-1) * labels + label
    order = numpy.lexsort((key, value))
    value, key = value[order], key[order]
    # Equal elements of a value are counted, so that multisets can be compared as sets.
    same = (numpy.diff(value, prepend=-1) == 0) & (numpy.diff(key, prepend=-1) == 0)
    rank = numpy.arange(len(key))
    times = rank - numpy.maximum.accumulate(numpy.where(same, 0, rank))
    most = int(times.max(initial=0)) + 1
    keys, ranks = numbered(key, len(heads) * labels)
    elements, element = numbered(ranks * most + times, len(keys) * most)
    sizes = numpy.bincount(value, minlength=number)
    start = numpy.concatenate([[0], numpy.cumsum(sizes)])
    single = sizes == 1
    singles, index = numbered(element[start[:-1][single]], len(elements))
    numbers = numpy.empty(number, dtype=numpy.int64)
    numbers[single] = 1 + index
    several = {}
    others = numpy.flatnonzero(~single)
    numbers[others] = [
        several.setdefault(tuple(element[begin:end].tolist()), 1 + len(singles) + len(several))
        for begin, end in zip(start[others].tolist(), start[others + 1].tolist())
    ]
    in_sets = [singles] + [numpy.array(several_set, dtype=numpy.int64) for several_set in several]
    lengths = [0] + [1] * len(singles) + [len(several_set) for several_set in several]
    sets = Sets(numpy.cumsum([0, *lengths]), numpy.concatenate(in_sets))
    head, label = numpy.divmod(keys[elements // most], labels)
    return numbers, sets, heads[head], label


def alpha_family(columns, drawn, config, documents=False) -> Family:
    """The alphas of all annotators, and of each pair; or those of all of each document.

    columns    function that returns the ArcColumns
    drawn      {pair, or None for all: of each document, or the project, whether they drew an arc on
               a compared item}
    documents  whether documents are the subjects
    """
    number = len(drawn[None])

    @lru_cache(1)
    def items_of(pair):
        pooled = columns()
        group = pooled.document if documents else numpy.zeros_like(pooled.document)
        codes = of_annotators(pooled.codes, pooled, pair or pooled.annotators)
        one_sided = (codes != item_alpha.MISSING).sum(axis=1) == 1
        missing = numpy.bincount(group[pooled.sentence[one_sided]], minlength=number)
        return item_alpha.AlphaItems(codes, pooled.sentence, group, number), missing

    @lru_cache(1)
    def values_of(measure, head):
        values = comparable_values(columns(), measure, head)
        return values.split_by_group(columns().item_document) if documents else (values, None)

    @lru_cache(1)
    def similar_of(measure, head, distance):
        return similar_sets(values_of(measure, head)[0].sets, distance)

    def compute(pair, alpha):
        measure, head, _, distance = wanted[alpha]
        (values, subject_of_value), (items, missing) = values_of(measure, head), items_of(pair)
        codes = values.codes[:, columns().columns(pair or columns().annotators)]
        tables = item_alpha.AlphaTables(
            items.with_values(codes), similar_of(measure, head, distance), subject_of_value
        )
        reasons = [None if arcs else NOTHING_DRAWN for arcs in drawn[pair]]
        return chance_corrected(alpha_source(distance, head), tables, missing, reasons)

    wanted = all_alphas(config)
    keys = [(measure, statistic) for measure, _, statistic, _ in wanted]
    return Family(keys, compute, joint=True, pairs=not documents)


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


def of_annotators(codes, columns, group) -> numpy.ndarray:
    """The codes of some annotators; a token that only others drew is missing, not empty."""
    chosen = columns.columns(group)
    present = columns.present[:, chosen].any(axis=1)[:, None]
    return numpy.where(present, codes[:, chosen], item_alpha.MISSING)
