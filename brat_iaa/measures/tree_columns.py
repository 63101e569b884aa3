"""The columns of a tile: every forest inside some of the trees, laid out so that rows are
whole-vector work.

Forests are written level by level: first all of one node, then all of two
nodes, and so on. Each level is one slice, and its k-th forest is the k-th of
the level before with one node more. So "the best of all prefixes" along each
chain, all chains at once, is the maximum of two slices, level after level.
The chains are sorted by length, the longest first, so that each level is
followed by a beginning of itself.
"""

import numpy

from brat_iaa.measures.forests import EMPTY


class Columns:
    """table: frozen ForestTable; forests: list of Parts.

    number   how many columns there are; the column after the last is the empty forest
    levels   [(slice of a level, slice of as many columns of the level before)], the shortest first
    For each column g, with w the last node of g and T(w) its tree:
    label    label of w
    before   column of g without T(w)
    inside   column of T(w) without w
    tree     column of T(w)
    wholes   for each of the forests its column
    """

    def __init__(self, table, forests):
        levels = _levels(table, [chain for parts in forests for chain in parts.chains])
        inside = numpy.concatenate([numpy.zeros(0, dtype=numpy.intp)] + levels)
        self.number = len(inside)
        # A forest that begins several chains has several columns, all alike: any of them will do.
        column = numpy.full(len(table.size), -1, dtype=numpy.intp)
        column[inside] = numpy.arange(self.number)
        column[EMPTY] = self.number
        self.label = table.label[inside]
        self.before = column[table.before[inside]]
        self.inside = column[table.inside[inside]]
        self.tree = column[table.tree[inside]]
        self.wholes = column[[parts.whole for parts in forests]]
        self.levels = []
        start = 0
        for shorter, level in zip(levels, levels[1:]):
            after = start + len(shorter)
            self.levels.append((slice(after, after + len(level)), slice(start, start + len(level))))
            start = after


def _levels(table, chains):
    """The forests of each level, from those of one node on. Chains that begin a longer chain are
    left out.
    """
    chains = numpy.unique(numpy.asarray(chains, dtype=numpy.intp))
    chains = chains[numpy.argsort(table.size[chains], kind="stable")]
    starts = numpy.searchsorted(
        table.size[chains], numpy.arange(table.size[chains].max(initial=0) + 2)
    )
    reached = numpy.zeros(len(table.size), dtype=bool)
    level = numpy.zeros(0, dtype=numpy.intp)
    levels = []
    for size in range(len(starts) - 2, 0, -1):
        level = table.shorter[level]
        reached[level] = True
        ending = chains[starts[size] : starts[size + 1]]
        level = numpy.concatenate([level, ending[~reached[ending]]])
        levels.append(level)
    return levels[::-1]
