"""Scores by what they are about: one index for layers of every kind."""

from itertools import combinations, repeat

import pytest
from layer_projects import published
from small_projects import agreement, put_raw

from brat_iaa.scores.index import ScoreIndex, lowest_first
from brat_iaa.scores.score_table import EVERYTHING

DOCUMENTS = {"one": "obj", "two": "obj", "three": "iobj"}


def arcs(label):
    return f"T1\tW 0 1\ta\nT2\tW 2 3\tb\nR1\t{label} Arg1:T1 Arg2:T2\n"


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """anna and ben agree in three, not in one and two; carla has one alone."""
    root = tmp_path_factory.mktemp("two")
    for document, label in DOCUMENTS.items():
        put_raw(root, "anna", document, "a b\n", arcs(label))
        put_raw(root, "ben", document, "a b\n", arcs("iobj"))
    put_raw(root, "carla", "one", "a b\n", arcs("obj"))
    (root / "iaa.conf").write_text(
        "[layer types]\nkind = labels\n[layer arcs]\nkind = dependencies\n"
    )
    return agreement(root)


def all_of(found, layer):
    """The ScoreIndex of a Layer with all of its scores."""
    return ScoreIndex(found, layer, lambda kind: EVERYTHING)


def test_every_score_of_the_whole_project_is_found(two):
    for layer in map(all_of, repeat(two), two.layers):
        own = [score for score in two.scores if score.layer == layer.name and score.whole]
        assert own
        for score in own:
            key = score.measure, score.statistic
            assert layer.score(key, score.annotators) == score
            groups = {two.annotators: layer.overall, **layer.pairs}
            assert groups[score.annotators][key] == score


def test_the_items_of_a_project_are_all_that_anybody_was_compared_on(two):
    layer = two.score_indexes[0]
    items = {layer.pairs[pair]["LAA", "masi"].items for pair in combinations(two.annotators, 2)}
    assert layer.items_compared() == max(items) > min(items)


def test_recall_seen_from_the_other_side_is_precision():
    found = published("passonneau_fig1")
    layer = all_of(found, found.layers[0])
    for pair, own in layer.pairs.items():
        assert layer.score(("muc", "recall"), pair[::-1]) == own["muc", "precision"]
        assert layer.score(("muc", "f1"), pair[::-1]) == own["muc", "f1"]


def test_of_those_alike_the_one_with_most_disagreements_comes_first(two):
    low, high = (two.score_indexes[0].documents[name] for name in ("two", "three"))
    undefined = {"LAA": None}
    found = {"b": high, "c": low, "a": high, "d": high, "e": undefined}
    rows = lowest_first(found, ("LAA", "masi"), {"a": 1, "b": 1, "c": 0, "d": 5, "e": 9})
    assert [name for name, _, _ in rows] == ["c", "d", "a", "b", "e"]
    assert [number for _, _, number in rows] == [0, 5, 1, 1, 9]
