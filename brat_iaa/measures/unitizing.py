"""Krippendorff's alphas for units that annotators choose themselves, on a text as a continuum.

Krippendorff, Mathet, Bouvry & Widlöcher 2016, "On the reliability of unitizing textual continua:
Further developments", Quality & Quantity 50(6); Krippendorff 2019, Content Analysis (4th edition),
section 12.6. Each of the m annotators divides the text into units with values and gaps between them
(the value g). l_ck is the number of characters with the value c by one annotator and k by another,
over all ordered pairs of annotators, divided by m - 1; l_c its sum over k, N that over all. A unit
is not compared with itself by chance, nor is a character of a gap:

    S_c = sum over units with the value c of their squared lengths;  S_g = characters in gaps
    e_ck is proportional to  l_c l_k - (c = k) S_c
    D_o = 1 - sum of l_cc / N       D_e = 1 - (sum of l_c^2 - S) / (N^2 - S)       S = sum of S_c

    u-alpha            units and their values
    u-alpha, binary    (|u-alpha) all values as one: units and gaps
    cu-alpha           the same sums over characters on which two annotators have units; the length
                       of a unit is what it adds to these sums
    ku-alpha           ((k)u-alpha) the value k in cu-alpha: D_o = 1 - l_kk / l_k,
                       D_e = 1 - e_kk / sum over c of e_ck

Several documents are one continuum; m is that of each document. The length of a unit of several
parts is the sum of theirs.
"""

from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.estimate import (
    CORRECTED,
    Contributions,
    Estimate,
    Everywhere,
    influences,
)
from brat_iaa.measures.item_alpha import MISSING
from brat_iaa.measures.stretches import ABSENT, GAP

# (measure, statistic)
FIGURES = (("u-alpha", "nominal"), ("u-alpha", "binary"), ("cu-alpha", "nominal"))
SAME_VALUE = "every value is the same"
ALL_OR_NOTHING = "all of the text is in spans, or none of it"
NO_COMMON_CHARACTER = "no character that spans of two annotators share"


class UnitAlpha(NamedTuple):
    """alpha (at most 1, may be negative), D_o, D_e, and the number of characters compared."""

    alpha: float
    observed: float
    expected: float
    items: int


class _Characters(NamedTuple):
    """What annotators gave stretches of text: arrays with an entry for each stretch and annotator.

    stretch   its number
    sentence  where it stands
    unit      number of the unit; GAP
    value     index of its value; MISSING in gaps
    weight    what it adds to l_c
    """

    stretch: numpy.ndarray
    sentence: numpy.ndarray
    unit: numpy.ndarray
    value: numpy.ndarray
    weight: numpy.ndarray

    def length_of_unit(self):
        """Of each entry: the sum of the weights of its unit; in gaps 1, each character alone."""
        lengths = numpy.bincount(self.unit - GAP, self.weight)
        return numpy.where(self.unit == GAP, 1, lengths[self.unit - GAP])


