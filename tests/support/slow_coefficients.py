"""Coefficients and matchings from their definitions alone, slowly, in fractions: nothing of it comes
from the package. Rows are items, with a value of each annotator; None is missing.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations


def different(x, y):
    return int(x != y)


def masi(x, y):
    """The distance of two sets (Passonneau 2004, without the part of Jaccard)."""
    if x == y:
        return Fraction(0)
    if not x & y:
        return Fraction(1)
    return Fraction(1, 3) if x <= y or y <= x else Fraction(2, 3)


def alpha(rows, distance=different):
    """(D_o, D_e) of Krippendorff 2004, chapter 11."""
    units = [unit for unit in map(given, rows) if len(unit) > 1]
    counts = Counter(value for unit in units for value in unit)
    N = sum(counts.values())
    D_o = sum(
        Fraction(sum(distance(x, y) for x, y in permutations(unit, 2)), len(unit) - 1)
        for unit in units
    )
    apart = sum(counts[x] * counts[y] * distance(x, y) for x, y in permutations(counts, 2))
    return D_o / N, Fraction(apart, N * (N - 1))


def same(x, y):
    return int(x == y)


def cohen(rows, weight=same):
    """(A_o, A_e) of Cohen 1960; with weights, of Cohen 1968."""
    rows = [row for row in rows if None not in row]
    one, other = map(Counter, zip(*rows))
    N = len(rows)
    A_e = sum(weight(v, w) * Fraction(one[v] * other[w], N * N) for v in one for w in other)
    return Fraction(sum(weight(x, y) for x, y in rows), N), A_e


def fleiss(rows):
    """(A_o, A_e) of Fleiss 1971."""
    rows = [row for row in rows if None not in row]
    alike = [x == y for row in rows for x, y in permutations(row, 2)]
    counts = Counter(value for row in rows for value in row)
    N = sum(counts.values())
    return Fraction(sum(alike), len(alike)), sum(Fraction(n, N) ** 2 for n in counts.values())


def gwet(rows):
    """(A_o, A_e) of AC1 (Gwet 2008), item by item."""
    rows = [row for row in map(given, rows) if row]
    alike = [
        Fraction(sum(x == y for x, y in permutations(row, 2)), len(row) * (len(row) - 1))
        for row in rows
        if len(row) > 1
    ]
    labels = {value for row in rows for value in row}
    p = [sum(Fraction(row.count(v), len(row)) for row in rows) / len(rows) for v in labels]
    return sum(alike) / len(alike), sum(s * (1 - s) for s in p) / (len(labels) - 1)


def given(row):
    return [value for value in row if value is not None]


def largest(first, second, near):
    """Size of a largest one-to-one matching of what is near: each way is tried."""
    partner = {}

    def place(i, seen):
        for number, j in enumerate(second):
            if near(i, j) and number not in seen:
                seen.add(number)
                if number not in partner or place(partner[number], seen):
                    partner[number] = i
                    return True
        return False

    return sum(place(i, set()) for i in first)


def share_a_character(one, other):
    """Whether two lists of (start, end) do."""
    return any(
        max(start, begin) < min(end, behind) for start, end in one for begin, behind in other
    )
