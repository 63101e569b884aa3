"""Tree edit distances between all pairs of many ordered forests."""

import numpy

from brat_iaa.measures.forests import Forest, ForestTable, effort, mirrored
from brat_iaa.measures.tree_columns import Columns
from brat_iaa.measures.tree_programs import Compiler, worth_keeping
from brat_iaa.measures.tree_rows import Rows

# Columns computed at once.
_TILE = 60_000
# Forests whose rows are computed together, so that what they share is computed once.
_GROUP = 8
# Memory for rows that are kept because several groups need them, in bytes.
_KEPT = 150_000_000


def distances(forests, progress=None):
    """Zhang-Shasha distances, insertion, deletion and change of label cost 1: int32, forests x forests.

    forests   sequence of Forest; equal ones are computed once
    progress  called with (done, total) now and then
    """
    numbers = {}
    which = [numbers.setdefault(forest, len(numbers)) for forest in forests]
    order = sorted(numbers, key=lambda forest: -len(forest.labels))
    place = {numbers[forest]: place for place, forest in enumerate(order)}
    which = numpy.array([place[number] for number in which], dtype=numpy.intp)
    saved = _savings(order, progress)
    size = numpy.array([len(forest.labels) for forest in order], dtype=numpy.int32)[which]
    result = numpy.empty((len(which), len(which)), dtype=numpy.int32)
    for row, own in enumerate(which):
        numpy.subtract(size + size[row], saved[own].take(which), out=result[row])
    return result


def _savings(forests, progress):
    """Savings of all pairs of distinct forests, the largest first."""
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
    saved = numpy.zeros((len(parts), len(parts)), numpy.min_scalar_type(2 * int(table.size.max())))
    groups = [parts[first : first + _GROUP] for first in range(0, len(parts), _GROUP)]
    compiler = Compiler(table, worth_keeping(table, groups, _KEPT // _TILE))
    programs = [compiler.program([own.whole for own in group]) for group in groups]
    for first, last in _tiles(table, groups):
        own = [parts for group in groups[first:last] for parts in group]
        columns = Columns(
            table, [chain for parts in own for chain in parts.chains], [parts.whole for parts in own]
        )
        largest = int(table.size[own[0].whole])
        rows = Rows(columns, compiler.registers, numpy.min_scalar_type(2 * largest))
        start, end = first * _GROUP, first * _GROUP + len(own)
        for number, program in enumerate(programs[:last]):
            for place, row in enumerate(rows.run(program)):
                saved[number * _GROUP + place, start:end] = row
            if progress:
                progress(number, last)
        saved[start:end, :start] = saved[:start, start:end].T
    return saved


def _tiles(table, groups):
    """[(first group, group after the last)] of each tile."""
    tiles, first, seen, width = [], 0, set(), 0
    for number, group in enumerate(groups):
        new = {chain for parts in group for chain in parts.chains}
        if width and width + sum(table.size[list(new - seen)]) > _TILE:
            tiles.append((first, number))
            first, seen, width = number, set(), 0
        width += int(sum(table.size[list(new - seen)]))
        seen |= new
    tiles.append((first, len(groups)))
    return [tile for tile in tiles if tile[0] < tile[1]]
