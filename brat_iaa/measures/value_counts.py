"""How often each value occurs in each sentence, weighted by sentence: n_v for many resamples at once.

D_e of alpha needs sums of squares and products of the n_v. Values that stand
in many sentences are counted by one matrix product, the many rare ones by
adding up the weights of the few sentences they stand in.
"""

import numpy

# A value in at least this share of the sentences is cheaper as a row of a full matrix.
_FREQUENT = 1 / 40
# Numbers held at once while values or pairs of values are summed (8 bytes each).
_PORTION = 4_000_000


class ValueCounts:
    """value, sentence: one entry for each occurrence; sentences: how many there are.

    values  sorted indexes of the values that occur
    """

    def __init__(self, value, sentence, sentences):
        self.values, value = numpy.unique(value, return_inverse=True)
        cells, self._times = numpy.unique(value * sentences + sentence, return_counts=True)
        of_cell, self._sentence = numpy.divmod(cells, max(sentences, 1))
        self._starts = numpy.searchsorted(of_cell, numpy.arange(len(self.values) + 1))
        self._sentences = sentences

    def alike(self, weights, similar):
        """sum over ordered pairs of values v, w of n_v n_w similarity(v, w), for each row of weights.

        A value is as similar as can be (1) to itself; similar lists the other
        pairs that are similar at all, as indexes into values.
        """
        total = numpy.zeros(len(weights))
        paired = numpy.unique(numpy.concatenate([similar.first, similar.second]))
        alone = numpy.setdiff1d(numpy.arange(len(self.values)), paired)
        for values in _portions(alone, len(weights)):
            n = self._counts(weights, values)
            total += numpy.einsum("vr,vr->r", n, n)
        if len(paired):
            first = numpy.searchsorted(paired, similar.first)
            second = numpy.searchsorted(paired, similar.second)
            for rows in _portions(numpy.arange(len(weights)), len(paired)):
                n = self._counts(weights[rows], paired)
                total[rows] += numpy.einsum("vr,vr->r", n, n)
                for pairs in _portions(numpy.arange(len(first)), len(rows)):
                    products = n[first[pairs]] * n[second[pairs]]
                    total[rows] += 2 * (similar.similarity[pairs] @ products)
        return total

    def _counts(self, weights, values):
        """n_v of some values: values x resamples."""
        n = numpy.empty((len(values), len(weights)))
        by_sentence = numpy.ascontiguousarray(weights.T)
        lengths = self._starts[values + 1] - self._starts[values]
        frequent = lengths >= max(2, _FREQUENT * self._sentences)
        if frequent.any():
            n[frequent] = self._matrix(values[frequent]) @ by_sentence
        for length in numpy.unique(lengths[~frequent]):
            chosen = numpy.flatnonzero(~frequent & (lengths == length))
            entries = self._starts[values[chosen]]
            total = self._weighted(by_sentence, entries)
            for step in range(1, length):
                total += self._weighted(by_sentence, entries + step)
            n[chosen] = total
        return n

    def _weighted(self, by_sentence, entries):
        weight = by_sentence[self._sentence[entries]]
        times = self._times[entries]
        if (times > 1).any():
            weight *= times[:, None]
        return weight

    def _matrix(self, values):
        """How often each of some values stands in each sentence: values x sentences."""
        lengths = self._starts[values + 1] - self._starts[values]
        row = numpy.repeat(numpy.arange(len(values)), lengths)
        before = numpy.cumsum(lengths) - lengths
        entries = numpy.arange(lengths.sum()) + (self._starts[values] - before)[row]
        matrix = numpy.zeros((len(values), self._sentences))
        matrix[row, self._sentence[entries]] = self._times[entries]
        return matrix


def _portions(indexes, width):
    """The indexes in pieces, so that a piece times width numbers fit in memory."""
    step = max(1, _PORTION // max(width, 1))
    for start in range(0, len(indexes), step):
        yield indexes[start : start + step]
