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

from typing import NamedTuple

import numpy

from brat_iaa.measures.forests import Forest, ForestTable, effort, mirrored
from brat_iaa.measures.tree_columns import Columns
from brat_iaa.measures.tree_programs import Compiler, worth_keeping
from brat_iaa.measures.tree_rows import Rows

# Columns computed at once: as many bytes for a row, or twice.
_TILE = 64_000
# Forests whose rows are computed together, so that what they share is computed once.
_GROUP = 16
# Memory for rows that are kept because several groups need them, in bytes.
_KEPT = 100_000_000


class _Tile(NamedTuple):
    """Groups first to last - 1 of forests, and about how many columns they have."""

    first: int
    last: int
    columns: int


def distances(forests, progress=None):
    """Distances of all pairs: int32 array, forests x forests. Insertion, deletion, change of label cost 1.

    forests   sequence of Forest. Equal ones are computed once. It is faster
              if forests that are alike stand together, as the trees of one
              sentence do.
    progress  called with (done, total) now and then
    """
    numbers = {}
    which = [numbers.setdefault(forest, len(numbers)) for forest in forests]
    distinct = list(numbers)
    # The largest first: their tile has the most levels, and meets only the rows of large forests.
    order = sorted(range(len(distinct)), key=lambda number: -len(distinct[number].labels))
    saved = _savings([distinct[number] for number in order], progress)
    place = numpy.empty(len(order), dtype=numpy.intp)
    place[order] = numpy.arange(len(order))
    which = place[numpy.array(which, dtype=numpy.intp)]
    sizes = numpy.array([len(forest.labels) for forest in forests], dtype=numpy.int32)
    result = numpy.empty((len(sizes), len(sizes)), dtype=numpy.int32)
    for row, size in enumerate(sizes):
        numpy.subtract(sizes + size, saved[which[row]].take(which), out=result[row])
    return result


def _savings(forests, progress):
    """S of all pairs of forests that are distinct and sorted by size, the largest first."""
    table, parts = _numbered(forests)
    groups = [parts[first : first + _GROUP] for first in range(0, len(parts), _GROUP)]
    tiles = _tiles(table, groups)
    programs, registers = _compiled(table, groups, tiles)
    work = numpy.cumsum([0] + [len(program.operations) for program in programs]).tolist()
    done, total = 0, sum(tile.columns * work[tile.last] for tile in tiles)
    saved = numpy.zeros((len(parts), len(parts)), dtype=_holding(table, parts[:1]))
    for tile in tiles:
        own = [parts for group in groups[tile.first : tile.last] for parts in group]
        start, end = tile.first * _GROUP, tile.first * _GROUP + len(own)
        columns = Columns(table, [chain for parts in own for chain in parts.chains])
        rows = Rows(columns, registers, _holding(table, own))
        wholes = columns.of([parts.whole for parts in own])
        for number, program in enumerate(programs[: tile.last]):
            for place, row in enumerate(rows.run(program), number * _GROUP):
                saved[place, start:end] = row[wholes]
            if progress:
                progress(done + tile.columns * work[number + 1], total)
        done += tile.columns * work[tile.last]
        saved[start:end, :start] = saved[:start, start:end].T
    return saved


def _numbered(forests):
    """(frozen ForestTable, list of Parts) of the forests, or of the mirrored ones if that is less work."""
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


def _holding(table, parts):
    """The smallest type that holds S of forests with those of parts; the first is the largest."""
    return numpy.min_scalar_type(2 * int(table.size[parts[0].whole]) if parts else 0)


def _tiles(table, groups):
    """Consecutive groups with about as many columns as a tile should have, or one group that has more."""
    tiles, first, seen, width = [], 0, set(), 0
    for number, group in enumerate(groups):
        chains = {chain for parts in group for chain in parts.chains}
        new = int(table.size[list(chains - seen)].sum())
        if number > first and width + new > _TILE:
            tiles.append(_Tile(first, number, width))
            first, seen, width = number, set(), 0
            new = int(table.size[list(chains)].sum())
        seen |= chains
        width += new
    if groups:
        tiles.append(_Tile(first, len(groups), width))
    return tiles


def _compiled(table, groups, tiles):
    """(a Program for each group, number of registers)."""
    widest = max((tile.columns for tile in tiles), default=0)
    most = _KEPT // max(1, widest * numpy.min_scalar_type(2 * int(table.size.max())).itemsize)
    compiler = Compiler(table, worth_keeping(table, groups, most))
    return [compiler.program([parts.whole for parts in group]) for group in groups], compiler.registers
