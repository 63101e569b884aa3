"""Pairs up the relations on which two annotators differ, and says how they differ.

Relations with most in common are paired first. The pairs depend neither on the order of the
annotators, nor on ids, nor on the order of lines.
"""

from collections import defaultdict

from brat_iaa.measures.element_matching import one_to_one, sharing_characters


def differing(first, second) -> list:
    """List of (kind, index in first or None, index in second or None), each index once.

    first, second  sequences of EntityRelations of which no two match exactly
    kind           a kind of disagreement
    """
    left = [
        sorted(range(len(relations)), key=lambda index: relations[index].element.key)
        for relations in (first, second)
    ]
    differences = []

    def take(kind, pairs):
        differences.extend((kind, i, j) for i, j in pairs)
        for side in (0, 1):
            taken = {pair[side] for pair in pairs}
            left[side] = [index for index in left[side] if index not in taken]

    for kind, *keys in _SAME_ENDS:
        take(kind, _pairs_with_equal_keys(first, second, left, keys))
    for near in (_one_end_and_overlapping, _overlapping, _one_end):
        take("ends", _pairs_near(first, second, left, near))
    differences += [("extra-relation", index, None) for index in left[0]]
    differences += [("missing-relation", None, index) for index in left[1]]
    return differences


def _roles_and_ends(relation):
    return relation.roles, relation.ends


def _type_and_offsets(relation):
    offsets = relation.unordered if relation.symmetric else relation.offsets
    return relation.type, relation.roles, offsets


def _turned(relation):
    return relation.type, relation.roles, relation.offsets[::-1]


def _type_and_unordered(relation):
    return relation.type, relation.unordered


def _unordered(relation):
    return relation.unordered


# Ends with equal offsets: the kind, and the keys of the first's and the second's relation that are
# equal. As they do not match exactly, and earlier rows are taken, they differ in
_SAME_ENDS = (
    ("label", _roles_and_ends, _roles_and_ends),  # the type,
    ("ends", _type_and_offsets, _type_and_offsets),  # the types of the ends,
    ("reversed", _type_and_offsets, _turned),  # the direction,
    ("role", _type_and_unordered, _type_and_unordered),  # the names of the roles,
    ("label", _unordered, _unordered),  # the type and one of the others.
)


def _pairs_with_equal_keys(first, second, left, keys):
    groups = defaultdict(lambda: ([], []))
    for side, relations in enumerate((first, second)):
        for index in left[side]:
            groups[keys[side](relations[index])][side].append(index)
    return [pair for group in groups.values() for pair in zip(*group)]


def _pairs_near(first, second, left, near):
    """A largest matching of relations with the same type and roles that are near one another."""
    groups, pairs = defaultdict(lambda: ([], [])), []
    for side, relations in enumerate((first, second)):
        for index in left[side]:
            groups[relations[index].type, relations[index].roles][side].append(index)
    for ours, theirs in groups.values():
        if ours and theirs:
            sides = [first[index] for index in ours], [second[index] for index in theirs]
            elements = ([relation.element for relation in side] for side in sides)
            pairs += [(ours[i], theirs[j]) for i, j in one_to_one(*elements, near(*sides))]
    return pairs


def _one_end_and_overlapping(first, second):
    same = _one_end(first, second)
    return {index: others & same[index] for index, others in _overlapping(first, second).items()}


def _overlapping(first, second):
    """{index in first: set of the indexes in second whose ends overlap with its ends}"""
    offsets, others = ([relation.offsets for relation in side] for side in (first, second))
    near = sharing_characters(offsets, others)
    if first[0].symmetric:
        turned = sharing_characters(offsets, [ends[::-1] for ends in others])
        near = {index: indexes | turned[index] for index, indexes in near.items()}
    return near


def _one_end(first, second):
    """{index in first: set of the indexes in second with an equal end}"""
    by_end = defaultdict(set)
    for index, relation in enumerate(second):
        for end in _ends(relation):
            by_end[end].add(index)
    return {
        index: set().union(*(by_end[end] for end in _ends(relation) if end in by_end))
        for index, relation in enumerate(first)
    }


def _ends(relation):
    """Offsets of the ends; with their roles, unless the relation is symmetric."""
    if relation.symmetric:
        return relation.offsets
    return tuple(zip(relation.roles, relation.offsets))
