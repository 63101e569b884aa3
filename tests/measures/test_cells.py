"""Figures of cells are those of the same sums with every sentence and figure written out."""

import numpy
import pytest
from cases import each

from brat_iaa.measures.estimate import (
    CORRECTED,
    Cells,
    Contributions,
    Estimate,
    Everywhere,
    every_cell,
    mean,
    ratios_of_sentences,
)
from brat_iaa.measures.intervals import intervals

SENTENCES, FIGURES = 40, 9
DOCUMENT = numpy.sort(numpy.random.RandomState(1).randint(0, 14, SENTENCES))


def contributions(dice):
    """Above, below, sentence and figure of some contributions; the last figure has none."""
    size = 150
    above = dice.randint(0, 3, size).astype(float)
    below = above + dice.randint(0, 2, size)
    return above, below, dice.randint(0, SENTENCES, size), dice.randint(0, FIGURES - 1, size)


def both_ways(dice):
    """Ratios of the cells that there are, and the same of all."""
    above, below, sentence, figure = contributions(dice)
    dense = numpy.zeros((2, SENTENCES, FIGURES))
    for row, part in zip(dense, (above, below)):
        numpy.add.at(row, (sentence, figure), part)
    return (
        Contributions(sentence, figure, FIGURES).ratios(above, below),
        ratios_of_sentences(*dense),
    )


def same_intervals(found, expected):
    for unit in ("sentences", "documents"):
        both = (intervals(one, DOCUMENT, unit) for one in (found, expected))
        for own, other in zip(*both):
            assert own == pytest.approx(other, rel=1e-12, abs=1e-12, nan_ok=True)


@each("seed", range(6))
def test_ratios(seed):
    cells, dense = both_ways(numpy.random.RandomState(seed))
    numpy.testing.assert_array_equal(cells.estimate().value, dense.estimate().value)
    same_intervals(cells.estimate(), dense.estimate())


@each("seed", range(6))
def test_mean_over_pairs(seed):
    dice = numpy.random.RandomState(seed)
    cells, dense = zip(*(both_ways(dice) for _ in range(3)))
    found = mean([one.estimate() for one in cells])
    expected = mean([one.estimate() for one in dense])
    assert found.value == pytest.approx(expected.value, abs=1e-15, nan_ok=True)
    same_intervals(found, expected)


@each("seed", range(6))
def test_influence_of_sentences_without_a_cell(seed):
    dice = numpy.random.RandomState(seed)
    value, weight = dice.rand(FIGURES), dice.randint(0, 9, SENTENCES)
    factor = dice.randn(FIGURES) / 99
    figure, sentence = (axis.ravel() for axis in numpy.nonzero(dice.rand(FIGURES, SENTENCES) < 0.2))
    influence, counts = dice.randn(len(figure)) / 99, dice.rand(len(figure)) < 0.9
    found = Estimate(
        value, Cells(sentence, figure, FIGURES), influence, counts, CORRECTED, value,
        Everywhere(weight, factor),
    )  # fmt: skip
    dense = weight[:, None] * factor
    dense[sentence, figure] += influence
    counting = numpy.zeros(dense.shape, dtype=bool)
    counting[sentence, figure] = counts
    cells = every_cell(SENTENCES, FIGURES)
    expected = Estimate(value, cells, dense.T.ravel(), counting.T.ravel(), CORRECTED, value)
    for power in (1, 2, 4):
        for one, other in ((found, expected), [
            own.of_documents(DOCUMENT) for own in (found, expected)
        ]):  # fmt: skip
            written_out = other.cells.sums(other.influence**power)
            assert one.powers(power) == pytest.approx(written_out, rel=1e-9, abs=1e-15)
            counted = (own.cells.sums(own.which()) for own in (one, other))
            numpy.testing.assert_array_equal(*counted)


def test_nothing_at_all():
    nothing = numpy.zeros(0, dtype=numpy.int64)
    found = Contributions(nothing, nothing, 2).ratios(numpy.zeros(0), numpy.zeros(0)).estimate()
    assert numpy.isnan(found.value).all()
    assert intervals(found, nothing, "sentences").units.tolist() == [0, 0]
