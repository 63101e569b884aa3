"""Forests of many shapes, drawn from a seed, and tree edit distances as they are defined.

A nested forest is a tuple of trees, a tree is (label, nested forest).
by_definition follows the recurrence on forests; nothing of it comes from the package.
"""

from functools import cache
from random import Random

from brat_iaa.measures.trees import Forest


def size(nested):
    return sum(1 + size(inside) for _, inside in nested)


@cache
def by_definition(f, g):
    if not f or not g:
        return size(f) + size(g)
    (v, below_v), (w, below_w) = f[-1], g[-1]
    return min(
        by_definition(f[:-1] + below_v, g) + 1,
        by_definition(f, g[:-1] + below_w) + 1,
        by_definition(f[:-1], g[:-1]) + by_definition(below_v, below_w) + (v != w),
    )


def flat(nested):
    labels, leftmost = [], []

    def put(tree):
        first = len(labels)
        for child in tree[1]:
            put(child)
        leftmost.append(first)
        labels.append(tree[0])

    for tree in nested:
        put(tree)
    return Forest(tuple(labels), tuple(leftmost))


def anything(random, nodes, labels):
    if not nodes:
        return ()
    own = random.randint(1, nodes)
    tree = (random.choice(labels), anything(random, own - 1, labels))
    return (tree,) + anything(random, nodes - own, labels)


def chain(random, nodes, labels):
    nested = ()
    for _ in range(nodes):
        nested = ((random.choice(labels), nested),)
    return nested


def star(random, nodes, labels):
    return (
        ((random.choice(labels), tuple((random.choice(labels), ()) for _ in range(nodes - 1))),)
        if nodes
        else ()
    )


def leaves(random, nodes, labels):
    return tuple((random.choice(labels), ()) for _ in range(nodes))


def comb(side):
    """Each node has a leaf beside the next: on its left, on its right, or on either in turn."""

    def made(random, nodes, labels):
        nested = leaves(random, nodes % 2, labels)
        for step in range(nodes // 2):
            leaf = (random.choice(labels), ())
            before = side == "left" or side == "both" and step % 2
            nested = ((random.choice(labels), (leaf,) + nested if before else nested + (leaf,)),)
        return nested

    return made


def binary(random, nodes, labels):
    if nodes <= 1:
        return leaves(random, nodes, labels)
    half = (nodes - 1) // 2
    inside = binary(random, half, labels) + binary(random, nodes - 1 - half, labels)
    return ((random.choice(labels), inside),)


SHAPES = (anything, chain, star, leaves, comb("left"), comb("right"), comb("both"), binary)


def many(seed, number, most, labels, shapes=SHAPES):
    """Nested forests of all shapes and of 0 to most nodes, some of them twice."""
    random = Random(seed)
    made = [(), (("A", ()),), (("B", ()),)]
    while len(made) < number:
        shape, alphabet = random.choice(shapes), labels[: random.randint(1, len(labels))]
        made.append(
            random.choice(made)
            if random.random() < 0.1
            else shape(random, random.randint(0, most), alphabet)
        )
    random.shuffle(made)
    return made
