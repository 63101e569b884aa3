"""The pairs of trees behind a layer's expected disagreement: all of them, or a sample."""

import numpy

from brat_iaa.measures.tree_alpha import TreeAlphaTable
from brat_iaa.measures.tree_edit import distances
from brat_iaa.measures.tree_sample import SampledTreeAlphaTable

# Above this number of pairs, a sample costs less than all of them.
_MANY = 100_000_000
# Above this number, exact figures take more than about ten minutes on two processors.
SLOW = 3_000_000_000
# Pairs in a sample: alpha-plain of treebanks gets a standard error of about .0001.
DRAWN = 100_000


def number_of_pairs(parts) -> int:
    """Pairs of trees behind a layer's expected disagreement; parts: {document: LayerDocument}."""
    of_sentences = (len(trees) for part in parts.values() for trees in part.items.values())
    trees = sum(number for number in of_sentences if number > 1)
    return trees * (trees - 1) // 2


def many(pairs: int) -> bool:
    """Whether there are so many pairs that a sample costs less than all of them."""
    return pairs > _MANY


class AllPairs:
    """Distances between all trees of a project.

    forests   list of different Forests
    progress  function of (done, total)
    executor  a concurrent.futures.Executor that computes them, or None
    """

    def __init__(self, forests, progress, executor):
        self._distance = distances(forests, progress, executor)

    def table(self, document, share, tree, size, unit, units):
        """TreeAlphaTable.

        document  name; None: the project. Not used here
        share     a sample is one of so many that together have DRAWN pairs. Not used here
        tree      of each tree: index of its forest; the others as in TreeAlphaTable
        """
        return TreeAlphaTable(self._distance, tree, size, unit, units)


class SomePairs:
    """Distances of a sample, but all distances of a small document; parameters of AllPairs."""

    def __init__(self, forests, progress, executor):
        self._forests, self._progress, self._executor = forests, progress, executor

    def table(self, document, share, tree, size, unit, units):
        """The TreeAlphaTable of a small document, else a SampledTreeAlphaTable; see AllPairs."""
        if document is not None and not many(len(tree) * (len(tree) - 1) // 2):
            distinct, tree = numpy.unique(tree, return_inverse=True)
            forests = [self._forests[number] for number in distinct]
            distance = distances(forests, None, self._executor)
            return TreeAlphaTable(distance, tree, size, unit, units)
        drawn = max(2, DRAWN // share)
        return SampledTreeAlphaTable(
            self._forests, tree, size, unit, units, drawn, self._progress, self._executor
        )
