"""How often each value occurs in each sentence, weighted by sentence: n_v for many resamples at once.

D_e of alpha needs sums of squares and products of the n_v. Values that stand
in many sentences are counted by one matrix product, the many rare ones by
adding up the weights of the few sentences they stand in.
"""

import numpy

# A value in at least this share of the sentences is cheaper as a row of a full matrix.
_FREQUENT = 1 / 40
# Numbers held at once while rare values or pairs of values are summed (8 bytes each).
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
        self._frequent = numpy.diff(self._starts) >= max(2, _FREQUENT * sentences)
        self._sentences = sentences

    def sum_of_squares(self, weights):
        """sum over values of n_v squared, for each row of weights."""
        total = numpy.zeros(len(weights))
        for n in self._portions(weights, numpy.arange(len(self.values))):
            total += numpy.einsum("vr,vr->r", n, n)
        return total

    def sum_of_products(self, weights, similar):
        """sum over ordered pairs of different values of n_v n_w similarity(v, w), for each row of weights."""
        total = numpy.zeros(len(weights))
        if not len(similar.similarity):
            return total
        used, places = numpy.unique(
            numpy.concatenate([similar.first, similar.second]), return_inverse=True
        )
        first, second = places.reshape(2, -1)
        portion = max(1, _PORTION // max(len(used), 1))
        for start in range(0, len(weights), portion):
            n = self._counts(weights[start : start + portion], used)
            step = max(1, _PORTION // n.shape[1])
            for pair in range(0, len(first), step):
                chosen = slice(pair, pair + step)
                total[start : start + portion] += 2 * numpy.einsum(
                    "pr,pr,p->r", n[first[chosen]], n[second[chosen]], similar.similarity[chosen]
                )
        return total

    def _portions(self, weights, values):
        step = max(1, _PORTION // max(len(weights), 1))
        for start in range(0, len(values), step):
            yield self._counts(weights, values[start : start + step])

    def _counts(self, weights, values):
        """n_v of some values: values x resamples."""
        n = numpy.empty((len(values), len(weights)))
        frequent = self._frequent[values]
        if frequent.any():
            n[frequent] = self._matrix(values[frequent]) @ weights.T
        rare = values[~frequent]
        if len(rare):
            entries, starts = self._entries(rare)
            weight = numpy.ascontiguousarray(weights.T)[self._sentence[entries]]
            weight *= self._times[entries, None]
            n[~frequent] = numpy.add.reduceat(weight, starts, axis=0)
        return n

    def _matrix(self, values):
        """How often each of some values stands in each sentence: values x sentences."""
        entries, starts = self._entries(values)
        row = numpy.repeat(numpy.arange(len(values)), self._starts[values + 1] - self._starts[values])
        matrix = numpy.zeros((len(values), self._sentences))
        matrix[row, self._sentence[entries]] = self._times[entries]
        return matrix

    def _entries(self, values):
        """Indexes of the entries of some values, and where each value's begin."""
        lengths = self._starts[values + 1] - self._starts[values]
        starts = numpy.cumsum(lengths) - lengths
        entries = numpy.arange(lengths.sum()) + numpy.repeat(self._starts[values] - starts, lengths)
        return entries, starts
