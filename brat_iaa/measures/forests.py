"""Ordered forests, and the distinct subforests that tree edit distance needs.

Zhang & Shasha 1989, section 3. The nodes of a forest are in postorder: children before their
parent, left before right. v is the last node of a forest, the root of its last tree T(v). The
distance needs three smaller forests:

    shorter   the forest without v; v's children become roots
    before    the forest without T(v)
    inside    T(v) without v

Each of them is a run of nodes from a leaf s to a node not above the highest node whose leftmost
leaf is s: a prefix of the chain of s. The chain of the first leaf is the whole forest.
"""

from typing import NamedTuple

import numpy

EMPTY = 0


class Forest(NamedTuple):
    """An ordered forest, for example a sentence without its artificial root; may be empty.

    labels    tuple of hashable labels in postorder
    leftmost  tuple of ints: for each node the index of the leftmost leaf below
              it, its own index if it is a leaf
    """

    labels: tuple
    leftmost: tuple


class Parts(NamedTuple):
    """Numbers in a ForestTable: of the whole forest, and of its chains."""

    whole: int
    chains: tuple


def mirrored(forest: Forest) -> Forest:
    """The forest read from right to left; distances between mirrored forests are the same."""
    # Postorder from right to left is the reverse of preorder from left to right.
    preorder = sorted(range(len(forest.labels)), key=lambda node: (forest.leftmost[node], -node))
    backwards = preorder[::-1]
    return Forest(
        tuple(forest.labels[node] for node in backwards),
        tuple(position - (node - forest.leftmost[node]) for position, node in enumerate(backwards)),
    )


def chain_ends(forest: Forest) -> dict:
    """{first node: last node} of each chain."""
    ends = {first: node for node, first in enumerate(forest.leftmost)}
    if ends:
        ends[0] = len(forest.labels) - 1
    return ends


def effort(forests: list) -> int:
    """Number of nodes in all chains; the cost of the distances grows with it."""
    return sum(last - first + 1 for forest in forests for first, last in chain_ends(forest).items())


class ForestTable:
    """Distinct forests, numbered; EMPTY is the empty forest.

    Integer arrays by number, after freeze():
    size     nodes
    label    label of the last node v
    shorter, before, inside   numbers of the smaller forests, see above
    tree     number of T(v); the forest's own number if it is one tree
    """

    def __init__(self):
        self._numbers = {}
        self.size, self.label = [0], [-1]
        self.shorter, self.before, self.inside, self.tree = [EMPTY], [EMPTY], [EMPTY], [EMPTY]

    def add(self, forest: Forest) -> Parts:
        """Parts of a forest whose labels are ints from 0."""
        labels, leftmost = forest
        ends = chain_ends(forest)
        prefixes = {}
        # The trees inside a chain begin further right, so their chains come first.
        for first in sorted(ends, reverse=True):
            numbers = prefixes[first] = [EMPTY]
            for node in range(first, ends[first] + 1):
                leaf = leftmost[node]
                key = (numbers[leaf - first], labels[node], prefixes[leaf][node - leaf])
                number = self._numbers.get(key)
                if number is None:
                    number = self._numbers[key] = len(self.size)
                    self.size.append(node - first + 1)
                    self.label.append(labels[node])
                    self.before.append(key[0])
                    self.inside.append(key[2])
                    self.shorter.append(numbers[-1])
                    self.tree.append(number if leaf == first else prefixes[leaf][node - leaf + 1])
                numbers.append(number)
        return Parts(
            prefixes[0][-1] if ends else EMPTY,
            tuple(prefix[-1] for prefix in prefixes.values()),
        )

    def freeze(self):
        """Turn the lists into arrays; nothing can be added afterwards."""
        del self._numbers
        for name in ("size", "label", "shorter", "before", "inside", "tree"):
            setattr(self, name, numpy.array(getattr(self, name), dtype=numpy.int32))
