"""Which rows are computed in which order, and where each is held: worked out once for all tiles.

A row is a vector over the columns of a tile. Rows come in four kinds:

    ROW     savings of a forest with every column g
    BEFORE  a ROW read at g without T(w), w = last node of g
    BELOW   a ROW, of a tree, read at T(w)
    MATCH   what matching a label with that of w saves: 2 if they are equal, else 1

A row is named by one int: 4 * (number of the forest, or label) + kind.
"""

from collections import Counter
from typing import NamedTuple

from brat_iaa.measures.forests import EMPTY

ROW, BEFORE, BELOW, MATCH = range(4)


class Operation(NamedTuple):
    """One step: register target becomes the row of this name, from the rows in the sources' registers.

    sources of a ROW    of a tree: (ROW of shorter, MATCH); else (ROW of shorter, BEFORE, BELOW)
    sources of BEFORE, BELOW   (ROW,)
    sources of MATCH    ()
    """

    name: int
    target: int
    sources: tuple


class Program(NamedTuple):
    """operations, in order; results: registers of the ROWs asked for, as they were asked for."""

    operations: tuple
    results: tuple


def worth_keeping(table, groups, most):
    """Names of rows that several groups need: set, those whose keeping saves most operations.

    groups  list of lists of Parts; the forests of a group are in one program
    most    how many rows can be kept
    """
    size, label = table.size.tolist(), table.label.tolist()
    needing = Counter()
    for group in groups:
        trees = {tree for parts in group for tree in parts.trees}
        needing.update(4 * tree + BELOW for tree in trees)
        needing.update(4 * tree + kind for tree in trees if size[tree] == 1 for kind in (ROW, BEFORE))
        needing.update({4 * label[tree] + MATCH for tree in trees})

    def saved(name):
        of, kind = divmod(name, 4)
        return (needing[name] - 1) * (size[of] if kind == BELOW else 1)

    shared = [name for name, times in needing.items() if times > 1]
    return set(sorted(shared, key=lambda name: (-saved(name), name))[:most])


class Compiler:
    """Makes Programs that run one after the other on the same registers.

    Register 0 holds the ROW of the empty forest: nothing is saved. Kept rows
    have the registers after it: the first program that needs a kept row
    computes it, the later ones read it. All others are given free as soon as
    nothing in the program reads them any more.

    registers  how many registers the programs so far use
    """

    def __init__(self, table, kept):
        # Single numbers are read much faster from lists than from arrays.
        self._shorter, self._before = table.shorter.tolist(), table.before.tolist()
        self._tree, self._label = table.tree.tolist(), table.label.tolist()
        self._kept = kept
        # Registers of what is held for good.
        self._held = {4 * EMPTY + ROW: 0}
        self.registers = 1 + len(kept)

    def program(self, forests):
        """The Program for the ROWs of some forests (numbers)."""
        asked = [4 * forest + ROW for forest in forests]
        steps = self._steps(asked)
        last_read = {source: place for place, (_, sources) in enumerate(steps) for source in sources}
        last_read.update((name, len(steps)) for name in asked)
        held, free, operations = {}, [], []
        used = 1 + len(self._kept)
        for place, (name, sources) in enumerate(steps):
            if name in self._kept:
                target = self._held[name] = len(self._held)
            elif free:
                target = held[name] = free.pop()
            else:
                target = held[name] = used
                used += 1
            operations.append(Operation(name, target, self._registers(held, sources)))
            # Only now: no row is written over what it is computed from.
            for source in sources:
                if source in held and last_read[source] == place:
                    free.append(held.pop(source))
        self.registers = max(self.registers, used)
        return Program(tuple(operations), self._registers(held, asked))

    def _registers(self, held, names):
        return tuple(held[name] if name in held else self._held[name] for name in names)

    def _sources(self, name):
        of, kind = divmod(name, 4)
        if kind == MATCH:
            return ()
        if kind != ROW:
            return (4 * of + ROW,)
        shorter, before = self._shorter[of], self._before[of]
        if before == EMPTY:
            return (4 * shorter + ROW, 4 * self._label[of] + MATCH)
        return (4 * shorter + ROW, 4 * before + BEFORE, 4 * self._tree[of] + BELOW)

    def _steps(self, asked):
        """[(name, names of its sources)] in an order in which every source comes before its use."""
        steps, done = [], set()
        waiting = asked[::-1]
        while waiting:
            name = waiting[-1]
            if name in done or name in self._held:
                waiting.pop()
                continue
            sources = self._sources(name)
            missing = [source for source in sources if source not in done and source not in self._held]
            if missing:
                # The chain itself first: then only one row of it waits while a tree beside it is computed.
                waiting.extend(missing[::-1])
            else:
                waiting.pop()
                done.add(name)
                steps.append((name, sources))
        return steps
