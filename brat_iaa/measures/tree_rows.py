"""Runs programs on the columns of one tile."""

import numpy

from brat_iaa.measures.tree_programs import BEFORE, BELOW, MATCH, ROW


class Rows:
    """registers: how many rows are held at once; type: unsigned integers that hold every saving."""

    def __init__(self, columns, registers, type):
        self._columns = columns
        # One more column, the empty forest: it is never written, so it stays 0.
        self._whole = list(numpy.zeros((registers, columns.number + 1), dtype=type))
        self._rows = [row[:-1] for row in self._whole]
        self._steps = {}
        self._spare = numpy.zeros(columns.number, dtype=bool)

    def run(self, program):
        """Savings of each forest asked for with the columns' wholes: list of arrays."""
        columns, whole, rows = self._columns, self._whole, self._rows
        before, inside, tree = columns.before, columns.inside, columns.tree
        maximum, add = numpy.maximum, numpy.add
        for name, target, sources in program.operations:
            kind, row = name % 4, rows[target]
            if kind == ROW:
                if len(sources) == 2:
                    whole[sources[0]].take(inside, out=row, mode="wrap")
                    add(row, rows[sources[1]], out=row)
                else:
                    add(rows[sources[1]], rows[sources[2]], out=row)
                maximum(row, rows[sources[0]], out=row)
                for level, shorter in self._steps.get(target) or self._prepare(target):
                    maximum(level, shorter, out=level)
            elif kind == BEFORE:
                whole[sources[0]].take(before, out=row, mode="wrap")
            elif kind == BELOW:
                whole[sources[0]].take(tree, out=row, mode="wrap")
            elif kind == MATCH:
                numpy.equal(columns.label, name // 4, out=self._spare)
                add(self._spare, 1, out=row, casting="unsafe")
        return [whole[result].take(columns.whole) for result in program.results]

    def _prepare(self, target):
        """The slices of a row whose maximum is taken, level after level."""
        row = self._rows[target]
        self._steps[target] = [(row[level], row[shorter]) for level, shorter in self._columns.levels]
        return self._steps[target]
