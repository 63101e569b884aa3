"""The one-to-one assignment with the largest sum of weights: the Hungarian method (Kuhn 1955)."""

from collections import defaultdict

import numpy


def largest(weights: dict) -> list:
    """The assignment with the lexicographically largest sum of weights.

    weights  {(row, column): (w1, w2, ...)}, tuples of whole numbers, not negative, the first
             above 0; other pairs are not allowed
    returns  sorted list of (row, column): the sum of w1 is maximal; among these assignments
             the sum of w2 is maximal, and so on
    """
    pairs = []
    for rows, columns in _connected(weights):
        component = {
            (row, column): weights[row, column]
            for row in rows
            for column in columns
            if (row, column) in weights
        }
        pairs += _largest_of(rows, columns, _as_numbers(component, min(len(rows), len(columns))))
    return sorted(pairs)


def _connected(weights):
    """(sorted rows, sorted columns) of each connected component; each is solved on its own."""
    of_row, of_column = defaultdict(list), defaultdict(list)
    for row, column in weights:
        of_row[row].append(column)
        of_column[column].append(row)
    seen = set()
    for first in sorted(of_row):
        if first in seen:
            continue
        rows, columns, queue = {first}, set(), [first]
        while queue:
            for column in of_row[queue.pop()]:
                if column not in columns:
                    columns.add(column)
                    new = [row for row in of_column[column] if row not in rows]
                    rows.update(new)
                    queue += new
        seen |= rows
        yield sorted(rows), sorted(columns)


def _as_numbers(weights, most_pairs):
    """Each tuple as one whole number: no sum of later weights outweighs 1 of an earlier one."""
    factors = [1]
    for largest_weight in reversed([max(level) for level in zip(*weights.values())]):
        factors.insert(0, factors[0] * (largest_weight * most_pairs + 1))
    return {
        pair: sum(weight * factor for weight, factor in zip(levels, factors[1:]))
        for pair, levels in weights.items()
    }


def _largest_of(rows, columns, numbers):
    if len(numbers) == 1:
        return list(numbers)
    transposed = len(rows) > len(columns)
    if transposed:
        rows, columns = columns, rows
        numbers = {(column, row): number for (row, column), number in numbers.items()}
    # Python's integers where 64 bits could overflow.
    small = max(numbers.values()) * (len(rows) + len(columns) + 2) < 2**61
    table = numpy.zeros((len(rows), len(columns)), dtype=numpy.int64 if small else object)
    row_index = {row: index for index, row in enumerate(rows)}
    column_index = {column: index for index, column in enumerate(columns)}
    for (row, column), number in numbers.items():
        table[row_index[row], column_index[column]] = number
    pairs = [
        (rows[row], columns[column])
        for column, row in enumerate(_rows_of_columns(-table))
        if row >= 0
    ]
    kept = [pair for pair in pairs if pair in numbers]
    return [(column, row) for row, column in kept] if transposed else kept


def _rows_of_columns(cost):
    """For each column its row in the cheapest assignment, or -1; no more rows than columns.

    Each row in turn takes the column at the end of the cheapest augmenting path; potentials of
    rows and columns keep all reduced costs at 0 or above.
    """
    rows, columns = cost.shape
    beyond = -cost.min() * (rows + columns + 2) + 1
    of_row = numpy.zeros(rows, dtype=cost.dtype)
    of_column = numpy.zeros(columns + 1, dtype=cost.dtype)
    # The last column stands for the row that is being assigned.
    taken = numpy.full(columns + 1, -1, dtype=numpy.int64)
    for row in range(rows):
        taken[columns] = row
        column = columns
        cheapest = numpy.full(columns, beyond, dtype=cost.dtype)
        came_from = numpy.full(columns, columns, dtype=numpy.int64)
        visited = numpy.zeros(columns + 1, dtype=bool)
        while taken[column] >= 0:
            visited[column] = True
            current = taken[column]
            reduced = cost[current] - of_row[current] - of_column[:-1]
            better = ~visited[:-1] & (reduced < cheapest)
            cheapest[better] = reduced[better]
            came_from[better] = column
            open_columns = numpy.flatnonzero(~visited[:-1])
            column = int(open_columns[numpy.argmin(cheapest[open_columns])])
            step = cheapest[column]
            of_row[taken[visited]] += step
            of_column[visited] -= step
            cheapest[open_columns] -= step
        while column != columns:
            before = int(came_from[column])
            taken[column] = taken[before]
            column = before
    return taken[:-1]
