"""Tables of values with gaps, observers x units, and a distance of their labels."""

import numpy

from brat_iaa.measures.alphas import MISSING

# Krippendorff 2011, section D: four observers, twelve units.
KRIPPENDORFF = (
    "1 2 3 3 2 1 4 1 2 * * *", "1 2 3 3 2 2 4 1 2 5 * 3", "* 3 3 3 2 3 4 2 2 5 1 *", "1 2 3 3 2 4 4 1 2 5 1 *",
)  # fmt: skip
LETTERS = ("a b c d a a b * c d b a", "a c c d b a b a * d a *", "b b c * a a d a c c * *")
# {pair of letters: distance}; others have the distance 1.


def coded(rows):
    """(values, units x observers; the labels in order)."""
    cells = [row.split() for row in rows]
    labels = sorted({cell for row in cells for cell in row} - {"*"})
    number = {label: place for place, label in enumerate(labels)} | {"*": MISSING}
    return numpy.array([[number[cell] for cell in row] for row in cells]).T, labels
