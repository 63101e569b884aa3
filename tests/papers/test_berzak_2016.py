"""Berzak et al. 2016: Tables 1 to 3, from the figures as printed there."""

import numpy
import pytest

from brat_iaa.studies.anchoring import breakdown, error_reduction, gap, mcnemar, preference

# Table 1: score of each parser on each gold, in per cent.
TABLE_1 = {
    ("Turbo", "Human"): (95.32, 87.29, 88.35, 82.29), ("Turbo", "Turbo"): (97.62, 91.86, 92.54, 89.16),
    ("Turbo", "RBG"): (96.43, 88.65, 89.95, 84.42), ("RBG", "Human"): (95.59, 87.19, 88.03, 82.05),
    ("RBG", "Turbo"): (96.64, 89.16, 89.75, 84.86), ("RBG", "RBG"): (97.76, 91.22, 91.84, 87.87),
}  # fmt: skip
# At full precision, computed by another program.
REDUCTIONS = {
    ("Turbo", "Turbo"): (49.14529914529932, 35.9559402045633, 35.965665236051585, 38.79164313946919),
    ("RBG", "Turbo"): (23.809523809523764, 15.378610460577661, 14.369256474519624, 15.654596100278562),
    ("Turbo", "RBG"): (23.717948717948975, 10.700236034618412, 13.733905579399208, 12.027103331451135),
    ("RBG", "RBG"): (49.20634920634928, 31.45979703356753, 31.829573934837114, 32.423398328690844),
}  # fmt: skip
PRINTED_REDUCTIONS = {
    ("Turbo", "Turbo"): (49.15, 35.96, 35.97, 38.79), ("RBG", "Turbo"): (23.81, 15.38, 14.37, 15.65),
    ("Turbo", "RBG"): (23.72, 10.7, 13.73, 12.03), ("RBG", "RBG"): (49.21, 31.46, 31.83, 32.42),
}  # fmt: skip
MEAN_OWN = (49.1758241758243, 33.707868619065415, 33.897619585444346, 35.60752073408001)


def reductions(parser, gold):
    return [error_reduction(x, h) for x, h in zip(TABLE_1[parser, gold], TABLE_1[parser, "Human"])]


@pytest.mark.parametrize("key", REDUCTIONS)
def test_error_reduction_of_table_1(key):
    found = reductions(*key)
    assert found == pytest.approx(REDUCTIONS[key], rel=1e-12)
    assert [round(value, 2) for value in found] == pytest.approx(PRINTED_REDUCTIONS[key])


def test_mean_error_reduction_on_the_own_gold():
    means = [
        (one + other) / 2
        for one, other in zip(reductions("Turbo", "Turbo"), reductions("RBG", "RBG"))
    ]
    assert means == pytest.approx(MEAN_OWN, rel=1e-12)
    # The paper prints 34.9 for LA; its own rows give 33.90.
    assert round(means[2], 1) == 33.9


def test_gaps_of_table_1():
    own = list(zip(TABLE_1["Turbo", "Turbo"], TABLE_1["RBG", "RBG"]))
    other = list(zip(TABLE_1["Turbo", "RBG"], TABLE_1["RBG", "Turbo"]))
    human = list(zip(TABLE_1["Turbo", "Human"], TABLE_1["RBG", "Human"]))
    assert [gap(*pair) for pair in zip(own, other)] == pytest.approx([1.155, 2.635, 2.34, 3.875])
    assert [gap(*pair) for pair in zip(other, human)] == pytest.approx([1.08, 1.665, 1.66, 2.47])


