"""Scores by what they are about: one index for layers of every kind."""

from itertools import combinations, repeat

import pytest
from checkout import DEMO, PROJECTS
from layer_projects import published
from small_projects import agreement, put_raw, shipped

from brat_iaa.figures import further_keys, main_keys
from brat_iaa.kinds import KINDS
from brat_iaa.scores.index import ScoreIndex, lowest_first, main_figures, main_of
from brat_iaa.scores.score_table import EVERYTHING

SHIPPED = [DEMO, *sorted(path for path in PROJECTS.iterdir() if path.is_dir())]
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


def test_dependencies_come_first(two):
    assert [layer.name for layer in two.layers] == ["types", "arcs"]
    assert [layer.name for layer in two.score_indexes] == ["arcs", "types"]


def test_every_score_of_the_whole_project_is_found(two):
    for layer in map(all_of, repeat(two), two.layers):
        own = [score for score in two.scores if score.layer == layer.name and score.whole]
        assert own
        for score in own:
            key = score.measure, score.statistic
            assert layer.score(key, score.annotators) == score
            groups = {two.annotators: layer.overall, **layer.pairs}
            assert groups[score.annotators][key] == score


@pytest.mark.parametrize("root", SHIPPED, ids=lambda path: path.name)
def test_what_is_asked_for_is_what_all_scores_hold(root):
    """Reports and pages begin with the main figures; whoever wants more asks for it."""
    found = shipped(root)
    asked = found.scores_of(main_of)
    for layer in found.layers:
        few, all_of_them = ScoreIndex(found, layer, main_of), all_of(found, layer)
        assert few.overall == all_of_them.overall and few.coarse == all_of_them.coarse
        for key in few.pair_keys:
            pairs = few.with_pairs(key).pairs
            assert {pair: own[key] for pair, own in pairs.items() if key in own} == {
                pair: own[key] for pair, own in all_of_them.pairs.items() if key in own
            }
    assert {*asked} <= {*found.scores}


def test_documents_and_labels_are_about_all_who_are_there(two):
    layer = two.score_indexes[0]
    assert set(layer.documents) == set(DOCUMENTS) and set(layer.labels) == {"obj", "iobj"}
    assert {own["LAA", "masi"].annotators for own in layer.documents.values()} == {
        ("anna", "ben"),
        ("anna", "ben", "carla"),
    }
    # Of a pair among three, in either order.
    layer = all_of(two, two.dependencies)
    score = layer.score(("LAA", "masi"), ("carla", "anna"), "one")
    assert score.annotators == ("anna", "carla") and score.value == 1
    assert layer.of_document("one", ("carla", "anna"))["LAA", "masi"] == score
    assert layer.of_document("two", ("carla", "anna")) == {}


def test_the_items_of_a_project_are_all_that_anybody_was_compared_on(two):
    layer = two.score_indexes[0]
    items = {layer.pairs[pair]["LAA", "masi"].items for pair in combinations(two.annotators, 2)}
    assert layer.items_compared() == max(items) > min(items)


@pytest.mark.parametrize("kind", KINDS)
def test_figures_that_were_asked_for_stand_behind_the_usual_ones(kind):
    further = [key for key in main_keys(kind) if key in further_keys(kind)]
    found = list(main_figures(kind, main_keys(kind)))
    assert found[len(found) - len(further) :] == further and len(found) == len({*found})


def test_each_direction_of_gcm_is_a_figure_of_its_own(two):
    layer = two.score_indexes[0]
    for pair in (("anna", "ben"), ("ben", "anna")):
        assert layer.score(("LAA", "gcm"), pair).annotators == pair
    assert layer.score(("LAA", "gcm"), ("anna", "dora")) is None


def test_recall_seen_from_the_other_side_is_precision():
    found = published("passonneau_fig1")
    layer = all_of(found, found.layers[0])
    for pair, own in layer.pairs.items():
        assert layer.score(("muc", "recall"), pair[::-1]) == own["muc", "precision"]
        assert layer.score(("muc", "f1"), pair[::-1]) == own["muc", "f1"]


def test_lowest_agreement_comes_first(two):
    rows = two.score_indexes[0].documents_lowest_first()
    values = [own["LAA", "masi"].value for _, own, _ in rows]
    assert values == sorted(values) and [name for name, _, _ in rows][-1] == "three"
    assert [number for _, _, number in rows] == [1, 1, 0]


def test_of_those_alike_the_one_with_most_disagreements_comes_first(two):
    low, high = (two.score_indexes[0].documents[name] for name in ("two", "three"))
    undefined = {"LAA": None}
    found = {"b": high, "c": low, "a": high, "d": high, "e": undefined}
    rows = lowest_first(found, ("LAA", "masi"), {"a": 1, "b": 1, "c": 0, "d": 5, "e": 9})
    assert [name for name, _, _ in rows] == ["c", "d", "a", "b", "e"]
    assert [number for _, _, number in rows] == [0, 5, 1, 1, 9]
