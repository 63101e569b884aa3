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
        by_sentence = numpy.ascontiguousarray(weights.T)
        pairs = _by_commoner(similar, numpy.diff(self._starts))
        for values in _portions(numpy.arange(len(self.values)), max(len(weights), self._sentences)):
            n = self._counts(by_sentence, values)
            total += numpy.einsum("vr,vr->r", n, n)
            start, end = numpy.searchsorted(pairs.first, [values[0], values[-1] + 1])
            if start < end:
                paired, matrix = self._similar(pairs._make(part[start:end] for part in pairs))
                total += 2 * numpy.einsum("vr,vr->r", n[paired - values[0]], matrix @ by_sentence)
        return total

    def _similar(self, pairs):
        """(values with pairs, how often what is similar to each stands in each sentence).

        Adding up by sentence first, a pair costs as many steps as its rarer value
        has sentences, and not as many as there are resamples.
        """
        values, row = numpy.unique(pairs.first, return_inverse=True)
        matrix = numpy.zeros(len(values) * self._sentences)
        lengths = self._starts[pairs.second + 1] - self._starts[pairs.second]
        for piece in _even_portions(lengths):
            of_pair, entries = self._entries(pairs.second[piece])
            matrix += numpy.bincount(
                row[piece][of_pair] * self._sentences + self._sentence[entries],
                pairs.similarity[piece][of_pair] * self._times[entries],
                minlength=len(matrix),
            )
        return values, matrix.reshape(len(values), -1)

    def _counts(self, by_sentence, values):
        """n_v of some values: values x resamples. by_sentence: weights, sentences x resamples."""
        n = numpy.empty((len(values), by_sentence.shape[1]))
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
        row, entries = self._entries(values)
        matrix = numpy.zeros((len(values), self._sentences))
        matrix[row, self._sentence[entries]] = self._times[entries]
        return matrix

    def _entries(self, values):
        """(row in values, entry) of each sentence in which each of some values stands."""
        lengths = self._starts[values + 1] - self._starts[values]
        row = numpy.repeat(numpy.arange(len(values)), lengths)
        before = numpy.cumsum(lengths) - lengths
        return row, numpy.arange(lengths.sum()) + (self._starts[values] - before)[row]


def _portions(indexes, width):
    """The indexes in pieces, so that a piece times width numbers fit in memory."""
    step = max(1, _PORTION // max(width, 1))
    for start in range(0, len(indexes), step):
        yield indexes[start : start + step]


def _even_portions(sizes):
    """Indexes of the sizes in pieces of about the same sum, which fits in memory."""
    portion = numpy.cumsum(sizes) // _PORTION
    return numpy.split(numpy.arange(len(sizes)), numpy.flatnonzero(numpy.diff(portion)) + 1)


def _by_commoner(similar, lengths):
    """The pairs with the value that stands in more sentences first, sorted by it."""
    swap = lengths[similar.first] < lengths[similar.second]
    first = numpy.where(swap, similar.second, similar.first)
    order = numpy.argsort(first, kind="stable")
    second = numpy.where(swap, similar.first, similar.second)
    return similar._make((first[order], second[order], similar.similarity[order]))
