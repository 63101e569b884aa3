"""Kappas and AC1: agreement on single values, corrected for chance by the frequencies of values.

    coefficient = (A_o - A_e) / (1 - A_e) = 1 - D_o / D_e        D = 1 - A

Cohen 1960, two annotators with N items, n_v values v of the first, m_v of the second:

    A_o = items with equal values / N          A_e = sum over v of n_v / N * m_v / N

Fleiss 1971, c annotators who all have a value for every item, n_v values v of all (a generalisation
of Scott's pi; the multi-pi of Artstein & Poesio 2008, section 2.3):

    A_o = pairs of equal values within items / (N c (c - 1) / 2)
    A_e = sum over v of (n_v / (N c))^2

Gwet 2008, "Computing inter-rater reliability and its variance in the presence of high agreement",
British Journal of Mathematical and Statistical Psychology 61(1); weights, and items that some
annotators have no value for, as in his Handbook of Inter-Rater Reliability (4th edition, 2014,
chapters 3 and 5):

    A_o = mean over items with r >= 2 values of
          sum over ordered pairs of its values of their weight / (r (r - 1))
    A_e = T sum over labels q of p_q (1 - p_q) / (Q (Q - 1))
    p_q = mean over items with r >= 1 values of  r_q / r

T is the sum of the weights of each two labels, Q their number: of those that any of the annotators
used, or, on a scale, of all. With weights of 1 for equal labels and 0 for others T = Q, and AC2 is
AC1. A_e is largest where all labels are equally frequent, and near 0 where one label is nearly all
there is; there, kappa and alpha have theirs near 1.
"""

from itertools import combinations

import numpy

from brat_iaa.measures.alphas import MISSING, Coefficients, of_presence, pairs_in_groups
from brat_iaa.measures.distinct import packed
from brat_iaa.measures.estimate import Contributions
from brat_iaa.measures.similarities import NOMINAL, Similar

_NO_COMMON, _ALIKE = "no item with a value of each annotator", "every value is the same"


def cohen_kappa(first, second, sentence, groups, similar=NOMINAL) -> Coefficients:
    """Cohen's kappa of two annotators, of each group.

    first, second  index of each item's value: integers
    sentence       of each item: index of its sentence
    groups         Groups of sentences and values
    similar        what different values share: weighted kappa (Cohen 1968)

    With M_vw what v and w share, n* = M n and m* = M m (n and m themselves without weights):
    Q = sum over v of n_v m*_v = N^2 A_e. Sentence s has the value v c_sv times by the first
    annotator, d_sv times by the second: Q'_s = sum over v of c_sv m*_v + d_sv n*_v.
    """
    n, m = (
        numpy.bincount(values, minlength=len(groups.value)).astype(float)
        for values in (first, second)
    )
    n_alike, m_alike = n + similar.to_others(n), m + similar.to_others(m)
    Q = numpy.bincount(groups.value, n * m_alike, groups.number)
    Q_by = numpy.bincount(sentence, m_alike[first] + n_alike[second], len(groups.sentence))
    return _kappa(shared(first, second, similar), numpy.ones(groups.number), sentence, groups, Q,
                  Q_by, 1)  # fmt: skip


def presence_kappas(rows, second, both, sentence, sentences, labels) -> tuple:
    """(Estimate, A_o, A_e) of Cohen's kappa of "has the label" against "has it not", of each label.

    rows       Entries of the values of two annotators
    second     column of the second annotator
    both       booleans: which items have a value of both
    sentence   of each item: index of its sentence
    sentences  number of sentences
    labels     number of labels

    With the label a times by the first annotator, b times by the second, d times by one of them
    alone, among N items:

        D_o = d / N          D_e = (a (N - b) + b (N - a)) / N^2
        D_o'_s = (d_s - D_o n_s) / N
        D_e'_s = (a_s (N - 2 b) + b_s (N - 2 a) + (a + b - 2 N D_e) n_s) / N^2

    Terms with n_s alone are Everywhere, as in presence_alphas().
    """
    item, annotator, label = (column[both[rows.item]] for column in rows)
    key = packed(item, labels, label)
    _, which, times = numpy.unique(key, return_inverse=True, return_counts=True)
    where, by_second = Contributions(sentence[item], label, labels), annotator == second
    cells, a_s, b_s = where.ratios(1.0 - by_second, by_second)
    d_s = where.ratios(times[which.reshape(-1)] == 1, 1).above
    n = numpy.bincount(sentence[both], minlength=sentences)
    (a, b, d), N, some = map(cells.sums, (a_s, b_s, d_s)), n.sum(), max(n.sum(), 1)
    D_o, D_e = d / some, (a * (N - b) + b * (N - a)) / some**2
    of_a, of_b = cells.repeated(N - 2 * b), cells.repeated(N - 2 * a)
    by = d_s / some, (a_s * of_a + b_s * of_b) / some**2
    by_values = -D_o / some, (a + b - 2 * N * D_e) / some**2
    estimate = of_presence(cells, D_o, D_e, by, by_values, n, a_s + b_s > 0, (a + b) / some)
    return estimate, 1 - D_o, 1 - D_e


def fleiss_kappa(values, annotators, sentence, groups) -> Coefficients:
    """Fleiss' kappa of two or more annotators who all have a value for every item of the group.

    values      items x annotators: index of the value; MISSING for annotators who are not in the
                group
    annotators  number of those in each group
    sentence    of each item: index of its sentence
    groups      Groups of sentences and values
    """
    annotated, c = values != MISSING, annotators
    equal = numpy.zeros(len(values))
    for x, y in combinations(values.T, 2):
        equal += (x == y) & (x != MISSING)
    n = numpy.bincount(values[annotated], minlength=len(groups.value)).astype(float)
    Q = numpy.bincount(groups.value, n * n, groups.number)
    of_items = numpy.where(annotated, numpy.append(n, 0)[values], 0).sum(axis=1)
    Q_by = 2 * numpy.bincount(sentence, of_items, len(groups.sentence))
    return _kappa(equal, c * (c - 1) / 2, sentence, groups, Q, Q_by, c)


