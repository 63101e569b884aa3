"""Coefficients for labels against printed examples, from brat files to scores.

Artstein & Poesio 2008, "Inter-coder agreement for computational linguistics", CL 34(4), tables 1
and 5; Fleiss 1971, "Measuring nominal scale agreement among many raters", table 1; Krippendorff
2011, "Computing Krippendorff's alpha-reliability". Two annotators' Fleiss is Scott's pi.
"""

from fractions import Fraction

import pytest
from label_projects import write
from printed_tables import PRINTED, TABLE_1, TABLE_5, rows_of
from small_projects import agreement, whole


def scores_of(root, rows):
    """Scores of annotators' rows of labels, one item in each sentence; "*" is missing."""
    names = [f"coder{number}" for number in range(len(rows))]
    labels = {name: " / ".join(row.split()).replace("*", "-") for name, row in zip(names, rows)}
    words = " / ".join(["w"] * len(rows[0].split()))
    return whole(agreement(write(root, words, **labels))), tuple(names)


# A_o, A_e of Cohen's kappa, A_e of Scott's pi; kappa and pi rounded.
TABLES = {
    "table 1": (
        TABLE_1, "7/10", Fraction(30 * 40 + 70 * 60, 100**2), Fraction(70**2 + 130**2, 200**2), 0.348, 0.341,
    ),
    "table 5": (
        TABLE_5, "88/100", Fraction(46 * 52 + 44 * 32 + 10 * 16, 100**2), Fraction(98**2 + 76**2 + 26**2, 200**2),
        0.801, 0.800,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_kappa_and_pi(name, tmp_path):
    table, A_o, kappa_e, pi_e, kappa, pi = TABLES[name]
    scores, pair = scores_of(tmp_path, rows_of(table))
    for statistic, A_e, rounded in (("cohen", kappa_e, kappa), ("fleiss", pi_e, pi)):
        score = scores["kappa", statistic, pair]
        assert score.observed == pytest.approx(float(Fraction(A_o)), abs=1e-15)
        assert score.expected == pytest.approx(float(A_e), abs=1e-15)
        assert score.value == pytest.approx(float((Fraction(A_o) - A_e) / (1 - A_e)), abs=1e-15)
        assert round(score.value, 3) == rounded
        assert (score.items, score.missing) == (100, 0)
    assert scores["agreement", "raw", pair].value == float(Fraction(A_o))


@pytest.mark.parametrize("name", TABLES)
def test_alpha_lies_above_pi_by_the_missing_one(name, tmp_path):
    table, A_o, _, pi_e, _, _ = TABLES[name]
    scores, pair = scores_of(tmp_path, rows_of(table))
    score = scores["alpha", "nominal", pair]
    D_e = (1 - pi_e) * Fraction(200, 199)
    assert score.observed == pytest.approx(float(1 - Fraction(A_o)), abs=1e-15)
    assert score.expected == pytest.approx(float(D_e), abs=1e-15)
    assert score.value == pytest.approx(float(1 - (1 - Fraction(A_o)) / D_e), abs=1e-15)


# 30 patients, how many of 6 psychiatrists gave each of five diagnoses.
FLEISS_1971 = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
""".split()


def test_fleiss_1971(tmp_path):
    """P = .5556, kappa = .430 in print; P_e = .2201, there from shares rounded to three places."""
    patients = [
        [f"d{diagnosis}" for diagnosis, times in enumerate(counts) for _ in range(int(times))]
        for counts in FLEISS_1971
    ]
    totals = [sum(int(counts[diagnosis]) for counts in FLEISS_1971) for diagnosis in range(5)]
    assert totals == [26, 26, 30, 55, 43]
    scores, six = scores_of(tmp_path, [" ".join(row) for row in zip(*patients)])
    score = scores["kappa", "fleiss", six]
    pairs = sum(int(n) * (int(n) - 1) for counts in FLEISS_1971 for n in counts)
    A_o, A_e = Fraction(pairs, 30 * 6 * 5), Fraction(sum(n * n for n in totals), 180**2)
    assert score.observed == pytest.approx(float(A_o), abs=1e-15)
    assert score.expected == pytest.approx(float(A_e), abs=1e-15)
    assert score.value == pytest.approx(float((A_o - A_e) / (1 - A_e)), abs=1e-14)
    assert (round(score.observed, 4), round(score.value, 3)) == (0.5556, 0.430)
    assert round(sum(round(n / 180, 3) ** 2 for n in totals), 4) == 0.2201
    assert score.items == 30


@pytest.mark.parametrize("annotators, D_o, D_e, alpha, items, values", PRINTED, ids="ABC")
def test_krippendorff_2011(annotators, D_o, D_e, alpha, items, values, tmp_path):
    """A missing value is a span that was not drawn."""
    scores, group = scores_of(tmp_path, annotators)
    score = scores["alpha", "nominal", group]
    assert score.observed == pytest.approx(float(D_o), abs=1e-15)
    assert score.expected == pytest.approx(float(D_e), abs=1e-15)
    assert round(score.value, 7) == alpha
    assert score.items == items


def test_fleiss_counts_only_items_that_all_have_and_says_how_many_were_left_out(tmp_path):
    """Krippendorff's third example: 8 of 12 items have all four values, 4 some."""
    scores, four = scores_of(tmp_path, PRINTED[2][0])
    score = scores["kappa", "fleiss", four]
    assert (score.items, score.missing) == (8, 4)
    assert "|left-out:4|" in score.signature
    # 2 2 3 2 and 1 1 2 1 have 3 equal pairs of 6, 1 2 3 4 none, the other five have all.
    A_o = Fraction(5 * 6 + 3 + 3 + 0, 8 * 6)
    assert score.observed == pytest.approx(float(A_o), abs=1e-15)
