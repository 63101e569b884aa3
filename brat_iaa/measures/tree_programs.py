"""Rows and columns of tree edit distances: the order in which rows are computed, and the registers
that hold them, for all tiles; and the subforests that are the columns of a tile.

A row is a vector over the columns of a tile. Operations:

    TREE     savings of a forest that is one tree, with every column g
    FOREST   savings of any other forest
    BEFORE   a row of savings read at g without T(w), w = last node of g
    BELOW    a row of savings, of a tree, read at T(w)
    MATCH    savings of matching a label with that of w: 2 if they are equal, else 1
    RESULT   a requested row of savings is complete

Register 0 holds the savings of the empty forest: 0. A register is reused once its row is no longer
needed.

Columns are ordered by level: forests with one node, then with two nodes, and so on. A level is a
slice; its k-th forest is the k-th forest of the level before with one more node. So the maximum
over all prefixes of each chain, for all chains at once, is the maximum of two slices, level after
level. Chains are sorted by length, the longest first, so each level continues the first chains of
the level before.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.forests import EMPTY

TREE, FOREST, BEFORE, BELOW, MATCH, RESULT = range(6)
# Rows are named 4 * (forest, or label) + one of these until they have a register.
_SAVINGS, _BEFORE, _BELOW, _MATCH = range(4)


class Program(NamedTuple):
    """Computes some rows of savings on the columns of any tile.

    operations  int32 array, operations x 5: kind, target, and up to three sources. The target is a
                register, of RESULT the index of the requested row; sources are registers: of TREE
                (f - v, MATCH), FOREST (f - v, BEFORE, BELOW), BEFORE, BELOW and RESULT (savings);
                of MATCH the label
    registers   number of registers
    results     number of requested rows
    """

    operations: numpy.ndarray
    registers: int
    results: int


def program(table, forests: list) -> Program:
    """The Program for the rows of some forests.

    table    frozen ForestTable
    forests  numbers of forests in it, similar ones adjacent
    """
    steps = _Steps(table, forests).steps
    last_read = {name: step for step, (_, _, sources) in enumerate(steps) for name in sources}
    held, free, used, operations = {_SAVINGS: 0}, [], 1, []
    for step, (kind, name, sources) in enumerate(steps):
        read = [held[source] for source in sources]
        if kind == RESULT:
            target = name
        elif free:
            target = held[name] = free.pop()
        else:
            target = held[name] = used
            used += 1
        if kind == MATCH:
            read = [name // 4]
        operations.append((kind, target, *read, *(0,) * (3 - len(read))))
        # Only now, so that no row overwrites its own sources.
        for source in set(sources):
            if source != _SAVINGS and last_read[source] == step:
                free.append(held.pop(source))
    return Program(numpy.array(operations, dtype=numpy.int32).reshape(-1, 5), used, len(forests))


class _Steps:
    """steps: [(kind, name, or index of a RESULT, names of its sources)], sources first."""

    def __init__(self, table, forests):
        # Lists are much faster than arrays for single numbers.
        self._shorter, self._before = table.shorter.tolist(), table.before.tolist()
        self._tree, self._label = table.tree.tolist(), table.label.tolist()
        self.steps, self._done = [], {4 * EMPTY + _SAVINGS}
        for index, forest in enumerate(forests):
            name = 4 * forest + _SAVINGS
            self._make(name)
            self.steps.append((RESULT, index, (name,)))

    def _make(self, asked):
        waiting, done = [asked], self._done
        while waiting:
            name = waiting[-1]
            if name in done:
                waiting.pop()
                continue
            kind, sources = self._sources(name)
            missing = [source for source in sources if source not in done]
            if missing:
                # The chain first: then only one row of it waits while another tree is computed.
                waiting.extend(missing[::-1])
            else:
                waiting.pop()
                done.add(name)
                self.steps.append((kind, name, sources))

    def _sources(self, name):
        subject, kind = divmod(name, 4)
        if kind == _MATCH:
            return MATCH, ()
        if kind != _SAVINGS:
            return BEFORE if kind == _BEFORE else BELOW, (4 * subject + _SAVINGS,)
        shorter, before = 4 * self._shorter[subject] + _SAVINGS, self._before[subject]
        if before == EMPTY:
            return TREE, (shorter, 4 * self._label[subject] + _MATCH)
        return FOREST, (shorter, 4 * before + _BEFORE, 4 * self._tree[subject] + _BELOW)


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
