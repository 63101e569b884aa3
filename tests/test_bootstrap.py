"""The percentile bootstrap over sentences."""

import numpy
import pytest

from brat_iaa.measures import bootstrap

nan = numpy.nan


@pytest.mark.parametrize("sentences, resamples", [(1, 3), (10, 50), (137, 20)])
def test_every_resample_draws_as_many_sentences_as_there_are(sentences, resamples):
    drawn = bootstrap.weights(sentences, resamples, 7)
    assert drawn.shape == (resamples, sentences)
    assert (drawn.sum(axis=1) == sentences).all()
    assert (drawn >= 0).all() and (drawn == drawn.round()).all()


def test_frozen_values():
    """A seed gives the same resamples for ever, so that a published interval can be recomputed."""
    assert bootstrap.weights(5, 3, 1).tolist() == [
        [1, 1, 0, 2, 1],
        [2, 1, 0, 0, 2],
        [0, 1, 2, 0, 2],
    ]


def test_seeds_and_resamples_differ():
    drawn = bootstrap.weights(20, 100, 1)
    assert (drawn != bootstrap.weights(20, 100, 2)).any()
    assert len({tuple(row) for row in drawn.tolist()}) == 100


def test_every_sentence_is_drawn_equally_often():
    """Over 4000 resamples each of 10 sentences 40000 / 10 times, give or take 5 standard errors."""
    times = bootstrap.weights(10, 4000, 3).sum(axis=0)
    assert abs(times - 4000).max() < 5 * (40000 * 0.1 * 0.9) ** 0.5


def test_weights_cannot_be_changed():
    """They are kept for the next call."""
    with pytest.raises(ValueError):
        bootstrap.weights(5, 3, 1)[0, 0] = 9


def test_percentiles_by_hand():
    """0, 1, ..., 200: 2.5 % and 97.5 % of the way. 0 to 10 in tenths: between two values."""
    values = numpy.column_stack([numpy.arange(201.0)[::-1], numpy.arange(201.0) / 20])
    assert bootstrap.intervals(values).tolist() == [
        pytest.approx([5, 195]),
        pytest.approx([0.25, 9.75]),
    ]
    assert bootstrap.intervals(numpy.array([[1.0], [2.0]]))[0] == pytest.approx([1.025, 1.975])


def test_undefined_resamples_are_left_out_of_their_figure_only():
    values = numpy.column_stack([numpy.arange(202.0), numpy.arange(202.0), numpy.full(202, nan)])
    values[201, 0] = nan
    found = bootstrap.intervals(values)
    assert found[0] == pytest.approx([5, 195])
    assert found[1] == pytest.approx([0.025 * 201, 0.975 * 201])
    assert numpy.isnan(found[2]).all()
