"""One-to-one matching of two annotators' discourse relations.

Source: Mírovský, Mladová & Zikánová 2010. Three ways to match:

strict       same start and target
one-level    strict, or one end the same and the other a parent or child of its
             counterpart in the dependency tree; never both ends
connective   a common token of the connective; ends and direction do not count

The direction of a relation counts, unless directed is False: then two relations have the same nodes
also if the start of one is the target of the other.

A matching has as many pairs as possible; of the largest matchings, the one with most strict
pairs, then most equal types, then most equal connectives. Ties are broken in a way that does not
depend on the order of the annotators: most pairs with all of these at once, then the smallest
distance between the ends, then text order.
"""

from collections import defaultdict
from typing import NamedTuple

from brat_iaa.measures.matching import largest_assignment

WAYS = ("strict", "one-level", "connective")


class DiscourseRelation(NamedTuple):
    """One discourse relation.

    start, target  offsets of its ends, ((start, end), ...) in characters
    connective     frozenset of its tokens; empty if it has no connective
    """

    start: tuple
    target: tuple
    type: str
    connective: frozenset


class Same(NamedTuple):
    """What two matched relations have in common."""

    nodes: bool
    type: bool
    connective: bool


def compare(
    x: DiscourseRelation, y: DiscourseRelation, equal: bool = False, directed: bool = True
) -> Same:
    """Same of two relations.

    equal     connectives must be equal; else a common token is enough
    directed  start and target must be the same; else the two ends, whichever is the start
    """
    return Same(
        nodes=(x.start, x.target) == (y.start, y.target)
        or not directed
        and (x.start, x.target) == (y.target, y.start),
        type=x.type == y.type,
        connective=x.connective == y.connective or not equal and bool(x.connective & y.connective),
    )


def match(
    first, second, way: str, neighbours=None, equal: bool = False, directed: bool = True
) -> list:
    """Sorted list of (index in first, index in second).

    first, second  sequences of DiscourseRelation of the two annotators
    way            one of WAYS
    neighbours     {offsets: set of the offsets of its parents and children in the tree}
    equal, directed  see compare
    """
    pairs = _candidates(first, second, way, neighbours or {}, equal, directed)
    ranks = [_ranks(relations) for relations in (first, second)]
    apart = {(i, j): _apart(first[i], second[j], directed) for i, j in pairs}
    furthest = max(apart.values(), default=0)
    weights = {}
    for i, j in pairs:
        same = compare(first[i], second[j], equal, directed)
        weights[ranks[0][i], ranks[1][j]] = (
            1,
            int(same.nodes),
            int(same.type),
            int(same.connective),
            int(same.type and (same.nodes if way == "connective" else same.connective)),
            furthest - apart[i, j],
            (len(first) - ranks[0][i]) * (len(second) - ranks[1][j]),
        )
    back = [{rank: index for index, rank in enumerate(side_ranks)} for side_ranks in ranks]
    return sorted((back[0][i], back[1][j]) for i, j in largest_assignment(weights))


def _ranks(relations):
    """Rank of each relation in text order."""
    order = sorted(
        range(len(relations)),
        key=lambda index: relations[index]._replace(connective=sorted(relations[index].connective)),
    )
    ranks = [0] * len(relations)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks


def _apart(x, y, directed):
    """Characters between the starts of the two relations, and between their targets; the fewest of
    both directions if these do not count.
    """
    start, target = x.start[0][0], x.target[0][0]
    ways = [(y.start[0][0], y.target[0][0])]
    if not directed:
        ways.append(ways[0][::-1])
    return min(abs(start - other) + abs(target - last) for other, last in ways)


def _candidates(first, second, way, neighbours, equal, directed):
    """Pairs (i, j) that may be matched, found through an index, not by trying all pairs."""
    if way == "connective":
        holders = defaultdict(set)
        for j, relation in enumerate(second):
            for token in relation.connective:
                holders[token].add(j)
        return {
            (i, j)
            for i, relation in enumerate(first)
            for token in relation.connective
            for j in holders.get(token, ())
            if not equal or relation.connective == second[j].connective
        }
    by_nodes = defaultdict(list)
    for j, relation in enumerate(second):
        by_nodes[relation.start, relation.target].append(j)
    candidates = set()
    for i, relation in enumerate(first):
        ends = [(relation.start, relation.target)]
        if way == "one-level":
            ends += [(start, relation.target) for start in neighbours.get(relation.start, ())]
            ends += [(relation.start, target) for target in neighbours.get(relation.target, ())]
        if not directed:
            ends += [nodes[::-1] for nodes in ends]
        candidates.update((i, j) for nodes in ends for j in by_nodes.get(nodes, ()))
    return candidates
