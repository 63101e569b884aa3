"""Tree edit distances between all pairs of many ordered forests (Zhang & Shasha 1989), exact.

Instead of the distance of two forests f and g, what matching them saves is computed:

    S(f, g) = |f| + |g| - distance(f, g)

Deleting or inserting a node then costs nothing; matching two nodes saves 2 if
their labels are equal, else 1. With v and w the last nodes of f and g, T(v)
and T(w) their trees, and - for "without":

    S(f, g) = max( S(f - v, g),                              v is deleted
                   S(f, g - w),                              w is inserted
                   S(f - T(v), g - T(w)) + S(T(v), T(w)) )   the last trees belong together
    S(empty, g) = S(f, empty) = 0

The row of a forest f holds S(f, g) for every g that comes up inside the other
forests (tree_columns). All of a row comes out of earlier rows at once:

f ends in a tree that is not its first.
    row = max( row of f - v,  row of f - T(v) read at g - T(w)  +  row of T(v) read at T(w) )
    Both places are known for each g in advance, so both readings are one take().

f is one tree, T(v).
    row = max( row of f - v,  row of f - v read at T(w) - w  +  2 or 1 )
    Either v is matched with no node of g, or with some w of g. Then nothing of
    f is left that could be matched with nodes outside T(w), and the match
    saves S(f - v, T(w) - w) and 2 or 1. This is written at the g that ends
    in w; the maximum over all w follows in the next step.

In both cases the second line of the recurrence remains, S(f, g) >= S(f, g - w).
    It says that a row never falls along a chain: each level of columns becomes
    the maximum of itself and the level before it, shortest first.

S is at most twice the nodes of the smaller forest, so one byte is enough for
each as long as no column has more than 127 nodes.

A row needs other rows but no other column's row, so the columns are cut into
tiles that fit in the processor's cache. What rows are needed, and in what
order, is the same for all tiles (tree_programs). S is symmetric: a tile is
only run against forests up to its own, the rest is the transpose.
"""

from itertools import groupby

import numpy

from brat_iaa.measures.forests import Forest, ForestTable, effort, mirrored
from brat_iaa.measures.shared_work import in_order
from brat_iaa.measures.tree_blocks import Block, savings
from brat_iaa.measures.tree_columns import Columns
from brat_iaa.measures.tree_programs import program

# Columns computed at once: as many bytes for a row, or twice.
_TILE = 64_000
# Forests in the rows of a block: what several of them share is computed once for the block.
_ROWS = 512


def distances(forests, progress=None, executor=None):
    """Distances of all pairs: forests x forests, unsigned ints.

    Insertion, deletion and change of label cost 1.

    forests   sequence of Forest. Equal ones are computed once. It is faster
              if forests that are alike stand together, as the trees of one
              sentence do.
    progress  called with (done, total) now and then
    executor  a concurrent.futures.Executor that computes the blocks of the
              matrix; None: this process does. The result is the same.
    """
    numbers = {}
    numbers_of = [numbers.setdefault(forest, len(numbers)) for forest in forests]
    matrix = _of_distinct(list(numbers), progress or (lambda done, total: None), executor)
    return matrix if len(matrix) == len(numbers_of) else matrix[numpy.ix_(numbers_of, numbers_of)]


def _of_distinct(forests, progress, executor):
    sizes = [len(forest.labels) for forest in forests]
    # The largest first: their tile has the most levels, and meets only the rows of large forests.
    order = numpy.array(
        sorted(range(len(sizes)), key=lambda number: -sizes[number]), dtype=numpy.intp
    )
    sizes = numpy.array(sizes, dtype=numpy.min_scalar_type(2 * max(sizes, default=0)))
    matrix = numpy.zeros((len(sizes), len(sizes)), dtype=sizes.dtype)
    table, parts = _numbered([forests[number] for number in order])
    tiles = _tiles(table, parts)
    rows = [cells for tile in tiles for cells in _cut(tile)]
    # As arrays the programs of all rows need little memory, and each is for all tiles.
    programs = [program(table, [part.whole for part in parts[cells]]) for cells in rows]
    places = [
        (number, tile)
        for tile in tiles
        for number in range(len(rows))
        if rows[number].stop <= tile.stop
    ]
    work = [_length(rows[number]) * _length(tile) for number, tile in places]
    blocks = _blocks(table, parts, programs, places)
    done = 0
    for (number, tile), cells, saved in zip(
        places, work, in_order(savings, blocks, len(places), executor)
    ):
        down, across = order[rows[number]], order[tile]
        distance = sizes[down, None] + sizes[across] - saved
        matrix[numpy.ix_(down, across)] = distance
        matrix[numpy.ix_(across, down)] = distance.T
        done += cells
        progress(done, sum(work))
    return matrix


def _cut(tile):
    """Slices of the rows of blocks, of about the same length."""
    number = -(-_length(tile) // _ROWS)
    bounds = [tile.start + _length(tile) * part // number for part in range(number + 1)]
    return [slice(*pair) for pair in zip(bounds, bounds[1:])]


def _length(cut):
    return cut.stop - cut.start


def _blocks(table, parts, programs, places):
    """Yield the Block of each (number of its program, tile)."""
    for tile, own in groupby(places, key=lambda place: place[1]):
        columns = Columns(table, parts[tile])
        # The first of a tile is its largest.
        kind = numpy.min_scalar_type(2 * int(table.size[parts[tile.start].whole]))
        for number, _ in own:
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
    """Slices of consecutive forests with the columns of a tile, or of one forest that has more."""
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
