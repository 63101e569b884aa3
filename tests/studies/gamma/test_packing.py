"""The groups that save the most, against all choices of groups."""

from itertools import combinations
from random import Random

import numpy
import pytest
from cases import each

from brat_iaa.errors import Undefined
from brat_iaa.studies.gamma import packing
from brat_iaa.studies.gamma.packing import savings


def as_groups(weights):
    """The groups by size; weights: {tuple of members: saving}"""
    sizes = sorted({len(members) for members in weights})
    of_size = [[members for members in weights if len(members) == size] for size in sizes]
    return [
        (numpy.array(chosen), numpy.array([weights[members] for members in chosen], dtype=float))
        for chosen in of_size
    ]


def random_weights(random, units, groups):
    weights = {}
    for _ in range(groups):
        first = random.randrange(units)
        near = range(first + 1, min(first + 5, units))
        others = random.sample(near, min(len(near), random.randint(1, 3)))
        if others:
            weights[(first, *sorted(others))] = random.randint(1, 40) / 10
    return weights


def most_saved(weights):
    best = 0
    for number in range(len(weights) + 1):
        for chosen in combinations(weights, number):
            members = [unit for group in chosen for unit in group]
            if len(set(members)) == len(members):
                best = max(best, sum(weights[group] for group in chosen))
    return best


@pytest.mark.parametrize("short", [1, 20])
@pytest.mark.parametrize("seed", range(6))
def test_against_all_choices(seed, short, monkeypatch):
    """Stretches are priced in two ways; both find the largest saving."""
    monkeypatch.setattr(packing, "_SHORT", short)
    random = Random(seed)
    for _ in range(8):
        weights = random_weights(random, random.randint(2, 14), random.randint(1, 9))
        found = savings(as_groups(weights), 16)
        assert found.sum() == pytest.approx(most_saved(weights), abs=1e-9)


def test_savings_stand_where_their_stretch_begins():
    weights = {(0, 2): 1.0, (1, 2): 1.5, (4, 5): 0.25}
    assert savings(as_groups(weights), 7) == pytest.approx([1.5, 0, 0, 0, 0.25, 0, 0])


def test_no_groups_save_nothing():
    assert savings([], 3).tolist() == [0, 0, 0]


def test_too_many_states_are_said(monkeypatch):
    monkeypatch.setattr(packing, "_MOST_STATES", 1)
    with pytest.raises(Undefined, match="too many spans overlap"):
        savings(as_groups({(0, 2): 1.0, (1, 2): 1.5, (1, 3): 1.5}), 4)


@each("seed", range(4))
def test_prices_cover_what_groups_save(seed):
    """Otherwise a loss would be cut off at none, and a worse choice might be found."""
    groups = as_groups(random_weights(Random(seed), 40, 80))
    for prices in (packing._first_prices, packing._low_prices):
        price = prices(groups, 40)
        assert (price >= 0).all()
        for members, saving in groups:
            assert (price[members].sum(axis=1) >= saving - 1e-9).all()
