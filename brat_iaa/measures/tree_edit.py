"""Exact tree edit distances between all pairs of many ordered forests (Zhang & Shasha 1989).

Computed from the savings S of two forests f and g, compared with deleting and inserting all nodes:

    S(f, g) = |f| + |g| - distance(f, g)

Deleting or inserting a node saves nothing; matching two nodes saves 2 if their labels are equal,
else 1. v and w are the last nodes of f and g, T(v) and T(w) their trees, - means "without":

    S(f, g) = max( S(f - v, g),                              v is deleted
                   S(f, g - w),                              w is inserted
                   S(f - T(v), g - T(w)) + S(T(v), T(w)) )   the last trees are matched
    S(empty, g) = S(f, empty) = 0

The row of a forest f holds S(f, g) for all subforests g of the other forests (tree_programs). It is
computed from earlier rows at once:

f has several trees.
    row = max( row of f - v,  row of f - T(v) read at g - T(w)  +  row of T(v) read at T(w) )
    Both indexes are known for each g in advance, so each reading is one take().

f is one tree, T(v).
    row = max( row of f - v,  row of f - v read at T(w) - w  +  2 or 1 )
    Either v is not matched, or it is matched with some w of g. Then no node of f is left to be
    matched outside T(w), and the match saves S(f - v, T(w) - w) plus 2 or 1. This is stored at
    the g that ends in w; the maximum over all w follows in the next step.

In both cases S(f, g) >= S(f, g - w) remains, the second line of the recurrence.
    A row never falls along a chain: each level of columns becomes the maximum of itself and the
    level before it, shortest first.

S is at most twice the number of nodes of the smaller forest, so a byte is enough as long as no
column has more than 127 nodes.

A column of a row depends on no other tile, so columns are cut into tiles that fit into the
processor's cache. Which rows are needed, and in which order, is the same for all tiles
(tree_programs). S is symmetric: a tile is only run against forests up to its own, the rest is the
transpose.
"""

from itertools import groupby
from typing import NamedTuple

import numpy

from brat_iaa.measures.forests import Forest, ForestTable, effort, mirrored
from brat_iaa.measures.shared_work import in_order
from brat_iaa.measures.tree_programs import (
    BEFORE,
    BELOW,
    FOREST,
    MATCH,
    TREE,
    Columns,
    Program,
    program,
)


class Block(NamedTuple):
    """Rows by columns.

    program  Program of the rows
    columns  Columns of the tile
    kind     dtype of unsigned ints that holds every saving
    """

    program: Program
    columns: Columns
    kind: numpy.dtype


def savings(block: Block) -> numpy.ndarray:
    """S of all rows with all forests of the tile: unsigned ints, rows x forests."""
    matrix = numpy.empty((block.program.results, len(block.columns.wholes)), dtype=block.kind)
    for index, row in _rows(*block):
        matrix[index] = row[block.columns.wholes]
    return matrix


def _rows(program, columns, kind):
    """Yield (index, row) of each row requested from the Program; tree_edit explains the steps.

    The last entry of a row is the empty forest. The next row may overwrite it.
    """
    # One more column, the empty forest: it is never written, so it stays 0.
    registers = list(numpy.zeros((program.registers, columns.number + 1), dtype=kind))
    # Views are made once: making one costs as much as computing with it.
    rows = [register[:-1] for register in registers]
    levels = [[(row[level], row[before]) for level, before in columns.levels] for row in rows]
    equal = numpy.zeros(columns.number, dtype=bool)
    for operation, target, first, second, third in program.operations.tolist():
        if operation in (FOREST, TREE):
            row = rows[target]
            if operation == TREE:
                # The fastest mode of take; no index is out of bounds.
                registers[first].take(columns.inside, out=row, mode="wrap")
                numpy.add(row, rows[second], out=row)
            else:
                numpy.add(rows[second], rows[third], out=row)
            numpy.maximum(row, rows[first], out=row)
            for level, before in levels[target]:
                numpy.maximum(level, before, out=level)
        elif operation == BEFORE:
            registers[first].take(columns.before, out=rows[target], mode="wrap")
        elif operation == BELOW:
            registers[first].take(columns.tree, out=rows[target], mode="wrap")
        elif operation == MATCH:
            numpy.equal(columns.label, first, out=equal)
            numpy.add(equal.view(numpy.uint8), 1, out=rows[target])
        else:
            yield target, registers[first]


