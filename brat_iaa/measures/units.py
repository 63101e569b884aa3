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
parts is the sum of theirs. Texts are cut into stretches on which no annotator's span begins or
ends. Spans of one annotator may not overlap: where they do, the whole sentence cannot be used.
"""

from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures.alphas import MISSING, Coefficients
from brat_iaa.measures.distinct import distinct, packed
from brat_iaa.measures.estimate import (
    CORRECTED,
    Contributions,
    Estimate,
    Everywhere,
    influences,
)

# (measure, statistic)
FIGURES = (("u-alpha", "nominal"), ("u-alpha", "binary"), ("cu-alpha", "nominal"))
SAME_VALUE = "every value is the same"
ALL_OR_NOTHING = "all of the text is in spans, or none of it"
NO_COMMON_CHARACTER = "no character that spans of two annotators share"
# In the place of a unit's number: nothing drawn; the annotator has not begun the document.
GAP, ABSENT = -1, -2


class Pieces(NamedTuple):
    """The unbroken parts of the spans of some texts in a row.

    item        of each piece: number of its span
    start, end  of each piece, in characters of all texts in a row, end exclusive
    sentence    where each sentence begins, likewise, in ascending order from 0
    document    number of each sentence's document
    length      characters of all texts
    """

    item: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    sentence: numpy.ndarray
    document: numpy.ndarray
    length: int


class Stretches(NamedTuple):
    """Stretches of text, in order.

    length      of each, in characters
    sentence    of each: number of the sentence
    unit        stretches x annotators: number of the unit that the annotator drew there, GAP or
                ABSENT
    value       of each unit: index of its value
    unusable    sentences x annotators: whether spans of the annotator overlap there, or one has
                several values where one is expected
    """

    length: numpy.ndarray
    sentence: numpy.ndarray
    unit: numpy.ndarray
    value: numpy.ndarray
    unusable: numpy.ndarray


def cut(pieces: Pieces, drawn, values, begun) -> Stretches:
    """Stretches of Pieces.

    drawn   booleans, items x annotators: whether the annotator drew the span
    values  items x annotators: index of the value, or MISSING
    begun   booleans, documents x annotators: whether the annotator has begun the document
    """
    cuts = distinct(numpy.concatenate([pieces.start, pieces.end, pieces.sentence, [pieces.length]]))
    length, starts = numpy.diff(cuts), cuts[:-1]
    sentence = numpy.searchsorted(pieces.sentence, starts, side="right") - 1
    number = numpy.full(drawn.shape, GAP)
    number[drawn] = numpy.arange(drawn.sum())
    value = values[drawn]
    first, last = (numpy.searchsorted(cuts, ends) for ends in (pieces.start, pieces.end))
    unit = numpy.full((len(starts), drawn.shape[1]), GAP)
    unusable = numpy.zeros((len(pieces.sentence), drawn.shape[1]), dtype=bool)
    for annotator in range(drawn.shape[1]):
        chosen = drawn[pieces.item, annotator]
        begins, sizes = first[chosen], (last - first)[chosen]
        piece = numpy.repeat(numpy.arange(len(sizes)), sizes)
        before = numpy.cumsum(sizes) - sizes
        stretch = numpy.arange(len(piece)) + (begins - before)[piece]
        covering = number[pieces.item[chosen], annotator][piece]
        unit[stretch, annotator] = covering
        twice = numpy.bincount(stretch, minlength=len(starts)) > 1
        unusable[sentence[twice], annotator] = True
        unusable[sentence[stretch[value[covering] == MISSING]], annotator] = True
    unit[~begun[pieces.document[sentence]]] = ABSENT
    return Stretches(length, sentence, unit, value, unusable)


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


class EachValue(NamedTuple):
    """ku-alpha of each value.

    items               number of characters to which one of two annotators with units gave it
    estimate            Estimate of the alphas
    observed, expected  D_o and D_e of each value; D_e is 0 where alpha is undefined
    """

    items: list
    estimate: Estimate
    observed: list
    expected: list


class UnitizedText:
    """The alphas of some annotators; each group of sentences, such as a document, has its own.

    left_out   of each group: number of sentences that cannot be used, see Stretches
    missing    of each group: characters that were left out, in these sentences or because only one
               of the annotators has begun the document
    figures    {(measure, statistic): Coefficients}

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
        self.figures: dict[tuple[str, str], Coefficients] = dict(zip(FIGURES, (
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
        """Coefficients of each group.

        entries    _Characters that are compared
        differing  of each sentence: its part of N D_o
        items      characters of each group
        nothing, alike  why there is no value: without characters, and with a single value

        D_e = (N^2 - Q) / (N^2 - S) with Q = sum of l_c^2. Sentence s adds n_s to N, q_s = sum of
        l_c l_cs to Q and S_s to S (what its characters add to the squared lengths of their units):

            D_o'_s = (o_s - D_o n_s) / N
            D_e'_s = (2 N n_s - 2 q_s - D_e (2 N n_s - S_s)) / (N^2 - S)
        """
        groups, width = self._groups, self._values + 1
        group, sentences = groups.sentence, len(groups.sentence)
        which = packed(group[entries.sentence], width, entries.value - MISSING)
        l_c = numpy.bincount(which, entries.weight, groups.number * width)[which]
        n, q, same = (
            numpy.bincount(entries.sentence, entries.weight * each, sentences)
            for each in (1, l_c, entries.length_of_unit())
        )
        N, S, apart = groups.sums(n), groups.sums(same), groups.sums(n) ** 2 - groups.sums(q)
        some, pairs = numpy.where(N > 0, N, 1), numpy.where(N > 0, N * N - S, 1)
        D_o = groups.sums(differing) / some
        # Whole numbers up to rounding: with a single value, the difference is none.
        D_e = numpy.where(apart > 1e-9 * N * N, apart, 0) / pairs
        D_o_by = (differing - D_o[group] * n) / some[group]
        D_e_by = 2 * N[group] * n - 2 * q - D_e[group] * (2 * N[group] * n - same)
        return Coefficients(
            items, group, n, D_o, D_e, D_o_by, D_e_by / pairs[group], (nothing, alike)
        )

    @cached_property
    def each_value(self) -> "EachValue":
        """EachValue of all documents together.

        With a = l_k and o = l_k - l_kk, D_o = o / a and D_e = a (N - a) / (a N - S_k):

            D_o'_s = (o_s - D_o a_s) / a
            D_e'_s = (a_s (N - 2 a) + a n_s - D_e (a_s N + a n_s - S_s)) / (a N - S)

        A sentence counts if the value is compared there. In others only the terms with n_s remain:
        these are Everywhere.
        """
        entries, pairs = self._together, []
        for (first, value), (second, other) in self._pairs():
            differ = numpy.flatnonzero((first >= 0) & (second >= 0) & (value != other))
            pairs += [(differ, value[differ]), (differ, other[differ])]
        stretch, value = (numpy.concatenate(columns) for columns in zip(*pairs))
        nothing, nowhere = 0 * entries.weight, numpy.zeros(len(stretch))
        where = Contributions(
            numpy.concatenate([entries.sentence, self._sentence[stretch]]),
            numpy.concatenate([entries.value, value]), self._values,
        )  # fmt: skip
        weight = numpy.append(entries.weight, nowhere)
        differing = numpy.append(nothing, self._pair_weight[stretch] / 2)
        cells, o_s, a_s = where.ratios(differing, weight)
        squared = numpy.append(entries.weight * entries.length_of_unit(), nowhere)
        S_s = where.ratios(squared, weight).above
        n = numpy.bincount(entries.sentence, entries.weight, len(self._groups.sentence))
        N, o, a, S = n.sum(), *map(cells.sums, (o_s, a_s, S_s))
        some, others = numpy.where(a > 0, a, 1), numpy.where(N - a > 1e-9 * N, N - a, 0)
        all_pairs = numpy.where(a * N - S > 0, a * N - S, 1)
        D_o, D_e = o / some, a * others / all_pairs
        alpha = 1 - numpy.divide(D_o, D_e, out=numpy.full(len(a), numpy.nan), where=D_e > 0)
        factor, chance = influences(alpha, D_o, D_e, 0 * a, a * (1 - D_e) / all_pairs)
        k, n_s = cells.figure, n[cells.sentence]
        D_o_by = (o_s - D_o[k] * a_s) / some[k]
        D_e_by = (a_s * (N - 2 * a[k]) - D_e[k] * (a_s * N - S_s)) / all_pairs[k]
        influence, chance_by = influences(alpha[k], D_o[k], D_e[k], D_o_by, D_e_by)
        estimate = Estimate(
            alpha, cells, influence, a_s > 0, CORRECTED, numpy.where(numpy.isnan(alpha), 1, D_e),
            (Everywhere(n, factor),), a_s / some[k], chance_by + chance[k] * n_s,
        )  # fmt: skip
        given = distinct(entries.stretch * self._values + entries.value)
        items = numpy.bincount(
            given % self._values, self._length[given // self._values], self._values
        )
        return EachValue(items.astype(int).tolist(), estimate, D_o.tolist(), D_e.tolist())
