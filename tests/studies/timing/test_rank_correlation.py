"""Spearman's rho against its textbook formula, with ties, and where it has no value."""

import pytest

from brat_iaa.errors import Undefined
from brat_iaa.studies.timing.disagreement import spearman


def test_by_hand():
    # Ranks 1 2 3 4 5 and 2 1 4 3 5: differences 1 1 1 1 0; 1 - 6 * 4 / (5 * 24) = .8
    assert spearman([10, 20, 30, 40, 50], [7, 3, 900, 8, 1000]) == pytest.approx(0.8, rel=1e-12)


def test_ties_share_the_mean_of_their_ranks():
    # Ranks 1 2.5 2.5 4 and 1 2 3 4: products of deviations 2.25 + 0 + 0 + 2.25; 4.5 / sqrt(4.5 * 5)
    assert spearman([1, 5, 5, 9], [1, 2, 3, 4]) == pytest.approx(4.5 / 22.5**0.5, rel=1e-12)


def test_only_the_order_counts():
    assert spearman([1, 2, 3], [1, 100, 101]) == 1
    assert spearman([1, 2, 3], [-1, -2, -300]) == -1


@pytest.mark.parametrize(
    "x, y, reason", [([1, 2], [1, 2], "fewer than 3"), ([1, 2, 3], [4, 4, 4], "the same for all")]
)
def test_no_value(x, y, reason):
    with pytest.raises(Undefined, match=reason):
        spearman(x, y)
