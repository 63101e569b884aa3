"""Runs a program on the columns of one tile: the vector steps that tree_edit explains."""

import numpy

from brat_iaa.measures.tree_programs import BEFORE, BELOW, FOREST, MATCH, TREE


def run(program, columns, kind):
    """Yield (place, row) of each row that the Program was asked for.

    columns  Columns
    kind     type of unsigned ints that holds every saving
    A row has the empty forest at its end; it is overwritten as soon as the next is asked for.
    """
    # One more column, the empty forest: it is never written, so it stays 0.
    whole = list(numpy.zeros((program.registers, columns.number + 1), dtype=kind))
    # Views are made once: making one costs as much as computing with it.
    rows = [row[:-1] for row in whole]
    levels = [[(row[level], row[before]) for level, before in columns.levels] for row in rows]
    equal = numpy.zeros(columns.number, dtype=bool)
    for what, target, first, second, third in program.operations.tolist():
        if what in (FOREST, TREE):
            row = rows[target]
            if what == TREE:
                # Of take's modes this is the fastest; no index is ever out of bounds.
                whole[first].take(columns.inside, out=row, mode="wrap")
                numpy.add(row, rows[second], out=row)
            else:
                numpy.add(rows[second], rows[third], out=row)
            numpy.maximum(row, rows[first], out=row)
            for level, before in levels[target]:
                numpy.maximum(level, before, out=level)
        elif what == BEFORE:
            whole[first].take(columns.before, out=rows[target], mode="wrap")
        elif what == BELOW:
            whole[first].take(columns.tree, out=rows[target], mode="wrap")
        elif what == MATCH:
            numpy.equal(columns.label, first, out=equal)
            numpy.add(equal.view(numpy.uint8), 1, out=rows[target])
        else:
            yield target, whole[first]
