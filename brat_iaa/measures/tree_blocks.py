"""A block of the matrix of savings: some forests by all forests of a tile, computed for itself.

A Block holds all that is needed and can be sent to another process or machine;
savings() is a plain function of it. What comes out are whole numbers, so they
are the same wherever they are computed.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.tree_columns import Columns
from brat_iaa.measures.tree_programs import Program
from brat_iaa.measures.tree_rows import run


class Block(NamedTuple):
    """Rows by columns.

    program  Program of the rows
    columns  Columns of the tile
    kind     type of unsigned ints that holds every saving
    """

    program: Program
    columns: Columns
    kind: numpy.dtype


def savings(block):
    """S of all rows with all forests of the tile: unsigned ints, rows x forests."""
    matrix = numpy.empty((block.program.results, len(block.columns.wholes)), dtype=block.kind)
    for index, row in run(block.program, block.columns, block.kind):
        matrix[index] = row[block.columns.wholes]
    return matrix
