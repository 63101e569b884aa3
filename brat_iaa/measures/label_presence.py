"""Agreement on each label of a layer: F1, and nominal alpha of "has it" against "has it not".

A value is a set of labels (single labels are sets of one). All labels are computed at once; for
each label only sentences that have it are kept, so thousands of labels, such as lemmas, are fine.
"""

from typing import NamedTuple

import numpy

from brat_iaa.measures.distinct import ranges
from brat_iaa.measures.estimate import (
    CORRECTED,
    Contributions,
    Estimate,
    Everywhere,
    influences,
)
from brat_iaa.measures.item_alpha import MISSING


class Entries(NamedTuple):
    """One row for each label in each value: item, annotator (column of the values) and label."""

    item: numpy.ndarray
    annotator: numpy.ndarray
    label: numpy.ndarray

    def of(self, annotators):
        """The rows of some annotators."""
        rows = numpy.isin(self.annotator, annotators)
        return Entries(*(column[rows] for column in self))


def entries(values: numpy.ndarray, labels_of_value: list) -> Entries:
    """Entries of a table of values.

    values           integers, items x annotators: index of the value, or MISSING
    labels_of_value  for each value the indexes of its labels
    """
    start = numpy.cumsum([0] + [len(labels) for labels in labels_of_value])
    flat = [label for labels in labels_of_value for label in labels]
    item, annotator = numpy.nonzero(values != MISSING)
    row, index = ranges(start, values[item, annotator])
    label = numpy.array(flat, dtype=numpy.int32)[index]
    return Entries(item[row], annotator.astype(numpy.int32)[row], label)


class PresenceAlphas:
    """For each label, nominal alpha (see item_alpha.py) of the values "has it" and "has it not".

    rows        Entries of the values
    values      integers, items x annotators
    sentence    index of each item's sentence
    sentences   number of sentences
    labels      number of labels
    """

    def __init__(self, rows, values, sentence, sentences, labels):
        annotations = (values != MISSING).sum(axis=1)
        pairable = annotations >= 2
        self._values = numpy.bincount(
            sentence[pairable], annotations[pairable], minlength=sentences
        )
        chosen = pairable[rows.item]
        cells, having = numpy.unique(
            rows.item[chosen] * labels + rows.label[chosen], return_counts=True
        )
        item, label = numpy.divmod(cells, max(labels, 1))
        # Ordered pairs within an item of a value with the label and one without.
        differing = 2 * having * (annotations[item] - having) / (annotations[item] - 1)
        where = Contributions(sentence[item], label, labels)
        self._cells, self._differing, self._having = where.ratios(differing, having.astype(float))
        self._label, self._labels = self._cells.figure, labels

    def values(self):
        """(alpha, D_o, D_e) of each label; alpha is nan if all values have the label, or none."""
        N, h = self._values.sum(), self._number_having()
        D_o = numpy.bincount(self._label, self._differing, minlength=self._labels) / max(N, 1)
        D_e = 2 * h * (N - h) / max(N * (N - 1), 1)
        alpha = 1 - numpy.divide(D_o, D_e, out=numpy.full(len(D_e), numpy.nan), where=D_e > 0)
        return alpha, D_o, D_e

    def estimate(self):
        """Estimate of each label's alpha; a sentence counts if somebody used the label there.

        With n_s values in sentence s, h_s of them with the label, and N and h in total:

            D_o'_s = (o_s - D_o n_s) / N
            D_e'_s = (2 h_s (N - h) + 2 h (n_s - h_s) - D_e (2 N - 1) n_s) / (N (N - 1))

        Where nobody used the label, o_s = h_s = 0 and only the terms with n_s remain: these are
        Everywhere, the others are influences of cells.
        """
        alpha, D_o, D_e = self.values()
        N, h, h_s, of_cell = self._values.sum(), self._number_having(), self._having, self._label
        pairs = max(N * (N - 1), 1)
        everywhere, chance = influences(
            alpha, D_o, D_e, -D_o / max(N, 1), (2 * h - D_e * (2 * N - 1)) / pairs
        )
        D_e_by = (2 * h_s * (N - h[of_cell]) - 2 * h[of_cell] * h_s) / pairs
        influence, chance_by = influences(
            alpha[of_cell], D_o[of_cell], D_e[of_cell], self._differing / max(N, 1), D_e_by
        )
        # Only sentences with the label count: if all of them differ, D_o is 2 h / N, not 1.
        expected = numpy.where(numpy.isnan(alpha), 1, D_e)
        expected = expected / numpy.where(h > 0, 2 * h / max(N, 1), 1)
        n_s = self._values[self._cells.sentence]
        return Estimate(
            alpha, self._cells, influence, h_s > 0, CORRECTED, expected,
            Everywhere(self._values, everywhere), n_s / max(N, 1),
            chance_by + chance[of_cell] * n_s,
        )  # fmt: skip

    def _number_having(self):
        """h of each label."""
        return numpy.bincount(self._label, self._having, minlength=self._labels)
