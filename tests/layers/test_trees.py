"""Sentences as trees: what hangs where, what is unreachable, what is no tree."""

import pytest
from small_projects import content, parallel, standoff

from brat_iaa.config import DependencySettings, Layer, TreeSettings
from brat_iaa.layers.compared_document import compared_document
from brat_iaa.layers.trees import layer_document
from brat_iaa.measures.trees import Forest


def part_of(words, settings=None, **marks):
    document = parallel(
        content(words), {annotator: standoff(words, own) for annotator, own in marks.items()}
    )
    table = compared_document(document, DependencySettings())
    return layer_document(document, table, Layer("trees", "trees", settings or TreeSettings()))


def tree_of(words, marks, settings=None):
    return part_of(words, settings, anna=marks).items[1]["anna"]


def test_children_stand_in_the_order_of_tokens_also_where_arcs_cross():
    # 1 hangs on 3, 2 hangs on 4, 3 and 4 are roots: the arcs 3>1 and 4>2 cross.
    tree = tree_of("a b c d", "0>3:c 0>4:d 3>1:a 4>2:b")
    assert tree.forest == Forest(("a", "c", "b", "d"), (0, 0, 2, 2))


@pytest.mark.parametrize(
    "marks, labels, unreachable",
    [
        ("0>1:r 3>2:x 2>3:y", ("r",), 2),  # a cycle
        ("0>1:r 2>2:x 2>3:y", ("r",), 2),  # its own head, and what hangs on it
        ("0>1:r 1>2:x", ("x", "r"), 1),  # no head
        ("", (), 3),
    ],
)
def test_what_the_root_does_not_reach_is_no_node_but_counts_in_the_size(marks, labels, unreachable):
    tree = tree_of("a b c", marks)
    assert (tree.forest.labels, tree.unreachable, tree.size) == (labels, unreachable, 4)


def test_a_head_in_another_sentence_is_out_of_reach():
    words = "a / b"
    own = standoff(words, "0>1:r / 0>1:r")
    # T2 is "a", T4 is "b": b now hangs on a.
    own = own.replace("r Arg1:T3 Arg2:T4", "r Arg1:T2 Arg2:T4")
    document = parallel(content(words), {"anna": own})
    part = layer_document(
        document,
        compared_document(document, DependencySettings()),
        Layer("trees", "trees", TreeSettings()),
    )
    assert part.items[2]["anna"].unreachable == 1


def test_a_sentence_with_several_heads_is_left_out_for_all():
    part = part_of("a b / c", anna="0>1:r 0>2:r 1>2:x / 0>1:r", ben="0>1:r 0>2:r / 0>1:r")
    assert list(part.items) == [2]
    (excluded,) = part.excluded
    assert (excluded.document, excluded.annotators) == ("doc", ("anna", "ben"))
    assert "1 of 2 sentences have a token with several heads (sentences 1)" in excluded.reason


@pytest.mark.parametrize(
    "primary, label",
    [(None, "x"), (("z", "y"), "y"), (("q",), "x")],
    ids=["first", "named", "none named"],
)
def test_one_of_several_heads_can_be_kept(primary, label):
    settings = TreeSettings(several_heads="first", primary=primary)
    tree = tree_of("a b", "0>1:r 1>2:x 0>2:y", settings)
    assert tree.labels == ("r", label)
