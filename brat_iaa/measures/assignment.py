"""One-to-one pairs with the largest sum of weights, exact: the Hungarian algorithm (Kuhn 1955), row
by row.
"""

from collections import defaultdict

import numpy


def largest(weights):
    """The pairs of a largest matching.

    weights  {(row, column): (w1, w2, ...)}, tuples of whole numbers, not
             negative, the first above 0; a pair that is not here cannot be made
    returns  sorted list of (row, column): the sum of all w1 is as large as can
             be; of these matchings, the sum of w2 is, and so on
    """
    found = []
    for rows, columns in _connected(weights):
        own = {
            (row, column): weights[row, column]
            for row in rows
            for column in columns
            if (row, column) in weights
        }
        found += _largest_of(rows, columns, _as_numbers(own, min(len(rows), len(columns))))
    return sorted(found)


def _connected(weights):
    """(sorted rows, sorted columns) that pairs tie together: they can be matched on their own."""
    of_row, of_column = defaultdict(list), defaultdict(list)
    for row, column in weights:
        of_row[row].append(column)
        of_column[column].append(row)
    seen = set()
    for first in sorted(of_row):
        if first in seen:
            continue
        rows, columns, waiting = {first}, set(), [first]
        while waiting:
            for column in of_row[waiting.pop()]:
                if column not in columns:
                    columns.add(column)
                    new = [row for row in of_column[column] if row not in rows]
                    rows.update(new)
                    waiting += new
        seen |= rows
        yield sorted(rows), sorted(columns)


def _as_numbers(weights, most_pairs):
    """Each tuple as one whole number, so that no sum of later parts outweighs 1 of an earlier
    one.
    """
    largest_of = [max(parts) for parts in zip(*weights.values())]
    factors, factor = [], 1
    for part in reversed(largest_of):
        factors.append(factor)
        factor *= part * most_pairs + 1
    factors.reverse()
    return {
        pair: sum(part * by for part, by in zip(parts, factors)) for pair, parts in weights.items()
    }


def _largest_of(rows, columns, numbers):
    if len(numbers) == 1:
        return list(numbers)
    turned = len(rows) > len(columns)
    if turned:
        rows, columns = columns, rows
        numbers = {(column, row): number for (row, column), number in numbers.items()}
    # Python's own integers where 64 bits could run over.
    small = max(numbers.values()) * (len(rows) + len(columns) + 2) < 2**61
    table = numpy.zeros((len(rows), len(columns)), dtype=numpy.int64 if small else object)
    row_place = {row: place for place, row in enumerate(rows)}
    column_place = {column: place for place, column in enumerate(columns)}
    for (row, column), number in numbers.items():
        table[row_place[row], column_place[column]] = number
    pairs = [
        (rows[row], columns[column])
        for column, row in enumerate(_rows_of_columns(-table))
        if row >= 0
    ]
    kept = [pair for pair in pairs if pair in numbers]
    return [(column, row) for row, column in kept] if turned else kept


def _rows_of_columns(cost):
    """For each column the row that takes it, or -1, at the least cost; no more rows than columns.

    Every row in turn takes the column at the end of the cheapest path of
    exchanges; potentials of rows and columns keep all reduced costs from
    falling below 0.
    """
    rows, columns = cost.shape
    beyond = -cost.min() * (rows + columns + 2) + 1
    of_row = numpy.zeros(rows, dtype=cost.dtype)
    of_column = numpy.zeros(columns + 1, dtype=cost.dtype)
    # The last column is where the row begins that is being placed.
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
