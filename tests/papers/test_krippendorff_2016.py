"""Alphas for unitizing from brat files to scores, against the example of Krippendorff 2019, Content
Analysis (4th edition), figure 12.11; section 12.6 defines the coefficients of Krippendorff, Mathet,
Bouvry & Widlöcher 2016.

Three observers divide a continuum of 60 into units with the values 1 to 7. The values are those
that the tests of the R package quallmer 0.4 quote from the book.
"""

from fractions import Fraction

import pytest
from small_projects import agreement, of_labels, whole
from unitized_texts import family, write

ALEX = [(0, 7, 1), (7, 13, 2), (30, 32, 5), (32, 37, 6), (37, 44, 6), (44, 60, 7)]
PAUL = [(0, 7, 1), (7, 13, 3), (13, 21, 5), (32, 44, 6)]
SUZAN = [(0, 7, 1), (7, 13, 4), (13, 21, 5), (32, 37, 6), (37, 41, 6), (41, 44, 6)]
NAMES = ("alex", "paul", "suzan")
UNITS = dict(zip(NAMES, (ALEX, PAUL, SUZAN)))


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return agreement(write(tmp_path_factory.mktemp("unitized"), {"d": ("x" * 60, UNITS)}))


def test_printed_values(found):
    scores = whole(found)
    assert round(scores["u-alpha", "nominal", NAMES].value, 3) == 0.510
    assert scores["u-alpha", "binary", NAMES].value == pytest.approx(0.413, abs=0.001)
    assert round(scores["cu-alpha", "nominal", NAMES].value, 3) == 0.724


@pytest.mark.parametrize("value, alpha", [*zip("123456", (1, 0, 0, 0, 1, 1))])
def test_printed_values_of_each_value(value, alpha, found):
    score = of_labels(found)["ku-alpha", "nominal", NAMES, value]
    assert score.value == pytest.approx(alpha, abs=1e-12)


def test_a_value_that_meets_gaps_only_has_no_alpha(found):
    score = of_labels(found)["ku-alpha", "nominal", NAMES, "7"]
    assert (score.value, score.observed, score.expected) == (None, None, None)
    assert score.undefined == "no character that spans of two annotators share"


# The example of the Python program lindanna/unitized_alpha (commit 11637e7 of 2025-01-28), and what
# it computes. Its cu-alpha of three annotators is not that of the book: .726 in the example above.
def test_values_of_another_program(tmp_path):
    units = {
        "alex": [(2, 5, 1)], "paul": [(2, 5, 1), (10, 20, 2)], "suzan": [(2, 5, 2), (15, 20, 2)],
    }  # fmt: skip
    scores = whole(agreement(write(tmp_path, {"d": ("x" * 60, units)})))
    assert scores["u-alpha", "nominal", NAMES].value == pytest.approx(0.3982981423791392)
    assert scores["u-alpha", "binary", NAMES].value == pytest.approx(0.5238010446343782)


def test_observed_and_expected_exactly(found):
    """Against the definition over all pairs of segments; 70 of 180 characters differ."""
    known = family([(60, UNITS)])
    scores = whole(found)
    for name, key in (
        ("u", ("u-alpha", "nominal")),
        ("|u", ("u-alpha", "binary")),
        ("cu", ("cu-alpha", "nominal")),
    ):
        score = scores[(*key, NAMES)]
        assert (score.observed, score.expected) == pytest.approx([*map(float, known[name])])
    assert known["u"][0] == Fraction(7, 18)
    # Characters on which two of them have units; 60 in all.
    assert scores["u-alpha", "nominal", NAMES].items == 60
    assert scores["cu-alpha", "nominal", NAMES].items == 33
