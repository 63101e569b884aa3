"""Annotators against a gold in layers without arcs: precision, recall, F1 and the counts behind
them.
"""

from fractions import Fraction

import pytest
from layer_projects import project
from small_projects import agreement, put_raw

from brat_iaa.report.places import in_words, places_between

TEXT = "Ana saw Ben in Oslo\n"
GOLD = "T1\tPER 0 3\tAna\nT2\tPER 8 11\tBen\nT3\tLOC 15 19\tOslo\n"
# Right: Ana. Wrong: Ben as ORG, saw. Lacks Oslo.
ANNA = "T1\tPER 0 3\tAna\nT2\tORG 8 11\tBen\nT3\tLOC 4 7\tsaw\n"


@pytest.fixture
def root(tmp_path):
    put_raw(tmp_path, "truth", "d", TEXT, GOLD)
    put_raw(tmp_path, "anna", "d", TEXT, ANNA)
    put_raw(tmp_path, "ben", "d", TEXT, GOLD)
    (tmp_path / "iaa.conf").write_text("[project]\ngold = truth\n")
    return tmp_path


def of_gold(found, layer, other, label=None):
    return {
        (score.measure, score.statistic): score.value
        for score in found.scores
        if (score.layer, score.annotators[1:], score.document, score.label)
        == (layer, (other,), None, label)
    }


def test_spans_with_type_worked_by_hand(root):
    found = agreement(root)
    own = of_gold(found, "gold/spans", "anna")
    assert own["true-positives", "exact"] == 1
    assert own["false-positives", "exact"] == 2
    assert own["false-negatives", "exact"] == 2
    for measure in ("precision", "recall", "f1"):
        assert own[measure, "exact"] == pytest.approx(float(Fraction(1, 3)))
    per = of_gold(found, "gold/spans", "anna", "PER")
    assert (per["precision", "exact"], per["recall", "exact"]) == (1, 0.5)
    assert per["f1", "exact"] == pytest.approx(2 / 3)
    assert of_gold(found, "gold/spans", "ben")["f1", "exact"] == 1


def test_what_differs_from_the_gold_is_one_place_with_what_differs_between_annotators(root):
    found = agreement(root)
    assert [
        (one.annotators, one.kind, one.token.text) for one in found.gold_places.differences
    ] == [
        (("truth", "anna"), "missing-span", "saw"), (("truth", "anna"), "label", "Ben"),
        (("truth", "anna"), "extra-span", "Oslo"),
    ]  # fmt: skip
    assert found.listed_layers == ("spans",)
    assert [(place.token.text, place.groups) for place in found.places] == [
        ("saw", (("ben", "truth"), ("anna",))), ("Ben", (("ben", "truth"), ("anna",))),
        ("Oslo", (("ben", "truth"), ("anna",))),
    ]  # fmt: skip
    assert places_between(found) == (3, 0)
    # Both annotators alike, but not as the gold: a place that only the gold makes one.
    put_raw(root, "ben", "d", TEXT, ANNA)
    found = agreement(root)
    assert places_between(found) == (0, 3) and len(found.places) == 3
    assert {place.groups for place in found.places} == {(("anna", "ben"), ("truth",))}
    assert in_words(0, 3) == "3 disagreements with the gold"


def test_chains(tmp_path):
    """Passonneau's example with the first annotator as the gold: MUC of 1, 2 and of 1, 3 as in
    MEASURES of the pairs.
    """
    root = project(
        tmp_path,
        "passonneau_fig1",
        "[project]\ngold = RA1\n[layer coref]\nkind = chains\nrelations = Coref\n",
    )
    found = agreement(root)
    assert of_gold(found, "gold/coref", "RA2")["muc", "f1"] == pytest.approx(5 / 6)
    assert of_gold(found, "gold/coref", "RA3")["muc", "f1"] == pytest.approx(6 / 7)
    assert of_gold(found, "gold/coref", "RA2")["alpha", "nominal"] == pytest.approx(
        0.4531, abs=5e-5
    )
