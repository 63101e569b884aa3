"""Maximum flow: on networks with a known answer, and against the smallest cut of random ones."""

from itertools import combinations
from random import Random

import pytest
from cases import each

from brat_iaa.measures.attachment import maximum_flow

KNOWN = [
    ({}, 0),
    ({"s": {"t": 3}}, 3),
    ({"s": {"t": 0}}, 0),
    ({"s": {"a": 2}, "b": {"t": 2}}, 0),
    ({"s": {"a": 2, "b": 1}, "a": {"t": 1}, "b": {"t": 5}}, 2),
    # A path through a-c has to be taken back, so that b can go by c and a by d; in any order of
    # edges.
    (
        {"s": {"b": 1, "a": 1}, "a": {"d": 1, "c": 1}, "b": {"c": 1}, "c": {"t": 1}, "d": {"t": 1}},
        2,
    ),
    (
        {"s": {"a": 1, "b": 1}, "a": {"c": 1, "d": 1}, "b": {"c": 1}, "c": {"t": 1}, "d": {"t": 1}},
        2,
    ),
    (
        {"s": {"b": 1, "a": 1}, "a": {"c": 1, "d": 1}, "b": {"c": 1}, "c": {"t": 1}, "d": {"t": 1}},
        2,
    ),
    (
        {"s": {"a": 1, "b": 1}, "a": {"d": 1, "c": 1}, "b": {"c": 1}, "c": {"t": 1}, "d": {"t": 1}},
        2,
    ),
    # Ford & Fulkerson's textbook network (Cormen et al., figure 26.6): 23.
    (
        {
            "s": {"1": 16, "2": 13},
            "1": {"3": 12},
            "2": {"1": 4, "4": 14},
            "3": {"2": 9, "t": 20},
            "4": {"3": 7, "t": 4},
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


@each("seed", range(60))
def test_random_networks(seed):
    """Two layers between source and sink, edges in any order."""
    random, left, right = Random(seed), "abc", "def"
    edges = [("s", x) for x in left] + [(y, "t") for y in right]
    edges += [(x, y) for x in left for y in right]
    capacity = {}
    for node, other in random.sample(edges, len(edges)):
        if random.random() < 0.7:
            capacity.setdefault(node, {})[other] = random.randint(0, 2)
    flow = maximum_flow(capacity, "s", "t")
    check(capacity, flow)
    assert amount(flow) == smallest_cut(capacity, left + right)
