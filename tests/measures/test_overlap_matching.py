"""Matchings over all documents at once, against the matching of one group at a time."""

from random import Random

import numpy
from cases import each

from brat_iaa.measures.overlap_matching import Candidates, Places, one_to_one, sharing
from brat_iaa.measures.span_overlap import matched_spans, overlapping


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


# Of the last three, each annotator's order would find other matchings.
@each("seed", [*range(30), 193, 204, 207])
def test_as_each_group_alone(seed):
    (groups, first), (other_groups, second) = sides(Random(seed))
    at = places(first), places(second)
    edges = sharing(*at, groups, other_groups)
    expected, matched = set(), set()
    for group in range(4):
        rows = [numpy.flatnonzero(own == group).tolist() for own in (groups, other_groups)]
        own = [first[row] for row in rows[0]], [second[row] for row in rows[1]]
        expected |= {
            (rows[0][i], rows[1][j]) for i, near in overlapping(*own).items() for j in near
        }
        matched |= {(rows[0][i], rows[1][j]) for i, j in matched_spans(*own)}
    assert set(zip(*(own.tolist() for own in edges))) == expected
    assert len(edges[0]) == len(expected)
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
    assert set(zip(*(own.tolist() for own in found))) == matched
    turned = one_to_one(*elements[::-1], edges[::-1])
    assert set(zip(*(own.tolist() for own in turned[::-1]))) == matched


def test_a_chain_of_spans_is_matched_as_often_as_possible():
    """The first could be matched with either, the second with one: two pairs, not one."""
    first, second = places([((0, 4),), ((5, 6),)]), places([((3, 6),), ((0, 1),)])
    zero = numpy.zeros(2, dtype=numpy.int64)
    edges = sharing(first, second, zero, zero)
    elements = [
        Candidates(zero, numpy.array(rank), lambda row, own=own: (own.fragments(row),))
        for own, rank in ((first, [1, 3]), (second, [2, 0]))
    ]
    found = one_to_one(*elements, edges)
    assert set(zip(*(own.tolist() for own in found))) == {(0, 1), (1, 0)}
