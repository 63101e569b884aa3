"""Cohen's and Fleiss' kappa against a slow reading of their definitions; edge cases; influences."""

from random import Random

import numpy
import pytest
import slow_coefficients as slow
from cases import each

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import one_group
from brat_iaa.measures.kappas import cohen_kappa, fleiss_kappa


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
        (cohen(first, second), slow.cohen(zip(first, second))),
        (fleiss(numpy.array(values)), slow.fleiss(values)),
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
