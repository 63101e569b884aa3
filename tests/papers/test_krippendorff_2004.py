"""Alpha against printed examples, with D_o and D_e worked out by hand.

Krippendorff 2004, chapter 11, and 2011, "Computing Krippendorff's alpha-reliability";
Artstein & Poesio 2008, "Inter-coder agreement for computational linguistics", CL 34(4).
"""

from fractions import Fraction

import numpy
import pytest
from one_alpha import one_alpha
from printed_tables import PRINTED, TABLE_1, TABLE_5, rows_of

from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.similarities import Similar, sets, similar_sets


def coded(*annotators):
    """(items x annotators codes, labels in the order of their codes); "*" is missing."""
    rows = [annotator.split() for annotator in annotators]
    labels = sorted({label for row in rows for label in row} - {"*"})
    code = {label: number for number, label in enumerate(labels)}
    code["*"] = MISSING
    return numpy.array([[code[label] for label in row] for row in rows]).T, labels


def nominal_alpha(*annotators):
    values, labels = coded(*annotators)
    similar = similar_sets(sets([frozenset([label]) for label in labels]), "nominal")
    return one_alpha(values, similar, numpy.zeros(len(values), int), 1).score()


@pytest.mark.parametrize("annotators, D_o, D_e, alpha, items, _", PRINTED, ids="ABC")
def test_krippendorff_nominal(annotators, D_o, D_e, alpha, items, _):
    found = nominal_alpha(*annotators)
    assert found.observed == pytest.approx(float(D_o), abs=1e-12)
    assert found.expected == pytest.approx(float(D_e), abs=1e-12)
    assert found.value == pytest.approx(float(1 - D_o / D_e), abs=1e-12)
    assert round(found.value, 7) == alpha
    assert found.items == items


def test_artstein_poesio_table_1():
    """A_o = .7. 70 stat and 130 ireq; pi's A_e = .545 lacks alpha's n - 1."""
    found = nominal_alpha(*rows_of(TABLE_1))
    D_e = Fraction(2 * 70 * 130, 200 * 199)
    assert found.observed == pytest.approx(1 - 0.7, abs=1e-12)
    assert found.expected == pytest.approx(float(D_e), abs=1e-12)
    assert 1 - found.expected * 199 / 200 == pytest.approx(0.545, abs=1e-12)
    assert found.value == pytest.approx(float(1 - Fraction(3, 10) / D_e), abs=1e-12)


def test_artstein_poesio_table_5_nominal():
    """A_o = .88, pi's A_e = .4014."""
    found = nominal_alpha(*rows_of(TABLE_5))
    assert found.observed == pytest.approx(1 - 0.88, abs=1e-12)
    assert 1 - found.expected * 199 / 200 == pytest.approx(0.4014, abs=1e-12)
    assert found.value == pytest.approx(1 - 0.12 / (1 - 15856 / 39800), abs=1e-12)


def test_artstein_poesio_table_5_weighted():
    """Weights of p. 568: chck is 1/2 from both others. D_o = .09, D_e = .4879, alpha = .8156."""
    values, labels = coded(*rows_of(TABLE_5))
    assert labels == ["chck", "ireq", "stat"]
    half_like_chck = Similar(numpy.array([0, 0]), numpy.array([1, 2]), numpy.array([0.5, 0.5]))
    found = one_alpha(values, half_like_chck, numpy.zeros(len(values), int), 1).score()
    # stat 98, ireq 76, chck 26
    D_e = Fraction(98 * 76 * 2 + 98 * 26 + 76 * 26, 200 * 199)
    assert found.observed == pytest.approx(0.09, abs=1e-12)
    assert found.expected == pytest.approx(float(D_e), abs=1e-12)
    assert (round(found.expected, 4), round(found.value, 4)) == (0.4879, 0.8156)


def test_one_item_differs_of_one():
    """One item, two values: D_o = D_e = 1, alpha exactly 0."""
    found = nominal_alpha("a", "b")
    assert (found.observed, found.expected, found.value) == (1, 1, 0)
