"""Items counted by sentence and by (k, a, b), and the figures that follow from the counts.

For one pair of annotators an item contributes three numbers: k elements
linked, a elements of the first annotator, b of the second. Every uncorrected
figure of Ragheb & Dickinson 2013 is a function of how often each triple
occurs, so a document, a label or a bootstrap resample is only another
weighting of the same counts.
"""

from dataclasses import dataclass

import numpy

from brat_iaa.measures.distances import SIMILARITIES


@dataclass(frozen=True)
class Tally:
    """counts: integers, sentences x triples; triples: integers, one (k, a, b) a row."""

    counts: numpy.ndarray
    triples: numpy.ndarray

    @classmethod
    def of(cls, sentence, k, a, b, sentences):
        """Count items.

        sentence   index of each item's sentence, below `sentences`
        k, a, b    integer arrays, one entry for each item
        """
        triples, which = numpy.unique(
            numpy.column_stack([k, a, b]).reshape(-1, 3), axis=0, return_inverse=True
        )
        counts = numpy.zeros((sentences, len(triples)), dtype=numpy.int64)
        numpy.add.at(counts, (sentence, which.reshape(-1)), 1)
        return cls(counts, triples)

    def totals(self, weights=None):
        """Items of each triple: one row in all, or one for each row of sentence weights."""
        if weights is None:
            return self.counts.sum(axis=0, keepdims=True)
        return weights @ self.counts

    def of_sentences(self, rows):
        """The tally of some of the sentences."""
        return Tally(self.counts[rows], self.triples)


def mean_similarity(tally, similarity, weights=None):
    """Mean over items of masi, masi-full, jaccard or nominal (exact match).

    returns one value for each row of weights, nan where no item counts
    """
    totals = tally.totals(weights)
    return _ratio(totals @ SIMILARITIES[similarity](*tally.triples.T), totals.sum(axis=1))


def gcm(tally, weights=None):
    """Ragheb & Dickinson's global comparison method: sum of k over sum of a, and over sum of b.

    Precision and recall with either annotator as gold. Two empty sets add nothing.
    returns (with the first annotator's elements below, with the second's), nan for 0/0
    """
    k, a, b = (tally.totals(weights) @ tally.triples).T
    return _ratio(k, a), _ratio(k, b)


def gcm_f1(tally, weights=None):
    """Harmonic mean of both directions of GCM: 2 k over a + b; nan for 0/0."""
    k, a, b = (tally.totals(weights) @ tally.triples).T
    return _ratio(2 * k, a + b)


def _ratio(above, below):
    below = numpy.asarray(below, dtype=float)
    return numpy.divide(above, below, out=numpy.full(below.shape, numpy.nan), where=below > 0)
