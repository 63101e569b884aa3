"""Percentile bootstrap over sentences, the unit that is annotated as a whole (Efron & Tibshirani 1993, ch. 13)."""

from functools import lru_cache

import numpy

LEVEL = 0.95
FEWEST_SENTENCES = 10


@lru_cache(maxsize=8)
def weights(sentences, resamples, seed):
    """How often each sentence is drawn in each resample: floats, resamples x sentences.

    RandomState is NumPy's frozen generator: the same seed gives the same
    weights in every version, so that an interval can be recomputed later.
    """
    draws = numpy.random.RandomState(seed).randint(sentences, size=(resamples, sentences))
    drawn = numpy.empty((resamples, sentences))
    for row, draw in enumerate(draws):
        drawn[row] = numpy.bincount(draw, minlength=sentences)
    drawn.setflags(write=False)
    return drawn


def interval(values):
    """(low, high) of the values of all resamples; resamples without a value (nan) are left out.

    Raises ValueError if no resample has a value.
    """
    defined = values[~numpy.isnan(values)]
    if not len(defined):
        raise ValueError("no resample has a value")
    tail = 100 * (1 - LEVEL) / 2
    low, high = numpy.percentile(defined, [tail, 100 - tail])
    return float(low), float(high)
