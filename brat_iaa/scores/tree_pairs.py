"""Which pairs of trees a layer's expected disagreement comes from: all of them, or a sample."""

import numpy

from brat_iaa.measures.tree_alpha import TreeAlphaTable
from brat_iaa.measures.tree_edit import distances
from brat_iaa.measures.tree_sample import SampledTreeAlphaTable

# Pairs of trees up to which all of them cost less than a sample would.
_MANY = 100_000_000
# Pairs from where on the exact figures take more than about ten minutes on two processors.
SLOW = 3_000_000_000
# Pairs drawn: alpha-plain of treebanks gets a standard error of some .0001 from them.
DRAWN = 100_000


def number_of_pairs(parts):
    """Pairs of trees of a layer's expected disagreement; parts: {document: LayerDocument}."""
    trees = sum(len(own) for part in parts.values() for own in part.items.values() if len(own) > 1)
    return trees * (trees - 1) // 2


def many(pairs):
    """Whether there are so many pairs that a sample of them costs less."""
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
        """TreeAlphaTable; tree: indexes of forests, the others as there."""
        return TreeAlphaTable(self._distance, tree, size, unit, units)


class SomePairs:
    """Distances as they are needed: of a sample, but all of a small document; see AllPairs."""

    def __init__(self, forests, progress, executor):
        self._forests, self._progress, self._executor = forests, progress, executor

    def table(self, document, share, tree, size, unit, units):
        """The TreeAlphaTable of a small document, else a SampledTreeAlphaTable.

        document  None: the project
        share     the sample is one of so many that are as large as one
        """
        if document is not None and not many(len(tree) * (len(tree) - 1) // 2):
            own, tree = numpy.unique(tree, return_inverse=True)
            distance = distances([self._forests[number] for number in own], None, self._executor)
            return TreeAlphaTable(distance, tree, size, unit, units)
        drawn = max(2, DRAWN // share)
        return SampledTreeAlphaTable(
            self._forests, tree, size, unit, units, drawn, self._progress, self._executor
        )
