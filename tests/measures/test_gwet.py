"""Gwet's AC1: groups, influences, and what must hold for all values."""

import numpy
import pytest
from reliability_tables import KRIPPENDORFF, LETTERS, coded

from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.estimate import one_group
from brat_iaa.measures.kappas import gwet_ac


def tables(values, sentence=None, sentences=1):
    """GwetTables of one group."""
    sentence = numpy.array([0] * len(values) if sentence is None else sentence, dtype=int)
    columns = len(values[0]) if len(values) else 2
    values = numpy.array(values, dtype=int).reshape(-1, columns)
    return gwet_ac(values, sentence, one_group(sentences, 10))


# A_o, A_e and AC1, computed by irrCAC 0.4.4 (numpy 1.26) with digits=12. Both tables have units with
# a single value; it counts in the frequencies of labels.
@pytest.mark.parametrize(
    ("rows", "value"),
    [
        (KRIPPENDORFF, (0.818181818182, 0.190321180556, 0.775444068127)),
        (LETTERS, (0.606060606061, 0.239068930041, 0.482292931)),
    ],
)
def test_missing_values_as_in_irrcac(rows, value):
    values, _ = coded(rows)
    assert ((values != MISSING).sum(axis=1) == 1).any()
    (found,) = tables(values.tolist()).scores()
    assert (found.observed, found.expected, found.value) == pytest.approx(value, abs=1e-9)
