"""Figures as ratios of sums over items: by sentence, by label, and their influences."""

from fractions import Fraction

import numpy
import pytest

from brat_iaa.measures.similarities import STATISTICS, contributions


def of_one_item(k, a, b):
    """{statistic: (above, below) as fractions}, from the definitions."""
    if a == b == 0:
        masi = full = Fraction(1)
    else:
        masi = Fraction(0 if k == 0 else 3 if k == a == b else 2 if k == min(a, b) else 1, 3)
        full = masi * Fraction(k, a + b - k)
    return {
        "masi": (masi, 1),
        "masi-full": (full, 1),
        "exact": (Fraction(k == a == b), 1),
        "gcm": (k, a),
        "gcm-f1": (2 * k, a + b),
    }


def all_counts(most):
    return [(k, a, b) for a in range(most) for b in range(most) for k in range(min(a, b) + 1)]


def test_each_item():
    """All counts up to five elements on a side."""
    counts = all_counts(6)
    columns = [numpy.array(column) for column in zip(*counts)]
    found = {name: contributions(name, *columns) for name in STATISTICS}
    assert sorted(found) == sorted(STATISTICS)
    for row, item in enumerate(counts):
        for statistic, (above, below) in of_one_item(*item).items():
            own_above, own_below = (part[row] for part in found[statistic])
            assert (own_below == 0) == (below == 0)
            if below:
                expected = pytest.approx(float(Fraction(above) / below), abs=1e-15)
                assert own_above / own_below == expected, (statistic, item)
