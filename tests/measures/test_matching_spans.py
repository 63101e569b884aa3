"""Matchings over all documents at once, against trying all matchings of each group."""

from itertools import permutations
from random import Random

import numpy
from cases import each

from brat_iaa.measures.matching import Candidates, Places, matched_spans, one_to_one, sharing


def spans(random, number, size=30):
    """Distinct spans, some of several parts, some empty, in order."""
    found = set()
    for _ in range(number):
        bounds = sorted(random.sample(range(size), random.choice((2, 2, 2, 4))))
        fragments = tuple(zip(bounds[::2], bounds[1::2]))
        found.add(fragments if random.random() < 0.95 else ((bounds[0], bounds[0]),))
    return sorted(found)


def places(own):
    return Places(
        numpy.array([fragments[0][0] for fragments in own], dtype=numpy.int64),
        numpy.array([fragments[-1][1] for fragments in own], dtype=numpy.int64),
        {row: fragments for row, fragments in enumerate(own) if len(fragments) > 1},
    )


def sides(random):
    """(groups, spans) of two annotators; no span of a group is of both."""
    found = [([], []), ([], [])]
    for group in range(4):
        everything = spans(random, random.choice((0, 1, 4, 12)))
        for fragments in everything:
            group_of, own = found[random.randrange(2)]
            group_of.append(group)
            own.append(fragments)
    return [(numpy.array(groups, dtype=numpy.int64), own) for groups, own in found]


def share_a_character(one, other):
    return any(
        max(start, begin) < min(end, behind) for start, end in one for begin, behind in other
    )


def best(edges, distance):
    """(most pairs, smallest sum of distances of so many), by trying all."""
    tried = {(frozenset(), frozenset()): (0, 0)}
    for i, j in edges:
        for (rows, others), (number, apart) in list(tried.items()):
            if i not in rows and j not in others:
                key, found = (rows | {i}, others | {j}), (number + 1, apart - distance[i, j])
                tried[key] = max(tried.get(key, found), found)
    return max(tried.values())


@each("seed", range(40))
def test_as_many_as_possible_with_the_nearest_ends(seed):
    (groups, first), (other_groups, second) = sides(Random(seed))
    edges = sharing(places(first), places(second), groups, other_groups)
    pairs = {*zip(*(own.tolist() for own in edges))}
    assert pairs == {
        (i, j)
        for i, one in enumerate(first)
        for j, other in enumerate(second)
        if groups[i] == other_groups[j] and share_a_character(one, other)
    }
    distance = {
        (i, j): abs(first[i][0][0] - second[j][0][0]) + abs(first[i][-1][1] - second[j][-1][1])
        for i, j in pairs
    }
    ordered = {fragments: rank for rank, fragments in enumerate(sorted({*first, *second}))}
    elements = [
        Candidates(
            own_groups,
            numpy.array([ordered[fragments] for fragments in own], dtype=numpy.int64),
            lambda row, own=own: (own[row],),
        )
        for own_groups, own in ((groups, first), (other_groups, second))
    ]
    found = one_to_one(*elements, edges)
    assert found[0].tolist() == sorted(found[0].tolist())
    matched = {*zip(*(own.tolist() for own in found))}
    assert matched <= pairs and all(len({*own.tolist()}) == len(matched) for own in found)
    for group in range(4):
        of_group = [pair for pair in pairs if groups[pair[0]] == group]
        here = [pair for pair in matched if groups[pair[0]] == group]
        apart = -sum(map(distance.__getitem__, here))
        assert (len(here), apart) == best(of_group, distance)
    turned = one_to_one(*elements[::-1], edges[::-1])
    assert {*zip(*(own.tolist() for own in turned[::-1]))} == matched


def span(start, end):
    return ((start, end),)


def share_characters(one, other):
    characters = {place for start, end in one for place in range(start, end)}
    return any(place in characters for start, end in other for place in range(start, end))


def slow_size(first, second):
    """Pairs in the best of all ways to put the shorter list against the other."""
    if len(first) > len(second):
        first, second = second, first
    return max(
        sum(share_characters(one, other) for one, other in zip(first, chosen))
        for chosen in permutations(second, len(first))
    )


def random_spans(random):
    spans = set()
    while len(spans) < random.randint(0, 6):
        places = sorted(random.sample(range(14), random.choice((2, 2, 4))))
        spans.add(tuple(zip(places[::2], places[1::2])))
    return random.sample(sorted(spans), len(spans))


@each("seed", range(60))
def test_largest_one_to_one_and_the_same_from_both_sides(seed):
    random = Random(seed)
    first, second = random_spans(random), random_spans(random)
    found = matched_spans(first, second)
    assert all(share_characters(first[one], second[two]) for one, two in found)
    assert len({one for one, _ in found}) == len({two for _, two in found}) == len(found)
    assert len(found) == slow_size(first, second)
    assert sorted((two, one) for one, two in found) == sorted(matched_spans(second, first))


def test_many_spans_in_one_long_one():
    words = [span(2 * place, 2 * place + 1) for place in range(3000)]
    assert len(matched_spans([span(0, 6000)], words)) == 1
    assert len(matched_spans(words, [span(0, 6000)] + words)) == 3000
