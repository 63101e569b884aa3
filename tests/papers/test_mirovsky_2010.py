"""Discourse relations against values worked out by an independent program.

The definitions are those of Mírovský, Mladová & Zikánová 2010, "Connective-based
measuring of the inter-annotator agreement in the annotation of discourse in PDT".
"""

import shutil
from fractions import Fraction

import pytest
from discourse_projects import CONFIG, PROJECT, put_relations
from small_projects import agreement, scores_by_key

# (how connectives are the same, way): matched, F1, + types, + connectives or nodes, + both,
# agreement on types, on connectives or nodes, kappa, observed and expected agreement of kappa
EXAMPLE = {
    ("equal", "strict"): "3 3/8 1/4 1/4 1/8 2/3 2/3 1/2 2/3 1/3",
    ("shared", "strict"): "3 3/8 1/4 1/4 1/8 2/3 2/3 1/2 2/3 1/3",
    ("equal", "one-level"): "5 5/8 3/8 3/8 1/4 3/5 3/5 3/8 3/5 9/25",
    ("shared", "one-level"): "5 5/8 3/8 1/2 1/4 3/5 4/5 3/8 3/5 9/25",
    ("shared", "connective"): "6 3/4 1/2 1/4 1/8 2/3 1/3 17/29 2/3 7/36",
    ("equal", "connective"): "5 5/8 1/2 1/4 1/8 4/5 2/5 3/4 4/5 1/5",
}

CHAIN = ("a1 b1 reason k1; a2 b1 reason k2", "a2 b1 reason k1; a4 b1 reason k2")
ONE_CONNECTIVE = ("a1 b1 reason k1; b1 c1 reason k1", "b1 c1 reason k1")
ONE_SIDE = ("a1 b1 reason k1", "")
NOBODY = ("", "")
AMBIGUOUS = {
    (CHAIN, "strict"): "1 1/2 1/2 0 0 1 0 -",
    # The strict pair alone would be a matching of one: the largest comes first.
    (CHAIN, "one-level"): "2 1 1 1 1 1 1 -",
    (CHAIN, "connective"): "2 1 1 0 0 1 0 -",
    (ONE_CONNECTIVE, "strict"): "1 2/3 2/3 2/3 2/3 1 1 -",
    (ONE_CONNECTIVE, "one-level"): "1 2/3 2/3 2/3 2/3 1 1 -",
    (ONE_CONNECTIVE, "connective"): "1 2/3 2/3 2/3 2/3 1 1 -",
    **{(ONE_SIDE, way): "0 0 0 0 0 - - -" for way in ("strict", "one-level", "connective")},
    **{(NOBODY, way): "0 - - - - - - -" for way in ("strict", "one-level", "connective")},
}


def check(scores, way, expected, pair=("A", "B")):
    other = "nodes" if way == "connective" else "connectives"
    measures = (
        "f1", "f1+types", f"f1+{other}", "f1+both", "agreement-types", f"agreement-{other}", "kappa",
    )  # fmt: skip
    matched, *values = expected.split()
    for measure, value in zip(measures, values):
        for document in (None, "example"):
            score = scores[measure, way, pair, document, None]
            assert f"|matched:{matched}|" in score.signature
            if value == "-":
                assert score.value is None and score.undefined
            else:
                assert score.value == pytest.approx(float(Fraction(value)), rel=1e-14)
    if len(values) > 7:
        kappa = scores["kappa", way, pair, None, None]
        found = (kappa.observed, kappa.expected)
        assert found == tuple(
            pytest.approx(float(Fraction(value)), rel=1e-14) for value in values[7:]
        )
    assert scores["agreement-types", way, pair, None, None].items == int(matched)


@pytest.mark.parametrize("connectives, way", EXAMPLE)
def test_example(tmp_path, connectives, way):
    root = tmp_path / "example"
    shutil.copytree(PROJECT, root)
    (root / "iaa.conf").write_text(CONFIG.format(connectives), "utf-8")
    scores = scores_by_key(agreement(root))
    check(scores, way, EXAMPLE[connectives, way])
    assert scores["f1", way, ("A", "B"), None, None].items == 16


# In any direction d1 -> b1 is b1 -> d1: one more pair by its nodes, and one more with equal nodes.
ANY_DIRECTION = {
    "strict": "4 1/2 3/8 3/8 1/4 3/4 3/4 2/3 3/4 1/4", "one-level": "6 3/4 1/2 5/8 3/8 2/3 5/6 7/13 2/3 5/18",
    "connective": "6 3/4 1/2 3/8 1/4 2/3 1/2 17/29 2/3 7/36",
}  # fmt: skip


@pytest.mark.parametrize("way", ANY_DIRECTION)
def test_nodes_in_any_direction(tmp_path, way):
    root = tmp_path / "example"
    shutil.copytree(PROJECT, root)
    (root / "iaa.conf").write_text(CONFIG.format("shared") + "direction = any\n", "utf-8")
    scores = scores_by_key(agreement(root))
    check(scores, way, ANY_DIRECTION[way])
    assert "|direction:any|" in scores["f1", way, ("A", "B"), None, None].signature