# Table and column; per cent as printed, preferred, judged, z, p, starred in the paper.
PREFERENCES = [
    ("Table 2 Turbo Gold, POS", 64.32, 128, 199, 4.040622868547515, 5.330942641990932e-05, True),
    ("Table 2 Turbo Gold, HIND", 63.96, 284, 444, 5.884779573665495, 3.985848474568618e-09, True),
    ("Table 2 Turbo Gold, REL", 61.5, 270, 439, 4.820466995023814, 1.4322255175976471e-06, True),
    ("Table 2 RBG Gold, POS", 56.72, 114, 201, 1.9044331628182145, 0.05685379361224181, False),
    ("Table 2 RBG Gold, HIND", 61.38, 267, 435, 4.7466866847053035, 2.067758759152195e-06, True),
    ("Table 2 RBG Gold, REL", 57.73, 254, 440, 3.241772803435014, 0.0011878868139342357, True),
    ("Table 3 Turbo specific, POS", 85.42, 41, 48, 4.907477288111819, 9.225533466358159e-07, True),
    ("Table 3 Turbo specific, HIND", 78.69, 96, 122, 6.337502222976297, 2.3351984203579886e-10, True),
    ("Table 3 Turbo specific, REL", 80.73, 88, 109, 6.417436110981716, 1.3858848952127737e-10, True),
    ("Table 3 RBG specific, POS", 73.81, 31, 42, 3.086066999241839, 0.0020282311484520776, True),
    ("Table 3 RBG specific, HIND", 77.98, 85, 109, 5.842740339849024, 5.1349024457066e-09, True),
    ("Table 3 RBG specific, REL", 77.78, 84, 108, 5.773502691896257, 7.764036537930722e-09, True),
    ("Table 3 Parser shared, POS", 51.85, 126, 243, 0.5773502691896248, 0.5637028616507737, False),
    ("Table 3 Parser shared, HIND", 58.49, 248, 424, 3.4966291044861504, 0.00047117643492216606, True),
    ("Table 3 Parser shared, REL", 51.57, 214, 415, 0.6381449017759624, 0.5233793597805287, False),
]  # fmt: skip


@pytest.mark.parametrize("name, printed, preferred, judged, z, p, starred", PREFERENCES)
def test_preferences_of_tables_2_and_3(name, printed, preferred, judged, z, p, starred):
    found = preference(preferred, judged)
    assert round(100 * found[0], 2) == printed
    assert found[1:] == (pytest.approx(z, rel=1e-12), pytest.approx(p, rel=1e-9))
    assert (found[2] < 0.05) == (found[2] < 0.01) == starred


# metric: judged as shared in Table 3; judged in each gold in Table 2; judged as specific in each
# gold
COUNTS = {
    "POS": (243, (199, 201), (48, 42)), "HIND": (424, (444, 435), (122, 109)), "REL": (415, (439, 440), (109, 108)),
}  # fmt: skip


@pytest.mark.parametrize(
    "metric, most_possible_in_one_gold, neither",
    [("POS", 159, 67), ("HIND", 326, 224), ("REL", 332, 247)],
)
def test_what_the_parsers_share_is_pooled_over_both_golds(
    metric, most_possible_in_one_gold, neither
):
    """More tokens are judged as shared than either gold could hold."""
    shared, judged, specific = COUNTS[metric]
    assert (
        max(all_ - own for all_, own in zip(judged, specific)) == most_possible_in_one_gold < shared
    )
    assert sum(judged) - sum(specific) - shared == neither


@pytest.mark.parametrize("b, c", [(25, 10), (10, 25)])
def test_mcnemar_reference(b, c):
    chi2, p = mcnemar(b, c)
    assert chi2 == pytest.approx(6.428571428571429, rel=1e-12)
    assert p == pytest.approx(0.011229886652916679, rel=1e-12)


def test_breakdown_of_judged_tokens():
    """Section 4: approval of what is one tool's, of what all tools share, and of neither."""
    own = numpy.array([1, 1, 0, 0, 1, -1, 1])
    others = numpy.array([[0, 1, 1, 0, 1, 0, -1], [0, 1, 1, 0, 0, 0, 0]])
    specific, shared = breakdown(own, others)
    assert specific.tolist() == [True, *[False] * 6]
    assert shared.tolist() == [False, True, *[False] * 5]
    for none in breakdown(own, others[:0]):
        assert not none.any()
