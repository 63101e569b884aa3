"""Runs programs on the columns of one tile: the vector steps that tree_edit explains."""

import numpy

from brat_iaa.measures.tree_programs import BEFORE, BELOW, MATCH, ROW


class Rows:
    """columns: Columns; registers: how many rows are held at once; type: unsigned ints that hold every saving."""

    def __init__(self, columns, registers, type):
        self._columns = columns
        # One more column, the empty forest: it is never written, so it stays 0.
        self._whole = list(numpy.zeros((registers, columns.number + 1), dtype=type))
        # Views are made once: making one costs as much as computing with it.
        self._rows = [row[:-1] for row in self._whole]
        self._levels = {}
        self._equal = numpy.zeros(columns.number, dtype=bool)

    def run(self, program):
        """The rows the program was asked for, each with the empty forest at its end. The next run overwrites them."""
        whole, rows, columns = self._whole, self._rows, self._columns
        for name, target, sources in program.operations:
            of, kind = divmod(name, 4)
            row = rows[target]
            if kind == ROW:
                shorter = sources[0]
                if len(sources) == 2:
                    # Of take's modes this is the fastest; no index is ever out of bounds.
                    whole[shorter].take(columns.inside, out=row, mode="wrap")
                    numpy.add(row, rows[sources[1]], out=row)
                else:
                    numpy.add(rows[sources[1]], rows[sources[2]], out=row)
                numpy.maximum(row, rows[shorter], out=row)
                for level, before in self._levels.get(target) or self._views(target):
                    numpy.maximum(level, before, out=level)
            elif kind == BEFORE:
                whole[sources[0]].take(columns.before, out=row, mode="wrap")
            elif kind == BELOW:
                whole[sources[0]].take(columns.tree, out=row, mode="wrap")
            elif kind == MATCH:
                numpy.equal(columns.label, of, out=self._equal)
                numpy.add(self._equal.view(numpy.uint8), 1, out=row)
        return [whole[register] for register in program.results]

    def _views(self, register):
        """[(level, as much of the level before)] of a register."""
        row = self._rows[register]
        self._levels[register] = [(row[level], row[before]) for level, before in self._columns.levels]
        return self._levels[register]
