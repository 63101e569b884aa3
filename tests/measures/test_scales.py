"""Values on a scale: published values, other programs, the definition with Fractions, influences."""

from fractions import Fraction
from itertools import permutations
from math import log
from random import Random

import numpy
import pytest
from cases import each
from reliability_tables import KRIPPENDORFF, LETTERS, coded

from brat_iaa.errors import Undefined
from brat_iaa.measures.alphas import MISSING, AlphaItems, scale_alpha
from brat_iaa.measures.estimate import one_group
from brat_iaa.measures.intervals import intervals
from brat_iaa.measures.kappas import gwet_ac, scale_weights, weighted_values

LABELS = 5


def alpha(values, ordinal, sentence=None, sentences=1, position=range(LABELS)):
    """ScaleAlphas of values whose numbers are their places, unless positions are given."""
    sentence = numpy.zeros(len(values), dtype=int) if sentence is None else numpy.array(sentence)
    items = AlphaItems(values, sentence, numpy.zeros(sentences, dtype=int), 1)
    of_value = numpy.zeros(len(position), dtype=int)
    return scale_alpha(items, numpy.array(position), of_value, ordinal)


def slow(values, ordinal, position=range(LABELS), weights=None):
    """(D_o, D_e) by the definition; weights: of each row."""
    weights = weights or [1] * len(values)
    rows = [
        ([value for value in row if value != MISSING], weight)
        for row, weight in zip(values, weights)
    ]
    rows = [(row, weight) for row, weight in rows if len(row) > 1]
    n = [sum(weight * row.count(value) for row, weight in rows) for value in range(len(position))]

    def distance(c, k):
        c, k = sorted((c, k), key=lambda value: position[value])
        if not ordinal:
            return (position[c] - position[k]) ** 2
        between = [g for g in range(len(n)) if position[c] <= position[g] <= position[k]]
        return (sum(n[g] for g in between) - (n[c] + n[k]) / Fraction(2)) ** 2

    N = sum(n)
    used = [value for value in range(len(n)) if n[value]]
    largest = max(distance(c, k) for c in used for k in used)
    D_o = sum(
        weight * distance(*pair) / Fraction(len(row) - 1)
        for row, weight in rows
        for pair in permutations(row, 2)
    )
    D_e = sum(n[c] * n[k] * distance(c, k) for c in used for k in used)
    return D_o / N / largest, D_e / (N * (N - 1)) / largest


def some_values(random, items=12, annotators=3, labels=LABELS):
    return numpy.array([
        [random.choice([MISSING, *range(labels)]) for _ in range(annotators)] for _ in range(items)
    ])  # fmt: skip


# The ordinal alpha is printed as .815, the interval alpha as .849 (Krippendorff 2011); all were
# computed by krippendorff 0.9.0 (numpy 1.26).
@pytest.mark.parametrize(
    ("rows", "ordinal", "value"),
    [
        (KRIPPENDORFF, True, 0.8153875037548814), (KRIPPENDORFF, False, 0.8491071428571428),
        (LETTERS, True, 0.7584282533195268), (LETTERS, False, 0.75390625),
    ],
)  # fmt: skip
def test_krippendorff_2011(rows, ordinal, value):
    values, labels = coded(rows)
    found = alpha(values, ordinal, position=range(1, 1 + len(labels))).score()
    assert found.value == pytest.approx(value, abs=1e-12)
    D_o, D_e = slow(values.tolist(), ordinal, range(1, 1 + len(labels)))
    assert (found.observed, found.expected) == pytest.approx((float(D_o), float(D_e)))


@pytest.mark.parametrize("ordinal", [True, False])
@each("seed", range(5))
def test_definition(seed, ordinal):
    random = Random(seed)
    values = some_values(random)
    position = [Fraction(random.randint(1, 9) + 10 * place) for place in range(LABELS)]
    random.shuffle(position)
    found = alpha(values, ordinal, position=[float(own) for own in position]).score()
    D_o, D_e = slow(values.tolist(), ordinal, position)
    assert (found.observed, found.expected) == pytest.approx((float(D_o), float(D_e)))
    assert found.value == pytest.approx(float(1 - D_o / D_e))
    assert 0 <= found.observed <= 1 and 0 <= found.expected <= 1


def test_sentences_that_agree_add_no_disagreement_to_an_interval_though_ranks_move():
    """Thirteen sentences of an item; three differ. Against alphas of all but one of them, exactly."""
    values, _ = coded(("a a a b b b b c c c a a b", "a a a b b b b c c c b c c"))
    found = intervals(
        alpha(values, True, range(13), 13).estimate(), numpy.zeros(13, dtype=int), "sentences"
    )
    D_o, D_e = slow(values.tolist(), True)
    logs = []
    for left_out in range(13):
        o, e = slow(values.tolist(), True, weights=[own != left_out for own in range(13)])
        logs.append(log(o / e))
    mean = sum(logs) / 13
    error = (12 / 13 * sum((own - mean) ** 2 for own in logs)) ** 0.5 * float(D_o / D_e)
    assert (found.units[0], found.differing[0]) == (13, 3)
    assert found.error[0] == pytest.approx(error, rel=0.02)


def test_one_label_is_undefined_and_oneself_is_1():
    with pytest.raises(Undefined, match="every value is the same"):
        alpha(numpy.array([[1, 1], [1, 1]]), True).score()
    assert alpha(numpy.array([[1, 1], [3, 3]]), True).score().value == 1


# A_o, A_e and AC2, computed by irrCAC 0.4.4 (numpy 1.26) with digits=12.
@pytest.mark.parametrize(
    ("rows", "weights", "value"),
    [
        (KRIPPENDORFF, "linear", (0.939393939394, 0.570963541667, 0.858739136433)),
        (KRIPPENDORFF, "quadratic", (0.975378787879, 0.713704427083, 0.914000723552)),
        (KRIPPENDORFF, "ordinal", (0.968181818182, 0.68515625, 0.898939769908)),
        (LETTERS, "linear", (0.848484848485, 0.557827503429, 0.657339267616)),
        (LETTERS, "quadratic", (0.936026936027, 0.690643575674, 0.793205962629)),
        (LETTERS, "ordinal", (0.914141414141, 0.657439557613, 0.749362228574)),
    ],
)
def test_ac2_as_irrcac(rows, weights, value):
    values, labels = coded(rows)
    found = ac2(values, scale_weights(range(len(labels)), weights))
    assert (found.observed, found.expected, found.value) == pytest.approx(value, abs=1e-11)


def test_a_label_of_the_scale_that_nobody_used_counts():
    # irrCAC 0.4.4 with categories=[1, 2, 3, 4, 5], weights="quadratic".
    found = ac2(coded(LETTERS)[0], scale_weights(range(5), "quadratic"))
    value = (0.964015151515, 0.672381365741, 0.890162387844)
    assert (found.observed, found.expected, found.value) == pytest.approx(value, abs=1e-11)


def ac2(values, weights):
    of_value = numpy.zeros(len(weights), dtype=int)
    similar = weighted_values(numpy.arange(len(weights)), of_value, weights)
    tables = gwet_ac(
        values, numpy.zeros(len(values), dtype=int), one_group(1, len(weights)), similar, weights
    )
    (found,) = tables.scores()
    return found
