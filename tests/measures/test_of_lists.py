"""Measures of plain lists: the values of other packages on the same lists, and what is refused."""

import doctest
import math
from random import Random

import numpy
import pytest

from brat_iaa import measures
from brat_iaa.errors import BratIaaError
from brat_iaa.measures import of_lists

N = None
# The example of the package krippendorff, in its layout.
RATED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3], [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
]  # fmt: skip
FIRST, SECOND = [1, 2, 3, 3, 2, 1, 4, 1, 2, 3, 1, 2], [1, 2, 3, 3, 2, 2, 4, 1, 2, 1, 1, 3]
SETS = (
    [{"a", "b"}, {"a"}, {"c"}, {"b", "c"}, {"d"}, {"a"}], [{"a"}, {"a"}, {"b"}, {"b", "c"}, {"c"}, {"a", "b", "c"}],
    [{"a", "b"}, {"a"}, {"c"}, {"b"}, {"d"}, {"a", "b"}],
)  # fmt: skip
DRAWN = [*SETS[0][:4], set(), {"a"}]


@pytest.mark.parametrize(
    "found, value",
    [
        # krippendorff 0.9.0, level_of_measurement as named
        (measures.alpha(RATED), 0.743421052631579),
        (measures.alpha(RATED, "ordinal"), 0.8153875037548814),
        (measures.alpha(RATED, "interval"), 0.8491071428571428),
        # nltk 3.10.4, AnnotationTask.alpha() with binary_, jaccard_ and masi_distance
        (measures.alpha(SETS), 0.3022388059701492),
        (measures.alpha(SETS, "jaccard"), 0.4195751138088011),
        (measures.alpha(SETS, "masi-full"), 0.37863167760074956),
        # scikit-learn 1.9.1, cohen_kappa_score()
        (measures.kappa(FIRST, SECOND), 0.6470588235294117),
        (measures.kappa(FIRST, SECOND, weights="linear"), 0.6799999999999999),
        (measures.kappa(FIRST, SECOND, weights="quadratic"), 0.7251908396946565),
        # and f1_score(average="micro") of the sets in a MultiLabelBinarizer
        (measures.f1(DRAWN, SETS[1]), 0.625),
        # nltk 3.10.4, the mean of 1 - masi_distance()
        (measures.masi(*SETS[:2], full=True), (1 / 3 + 1 + 0 + 1 + 0 + 2 / 9) / 6),
        # by hand: 2/3, 1, 0, 1, 0, 2/3
        (measures.masi(*SETS[:2]), (2 / 3 + 1 + 0 + 1 + 0 + 2 / 3) / 6),
        (measures.gcm(*SETS[:2]), 5 / 8),
    ],
)  # fmt: skip
def test_against_other_packages(found, value):
    assert found.value == pytest.approx(value, abs=1e-14) and found.undefined is None


def test_the_examples_do_what_they_show():
    failed, tried = doctest.testmod(of_lists)
    assert tried > 10 and failed == 0


def test_arrays_and_nan_are_lists_with_gaps():
    array = numpy.array([[numpy.nan if value is None else value for value in row] for row in RATED])
    assert measures.alpha(array) == measures.alpha(RATED)
    half = measures.kappa([1, 2, N, 1], [1, 2, 2, math.nan])
    assert (half.value, half.n) == (1, 2)


def test_units_give_intervals_and_leave_the_figure_as_it_is():
    random = Random(5)
    items = [(random.choice("abc"), unit) for unit in range(30) for _ in range(3)]
    first, unit = [label for label, _ in items], [f"s{number}" for _, number in items]
    second = [label if random.random() < 0.8 else random.choice("abc") for label in first]
    for measure in (measures.kappa, measures.f1, measures.masi, measures.gcm, alpha_of_two):
        plain, drawn = measure(first, second), measure(first, second, unit=unit)
        assert plain.low is None and plain.no_interval == "no unit of the items"
        assert drawn.value == pytest.approx(plain.value, abs=1e-14)
        assert drawn.low < drawn.value < drawn.high and drawn.no_interval is None
        # The order of the items says nothing.
        shuffled = random.sample(range(len(first)), len(first))
        again = measure(*([row[n] for n in shuffled] for row in (first, second)),
                        unit=[unit[n] for n in shuffled])  # fmt: skip
        assert again.low == pytest.approx(drawn.low, abs=1e-12)
    few = measures.kappa(first[:12], second[:12], unit=unit[:12])
    assert few.low is None and few.no_interval == "fewer than 10 units"


def alpha_of_two(first, second, **unit):
    return measures.alpha([first, second], **unit)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: measures.kappa([1], [1, 2]), "the first list has 1 values and the second list 2"),
        (lambda: measures.alpha(RATED, "ratio"), "no distance 'ratio'. Expected one of nominal"),
        (lambda: measures.alpha(RATED, unit=[1]), "unit has 1 values for 12 items"),
        (lambda: measures.kappa([1], [1], weights="cubic"), "no weights 'cubic'"),
        (lambda: measures.kappa([1], [3], labels=[1, 2]), "3 is not among labels"),
        (lambda: measures.alpha([["a", 1], ["a", 2]], "ordinal"), "the values have no order"),
    ],
)
def test_what_cannot_be_compared_is_refused(call, words):
    with pytest.raises(BratIaaError, match=words):
        call()
