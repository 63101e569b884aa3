"""The columns of a tile: all subforests of some trees, ordered for vector operations on rows.

Columns are ordered by level: forests with one node, then with two nodes, and so on. A level is a
slice; its k-th forest is the k-th forest of the level before with one more node. So the maximum
over all prefixes of each chain, for all chains at once, is the maximum of two slices, level after
level. Chains are sorted by length, the longest first, so each level continues the first chains of
the level before.
"""

import numpy

from brat_iaa.measures.forests import EMPTY


class Columns:
    """table: frozen ForestTable; forests: list of Parts.

    number   of columns; the column after the last is the empty forest
    levels   [(slice of a level, slice of as many columns of the level before)], from two nodes on
    For each column g, with w the last node of g and T(w) its tree:
    label    label of w
    before   column of g without T(w)
    inside   column of T(w) without w
    tree     column of T(w)
    wholes   column of each of the forests
    """

    def __init__(self, table, forests):
        levels = _levels(table, [chain for parts in forests for chain in parts.chains])
        inside = numpy.concatenate([numpy.zeros(0, dtype=numpy.intp)] + levels)
        self.number = len(inside)
        # A prefix of several chains has several equal columns: any of them will do.
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
    """Forests of each level, from one node on; without chains that are prefixes of others."""
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