class UnitizedText:
    """The alphas of some annotators; each group of sentences, such as a document, has its own.

    left_out   of each group: number of sentences that cannot be used, see Stretches
    missing    of each group: characters that were left out, in these sentences or because only one
               of the annotators has begun the document
    figures    {(measure, statistic): _Coefficient}

    stretches  Stretches
    columns    those of the annotators
    values     number of different values
    groups     Groups of the sentences
    """

    def __init__(self, stretches, columns, values, groups):
        self._groups, self._values = groups, values
        unusable = stretches.unusable[:, columns].any(axis=1)
        unit, sentence = stretches.unit[:, columns], stretches.sentence
        begun = (unit != ABSENT).sum(axis=1)
        kept = (begun > 1) & ~unusable[sentence]
        self.left_out = groups.sums(unusable).astype(int)
        self.missing = self._characters((begun > 0) & ~kept, stretches)
        length, self._sentence, unit = stretches.length[kept], sentence[kept], unit[kept]
        value = numpy.where(unit >= 0, numpy.append(stretches.value, MISSING)[unit], MISSING)
        covering = (unit >= 0).sum(axis=1)
        # What two annotators together add to l_ck and l_kc.
        self._pair_weight = 2 * length / (begun[kept] - 1)
        compared, shared = self._sums(length), self._sums(length * (covering > 1))
        everything = self._entries(unit, value, unit != ABSENT, length)
        together = (unit >= 0) & (covering > 1)[:, None]
        self._together = self._entries(
            unit, value, together, self._pair_weight / 2 * (covering - 1)
        )
        self._length, self._unit, self._value = length, unit, value
        differing, apart, conflicting = self._observed()
        binary = everything._replace(value=numpy.where(everything.unit == GAP, MISSING, 0))
        none = "spans overlap in every sentence" if unusable.any() else "no common document"
        self.figures = dict(zip(FIGURES, (
            self._coefficient(everything, differing, compared, none, SAME_VALUE),
            self._coefficient(binary, apart, compared, none, ALL_OR_NOTHING),
            self._coefficient(self._together, conflicting, shared, NO_COMMON_CHARACTER, SAME_VALUE),
        )))  # fmt: skip

    def _characters(self, rows, stretches):
        """For each group the characters of some stretches."""
        by_sentence = numpy.bincount(
            stretches.sentence[rows], stretches.length[rows], len(self._groups.sentence)
        )
        return self._groups.sums(by_sentence).astype(int)

    def _by_sentence(self, terms):
        return numpy.bincount(self._sentence, terms, len(self._groups.sentence))

    def _sums(self, terms):
        return self._groups.sums(self._by_sentence(terms))

    def _entries(self, unit, value, chosen, weight):
        stretch, _ = numpy.nonzero(chosen)
        return _Characters(
            stretch, self._sentence[stretch], unit[chosen], value[chosen], weight[stretch]
        )

    def _pairs(self):
        """(first, second) of each pair: unit and value of the one and of the other."""
        for pair in combinations(range(self._unit.shape[1]), 2):
            yield [(self._unit[:, column], self._value[:, column]) for column in pair]

    def _observed(self):
        """For each sentence N D_o of u-alpha, of its binary form and of cu-alpha."""
        sums = numpy.zeros((3, len(self._unit)))
        for (first, value), (second, other) in self._pairs():
            both = (first != ABSENT) & (second != ABSENT)
            gaps = both & ((first == GAP) != (second == GAP))
            values = (first >= 0) & (second >= 0) & (value != other)
            for row, differing in zip(sums, (gaps | values, gaps, values)):
                row += differing
        return [self._by_sentence(row * self._pair_weight) for row in sums]

    def _coefficient(self, entries, differing, items, nothing, alike):
        groups = self._groups
        which = packed(groups.sentence[entries.sentence], self._values + 1, entries.value - MISSING)
        margin = numpy.bincount(which, entries.weight, groups.number * (self._values + 1))
        same = entries.weight * entries.length_of_unit()
        sentences = len(groups.sentence)
        return _Coefficient(
            groups, items.astype(int).tolist(), differing,
            numpy.bincount(entries.sentence, entries.weight, sentences),
            numpy.bincount(entries.sentence, entries.weight * margin[which], sentences),
            numpy.bincount(entries.sentence, same, sentences), (nothing, alike),
        )  # fmt: skip

    @cached_property
    def each_value(self) -> "_EachValue":
        """_EachValue of all documents together."""
        entries, pairs = self._together, []
        for (first, value), (second, other) in self._pairs():
            differ = numpy.flatnonzero((first >= 0) & (second >= 0) & (value != other))
            pairs += [(differ, value[differ]), (differ, other[differ])]
        stretch, value = (numpy.concatenate(columns) for columns in zip(*pairs))
        nothing = numpy.zeros(len(stretch))
        where = Contributions(
            numpy.concatenate([entries.sentence, self._sentence[stretch]]),
            numpy.concatenate([entries.value, value]), self._values,
        )  # fmt: skip
        weight = numpy.append(entries.weight, nothing)
        differing = where.ratios(
            numpy.append(0 * entries.weight, self._pair_weight[stretch] / 2), weight
        )
        squared = entries.weight * entries.length_of_unit()
        same = where.ratios(numpy.append(squared, nothing), weight)
        by_sentence = numpy.bincount(entries.sentence, entries.weight, len(self._groups.sentence))
        given = distinct(entries.stretch * self._values + entries.value)
        items = numpy.bincount(
            given % self._values, self._length[given // self._values], self._values
        )
        return _EachValue(items.astype(int).tolist(), differing, same.above, by_sentence)


class _Coefficient:
    """1 - D_o / D_e of each group.

    items      list of the number of characters of each group
    differing  of each sentence: its part of N D_o
    n          of each sentence: its part of N
    products   of each sentence: its part of the sum of l_c^2
    same       of each sentence: its part of S
    reasons    why there is no value: without characters, and with a single value
    """

    def __init__(self, groups, items, differing, n, products, same, reasons):
        self.items, self._groups, self._reasons = items, groups, reasons
        self._differing, self._n, self._products, self._same = differing, n, products, same
        self._N, self._S = N, S = groups.sums(n), groups.sums(same)
        self._D_o = groups.sums(differing) / numpy.where(N > 0, N, 1)
        self._pairs = numpy.where(N > 0, N * N - S, 1)
        # Whole numbers up to rounding: with a single value, the difference is none.
        apart = N * N - groups.sums(products)
        self._D_e = numpy.where(apart > 1e-9 * N * N, apart, 0) / self._pairs

    def scores(self) -> list:
        """List with the UnitAlpha of each group, or an Undefined with the reason."""
        nothing, alike = self._reasons
        return [
            Undefined(nothing)
            if not items
            else Undefined(alike)
            if expected == 0
            else UnitAlpha(1 - observed / expected, observed, expected, items)
            for items, observed, expected in zip(self.items, self._D_o.tolist(), self._D_e.tolist())
        ]

    def estimate(self) -> Estimate:
        """Estimate of the alphas, nan where undefined.

        D_e = (N^2 - Q) / (N^2 - S) with Q = sum of l_c^2. Sentence s adds n_s to N, q_s = sum of
        l_c l_cs to Q and S_s to S (what its characters add to the squared lengths of their units):

            D_o'_s = (o_s - D_o n_s) / N
            D_e'_s = (2 N n_s - 2 q_s - D_e (2 N n_s - S_s)) / (N^2 - S)
        """
        undefined = numpy.full(len(self.items), numpy.nan)
        value = 1 - numpy.divide(self._D_o, self._D_e, out=undefined, where=self._D_e > 0)
        group, n = self._groups.sentence, self._n
        N, D_o, D_e, pairs = (part[group] for part in (self._N, self._D_o, self._D_e, self._pairs))
        D_o_by = (self._differing - D_o * n) / numpy.where(N > 0, N, 1)
        D_e_by = (2 * N * n - 2 * self._products - D_e * (2 * N * n - self._same)) / pairs
        return self._groups.corrected(value, self._D_o, self._D_e, D_o_by, D_e_by, n)


class _EachValue:
    """ku-alpha of each value.

    items      list of the number of characters to which one of two annotators with units gave it
    differing  Ratios: of each cell l_k - l_kk, and l_k
    same       of each cell: its part of S_k
    n          of each sentence: its part of N
    """

    def __init__(self, items, differing, same, n):
        self.items, self._ratios, self._same, self._n = items, differing, same, n

    @cached_property
    def _parts(self):
        """(N, l_k, D_o, D_e, l_k N - S_k)

        D_e = l_k (N - l_k) / (l_k N - S_k)
        """
        cells, N = self._ratios.cells, self._n.sum()
        o, a = self._ratios.sums()
        there = a > 0
        pairs = numpy.where(there, a * N - cells.sums(self._same), 1)
        others = numpy.where(N - a > 1e-9 * N, N - a, 0)
        D_e = a * others / numpy.where(pairs > 0, pairs, 1)
        return N, a, o / numpy.where(there, a, 1), D_e, numpy.where(pairs > 0, pairs, 1)

    def values(self):
        """(D_o, D_e) of each value; D_e is 0 where alpha is undefined."""
        _, _, D_o, D_e, _ = self._parts
        return D_o.tolist(), D_e.tolist()

    def estimate(self) -> Estimate:
        """Estimate of the alphas; a sentence counts if the value is compared there.

            D_o'_s = (o_s - D_o a_s) / a
            D_e'_s = (a_s (N - 2 a) + a n_s - D_e (a_s N + a n_s - S_s)) / (a N - S)

        with a = l_k. In other sentences only the terms with n_s remain: these are Everywhere.
        """
        N, a, D_o, D_e, pairs = self._parts
        alpha = 1 - numpy.divide(D_o, D_e, out=numpy.full(len(a), numpy.nan), where=D_e > 0)
        cells, there = self._ratios.cells, numpy.where(a > 0, a, 1)
        everywhere, chance = influences(alpha, D_o, D_e, 0 * a, a * (1 - D_e) / pairs)
        k, o_s, a_s = cells.figure, self._ratios.above, self._ratios.below
        D_o_by = (o_s - D_o[k] * a_s) / there[k]
        D_e_by = (a_s * (N - 2 * a[k]) - D_e[k] * (a_s * N - self._same)) / pairs[k]
        influence, chance_by = influences(alpha[k], D_o[k], D_e[k], D_o_by, D_e_by)
        return Estimate(
            alpha, cells, influence, a_s > 0, CORRECTED, numpy.where(numpy.isnan(alpha), 1, D_e),
            Everywhere(self._n, everywhere), a_s / there[k],
            chance_by + chance[k] * self._n[cells.sentence],
        )  # fmt: skip
