"""Which of the relations that two annotators drew differently belong together, and how they differ.

Those with most in common are paired first. The pairs depend neither on who is
first, nor on ids, nor on the order of the lines.
"""

from collections import defaultdict

from brat_iaa.measures.element_matching import one_to_one, sharing_characters


def differing(first, second):
    """List of (kind, index in first or None, index in second or None), each index once.

    first, second  sequences of EntityRelations of which no two match exactly
    kind           of disagreements.KINDS
    """
    left = [
        sorted(range(len(own)), key=lambda index: own[index].element.key) for own in (first, second)
    ]
    found = []

    def take(kind, pairs):
        found.extend((kind, one, other) for one, other in pairs)
        for side in (0, 1):
            taken = {pair[side] for pair in pairs}
            left[side] = [index for index in left[side] if index not in taken]

    for kind, *common in _SAME_ENDS:
        take(kind, _pairs_with(first, second, left, common))
    for near in (_one_end_and_sharing, _sharing, _one_end):
        take("ends", _pairs_near(first, second, left, near))
    found += [("extra-relation", index, None) for index in left[0]]
    found += [("missing-relation", None, index) for index in left[1]]
    return found


def _same_roles(relation):
    return relation.roles, relation.ends


def _same_type(relation):
    places = relation.unordered if relation.symmetric else relation.places
    return relation.type, relation.roles, places


def _turned(relation):
    return relation.type, relation.roles, relation.places[::-1]


def _other_roles(relation):
    return relation.type, relation.unordered


def _same_places(relation):
    return relation.unordered


# With ends at the same two places: kind, and what one of the first and one of the second have in
# common. As they do not match exactly, and those above are gone, they differ in
_SAME_ENDS = (
    ("label", _same_roles, _same_roles),  # the type,
    ("ends", _same_type, _same_type),  # the types of the ends,
    ("reversed", _same_type, _turned),  # the direction,
    ("role", _other_roles, _other_roles),  # the names of the roles,
    ("label", _same_places, _same_places),  # the type and one of the others.
)


def _pairs_with(first, second, left, common):
    groups = defaultdict(lambda: ([], []))
    for side, own in enumerate((first, second)):
        for index in left[side]:
            groups[common[side](own[index])][side].append(index)
    return [pair for group in groups.values() for pair in zip(*group)]


def _pairs_near(first, second, left, near):
    """The largest matching of those with the same type and roles."""
    groups, found = defaultdict(lambda: ([], [])), []
    for side, own in enumerate((first, second)):
        for index in left[side]:
            groups[own[index].type, own[index].roles][side].append(index)
    for ones, others in groups.values():
        if ones and others:
            chosen = [first[index] for index in ones], [second[index] for index in others]
            elements = ([relation.element for relation in own] for own in chosen)
            found += [(ones[i], others[j]) for i, j in one_to_one(*elements, near(*chosen))]
    return found


def _one_end_and_sharing(first, second):
    same = _one_end(first, second)
    return {index: found & same[index] for index, found in _sharing(first, second).items()}


def _sharing(first, second):
    """{index in first: set of the indexes in second whose ends both share characters with its}"""
    own, others = ([relation.places for relation in side] for side in (first, second))
    near = sharing_characters(own, others)
    if first[0].symmetric:
        turned = sharing_characters(own, [places[::-1] for places in others])
        near = {index: found | turned[index] for index, found in near.items()}
    return near


def _one_end(first, second):
    """{index in first: set of the indexes in second that have an end at the same place}"""
    at = defaultdict(set)
    for index, relation in enumerate(second):
        for end in _ends(relation):
            at[end].add(index)
    return {
        index: set().union(*(at[end] for end in _ends(relation) if end in at))
        for index, relation in enumerate(first)
    }


def _ends(relation):
    """Where the ends are; with their roles, unless these say nothing."""
    if relation.symmetric:
        return relation.places
    return tuple(zip(relation.roles, relation.places))