def _kappa(equal, pairs, sentence, groups, Q, Q_by, c):
    """Coefficients with A_e = Q / (N c)^2.

    equal    of each item: what its pairs of values share
    pairs    of each group: number of pairs of values of an item
    Q, Q_by  of each group; of each sentence
    """
    n, N, A_o, A_o_by = _observed(equal, pairs, sentence, groups)
    squared = numpy.maximum(N * c, 1) ** 2
    A_e, of_sentence = Q / squared, groups.sentence
    A_e_by = (Q_by - (2 * N * c**2 * A_e)[of_sentence] * n) / squared[of_sentence]
    return Coefficients(
        N, of_sentence, n, 1 - A_o, 1 - A_e, -A_o_by, -A_e_by, (_NO_COMMON, _ALIKE), agreement=True
    )


def _observed(equal, pairs, sentence, groups):
    """(items of each sentence, and of each group; A_o of each group; its derivative)."""
    n, o = (numpy.bincount(sentence, each, len(groups.sentence)) for each in (None, equal))
    N = groups.sums(n)
    all_pairs, of_sentence = numpy.maximum(N * pairs, 1), groups.sentence
    A_o = groups.sums(o) / all_pairs
    return n, N, A_o, (o - (A_o * pairs)[of_sentence] * n) / all_pairs[of_sentence]


def shared(first, second, similar) -> numpy.ndarray:
    """What each two values share: 1 if they are the same, else as similar says."""
    alike, differ = numpy.ones(len(first)), numpy.flatnonzero(first != second)
    alike[differ] = similar.of(first[differ], second[differ])
    return alike


def gwet_ac(values, sentence, groups, similar=NOMINAL, scale=None) -> Coefficients:
    """AC1 or AC2 of two or more annotators, of each group.

    values    items x annotators: index of the value, or MISSING
    sentence  of each item: index of its sentence
    groups    Groups of sentences and values
    similar   weights of different values
    scale     weights of all labels of a scale, labels x labels; None: the labels are those used

    With P_q the sum of r_q / r and n the number of items with a value, p_q = P_q / n and
    sum of p_q (1 - p_q) = 1 - sum of p_q^2; the derivative of that is
    -2 (sum over q of p_q P_sq - n_s sum of p_q^2) / n for the sentence s. T and Q are taken as
    given.
    """
    annotated, group, sentences = values != MISSING, groups.sentence, len(groups.sentence)
    number = annotated.sum(axis=1)
    item, _ = numpy.nonzero(annotated)
    value, part = values[annotated], 1 / number[item]
    n_by = numpy.bincount(sentence[number > 0], minlength=sentences)
    n = numpy.maximum(groups.sums(n_by), 1)
    p = numpy.bincount(value, part, len(groups.value)) / n[groups.value]
    there = (p > 0).astype(float)
    Q = numpy.bincount(groups.value, there, groups.number)
    T = numpy.bincount(groups.value, there + there * similar.to_others(there), groups.number)
    if scale is not None:
        Q, T = numpy.full(groups.number, len(scale)), scale.sum()
    squares = numpy.bincount(groups.value, p * p, groups.number)
    squares_by = numpy.bincount(sentence[item], p[value] * part, sentences)
    factor = T / numpy.maximum(Q * (Q - 1), 1)
    # With a single label, nothing else could have been said: every agreement is by chance.
    A_e = numpy.where(Q > 1, (1 - squares) * factor, 1)
    A_e_by = -2 * (squares_by - n_by * squares[group]) * (factor / n)[group]
    equal = numpy.zeros(len(values))
    for x, y in combinations(values.T, 2):
        both = (x != MISSING) & (y != MISSING)
        equal[both] += shared(x[both], y[both], similar)
    pairable = number >= 2
    share = equal[pairable] / (number * (number - 1) / 2)[pairable]
    one = numpy.ones(groups.number)
    n_o, N, A_o, A_o_by = _observed(share, one, sentence[pairable], groups)
    coefficients = Coefficients(N, group, n_o, 1 - A_o, 1 - A_e, -A_o_by, -A_e_by, agreement=True)
    coefficients.labels = Q.astype(int).tolist()
    return coefficients


def scale_weights(numbers, weights: str) -> numpy.ndarray:
    """Weights of each two labels k, l of a scale of Q: floats, labels x labels (Gwet 2014,
    chapter 3).

    numbers  of the labels: what they say, or their places, ascending
    weights  linear     1 - |k - l| / (max - min)
             quadratic  1 - (k - l)^2 / (max - min)^2
             ordinal    1 - m (m + 1) / (Q (Q - 1)), with m the number of places between k and l
    """
    numbers = numpy.asarray(numbers, dtype=float)
    if weights == "ordinal":
        places = numpy.arange(len(numbers))
        apart = abs(places[:, None] - places)
        return 1 - apart * (apart + 1) / (len(numbers) * (len(numbers) - 1))
    distance = abs(numbers[:, None] - numbers) / (numbers.max() - numbers.min())
    return 1 - (distance if weights == "linear" else distance**2)


def weighted_values(position, of_value, weights) -> Similar:
    """Similar of values with places on a scale; weights: of each two places, see scale_weights()"""
    first, second = pairs_in_groups(numpy.argsort(of_value, kind="stable"), of_value)
    return Similar(first, second, weights[position[first], position[second]])
