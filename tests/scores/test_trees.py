"""Figures of trees: shares in [0, 1] that no name and no order of annotators changes."""

import pytest
from small_projects import agreement, put

ALL = ("anna", "ben", "carla")
FOUR = "2>1:subj 0>2:root 4>3:det 2>4:obj"


def tree_scores(root, **settings):
    """{(measure, annotators as a set, document): Score} of the trees."""
    return {
        (score.measure, frozenset(score.annotators), score.document): score
        for score in agreement(root, **settings).scores
        if score.layer == "trees"
    }


def with_trees(root):
    root.mkdir(exist_ok=True)
    (root / "iaa.conf").write_text("[layer trees]\n", "utf-8")
    return root


@pytest.mark.parametrize("short", ALL)
def test_a_sentence_with_other_tokens_of_one_is_ignored_whatever_their_names(short, tmp_path):
    """One annotator has 1 token, two have 4 and agree: nothing of the three, 1 for the two."""
    for name in ALL:
        marks = "0>1:root -2 -3 -4" if name == short else FOUR
        put(with_trees(tmp_path), name, "doc", "she sees the dog", marks)
    scores = tree_scores(tmp_path)
    rest = frozenset(ALL) - {short}
    for measure in ("UAS", "LAS", "LA"):
        whole = scores[measure, frozenset(ALL), None]
        assert (whole.value, whole.items) == (None, 0)
        assert whole.undefined == "no sentence of which all annotators have the same tokens"
        assert "|ignored:1|" in whole.signature
        assert (scores[measure, rest, None].value, scores[measure, rest, None].items) == (1.0, 4)
        assert "|ignored:0|" in scores[measure, rest, None].signature


def test_other_sentences_count_beside_an_ignored_one(tmp_path):
    """Sentence 1: carla lacks a token. Sentence 2, 2 tokens: 1/2 of LAS for two pairs of three."""
    two = "0>1:root 1>2:obj"
    put(with_trees(tmp_path), "anna", "doc", "she sees the dog / see it", f"{FOUR} / {two}")
    put(tmp_path, "ben", "doc", "she sees the dog / see it", f"{FOUR} / {two}")
    carla = FOUR.replace("4>3:det", "-3") + " / " + two.replace("obj", "subj")
    put(tmp_path, "carla", "doc", "she sees the dog / see it", carla)
    scores = tree_scores(tmp_path)
    assert scores["UAS", frozenset(ALL), None].value == 1.0
    assert scores["LAS", frozenset(ALL), None].value == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)
    assert scores["LAS", frozenset(ALL), None].items == 2
    assert "|ignored:1|" in scores["LAS", frozenset(ALL), None].signature
    assert scores["LAS", frozenset(("anna", "ben")), None].items == 6
    # Alpha has both sentences: trees of different sizes have a distance, too.
    assert scores["alpha-plain", frozenset(ALL), None].items == 2


@pytest.mark.parametrize("root_token", [True, False])
def test_trees_without_any_arc_do_not_agree(root_token, tmp_path):
    """Without a root token each token would be a root of its own, the same for everybody."""
    for name in ("anna", "ben"):
        put(with_trees(tmp_path), name, "doc", "a b / c", "")
    if not root_token:
        (tmp_path / "iaa.conf").write_text("[project]\nroot = none\n[layer trees]\n", "utf-8")
    for score in tree_scores(tmp_path).values():
        assert (score.value, score.undefined) == (None, "no annotator drew an arc")
