"""Student's t: against printed tables, to their digits, and against its density, integrated."""

import numpy
import pytest
from slow_intervals import student

from brat_iaa.measures.student import t_below, t_quantile

# Two-tailed .05, as in the tables of Student 1925 and every textbook since.
PRINTED = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228, 11: 2.201,
    12: 2.179, 15: 2.131, 20: 2.086, 25: 2.060, 29: 2.045, 30: 2.042, 40: 2.021, 60: 2.000, 120: 1.980, 10**9: 1.960,
}  # fmt: skip


@pytest.mark.parametrize("degrees", PRINTED)
def test_printed_tables(degrees):
    assert round(float(t_quantile(degrees)), 3) == PRINTED[degrees]


@pytest.mark.parametrize(
    "degrees", [1, 1.05, 1.37, 1.9, 2, 2.3, 3, 3.5, 4.2, 4.9, 5, 5.5, 6, 9, 13, 13.4, 29, 129, 500]
)
def test_its_density(degrees):
    assert t_quantile(degrees) == pytest.approx(student(degrees), rel=5e-6)


def test_many_at_once():
    degrees = numpy.array([[1, 129], [29, 2]])
    assert t_quantile(degrees).tolist() == [
        [float(t_quantile(n)) for n in row] for row in degrees.tolist()
    ]


@pytest.mark.parametrize(
    "t, degrees, below",  # scipy.stats.t.cdf of SciPy 1.17.1
    [(-2.5, 29, 0.009162672169213043), (-1, 1, 0.25), (0.3, 7.5, 0.6138386707156109),
     (-8, 400, 6.7868882676560746e-15), (0, 3, 0.5)],
)  # fmt: skip
def test_what_lies_below(t, degrees, below):
    assert t_below(t, degrees) == pytest.approx(below, rel=1e-9)
    assert t_below(-t, degrees) == pytest.approx(1 - below)
