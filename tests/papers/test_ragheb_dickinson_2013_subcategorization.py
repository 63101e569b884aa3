"""Sets of labels in Ragheb & Dickinson 2013 (BEA 8), section 4: subcategorisation frames, as notes
in brat.

    annotator 1   {SUBJ}   {SUBJ}   {SUBJ, PRED}
    annotator 2   {}       {SUBJ}   {SUBJ, OBJ}
    MASI          0        1        1/3            mean 4/9; times Jaccard 10/27
    in common     0        1        1              2 of 4, 2 of 3
"""

import pytest
from label_projects import write
from small_projects import agreement, of_labels, whole

ONE, TWO = "<SUBJ> <SUBJ> <SUBJ,PRED>", ". <SUBJ> <OBJ,SUBJ>"


@pytest.fixture
def found(tmp_path):
    one, two = (frames.replace("<", "").replace(">", "") for frames in (ONE, TWO))
    return agreement(write(tmp_path, "runs sees is", "note", many=True, one=one, two=two))


@pytest.mark.parametrize(
    "statistic, annotators, value",
    [
        ("masi", ("one", "two"), 4 / 9), ("masi-full", ("one", "two"), 10 / 27), ("exact", ("one", "two"), 1 / 3),
        ("raw", ("one", "two"), 1 / 3), ("gcm", ("one", "two"), 2 / 4), ("gcm", ("two", "one"), 2 / 3),
        ("gcm-f1", ("one", "two"), 4 / 7),
    ],
)  # fmt: skip
def test_printed_figures(found, statistic, annotators, value):
    score = whole(found)["agreement", statistic, annotators]
    assert score.value == score.observed == pytest.approx(value, abs=1e-15)
    assert score.expected is None
    assert score.items == 3


def test_alpha_with_masi(found):
    """The six sets: S three times, SP, SO and the empty one.

    Within the items d is 1, 0, 2/3. Of the 15 pairs of all values: S-S 3 at 0, S-SP and S-SO
    3 + 3 at 1/3, SP-SO 2/3, the empty set with the five others 1.
    """
    score = whole(found)["alpha", "masi", ("one", "two")]
    D_o, D_e = (1 + 2 / 3) / 3, (6 / 3 + 2 / 3 + 5) / 15
    assert score.observed == pytest.approx(D_o, abs=1e-15)
    assert score.expected == pytest.approx(D_e, abs=1e-15)
    assert score.value == pytest.approx(1 - D_o / D_e, abs=1e-15)


def test_alpha_nominal_and_kappas_take_a_set_as_one_value(found):
    scores = whole(found)
    nominal = scores["alpha", "nominal", ("one", "two")]
    assert nominal.observed == pytest.approx(2 / 3, abs=1e-15)
    assert nominal.expected == pytest.approx(12 / 15, abs=1e-15)
    cohen = scores["kappa", "cohen", ("one", "two")]
    assert cohen.observed == pytest.approx(1 / 3, abs=1e-15)
    assert cohen.expected == pytest.approx(2 / 3 * 1 / 3, abs=1e-15)
    fleiss = scores["kappa", "fleiss", ("one", "two")]
    assert fleiss.expected == pytest.approx((9 + 1 + 1 + 1) / 36, abs=1e-15)


def test_each_label(found):
    labels = {
        key[3]: score for key, score in of_labels(found).items() if key[:2] == ("agreement", "f1")
    }
    assert {label: score.value for label, score in labels.items()} == {
        "OBJ": 0, "PRED": 0, "SUBJ": 4 / 5,
    }  # fmt: skip
    assert {label: score.items for label, score in labels.items()} == {
        "OBJ": 1, "PRED": 1, "SUBJ": 3,
    }  # fmt: skip


def test_two_empty_sets_are_alike_and_add_nothing_to_gcm(tmp_path):
    found = whole(agreement(write(tmp_path, "a b", "note", many=True, one=". X", two=". X")))
    assert found["agreement", "masi", ("one", "two")].value == 1
    assert found["agreement", "gcm", ("one", "two")].value == 1
    assert found["alpha", "masi", ("one", "two")].value == 1
    found = whole(agreement(write(tmp_path, "a b", "note", many=True, one=". .", two=". .")))
    assert found["agreement", "masi", ("one", "two")].value == 1
    assert found["agreement", "gcm", ("one", "two")].undefined == "no label to divide by"
    assert found["alpha", "masi", ("one", "two")].undefined == "every value is the same"
