"""Percentile bootstrap over sentences, the unit that is annotated as a whole (Efron & Tibshirani 1993, ch. 13)."""

from functools import lru_cache

import numpy

LEVEL = 0.95
FEWEST_SENTENCES = 10


@lru_cache(maxsize=4)
def weights(sentences, resamples, seed):
    """How often each sentence is drawn in each resample: floats, resamples x sentences.

    RandomState is NumPy's frozen generator: the same seed gives the same
    weights in every version, so that an interval can be recomputed later.
    """
    draws = numpy.random.RandomState(seed).randint(sentences, size=(resamples, sentences))
    draws += numpy.arange(resamples)[:, None] * sentences
    drawn = numpy.bincount(draws.ravel(), minlength=resamples * sentences)
    drawn = drawn.reshape(resamples, sentences).astype(float)
    drawn.setflags(write=False)
    return drawn


def intervals(values):
    """(low, high) for each column of resamples x figures; nan where a figure has no value at all.

    Resamples in which a figure is undefined (nan) are left out for that figure.
    """
    tail = 100 * (1 - LEVEL) / 2
    bounds = numpy.full((2, values.shape[1]), numpy.nan)
    whole = ~numpy.isnan(values).any(axis=0)
    if whole.any():
        bounds[:, whole] = numpy.percentile(values[:, whole], [tail, 100 - tail], axis=0)
    for column in numpy.flatnonzero(~whole):
        defined = values[~numpy.isnan(values[:, column]), column]
        if len(defined):
            bounds[:, column] = numpy.percentile(defined, [tail, 100 - tail])
    return bounds.T
