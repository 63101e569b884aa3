"""Reliability data as they are printed, with figures worked out by hand.

Krippendorff 2011, "Computing Krippendorff's alpha-reliability"; Artstein & Poesio 2008,
"Inter-coder agreement for computational linguistics", CL 34(4).
"""

from fractions import Fraction

# Rows of reliability data; D_o; D_e; alpha as printed; items and values that count.
PRINTED = [
    # Krippendorff 2011, A, binary: 4 of 10 differ; 14 times 0, 6 times 1.
    (
        ("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"), Fraction(4, 10), Fraction(2 * 14 * 6, 20 * 19), 0.0952381, 10,
        20,
    ),
    # 2011, B, nominal: 3 of 12 differ; a 4, b 6, c 6, d 6, e 2.
    (
        ("a a b b d c c c e d d a", "b a b b b c c c e d d d"), Fraction(3, 12),
        1 - Fraction(4 * 3 + 3 * 6 * 5 + 2 * 1, 24 * 23), 0.6919643, 12, 24,
    ),
    # 2011, C: four annotators with missing values. The 12th item has one value: it
    # counts neither in D_o nor in D_e. 1 nine times, 2 13, 3 10, 4 5, 5 3.
    # Item 2 (2 2 3 2) and item 10 (5 5 5 and a missing one) show the two denominators.
    (
        ("1 2 3 3 2 1 4 1 2 * * *", "1 2 3 3 2 2 4 1 2 5 * 3", "* 3 3 3 2 3 4 2 2 5 1 *", "1 2 3 3 2 4 4 1 2 5 1 *"),
        Fraction(8, 40), 1 - Fraction(9 * 8 + 13 * 12 + 10 * 9 + 5 * 4 + 3 * 2, 40 * 39), 0.7434211, 11, 40,
    ),
]  # fmt: skip


def rows_of(table):
    """Two annotators' rows from {(label of the first, label of the second): items}."""
    pairs = [pair for pair, times in table.items() for _ in range(times)]
    return " ".join(first for first, _ in pairs), " ".join(second for _, second in pairs)


# Artstein & Poesio 2008, p. 558, table 1.
TABLE_1 = {("stat", "stat"): 20, ("ireq", "stat"): 20, ("stat", "ireq"): 10, ("ireq", "ireq"): 50}
# p. 568, table 5.
TABLE_5 = {
    ("stat", "stat"): 46, ("ireq", "stat"): 6, ("ireq", "ireq"): 32, ("ireq", "chck"): 6, ("chck", "chck"): 10,
}  # fmt: skip
