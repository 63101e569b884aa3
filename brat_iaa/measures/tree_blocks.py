"""Blocks of the matrix of savings: some forests by all forests of a tile.

A Block is self-contained and can be sent to another process or machine; savings() is a plain
function of it. Savings are whole numbers, so they are the same wherever they are computed.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.tree_columns import Columns
from brat_iaa.measures.tree_programs import BEFORE, BELOW, FOREST, MATCH, TREE, Program


class Block(NamedTuple):
    """Rows by columns.

    program  Program of the rows
    columns  Columns of the tile
    kind     dtype of unsigned ints that holds every saving
    """

    program: Program
    columns: Columns
    kind: numpy.dtype


def savings(block: Block) -> numpy.ndarray:
    """S of all rows with all forests of the tile: unsigned ints, rows x forests."""
    matrix = numpy.empty((block.program.results, len(block.columns.wholes)), dtype=block.kind)
    for index, row in _rows(*block):
        matrix[index] = row[block.columns.wholes]
    return matrix


def _rows(program, columns, kind):
    """Yield (index, row) of each row requested from the Program; tree_edit explains the steps.

    The last entry of a row is the empty forest. The next row may overwrite it.
    """
    # One more column, the empty forest: it is never written, so it stays 0.
    registers = list(numpy.zeros((program.registers, columns.number + 1), dtype=kind))
    # Views are made once: making one costs as much as computing with it.
    rows = [register[:-1] for register in registers]
    levels = [[(row[level], row[before]) for level, before in columns.levels] for row in rows]
    equal = numpy.zeros(columns.number, dtype=bool)
    for operation, target, first, second, third in program.operations.tolist():
        if operation in (FOREST, TREE):
            row = rows[target]
            if operation == TREE:
                # The fastest mode of take; no index is out of bounds.
                registers[first].take(columns.inside, out=row, mode="wrap")
                numpy.add(row, rows[second], out=row)
            else:
                numpy.add(rows[second], rows[third], out=row)
            numpy.maximum(row, rows[first], out=row)
            for level, before in levels[target]:
                numpy.maximum(level, before, out=level)
        elif operation == BEFORE:
            registers[first].take(columns.before, out=rows[target], mode="wrap")
        elif operation == BELOW:
            registers[first].take(columns.tree, out=rows[target], mode="wrap")
        elif operation == MATCH:
            numpy.equal(columns.label, first, out=equal)
            numpy.add(equal.view(numpy.uint8), 1, out=rows[target])
        else:
            yield target, registers[first]
