"""How well annotators agree on each single label of a layer: F1, and nominal alpha of "has it or
not".

A value is a set of labels (single labels are sets of one). All labels are
computed at once, and only sentences that have the label are kept for it, so that
layers with thousands of labels, such as lemmas, are no burden.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.alpha import MISSING
from brat_iaa.measures.cells import CellEstimate, Contributions, Everywhere
from brat_iaa.measures.estimate import corrected


class Entries(NamedTuple):
    """One row for each label in each value: item, annotator (column of the values) and label."""

    item: numpy.ndarray
    annotator: numpy.ndarray
    label: numpy.ndarray

    def of(self, annotators):
        """Only the rows of some annotators."""
        rows = numpy.isin(self.annotator, annotators)
        return Entries(*(column[rows] for column in self))


def entries(values, labels_of_value):
    """Entries of a table of values.

    values           integers, items x annotators: index of the value, or MISSING
    labels_of_value  for each value the indexes of its labels
    """
    sizes = numpy.array([len(own) for own in labels_of_value], dtype=numpy.int64)
    flat = numpy.array([label for own in labels_of_value for label in own], dtype=numpy.int64)
    item, annotator = numpy.nonzero(values != MISSING)
    value = values[item, annotator]
    times = sizes[value]
    first = (numpy.cumsum(sizes) - sizes)[value]
    step = numpy.arange(times.sum()) - numpy.repeat(numpy.cumsum(times) - times, times)
    return Entries(
        numpy.repeat(item, times),
        numpy.repeat(annotator, times),
        flat[numpy.repeat(first, times) + step],
    )


class LabelAgreement(NamedTuple):
    """Two annotators' labels on the items that both gave a value.

    item, label   each label that one of them gave an item, once
    both          whether both gave it
    """

    item: numpy.ndarray
    label: numpy.ndarray
    both: numpy.ndarray

    def ratios(self, sentence, labels):
        """CellRatios of each label's F1 = 2 both / (n_label of the first + of the second).

        sentence    index of each item's sentence
        labels      number of labels
        """
        both = self.both.astype(float)
        where = Contributions(sentence[self.item], self.label, labels)
        return where.ratios(2 * both, 1 + both)


def label_agreement(found, values, pair, labels):
    """LabelAgreement of two annotators.

    found    Entries of the values
    values   integers, items x annotators
    pair     the two columns
    labels   number of labels
    """
    common = (values[:, list(pair)] != MISSING).all(axis=1)
    first, second = (
        numpy.unique(found.item[rows] * labels + found.label[rows])
        for rows in ((found.annotator == column) & common[found.item] for column in pair)
    )
    either = numpy.union1d(first, second)
    item, label = numpy.divmod(either, max(labels, 1))
    return LabelAgreement(item, label, numpy.isin(either, first) & numpy.isin(either, second))


class PresenceAlphas:
    """Nominal alpha (see alpha.py) of the values "has the label" and "has it not", for each label.

    found       Entries of the values
    values      integers, items x annotators
    sentence    index of each item's sentence
    sentences   number of sentences
    labels      number of labels
    """

    def __init__(self, found, values, sentence, sentences, labels):
        present = (values != MISSING).sum(axis=1)
        counts = present >= 2
        self._values = numpy.bincount(sentence[counts], present[counts], minlength=sentences)
        chosen = counts[found.item]
        cells, having = numpy.unique(
            found.item[chosen] * labels + found.label[chosen], return_counts=True
        )
        item, label = numpy.divmod(cells, max(labels, 1))
        # Ordered pairs within an item of which one value has the label and the other has not.
        differing = 2 * having * (present[item] - having) / (present[item] - 1)
        where = Contributions(sentence[item], label, labels)
        self._cells, self._differing, self._having = where.ratios(differing, having.astype(float))
        self._label, self._labels = self._cells.figure, labels

    def values(self):
        """(alpha, D_o, D_e) of each label; alpha is nan where all have the label or all have
        not.
        """
        N, h = self._values.sum(), self._number_having()
        D_o = numpy.bincount(self._label, self._differing, minlength=self._labels) / max(N, 1)
        D_e = 2 * h * (N - h) / max(N * (N - 1), 1)
        alpha = 1 - numpy.divide(D_o, D_e, out=numpy.full(len(D_e), numpy.nan), where=D_e > 0)
        return alpha, D_o, D_e

    def estimate(self):
        """CellEstimate of each label's alpha; a sentence counts if somebody used the label there.

        With n_s values in sentence s, h_s of them with the label, in all N and h:

            D_o'_s = (o_s - D_o n_s) / N
            D_e'_s = (2 h_s (N - h) + 2 h (n_s - h_s) - D_e (2 N - 1) n_s) / (N (N - 1))

        Where nobody used the label, o_s and h_s are 0 and only the terms with n_s are left: these
        are Everywhere, the others are those of cells.
        """
        alpha, D_o, D_e = self.values()
        N, h, h_s, of_cell = self._values.sum(), self._number_having(), self._having, self._label
        pairs = max(N * (N - 1), 1)
        everywhere = corrected(
            alpha, D_o, D_e, -D_o / max(N, 1), (2 * h - D_e * (2 * N - 1)) / pairs, h > 0
        )
        D_e_by = (2 * h_s * (N - h[of_cell]) - 2 * h[of_cell] * h_s) / pairs
        cells = corrected(
            alpha[of_cell], D_o[of_cell], D_e[of_cell], self._differing / max(N, 1), D_e_by, h_s > 0
        )
        # Only sentences with the label count: disagreement in all of them is D_o = 2 h / N, not 1.
        expected = everywhere.expected / numpy.where(h > 0, 2 * h / max(N, 1), 1)
        return CellEstimate(
            alpha, self._cells, cells.influence, cells.counts, cells.scale, expected,
            Everywhere(self._values, everywhere.influence),
        )  # fmt: skip

    def _number_having(self):
        """h of each label."""
        return numpy.bincount(self._label, self._having, minlength=self._labels)
