"""Krippendorff's alpha over values of items, and what coefficients corrected for chance share.

Krippendorff 2004, Content Analysis, chapter 11; Artstein & Poesio 2008, section 2.4:

    D_o = 1/N  sum over items u of  1/(n_u - 1)  sum over ordered pairs within u of d
    D_e = 1/(N (N - 1))  sum over ordered pairs of all N values of d
    alpha = 1 - D_o / D_e

N = values in items with at least two values, n_u = values of item u, d = 1 - similarity. Items with
fewer values are dropped before D_e.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.distinct import ranges
from brat_iaa.measures.estimate import (
    CORRECTED,
    Cells,
    Contributions,
    Estimate,
    Everywhere,
    corrected,
    influences,
)
from brat_iaa.measures.similarities import Similar

MISSING = -1
# What is left of a difference that is none, by rounding.
ROUNDING = 1e-12


class Coefficient(NamedTuple):
    """Its value (at most 1, may be negative), what was observed and expected, number of items."""

    value: float
    observed: float
    expected: float
    items: int


class Coefficients:
    """1 - D_o / D_e of each of some groups of sentences: of the project, or its documents.

    items           of each group: list of numbers
    group           of each sentence, in ascending order
    n               of each sentence: what it adds to the divisor of D_o
    D_o, D_e        of each group; 0 without items
    D_o_by, D_e_by  of each sentence: their derivatives with respect to its weight
    reasons         why a group has none: without items, and with D_e = 0
    agreement       whether agreement is told as observed and expected, and not disagreement
    labels          of each group: number of labels, where the coefficient depends on it
    """

    labels: Optional[list] = None

    def __init__(self, items, group, n, D_o, D_e, D_o_by, D_e_by, reasons=(), agreement=False):
        self.items, self._group, self._n = [*map(int, items)], group, n
        self._D_o, self._D_e = D_o, numpy.where(numpy.abs(D_e) < ROUNDING, 0.0, D_e)
        self._by, self._agreement = (D_o_by, D_e_by), agreement
        self._reasons = reasons or ("no item with at least two values", "every value is the same")

    def scores(self) -> list:
        """The Coefficient of each group, or an Undefined with the reason."""
        nothing, alike = self._reasons
        scores: list = []
        for items, D_o, D_e in zip(self.items, self._D_o.tolist(), self._D_e.tolist()):
            if not items or D_e == 0:
                scores.append(Undefined(alike if items else nothing))
                continue
            told = (1 - D_o, 1 - D_e) if self._agreement else (D_o, D_e)
            scores.append(Coefficient(1 - D_o / D_e, *told, items))
        return scores

    def score(self) -> Coefficient:
        """That of a single group. Raises Undefined with the reason."""
        (score,) = self.scores()
        if isinstance(score, Undefined):
            raise score
        return score

    def estimate(self) -> Estimate:
        """Estimate of all, nan where undefined; one cell for each sentence."""
        defined = (numpy.array(self.items) > 0) & (self._D_e != 0)
        nothing = numpy.full(len(defined), numpy.nan)
        value = 1 - numpy.divide(self._D_o, self._D_e, out=nothing, where=defined)
        cells = Cells(numpy.arange(len(self._group)), self._group, len(defined))
        total = cells.repeated(cells.sums(self._n))
        weight = self._n / numpy.where(total > 0, total, 1)
        D_o_by, D_e_by = self._by
        return corrected(cells, value, self._D_o, self._D_e, D_o_by, D_e_by, self._n > 0, weight)


class AlphaItems:
    """Items with at least two values.

    values    integers, items x annotators: index of the value, or MISSING
    sentence  of each item: index of its sentence
    group     of each sentence, in ascending order
    groups    number of groups; each has its own alpha
    """

    def __init__(self, values, sentence, group, groups):
        # numpy makes of no items an array without columns.
        values = numpy.asarray(values, dtype=numpy.int64)
        values = values if values.ndim == 2 else values.reshape(0, 0)
        annotated = values != MISSING
        pairable = annotated.sum(axis=1) >= 2
        self._values, annotated = values[pairable], annotated[pairable]
        self.sentence = numpy.asarray(sentence, dtype=numpy.int64)[pairable]
        self.group, self.groups, self.number = group, groups, annotated.sum(axis=1)
        # Of each value.
        self.value = self._values[annotated]
        self.sentence_of_value = numpy.repeat(self.sentence, self.number)

    def pairs_apart(self):
        """Yield (item, weight, value x, value y) of pairs of different values in items: arrays.
        The weight is that of ordered pairs over n_u - 1.
        """
        for x, y in combinations(self._values.T, 2):
            item = numpy.flatnonzero((x != y) & (x != MISSING) & (y != MISSING))
            yield item, 2 / (self.number[item] - 1), x[item], y[item]

    def by_sentence(self, of_items):
        """For each sentence the sum over its items."""
        return numpy.bincount(self.sentence, of_items, len(self.group))


def krippendorff_alpha(items, similar, of_value=None, moved=(0.0, 0.0)) -> Coefficients:
    """Alpha of each group.

    items     AlphaItems
    similar   Similar or SimilarSets
    of_value  group of each value; different groups share no value. None: there is one group
    moved     as in alpha_of_sums()
    """
    if of_value is None:
        of_value = numpy.zeros(max(int(items.value.max(initial=-1)) + 1, similar.size), dtype=int)
    differing = numpy.zeros(len(items.number))
    for item, weight, x, y in items.pairs_apart():
        differing[item] += weight * (1 - similar.of(x, y))
    times = numpy.bincount(items.value, minlength=len(of_value)).astype(float)
    # (M n)_v, with 1 on the diagonal of M.
    similar_to = times + similar.to_others(times)
    return alpha_of_sums(
        numpy.bincount(items.group[items.sentence], minlength=items.groups),
        items.by_sentence(differing), items.by_sentence(items.number),
        numpy.bincount(items.sentence_of_value, similar_to[items.value], len(items.group)),
        numpy.bincount(of_value, times * similar_to, items.groups), items.group, moved,
    )  # fmt: skip


def alpha_of_sums(items, o, n, similar_to, alike, group, moved=(0.0, 0.0)) -> Coefficients:
    """Alpha of each group, from sums.

    items       number of items of each group
    o           of each sentence: sum over its items of d over ordered pairs, over n_u - 1
    n           of each sentence: number of its values
    similar_to  of each sentence: sum over its values of their similarities to all values of the
                group, themselves included
    alike       of each group: sum of the similarities over ordered pairs of its values
    group       of each sentence, in ascending order
    moved       of each sentence: what is added to the derivatives of D_o and D_e where distances
                themselves depend on the weights of sentences

    N D_o and A = N (N - 1) (1 - D_e) are sums over sentences. Sentence s has n_s values, o_s
    observed disagreement, and the value v c_sv times; M holds the similarities, with 1 on the
    diagonal:

        D_o'_s = (o_s - D_o n_s) / N
        A'_s = 2 sum over v of c_sv (M n)_v - n_s
        D_e'_s = ((1 - D_e) (2 N - 1) n_s - A'_s) / (N (N - 1))
    """
    N = numpy.bincount(group, n, len(items))
    some, pairs = numpy.maximum(N, 1), numpy.maximum(N * (N - 1), 1)
    D_o = numpy.bincount(group, o, len(items)) / some
    D_e = (N * (N - 1) - (alike - N)) / pairs
    D_o_by = (o - D_o[group] * n) / some[group]
    D_e_by = (((1 - D_e) * (2 * N - 1))[group] * n - (2 * similar_to - n)) / pairs[group]
    # A sentence that moves distances takes nothing of what others differ by: what that does to D_o
    # counts as if D_e changed in the inverse proportion, which alpha cannot tell.
    moved_o, moved_e = moved
    D_e_by = D_e_by + moved_e - moved_o * (D_e / numpy.where(D_o > 0, D_o, 1))[group]
    return Coefficients(items, group, n, D_o, D_e, D_o_by, D_e_by)


def scale_alpha(items, position, of_value, ordinal) -> Coefficients:
    """Alpha of values with places on a scale (Krippendorff 2011, "Computing Krippendorff's
    alpha-reliability"), with the values c < ... < k and n_g the values g in AlphaItems:

        ordinal   d = (sum over g from c to k of n_g - (n_c + n_k) / 2)^2
        interval  d = (c - k)^2

    The sum is r_k - r_c with the rank r_k = sum over g < k of n_g + n_k / 2, so both are squared
    differences. Here they are divided by the largest that occurs, so that d is in [0, 1]; alpha
    stays the same.

    position  of each value: a number
    of_value  group of each value
    ordinal   whether positions are places only, and differences those of ranks
    """
    n = numpy.bincount(items.value, minlength=len(of_value)).astype(float)
    order = numpy.lexsort((position, of_value))
    at = _ranks(n, order, of_value) if ordinal else position.astype(float)
    low, high = (numpy.full(items.groups, end) for end in (numpy.inf, -numpy.inf))
    numpy.minimum.at(low, of_value[n > 0], at[n > 0])
    numpy.maximum.at(high, of_value[n > 0], at[n > 0])
    squared = (numpy.where(high > low, high - low, 1.0) ** 2)[of_value]
    first, second = pairs_in_groups(order, of_value)
    similar = Similar(first, second, 1 - (at[first] - at[second]) ** 2 / squared[first])
    moved = (0.0, 0.0)
    if ordinal:
        moved = _moved_by_ranks(items, at, n, squared, order, of_value)
    return krippendorff_alpha(items, similar, of_value, moved)


def _ranks(n, order, of_value):
    """r of each value, within its group."""
    ranks = numpy.empty(len(n))
    before, groups = numpy.cumsum(n[order]) - n[order], of_value[order]
    ranks[order] = before - before[numpy.searchsorted(groups, groups)] + n[order] / 2
    return ranks


def _moved_by_ranks(items, rank, n, squared, order, of_value):
    """(D_o', D_e') of each sentence by ranks alone, as these depend on how often values occur: with
    r_x' the derivative of the rank of x that of d is 2 (r_x - r_y) (r_x' - r_y').
    """
    N = numpy.bincount(of_value, n, items.groups)
    by_rank = numpy.zeros(len(rank))
    for _, weight, x, y in items.pairs_apart():
        change = 2 * weight * (rank[x] - rank[y])
        by_rank += numpy.bincount(x, change, len(rank)) - numpy.bincount(y, change, len(rank))
    total = numpy.bincount(of_value, n * rank, items.groups)
    expected = 4 * n * (N[of_value] * rank - total[of_value])
    parts = (
        by_rank / numpy.maximum(N, 1)[of_value],
        (expected / numpy.maximum(N * (N - 1), 1)[of_value]),
    )
    return tuple(
        numpy.bincount(
            items.sentence_of_value,
            _by_number(by_value / squared, order, of_value)[items.value], len(items.group),
        )
        for by_value in parts
    )  # fmt: skip


def _by_number(by_rank, order, of_value):
    """Derivatives with respect to n of each value, from those with respect to the ranks: the rank
    of a higher value grows by 1, its own by 1/2.
    """
    by_number = numpy.empty(len(by_rank))
    ordered, groups = by_rank[order], of_value[order]
    upward = numpy.cumsum(ordered)
    last = numpy.searchsorted(groups, groups, "right") - 1
    by_number[order] = upward[last] - upward + ordered / 2
    return by_number


def pairs_in_groups(order, of_value) -> tuple:
    """(first, second), first < second: each two values of a group; order: of all, by group"""
    groups = of_value[order]
    bounds = [numpy.arange(len(order)) + 1, numpy.searchsorted(groups, groups, "right")]
    first, second = ranges(numpy.stack(bounds, axis=1).ravel(), 2 * numpy.arange(len(order)))
    return tuple(numpy.sort([order[first], order[second]], axis=0))


class Entries(NamedTuple):
    """One row for each label in each value: item, annotator (column of the values) and label."""

    item: numpy.ndarray
    annotator: numpy.ndarray
    label: numpy.ndarray

    def of(self, annotators) -> "Entries":
        """The rows of some annotators."""
        rows = numpy.isin(self.annotator, annotators)
        return Entries(*(column[rows] for column in self))


def presence_alphas(rows, values, sentence, sentences, labels) -> tuple:
    """(Estimate, D_o, D_e) of nominal alpha of "has the label" against "has it not", of each label.

    rows       Entries of the values
    values     integers, items x annotators: index of the value, or MISSING
    sentence   of each item: index of its sentence
    sentences  number of sentences
    labels     number of labels

    With n_s values in sentence s, h_s of them with the label, and N and h in total:

        D_e = 2 h (N - h) / (N (N - 1))
        D_o'_s = (o_s - D_o n_s) / N
        D_e'_s = (2 h_s (N - h) + 2 h (n_s - h_s) - D_e (2 N - 1) n_s) / (N (N - 1))

    A sentence counts if somebody used the label there, so thousands of labels, such as lemmas, take
    no room. Elsewhere o_s = h_s = 0 and only the terms with n_s remain: these are Everywhere.
    """
    n_u = (values != MISSING).sum(axis=1)
    n = numpy.bincount(sentence[n_u >= 2], n_u[n_u >= 2], sentences)
    chosen = n_u[rows.item] >= 2
    key, h_u = numpy.unique(rows.item[chosen] * labels + rows.label[chosen], return_counts=True)
    item, label = numpy.divmod(key, max(labels, 1))
    # Ordered pairs within an item of a value with the label and one without.
    differing = 2 * h_u * (n_u[item] - h_u) / (n_u[item] - 1)
    where = Contributions(sentence[item], label, labels)
    cells, o_s, h_s = where.ratios(differing, h_u.astype(float))
    N, h = n.sum(), cells.sums(h_s)
    some, pairs = max(N, 1), max(N * (N - 1), 1)
    D_o, D_e = cells.sums(o_s) / some, 2 * h * (N - h) / pairs
    by = o_s / some, 2 * h_s * (N - 2 * cells.repeated(h)) / pairs
    by_values = -D_o / some, (2 * h - D_e * (2 * N - 1)) / pairs
    estimate = of_presence(cells, D_o, D_e, by, by_values, n, h_s > 0, 2 * h / some)
    return estimate, D_o, D_e


def of_presence(cells, D_o, D_e, by, by_values, n, counts, most) -> Estimate:
    """Estimate of 1 - D_o / D_e of "has the label" against "has it not", of each label.

    by         derivatives of D_o and D_e by the weight of a sentence, of each cell: for the label
    by_values  of each label, for each of the values of a sentence
    n          of each sentence: number of its values
    counts     as in Estimate
    most       of each label: D_o if all sentences with it differ, as only these count
    """
    value = 1 - numpy.divide(D_o, D_e, out=numpy.full(len(D_e), numpy.nan), where=D_e > 0)
    factor, chance = influences(value, D_o, D_e, *by_values)
    influence, chance_by = influences(*map(cells.repeated, (value, D_o, D_e)), *by)
    scale = numpy.where(numpy.isnan(value), 1, D_e) / numpy.where(most > 0, most, 1)
    n_s = n[cells.sentence]
    return Estimate(
        value, cells, influence, counts, CORRECTED, scale, (Everywhere(n, factor),),
        n_s / max(n.sum(), 1), chance_by + cells.repeated(chance) * n_s,
    )  # fmt: skip
