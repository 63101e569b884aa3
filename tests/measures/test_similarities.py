"""Similarity of sets from three counts, against the sets themselves."""

from fractions import Fraction
from itertools import product

import numpy
import pytest

from brat_iaa.measures.similarities import SIMILARITIES, jaccard, masi, masi_full, nominal

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)

# Printed or worked out by hand: sets, masi, full masi, jaccard, nominal.
BY_HAND = [
    ("", "", (1, 1, 1, 1)),
    ("", "a", (0, 0, 0, 0)),
    ("a", "a", (1, 1, 1, 1)),
    ("a", "b", (0, 0, 0, 0)),
    ("a", "ab", (2 * THIRD, THIRD, HALF, 0)),
    ("a", "abc", (2 * THIRD, 2 * THIRD**2, THIRD, 0)),
    # NLTK's and DKPro's test pair: {A,B} and {B,C}.
    ("ab", "bc", (THIRD, THIRD**2, THIRD, 0)),
    # Passonneau 2006, section 3: {a,b,c} and {b,c,d}: half in common, neither within the other.
    ("abc", "bcd", (THIRD, THIRD * HALF, HALF, 0)),
]


@pytest.mark.parametrize("x, y, expected", BY_HAND)
def test_by_hand(x, y, expected):
    k, a, b = len(set(x) & set(y)), len(x), len(y)
    assert [float(of(k, a, b)) for of in (masi, masi_full, jaccard, nominal)] == pytest.approx(
        [float(value) for value in expected], abs=1e-15
    )


def of_sets(name, x, y):
    """The definitions, on sets instead of counts."""
    if name == "nominal":
        return Fraction(x == y)
    share = Fraction(len(x & y), len(x | y)) if x | y else Fraction(1)
    if name == "jaccard":
        return share
    if x == y:
        monotonicity = Fraction(1)
    elif not x & y:
        monotonicity = Fraction(0)
    elif x < y or y < x:
        monotonicity = 2 * THIRD
    else:
        monotonicity = THIRD
    return monotonicity * (share if name == "masi-full" else 1)


@pytest.mark.parametrize("name", sorted(SIMILARITIES))
def test_all_pairs_of_subsets(name):
    """Every pair of subsets of five elements, all at once as arrays; symmetric, within [0, 1]."""
    subsets = [frozenset(i for i in range(5) if bits >> i & 1) for bits in range(32)]
    pairs = list(product(subsets, subsets))
    k, a, b = (
        numpy.array(column) for column in zip(*((len(x & y), len(x), len(y)) for x, y in pairs))
    )
    found = SIMILARITIES[name](k, a, b)
    expected = [float(of_sets(name, x, y)) for x, y in pairs]
    assert found.tolist() == pytest.approx(expected, abs=1e-15)
    assert (found == SIMILARITIES[name](k, b, a)).all()
    assert ((found == 1) == [x == y for x, y in pairs]).all()
    assert ((found == 0) == [not x & y and x != y for x, y in pairs]).all() or name == "nominal"
