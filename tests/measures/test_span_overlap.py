"""The largest matching of overlapping spans, against trying all matchings; what overlaps."""

from itertools import permutations
from random import Random

from cases import each

from brat_iaa.measures.matching import matched_spans


def span(start, end):
    return ((start, end),)


def share_a_character(one, other):
    characters = {place for start, end in one for place in range(start, end)}
    return any(place in characters for start, end in other for place in range(start, end))


def slow_size(first, second):
    """Pairs in the best of all ways to put the shorter list against the other."""
    if len(first) > len(second):
        first, second = second, first
    return max(
        sum(share_a_character(one, other) for one, other in zip(first, chosen))
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
    assert all(share_a_character(first[one], second[two]) for one, two in found)
    assert len({one for one, _ in found}) == len({two for _, two in found}) == len(found)
    assert len(found) == slow_size(first, second)
    assert sorted((two, one) for one, two in found) == sorted(matched_spans(second, first))


def test_touching_spans_share_nothing():
    assert matched_spans([span(0, 3)], [span(3, 6)]) == []
    assert matched_spans([span(0, 4)], [span(3, 6)]) == [(0, 0)]


def test_a_gap_in_a_span_is_not_part_of_it():
    assert matched_spans([((0, 2), (6, 8))], [span(2, 6)]) == []
    assert matched_spans([((0, 2), (6, 8))], [span(7, 9)]) == [(0, 0)]


def test_identical_spans_make_way_if_more_spans_are_matched_then():
    """0-10 stands on both sides; matched with each other they would leave 0-3 and 5-8 alone."""
    found = matched_spans([span(0, 10), span(0, 3)], [span(0, 10), span(5, 8)])
    assert found == [(0, 1), (1, 0)]


def test_a_choice_is_taken_back_if_another_span_has_none():
    """5-8 could have 3-6 or 7-10, 0-4 only 3-6."""
    assert matched_spans([span(0, 4), span(5, 8)], [span(3, 6), span(7, 10)]) == [(0, 0), (1, 1)]
    assert matched_spans([span(3, 6), span(7, 10)], [span(0, 4), span(5, 8)]) == [(0, 0), (1, 1)]


def test_many_spans_in_one_long_one():
    words = [span(2 * place, 2 * place + 1) for place in range(3000)]
    assert len(matched_spans([span(0, 6000)], words)) == 1
    assert len(matched_spans(words, [span(0, 6000)] + words)) == 3000
