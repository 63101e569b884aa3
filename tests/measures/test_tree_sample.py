"""Expected disagreement from a sample of pairs, beside that of all pairs."""

from random import Random

import numpy
import pytest
from checkout import PROJECTS
from small_projects import shipped

from brat_iaa.config import Layer, TreeSettings
from brat_iaa.errors import Undefined
from brat_iaa.layers.trees import layer_document
from brat_iaa.measures.intervals import intervals
from brat_iaa.measures.tree_alpha import METRICS, SampledTreeAlphaTable, TreeAlphaTable
from brat_iaa.measures.trees import Forest, distances

PAIRS = 2000


@pytest.fixture(scope="module")
def treebank():
    """Short sentences of the real treebank ndt3: units, lists of (Forest, size)."""
    agreement = shipped(PROJECTS / "ndt3")
    parts = [
        layer_document(None, table, Layer("trees", "trees", TreeSettings()))
        for table in agreement.tables.values()
    ]
    return [
        [(tree.forest, tree.size) for tree in own.values()]
        for part in parts
        for own in part.items.values()
        if max(tree.size for tree in own.values()) <= 12
    ]


def given(units):
    """(forests, tree, size, unit, number of units)"""
    index = {}
    rows = [
        (index.setdefault(forest, len(index)), size, unit)
        for unit, own in enumerate(units)
        for forest, size in own
    ]
    return (list(index), *numpy.array(rows, dtype=int).reshape(-1, 3).T, len(units))


def sampled(units, pairs=PAIRS, **more):
    return SampledTreeAlphaTable(*given(units), pairs, **more)


@pytest.fixture(scope="module")
def whole(treebank):
    """All pairs."""
    forests, *rest = given(treebank)
    return TreeAlphaTable(distances(forests), *rest)


@pytest.fixture(scope="module")
def found(treebank):
    return sampled(treebank)


@pytest.fixture(scope="module")
def several(treebank):
    """Samples with other seeds."""
    return [sampled(treebank, 200, seed=seed) for seed in range(12)]


@pytest.mark.parametrize("metric", METRICS)
def test_near_the_exact_figure(metric, whole, found):
    found = found.of(metric)
    score, expected = found.score(), whole.of(metric).score()
    assert (score.observed, score.items) == (pytest.approx(expected.observed), expected.items)
    assert found.sample.pairs == PAIRS and 0 < found.sample.error < 0.01
    assert score.value != expected.value
    assert abs(score.value - expected.value) < 4 * found.sample.error


@pytest.mark.system
@pytest.mark.parametrize("metric", METRICS)
def test_right_on_average_and_off_by_what_it_says(metric, whole, several):
    whole = whole.of(metric).score()
    found = [own.of(metric) for own in several]
    expected = [own.score().expected for own in found]
    alphas = [own.score().value for own in found]
    error = numpy.mean([own.sample.error for own in found])
    assert abs(numpy.mean(expected) - whole.expected) < 4 * numpy.std(expected, ddof=1) / 12**0.5
    # 12 draws: their standard deviation is within these bounds in 99.9 % of all cases.
    assert 0.4 * error < numpy.std(alphas, ddof=1) < 1.8 * error


def test_names_and_order_have_no_part_in_it(treebank, found):
    random = Random(3)
    other = [random.sample(own, len(own)) for own in treebank]
    random.shuffle(other)
    again = sampled(other)
    for metric in METRICS:
        one, two = found.of(metric), again.of(metric)
        assert one.score() == two.score()
        assert one.sample == two.sample


def test_the_interval_holds_both_errors(treebank, whole):
    number = numpy.zeros(len(treebank), dtype=int)

    def width(alpha):
        found = intervals(alpha.estimate(), number, "sentences")
        return float((found.high - found.low)[0])

    few, many = (sampled(treebank, pairs).of("plain") for pairs in (200, 3000))
    assert few.estimate().sampling == few.sample.error**2
    assert width(many) == pytest.approx(width(whole.of("plain")), rel=0.1)
    without = few.estimate()._replace(sampling=0.0)
    found = intervals(without, number, "sentences")
    assert width(few) > float((found.high - found.low)[0])


A, B = Forest(("A",), (0,)), Forest(("B",), (0,))


def test_undefined():
    for units, reason in (
        ([], "no item with at least two values"),
        ([[(A, 2)], []], "no item with at least two values"),
        ([[(A, 2), (A, 2)]] * 3, "the trees of all 2000 sampled pairs are the same"),
    ):
        found = sampled(units).of("plain")
        with pytest.raises(Undefined, match=reason):
            found.score()
        assert found.sample.error is None
        assert numpy.isnan(found.estimate().value[0])


def test_two_annotations():
    """There is one pair, so the sample is exact."""
    found = sampled([[(A, 2), (B, 2)]]).of("plain")
    assert found.score().expected == 1
    assert found.sample.error == 0
