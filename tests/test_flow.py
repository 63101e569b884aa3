"""Maximum flow: on networks with a known answer, and against the smallest cut of random ones."""

from itertools import combinations
from random import Random

import pytest

from brat_iaa.measures.flow import maximum_flow

KNOWN = [
    ({}, 0),
    ({"s": {"t": 3}}, 3),
    ({"s": {"t": 0}}, 0),
    ({"s": {"a": 2}, "b": {"t": 2}}, 0),
    ({"s": {"a": 2, "b": 1}, "a": {"t": 1}, "b": {"t": 5}}, 2),
    # The first path s-a-b-t has to be taken back for the two paths s-a-t, s-b-t.
    ({"s": {"a": 1, "b": 1}, "a": {"b": 1, "t": 1}, "b": {"t": 1}}, 2),
    ({"s": {"b": 1, "a": 1}, "a": {"t": 1, "b": 1}, "b": {"t": 1}}, 2),
    # Ford & Fulkerson's textbook network (Cormen et al., figure 26.6): 23.
    (
        {
            "s": {"1": 16, "2": 13}, "1": {"3": 12}, "2": {"1": 4, "4": 14},
            "3": {"2": 9, "t": 20}, "4": {"3": 7, "t": 4},
        },
        23,
    ),
]


def amount(flow):
    return sum(units for (node, _), units in flow.items() if node == "s")


def check(capacity, flow):
    """Within capacity, and nothing is lost on the way."""
    inside = {}
    for (node, other), units in flow.items():
        assert 0 < units <= capacity[node][other]
        inside[node] = inside.get(node, 0) - units
        inside[other] = inside.get(other, 0) + units
    assert all(balance == 0 for node, balance in inside.items() if node not in "st")


@pytest.mark.parametrize("capacity, largest", KNOWN)
def test_known_networks(capacity, largest):
    flow = maximum_flow(capacity, "s", "t")
    check(capacity, flow)
    assert amount(flow) == largest


def smallest_cut(capacity, inner):
    """The room out of the best set of nodes that has s and not t (max flow = min cut)."""
    cuts = []
    for size in range(len(inner) + 1):
        for chosen in combinations(inner, size):
            side = {"s", *chosen}
            cuts.append(
                sum(
                    room
                    for node in side
                    for other, room in capacity.get(node, {}).items()
                    if other not in side
                )
            )
    return min(cuts)


@pytest.mark.parametrize("seed", range(60))
def test_random_networks(seed):
    random, inner = Random(seed), "abcde"
    capacity = {}
    for node, other in [("s", x) for x in inner] + [(x, "t") for x in inner] + list(
        combinations(random.sample(inner, 5), 2)
    ):
        if random.random() < 0.7:
            capacity.setdefault(node, {})[other] = random.randint(0, 3)
    flow = maximum_flow(capacity, "s", "t")
    check(capacity, flow)
    assert amount(flow) == smallest_cut(capacity, inner)
