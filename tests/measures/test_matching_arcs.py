"""The matcher against a search through all one-to-one linkings."""

from collections import Counter
from random import Random

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
        list(matching.exact) + [y for _, y in matching.head + matching.label] + list(matching.right),
    ]  # fmt: skip
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


def test_swapping_keeps_the_links_themselves():
    """Also where several links are equally good."""
    for a, b in random_pairs(5, 3000):
        one, other = match_arcs(a, b), match_arcs(b, a)
        assert (one.exact, one.left, one.right) == (other.exact, other.right, other.left)
        assert sorted(one.head) == sorted((y, x) for x, y in other.head)
        assert sorted(one.label) == sorted((y, x) for x, y in other.label)
