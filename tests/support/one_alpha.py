"""Alpha of items in a single group."""

import numpy

from brat_iaa.measures.alphas import AlphaItems, krippendorff_alpha


def one_alpha(values, similar, sentence, sentences):
    """The Coefficients of AlphaItems in as many sentences."""
    group = numpy.zeros(sentences, dtype=numpy.int64)
    return krippendorff_alpha(AlphaItems(values, sentence, group, 1), similar)