@pytest.mark.parametrize(
    "connectives, direction",
    [
        ("shared", "counts"), ("equal", "any"), pytest.param("shared", "any", marks=pytest.mark.system),
        pytest.param("equal", "counts", marks=pytest.mark.system),
    ],
)  # fmt: skip
@pytest.mark.parametrize("relations", [CHAIN, ONE_CONNECTIVE, ONE_SIDE, NOBODY])
def test_ambiguous(tmp_path, connectives, relations, direction):
    for annotator, own in zip("AB", relations):
        put_relations(tmp_path, annotator, own)
    settings = CONFIG.format(connectives) + f"direction = {direction}\n"
    (tmp_path / "iaa.conf").write_text(settings, "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    for way in ("strict", "one-level", "connective"):
        check(scores, way, AMBIGUOUS[relations, way])


def test_recall_and_precision(tmp_path):
    """Of two relations of A and one of B one is matched: B lacks half of A's."""
    for annotator, own in zip("AB", ONE_CONNECTIVE):
        put_relations(tmp_path, annotator, own)
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"), "utf-8")
    found = agreement(tmp_path)
    scores = scores_by_key(found)
    for way in ("strict", "one-level", "connective"):
        for document in (None, "example"):
            assert scores["recall", way, ("A", "B"), document, None].value == 0.5
            assert scores["precision", way, ("A", "B"), document, None].value == 1
    (layer,) = [own for own in found.score_indexes if own.kind == "relations"]
    assert layer.score(("recall", "strict"), ("B", "A")).value == 1
    for annotator, own in zip("AB", ONE_SIDE):
        put_relations(tmp_path, annotator, own)
    scores = scores_by_key(agreement(tmp_path))
    assert scores["recall", "strict", ("A", "B"), None, None].value == 0
    nothing = scores["precision", "strict", ("A", "B"), None, None]
    assert (nothing.value, nothing.undefined) == (None, "the second annotator has no relation")


A = (
    "a1 b1 opposition k1; b1 c1 reason k2; c1 d1 conjunction k3; a2 b3 conjunction k4; b4 "
    "c3 opposition k5 k6; a1 c1 condition k7; d1 b1 concession k8; a5 d2 reason k9"
)
B = (
    "a1 b1 opposition k1; b1 c1 conjunction k2; c1 d1 conjunction k10; a4 b3 conjunction "
    "k4; b4 c2 reason k5; a2 c2 condition k7; b1 d1 concession k8; d2 a1 opposition k11"
)
TYPES = "opposition, reason, conjunction, condition, concession"


@pytest.mark.parametrize("form", ["event", "relation"])
@pytest.mark.parametrize("connective", ["note", "attribute", "ids"])
@pytest.mark.parametrize("connectives", sorted({connectives for connectives, _ in EXAMPLE}))
def test_the_example_with_connectives_in_notes_and_attributes(
    tmp_path, form, connective, connectives
):
    """The same relations as events on any trigger, or as arcs; words, or the ids of the
    connective's spans.
    """
    for annotator, own in (("A", A), ("B", B)):
        put_relations(
            tmp_path,
            annotator,
            own,
            form=form,
            connective=connective,
            first=5 if annotator == "A" else 1,
        )
    where = {"note": "note", "ids": "note", "attribute": "attribute:Connective"}[connective]
    (tmp_path / "iaa.conf").write_text(
        CONFIG.format(connectives) + f"connective = {where}\ntypes = {TYPES}\n", "utf-8"
    )
    scores = scores_by_key(agreement(tmp_path))
    for own, way in EXAMPLE:
        if own == connectives:
            check(scores, way, EXAMPLE[connectives, way])


def test_disagreements_follow_the_strict_matching(tmp_path):
    root = tmp_path / "example"
    shutil.copytree(PROJECT, root)
    (root / "iaa.conf").write_text(CONFIG.format("shared"), "utf-8")
    compared = agreement(root)
    (types,) = compared.confusion("discourse").values()
    assert types == {
        ("conjunction", "conjunction"): 2, ("opposition", "opposition"): 1, ("concession", "concession"): 1,
        ("condition", "condition"): 1, ("reason", "conjunction"): 1, ("opposition", "reason"): 1,
        ("", "opposition"): 1, ("reason", ""): 1,
    }  # fmt: skip
    found = [item for item in compared.differences if item.layer == "discourse"]
    assert [(item.kind, *[mark and mark.id for mark in item.marks]) for item in found] == [
        ("nodes", "E4", "E4"), ("label", "E2", "E2"), ("nodes", "E5", "E5"), ("nodes", "E6", "E6"),
        ("missing-relation", None, "E8"), ("connective", "E3", "E3"), ("nodes", "E7", "E7"),
        ("extra-relation", "E8", None),
    ]  # fmt: skip
    assert [item.labels for item in found[:2]] == [
        ("conjunction", "conjunction"), ("reason", "conjunction"),
    ]  # fmt: skip
    assert found[5].labels == ("conjunction: k3", "conjunction: k10")
    assert [item.token.text for item in found] == [
        "k4", "k2", "k5", "k7", "k11", "k3", "k8", "k9",
    ]  # fmt: skip
