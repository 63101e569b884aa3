"""Cohen's and Fleiss' kappa against a slow reading of their definitions; edge cases; influences."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import numpy
import pytest
from cases import each
from slow_intervals import check_influences

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import Groups, one_group
from brat_iaa.measures.kappas import cohen_kappa, fleiss_kappa


def slow_cohen(first, second):
    """(A_o, A_e) by counting."""
    N = len(first)
    n, m = Counter(first), Counter(second)
    return (
        Fraction(sum(x == y for x, y in zip(first, second)), N),
        sum(Fraction(n[v], N) * Fraction(m[v], N) for v in set(first) | set(second)),
    )


def slow_fleiss(values):
    """(A_o, A_e) over all ordered pairs within items."""
    agreeing = [x == y for item in values for x, y in permutations(item, 2)]
    counts, total = Counter(v for item in values for v in item), sum(map(len, values))
    return Fraction(sum(agreeing), len(agreeing)), sum(
        Fraction(n, total) ** 2 for n in counts.values()
    )


def cohens(first, second, sentence, sentences):
    """CohenTables of one group."""
    first, second, sentence = (numpy.array(own, dtype=int) for own in (first, second, sentence))
    return cohen_kappa(first, second, sentence, one_group(sentences, 10))


def fleisses(values, sentence, sentences):
    """FleissTables of one group."""
    values, sentence = numpy.array(values), numpy.array(sentence, dtype=int)
    number = numpy.array([values.shape[1]])
    return fleiss_kappa(values, number, sentence, one_group(sentences, 10))


def cohen(first, second):
    return cohens(first, second, [0] * len(first), 1).scores()[0]


def fleiss(values):
    return fleisses(values, [0] * len(values), 1).scores()[0]


@each("seed", range(20))
def test_against_the_definitions(seed):
    random = Random(seed)
    items, annotators, labels = random.randint(2, 40), random.randint(2, 5), random.randint(2, 9)
    values = [[random.randrange(labels) for _ in range(annotators)] for _ in range(items)]
    first, second = ([row[column] for row in values] for column in (0, 1))
    for found, (A_o, A_e) in (
        (cohen(first, second), slow_cohen(first, second)),
        (fleiss(numpy.array(values)), slow_fleiss(values)),
    ):
        assert found.observed == pytest.approx(float(A_o), abs=1e-14)
        assert found.expected == pytest.approx(float(A_e), abs=1e-14)
        assert found.value == pytest.approx(float((A_o - A_e) / (1 - A_e)), abs=1e-12)
        assert found.items == items


def test_two_annotators_with_different_habits_tell_the_two_apart():
    """a b against b a of equal habits: both -1. a a against b b: Cohen's A_e is 0, Fleiss' 1/2."""
    assert cohen([0, 1], [1, 0]) == (-1, 0, 0.5, 2)
    assert fleiss(numpy.array([[0, 1], [1, 0]])) == (-1, 0, 0.5, 2)
    assert cohen([0, 0], [1, 1]) == (0, 0, 0, 2)
    assert fleiss(numpy.array([[0, 1], [0, 1]])) == (-1, 0, 0.5, 2)


@pytest.mark.parametrize("times", [1, 3, 7, 10, 49])
def test_one_value_only_is_undefined(times):
    """Whatever the rounding of shares would be."""
    for found in (cohen([4] * times, [4] * times), fleiss(numpy.full((times, 3), 4))):
        assert isinstance(found, Undefined) and str(found) == "every value is the same"


def test_no_items():
    for found in (cohen([], []), fleiss(numpy.zeros((0, 3), int))):
        assert isinstance(found, Undefined)
        assert str(found) == "no item with a value of each annotator"


def weighted(values, sentence, own_habits):
    """Cohen's (own_habits) or Fleiss' kappa as a function of the weights of sentences."""

    def kappa(weights):
        N, c = sum(weights[s] for s in sentence), len(values[0])
        pairs = list(combinations(range(c), 2))
        A_o = sum(
            weights[s] * sum(row[i] == row[j] for i, j in pairs) for row, s in zip(values, sentence)
        )
        A_o /= N * len(pairs)
        n = [Counter() for _ in range(c)]
        for row, s in zip(values, sentence):
            for column, value in enumerate(row):
                n[column][value] += weights[s]
        every = {value for own in n for value in own}
        if own_habits:
            A_e = sum(n[0][v] * n[1][v] for v in every) / N**2
        else:
            A_e = sum(sum(own[v] for own in n) ** 2 for v in every) / (N * c) ** 2
        return (A_o - A_e) / (1 - A_e)

    return kappa


@each("seed", range(4))
def test_influences(seed):
    random = Random(seed)
    values = [[random.randrange(4) for _ in range(3)] for _ in range(30)]
    sentence = [random.randrange(6) for _ in values]
    found = fleisses(values, sentence, 7).estimate()
    check_influences(found, weighted(values, sentence, False))
    assert found.expected == pytest.approx(1 - float(slow_fleiss(values)[1]))
    assert found.counts.tolist() == [s in sentence for s in range(7)]
    pairs = [row[:2] for row in values]
    found = cohens(*zip(*pairs), sentence, 7).estimate()
    check_influences(found, weighted(pairs, sentence, True))
    assert found.expected == pytest.approx(1 - float(slow_cohen(*zip(*pairs))[1]))


def test_an_undefined_kappa_is_no_estimate():
    for table in (cohens([], [], [], 2), cohens([1, 1], [1, 1], [0, 1], 2)):
        found = table.estimate()
        assert numpy.isnan(found.value[0]) and not found.influence.any()


def test_groups_have_the_kappas_that_they_have_alone():
    """Two documents; in the second, only two of the four annotators."""
    random = Random(1)
    rows = [[random.randrange(3) for _ in range(4)] for _ in range(24)]
    values = numpy.array(rows)
    values[12:] += 3
    values[12:, 2:] = -1
    sentence = numpy.repeat(numpy.arange(4), 6)
    groups = Groups(numpy.array([0, 0, 1, 1]), numpy.repeat([0, 1], 3), 2)
    found = fleiss_kappa(values, numpy.array([4, 2]), sentence, groups)
    alone = [
        fleisses(rows[:12], sentence[:12], 2),
        fleisses([row[:2] for row in rows[12:]], sentence[:12], 2),
    ]
    assert found.scores() == [own.scores()[0] for own in alone]
    estimates = [own.estimate() for own in alone]
    assert found.estimate().value.tolist() == [own.value[0] for own in estimates]
    influence = numpy.concatenate([own.influence for own in estimates])
    assert found.estimate().influence.tolist() == influence.tolist()
    cohens_of_both = cohen_kappa(values[:, 0], values[:, 1], sentence, groups)
    assert cohens_of_both.scores() == [
        cohen(*zip(*(row[:2] for row in rows[begin:end]))) for begin, end in ((0, 12), (12, 24))
    ]
