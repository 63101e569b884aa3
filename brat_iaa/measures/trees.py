"""Tree edit distances of ordered forests (Zhang & Shasha 1989); insertion, deletion and change of
a label cost 1.

All pairs of many forests are computed from the savings S of two forests f and g, compared with
deleting and inserting all nodes:

    S(f, g) = |f| + |g| - distance(f, g)

Deleting or inserting a node saves nothing; matching two nodes saves 2 if their labels are equal,
else 1. v and w are the last nodes of f and g, T(v) and T(w) their trees, - means "without":

    S(f, g) = max( S(f - v, g),                              v is deleted
                   S(f, g - w),                              w is inserted
                   S(f - T(v), g - T(w)) + S(T(v), T(w)) )   the last trees are matched
    S(empty, g) = S(f, empty) = 0

The row of a forest f holds S(f, g) for all subforests g of the other forests, its columns. It is
computed from earlier rows at once:

f has several trees.
    row = max( row of f - v,  row of f - T(v) read at g - T(w)  +  row of T(v) read at T(w) )
    Both indexes are known for each g in advance, so each reading is one take().

f is one tree, T(v).
    row = max( row of f - v,  row of f - v read at T(w) - w  +  2 or 1 )
    Either v is not matched, or it is matched with some w of g. Then no node of f is left to be
    matched outside T(w), and the match saves S(f - v, T(w) - w) plus 2 or 1. This is stored at
    the g that ends in w; the maximum over all w follows in the next step.

In both cases S(f, g) >= S(f, g - w) remains, the second line of the recurrence: each level of
columns (forests of so many nodes) becomes the maximum of itself and the level before it.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.shared_work import in_order

EMPTY = 0
# Columns computed together: a row has one or two bytes for each, and fits into a processor's cache.
_TILE = 64_000
# Forests whose rows are one task, and rows that are kept at a time.
_ROWS, _KEPT = 512, 400


class Forest(NamedTuple):
    """An ordered forest, for example a sentence without its artificial root; may be empty.

    labels    tuple of hashable labels in postorder: children before their parent, left before right
    leftmost  tuple of ints: for each node the index of the leftmost leaf below
              it, its own index if it is a leaf
    """

    labels: tuple
    leftmost: tuple


def mirrored(forest: Forest) -> Forest:
    """The forest read from right to left; distances between mirrored forests are the same."""
    # Postorder from right to left is the reverse of preorder from left to right.
    preorder = sorted(range(len(forest.labels)), key=lambda node: (forest.leftmost[node], -node))
    backwards = preorder[::-1]
    return Forest(
        tuple(forest.labels[node] for node in backwards),
        tuple(position - (node - forest.leftmost[node]) for position, node in enumerate(backwards)),
    )


def _chain_ends(forest):
    """{first node: last node} of each chain. The subforests that distances need are runs of nodes
    from a leaf to a node not above the highest one whose leftmost leaf it is: prefixes of the chain
    of this leaf. That of the first leaf is the whole forest.
    """
    ends = {first: node for node, first in enumerate(forest.leftmost)}
    if ends:
        ends[0] = len(forest.labels) - 1
    return ends


def _effort(forests):
    """Number of nodes in all chains; the cost of the distances grows with it."""
    return sum(
        last - first + 1 for forest in forests for first, last in _chain_ends(forest).items()
    )


class _Subforests:
    """Distinct subforests of some forests, numbered; EMPTY is the empty one.

    of_forest  of each forest: its subforests, each behind those that it is computed from; the last
               one is the forest itself
    Integer arrays by number:
    size       nodes
    label      label of the last node v
    shorter, before, inside  numbers of the forest without v, without T(v), of T(v) without v
    tree       number of T(v); the forest's own number if it is one tree
    """

    def __init__(self, forests):
        rows, numbers = [(0, -1, EMPTY, EMPTY, EMPTY, EMPTY)], {}
        self.of_forest = [self._added(forest, rows, numbers) for forest in forests]
        columns = numpy.array(rows, dtype=numpy.int32).T
        self.size, self.label, self.shorter, self.before, self.inside, self.tree = columns

    def _added(self, forest, rows, numbers):
        labels, leftmost = forest
        ends, prefixes, order = _chain_ends(forest), {}, [EMPTY]
        # The trees inside a chain begin further right, so their chains come first.
        for first in sorted(ends, reverse=True):
            chain = prefixes[first] = [EMPTY]
            for node in range(first, ends[first] + 1):
                leaf = leftmost[node]
                key = chain[leaf - first], labels[node], prefixes[leaf][node - leaf]
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(rows)
                    tree = number if leaf == first else prefixes[leaf][node - leaf + 1]
                    rows.append((node - first + 1, key[1], chain[-1], key[0], key[2], tree))
                chain.append(number)
            order += chain[1:]
        return order


class _Columns:
    """The columns of a tile: all subforests of some forests, by their number of nodes.

    number   of columns; the column after the last is the empty forest
    levels   [(slice of a level, slice of as many columns of the level before)], from two nodes on;
             the k-th forest of a level is the k-th forest of the level before with one more node
    wholes   column of each of the forests
    For each column g, with w the last node of g and T(w) its tree:
    label    label of w
    before   column of g without T(w)
    inside   column of T(w) without w
    tree     column of T(w)
    """

    def __init__(self, table, tile):
        levels = _levels(table, numpy.unique(numpy.concatenate(table.of_forest[tile])))
        subforest = numpy.concatenate([numpy.zeros(0, dtype=numpy.intp), *levels])
        self.number = len(subforest)
        # A prefix of several chains has several equal columns: any of them will do.
        column = numpy.full(len(table.size), -1, dtype=numpy.intp)
        column[subforest] = numpy.arange(self.number)
        column[EMPTY] = self.number
        self.label = table.label[subforest]
        self.before, self.inside, self.tree = (
            column[numbers[subforest]] for numbers in (table.before, table.inside, table.tree)
        )
        self.wholes = column[[of_forest[-1] for of_forest in table.of_forest[tile]]]
        ends = numpy.cumsum([0, *map(len, levels)]).tolist()
        self.levels = [
            (slice(first, last), slice(before, before + last - first))
            for before, first, last in zip(ends, ends[1:], ends[2:])
        ]


def _levels(table, subforests):
    """The subforests of each number of nodes, from one on; those first that have more in theirs."""
    size = table.size[subforests]
    levels, level = [], numpy.zeros(0, dtype=numpy.intp)
    for nodes in range(int(size.max(initial=0)), 0, -1):
        level = table.shorter[level]
        level = numpy.concatenate([level, numpy.setdiff1d(subforests[size == nodes], level)])
        levels.append(level)
    return levels[::-1]


def _savings(task):
    """S of some forests with all of a tile: unsigned ints, forests x forests of the tile."""
    table, forests, tile, kind = task
    columns = _Columns(table, tile)
    nothing = numpy.zeros(columns.number + 1, dtype=kind)
    matrix = numpy.zeros((forests.stop - forests.start, len(columns.wholes)), dtype=kind)
    # Lists are much faster than arrays for single numbers.
    label, shorter, before, tree = (
        part.tolist() for part in (table.label, table.shorter, table.before, table.tree)
    )
    # Rows with their parts, as making a view costs as much as computing with it; what is read of
    # them at g - T(w) and at T(w); rows to be used again.
    rows, beside, below, free, matches = {}, {}, {}, [], {}
    for index, needed in enumerate(table.of_forest[forests]):
        if len(rows) > _KEPT:
            # What forests have in common is there, of those beside each other in any case.
            free += [rows[number] for number in rows.keys() - {*needed}]
            rows, beside, below = (
                {number: kept[number] for number in needed if number in kept}
                for kept in (rows, beside, below)
            )
        rows[EMPTY] = nothing, nothing[:-1], ()
        for number in needed:
            if number in rows:
                continue
            row, saved, levels = rows[number] = free.pop() if free else _row(nothing, columns)
            without, first, last = rows[shorter[number]], before[number], tree[number]
            if first == EMPTY:
                if label[number] not in matches:
                    matches[label[number]] = 1 + (columns.label == label[number]).astype(kind)
                without[0].take(columns.inside, out=saved, mode="wrap")
                saved += matches[label[number]]
            else:
                for read, of_row, where in (
                    (beside, first, columns.before), (below, last, columns.tree),
                ):  # fmt: skip
                    if of_row not in read:
                        read[of_row] = rows[of_row][0].take(where, mode="wrap")
                numpy.add(beside[first], below[last], out=saved)
            numpy.maximum(saved, without[1], out=saved)
            for level, level_before in levels:
                numpy.maximum(level, level_before, out=level)
        matrix[index] = rows[needed[-1]][0][columns.wholes]
    return matrix


def _row(nothing, columns):
    """(row, which ends in the empty forest; its columns; the parts of its levels)"""
    row = nothing.copy()
    saved = row[:-1]
    return row, saved, [(saved[level], saved[before]) for level, before in columns.levels]


def distances(forests, progress=None, executor=None) -> numpy.ndarray:
    """Distances of all pairs: forests x forests, unsigned ints.

    forests   sequence of Forest. Equal ones are computed once. It is faster if similar forests
              are adjacent, such as the trees of one sentence.
    progress  called with (done, total) now and then
    executor  a concurrent.futures.Executor that computes parts of the matrix; None: this
              process does. The result is the same.
    """
    numbers: dict = {}
    numbers_of = [numbers.setdefault(forest, len(numbers)) for forest in forests]
    matrix = _of_distinct(list(numbers), progress or (lambda done, total: None), executor)
    return matrix if len(matrix) == len(numbers_of) else matrix[numpy.ix_(numbers_of, numbers_of)]


def _of_distinct(forests, progress, executor):
    # Large forests first: tiles with many levels are then run against few rows. S is symmetric: a
    # tile is only run against forests up to its own.
    order = sorted(range(len(forests)), key=lambda number: -len(forests[number].labels))
    table = _Subforests(_numbered([forests[number] for number in order]))
    largest = max((len(forest.labels) for forest in forests), default=0)
    sizes = numpy.array(
        [len(forests[number].labels) for number in order], dtype=numpy.min_scalar_type(2 * largest)
    )
    matrix = numpy.zeros((len(forests), len(forests)), dtype=sizes.dtype)
    tasks = [
        (table, slice(first, min(first + _ROWS, tile.stop)), tile,
         numpy.min_scalar_type(2 * int(sizes[tile.start])))
        for tile in _tiles(table)
        for first in range(0, tile.stop, _ROWS)
    ]  # fmt: skip
    work = [(rows.stop - rows.start) * (tile.stop - tile.start) for _, rows, tile, _ in tasks]
    done = 0
    for task, cells, saved in zip(tasks, work, in_order(_savings, tasks, len(tasks), executor)):
        _, rows, tile, _ = task
        distance = sizes[rows, None] + sizes[tile] - saved
        matrix[rows, tile], matrix[tile, rows] = distance, distance.T
        done += cells
        progress(done, sum(work))
    place = numpy.argsort(order)
    return matrix[numpy.ix_(place, place)]


def _numbered(forests):
    """The forests with numbers as labels, all of them mirrored if that is less work."""
    code: dict = {}
    forests = [
        Forest(tuple(code.setdefault(label, len(code)) for label in forest.labels), forest.leftmost)
        for forest in forests
    ]
    backwards = [mirrored(forest) for forest in forests]
    return backwards if _effort(backwards) < _effort(forests) else forests


def _tiles(table):
    """Slices of consecutive forests with at most _TILE columns together, or of a larger one."""
    first, seen = 0, set()
    for number, subforests in enumerate(table.of_forest):
        if number > first and len(seen.union(subforests)) > _TILE:
            yield slice(first, number)
            first, seen = number, set()
        seen.update(subforests)
    if table.of_forest:
        yield slice(first, len(table.of_forest))
