"""The matcher against a search through all one-to-one linkings."""

from collections import Counter
from random import Random

import pytest
from cases import each

from brat_iaa.measures.matching import match_arcs


def all_linkings(a, b):
    """Every way to link elements of a with elements of b, one to one, as lists of pairs."""
    if not a:
        yield []
        return
    first, rest = a[0], a[1:]
    yield from all_linkings(rest, b)
    for y in b:
        for links in all_linkings(rest, [other for other in b if other != y]):
            yield [(first, y)] + links


def best(a, b):
    """Most exact links, then most with the same head, then most with the same label."""

    def quality(links):
        exact = sum(x == y for x, y in links)
        head = sum(x[0] == y[0] and x != y for x, y in links)
        label = sum(x[1] == y[1] and x != y for x, y in links)
        return exact, head, label

    return max(map(quality, all_linkings(sorted(a), sorted(b))))


def random_set(random, heads, labels, most):
    every = [(head, label) for head in range(heads) for label in labels]
    return frozenset(random.sample(every, random.randint(0, min(most, len(every)))))


def random_pairs(seed, number=150):
    random = Random(seed)
    for _ in range(number):
        heads, labels = random.choice([(2, "XYZ"), (3, "XY"), (4, "XYZ"), (1, "XYZ"), (5, "X")])
        yield random_set(random, heads, labels, 4), random_set(random, heads, labels, 5)


def check(a, b, matching):
    """One to one, every element in exactly one place, links are what they are said to be."""
    places = [
        list(matching.exact) + [x for x, _ in matching.head + matching.label] + list(matching.left),
        list(matching.exact)
        + [y for _, y in matching.head + matching.label]
        + list(matching.right),
    ]
    for value, found in zip((a, b), places):
        assert Counter(found) == Counter(value)
    assert all(x[0] == y[0] and x[1] != y[1] for x, y in matching.head)
    assert all(x[0] != y[0] and x[1] == y[1] for x, y in matching.label)


@each("seed", range(8))
def test_lexicographic_maximum(seed):
    for a, b in random_pairs(seed):
        matching = match_arcs(a, b)
        check(a, b, matching)
        assert (len(matching.exact), len(matching.head), len(matching.label)) == best(a, b), (a, b)


def test_the_order_of_elements_does_not_matter():
    """Which of two equally good links is taken depends on the elements, not on the sets' order."""
    random = Random(12)
    for a, b in random_pairs(12, 300):
        expected = match_arcs(a, b)
        shuffled = [set(random.sample(sorted(value), len(value))) for value in (a, b)]
        assert match_arcs(*shuffled) == expected
        assert all(
            tuple(sorted(part)) == part for part in (expected.exact, expected.left, expected.right)
        )


@pytest.mark.parametrize(
    "a, b, head, label, left, right",
    [
        # A greedy matcher that takes labels as they come links (5,X) to (3,X) here.
        ({(3, "Y"), (5, "X")}, {(3, "X")}, [((3, "Y"), (3, "X"))], [], [(5, "X")], []),
        # A greedy matcher that takes the first element with the same head leaves X without a link.
        (
            {(3, "X"), (3, "Y")},
            {(3, "Z"), (5, "Y")},
            [((3, "X"), (3, "Z"))],
            [((3, "Y"), (5, "Y"))],
            [],
            [],
        ),
        (
            {(3, "X"), (3, "Y")},
            {(3, "Z"), (5, "X")},
            [((3, "Y"), (3, "Z"))],
            [((3, "X"), (5, "X"))],
            [],
            [],
        ),
        ({(1, "X"), (2, "Y")}, {(3, "Y")}, [], [((2, "Y"), (3, "Y"))], [(1, "X")], []),
        ({(1, "X")}, set(), [], [], [(1, "X")], []),
        (set(), {(1, "X")}, [], [], [], [(1, "X")]),
        (set(), set(), [], [], [], []),
    ],
)
def test_by_hand(a, b, head, label, left, right):
    assert match_arcs(a, b) == ((), tuple(head), tuple(label), tuple(left), tuple(right))


def test_swapping_keeps_the_links_themselves():
    """Also where several links are equally good."""
    for a, b in random_pairs(5, 3000):
        one, other = match_arcs(a, b), match_arcs(b, a)
        assert (one.exact, one.left, one.right) == (other.exact, other.right, other.left)
        assert sorted(one.head) == sorted((y, x) for x, y in other.head)
        assert sorted(one.label) == sorted((y, x) for x, y in other.label)
