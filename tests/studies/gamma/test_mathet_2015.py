"""Gamma beside pygamma-agreement 0.5.9 (CoML), the reference program for Mathet, Widlöcher &
Métivier 2015.

Values were recorded with CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1). That
program computes in single precision. Expected disorder is the mean over 3000 texts of its
ShuffleContinuumSampler with two changes, each of which raises it (of "krippendorff" from 1.554 to
1.647): shifts differ by the mean length of the units, as section 5.2.1 says, and not by half of it;
and what is closed around one shift stays closed after the next, which matters from three annotators
on. Two trifles remain, .7 % in the 80 characters of "nested": it rounds shifts down, also below what
is allowed, and a unit that would begin just at the end stays there. Its default sampler draws numbers, lengths and gaps of units from normal distributions instead.
"""

from math import hypot

import pytest

from brat_iaa.studies.gamma.best_alignment import dissimilarity
from brat_iaa.studies.gamma.disorder import Continuum, Gamma, disorder

# The continuum of Krippendorff 2019, figure 12.11.
KRIPPENDORFF = [
    [(0, 7, 1), (7, 13, 2), (30, 32, 5), (32, 37, 6), (37, 44, 6), (44, 60, 7)],
    [(0, 7, 1), (7, 13, 3), (13, 21, 5), (32, 44, 6)],
    [(0, 7, 1), (7, 13, 4), (13, 21, 5), (32, 37, 6), (37, 41, 6), (41, 44, 6)],
]
TWO = [
    [(0, 10, "A"), (12, 20, "B"), (40, 61, "A"), (70, 74, "C"), (90, 100, "A")],
    [(2, 10, "A"), (13, 20, "C"), (38, 50, "A"), (51, 60, "A"), (90, 100, "A")],
]
NESTED = [
    [(0, 30, "S"), (5, 10, "A"), (12, 29, "B"), (31, 80, "S"), (40, 50, "A")],
    [(0, 29, "S"), (5, 11, "A"), (12, 20, "B"), (21, 29, "B"), (31, 80, "S")],
    [(0, 80, "S"), (5, 10, "B"), (13, 29, "B"), (41, 50, "A")],
]
FOUR = [
    [(0, 5, "A"), (20, 31, "B"), (50, 60, "A")],
    [(1, 5, "A"), (20, 25, "B"), (26, 31, "B")],
    [(0, 9, "B"), (22, 31, "B"), (50, 60, "A")],
    [(52, 60, "A")],
]
NOTHING = [[(0, 5, "A"), (20, 40, "B")], []]
# (units, length, observed disorder, (expected disorder, its standard error))
RECORDED = {
    "krippendorff": (KRIPPENDORFF, 60, 0.8996020555496216, (1.64676, 0.00244)),
    "two": (TWO, 100, 0.6343957185745239, (1.19254, 0.00532)),
    "nested": (NESTED, 80, 0.669765293598175, (1.40796, 0.00332)),
    "four": (FOUR, 60, 1.1665904521942139, (1.93988, 0.00552)),
    "nothing": (NOTHING, 40, 2.0, (1.78321, 0.00586)),
}


@pytest.fixture(scope="module")
def found():
    return {
        name: disorder(Continuum(units, length)) for name, (units, length, *_) in RECORDED.items()
    }


@pytest.mark.parametrize("name", RECORDED)
def test_disorder_of_the_best_alignment(name, found):
    assert found[name].observed == pytest.approx(RECORDED[name][2], rel=1e-6)


@pytest.mark.parametrize("name", RECORDED)
def test_expected_disorder_within_its_precision(name, found):
    expected, error = RECORDED[name][3]
    own = found[name]
    assert abs(own.expected - expected) < 4 * hypot(own.variance**0.5, error)
    assert own.draws == 500 or 1.96 * own.variance**0.5 < 0.025 * own.expected


@pytest.mark.parametrize("name", RECORDED)
def test_gamma(name, found):
    """Within the errors of both programs."""
    units, length, observed, (expected, error) = RECORDED[name]
    gamma = Gamma([found[name]])
    off = hypot(gamma.error, observed / expected * error / expected)
    assert abs(gamma.score().gamma - (1 - observed / expected)) < 4 * off


DISSIMILARITIES = {
    "krippendorff": (
        KRIPPENDORFF,
        [0.0, 2.0, 4.24, 2.0, 1.0, 2.0, 38.345680236816406, 28.5625, 7.840000152587891],
    ),
    "two": (
        TWO,
        [
            0.012345679104328156,
            2.8304498195648193,
            12.570247650146484,
            2.5625,
            1.0044444799423218,
            8.84000015258789,
            9.418549537658691,
            6.897959232330322,
            0.15518824756145477,
        ],
    ),
    "nested": (
        NESTED,
        [
            0.00028727378230541945,
            1.4444444179534912,
            1.3351800441741943,
            1.4982699155807495,
            0.00826446246355772,
            2.71005916595459,
            1.068052887916565,
            2.181474447250366,
            0.12960000336170197,
        ],
    ),
}


@pytest.mark.parametrize("name", DISSIMILARITIES)
def test_dissimilarities(name):
    """Of the first three units of the first annotator and of the second."""
    (first, second, *_), recorded = DISSIMILARITIES[name]
    own = [dissimilarity(unit, other) for unit in first[:3] for other in second[:3]]
    assert own == pytest.approx(recorded, rel=1e-6)