# Columns of a tile: a row has one or two bytes for each.
_TILE = 64_000
# Forests in the rows of a block: their common subforests are computed once.
_ROWS = 512


def distances(forests, progress=None, executor=None) -> numpy.ndarray:
    """Distances of all pairs: forests x forests, unsigned ints.

    Insertion, deletion and relabelling cost 1.

    forests   sequence of Forest. Equal ones are computed once. It is faster if similar forests
              are adjacent, such as the trees of one sentence.
    progress  called with (done, total) now and then
    executor  a concurrent.futures.Executor that computes blocks of the matrix; None: this
              process does. The result is the same.
    """
    numbers = {}
    numbers_of = [numbers.setdefault(forest, len(numbers)) for forest in forests]
    matrix = _of_distinct(list(numbers), progress or (lambda done, total: None), executor)
    return matrix if len(matrix) == len(numbers_of) else matrix[numpy.ix_(numbers_of, numbers_of)]


def _of_distinct(forests, progress, executor):
    sizes = [len(forest.labels) for forest in forests]
    # Large forests first: tiles with many levels are then run against few rows.
    order = numpy.array(
        sorted(range(len(sizes)), key=lambda number: -sizes[number]), dtype=numpy.intp
    )
    sizes = numpy.array(sizes, dtype=numpy.min_scalar_type(2 * max(sizes, default=0)))
    matrix = numpy.zeros((len(sizes), len(sizes)), dtype=sizes.dtype)
    table, parts = _numbered([forests[number] for number in order])
    tiles = _tiles(table, parts)
    rows = [cut for tile in tiles for cut in _cut(tile)]
    # Each program serves all tiles; as arrays they need little memory.
    programs = [program(table, [part.whole for part in parts[cut]]) for cut in rows]
    blocks = [
        (number, tile)
        for tile in tiles
        for number in range(len(rows))
        if rows[number].stop <= tile.stop
    ]
    work = [_length(rows[number]) * _length(tile) for number, tile in blocks]
    tasks = _blocks(table, parts, programs, blocks)
    done = 0
    results = in_order(savings, tasks, len(blocks), executor)
    for (number, tile), cells, saved in zip(blocks, work, results):
        down, across = order[rows[number]], order[tile]
        distance = sizes[down, None] + sizes[across] - saved
        matrix[numpy.ix_(down, across)] = distance
        matrix[numpy.ix_(across, down)] = distance.T
        done += cells
        progress(done, sum(work))
    return matrix


def _cut(tile):
    """Slices of a tile's forests for the rows of blocks, of about equal length."""
    number = -(-_length(tile) // _ROWS)
    bounds = [tile.start + _length(tile) * part // number for part in range(number + 1)]
    return [slice(*pair) for pair in zip(bounds, bounds[1:])]


def _length(cut):
    return cut.stop - cut.start


def _blocks(table, parts, programs, blocks):
    """Yield the Block of each (number of its program, tile)."""
    for tile, group in groupby(blocks, key=lambda block: block[1]):
        columns = Columns(table, parts[tile])
        # The first of a tile is its largest.
        kind = numpy.min_scalar_type(2 * int(table.size[parts[tile.start].whole]))
        for number, _ in group:
            yield Block(programs[number], columns, kind)


def _numbered(forests):
    """(frozen ForestTable, list of Parts) of the forests, or mirrored ones if that is less work."""
    code = {}
    forests = [
        Forest(tuple(code.setdefault(label, len(code)) for label in forest.labels), forest.leftmost)
        for forest in forests
    ]
    backwards = [mirrored(forest) for forest in forests]
    if effort(backwards) < effort(forests):
        forests = backwards
    table = ForestTable()
    parts = [table.add(forest) for forest in forests]
    table.freeze()
    return table, parts


def _tiles(table, parts):
    """Slices of consecutive forests with at most _TILE columns together, or of a larger one."""
    tiles, first, seen, width = [], 0, set(), 0
    for number, part in enumerate(parts):
        new = int(table.size[[chain for chain in part.chains if chain not in seen]].sum())
        if number > first and width + new > _TILE:
            tiles.append(slice(first, number))
            first, seen, width = number, set(), 0
            new = int(table.size[list(part.chains)].sum())
        seen.update(part.chains)
        width += new
    if parts:
        tiles.append(slice(first, len(parts)))
    return tiles
