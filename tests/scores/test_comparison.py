"""One pass of the matcher over a document: kinds of disagreement, counts, and that they tell one
story.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from checkout import PROJECTS
from differences import distances_of
from small_projects import (
    agreement,
    compared,
    lacking,
    like,
    listed_of,
    put,
    random_marks,
    random_words,
    shipped,
    value_of,
)

import brat_iaa
from brat_iaa.values.links import EXACT, HEAD, LABEL, LEFT, NEITHER, RIGHT

# The words are "a b c d". Marks of anna, of ben; [(token, kind, labels, how)].
KIND_CASES = {
    "nothing differs": ("2>1:x", "2>1:x", []),
    "label": ("2>1:x", "2>1:y", [("a", "label", ("x", "y"), HEAD)]),
    "head": ("2>1:x", "3>1:x", [("a", "head", ("x", "x"), LABEL)]),
    "head from the root": ("0>1:x", "3>1:x", [("a", "head", ("x", "x"), LABEL)]),
    "head+label": ("2>1:x", "3>1:y", [("a", "head+label", ("x", "y"), NEITHER)]),
    "extra-arc": ("2>1:x", "", [("a", "extra-arc", ("x", ""), LEFT)]),
    "missing-arc": ("", "2>1:x", [("a", "missing-arc", ("", "x"), RIGHT)]),
    "second head": ("2>1:x 3>1:y", "3>1:y", [("a", "extra-arc", ("x", ""), LEFT)]),
    "two differ at once": (
        "2>1:x 3>1:y", "2>1:z 4>1:y", [("a", "label", ("x", "z"), HEAD), ("a", "head", ("y", "y"), LABEL)],
    ),
    "reversed": (
        "2>1:x", "1>2:x", [("a", "reversed", ("x", ""), LEFT), ("b", "reversed", ("", "x"), RIGHT)],
    ),
    "reversed, each with another head": (
        "2>1:x 0>2:r", "1>2:x 0>1:r",
        [("a", "reversed", ("x", "r"), NEITHER), ("b", "reversed", ("r", "x"), NEITHER)],
    ),
    "reversed, with the label of the other head": (
        "2>1:x 0>2:x", "1>2:x 0>1:x", [("a", "reversed", ("x", "x"), LABEL), ("b", "reversed", ("x", "x"), LABEL)],
    ),
    # Both drew b > a; anna drew a > b as well. Nothing is the other way round.
    "both directions": ("2>1:x 1>2:y", "2>1:x", [("b", "extra-arc", ("y", ""), LEFT)]),
    "the same arc with another label, and the other direction": (
        "2>1:x", "2>1:y 1>2:z", [("a", "label", ("x", "y"), HEAD), ("b", "missing-arc", ("", "z"), RIGHT)],
    ),
    "an arc to itself": ("1>1:x 1>1:y", "1>1:x", [("a", "extra-arc", ("y", ""), LEFT)]),
    "head is no token of the other": ("2>1:x", "3>1:x -2", [("a", "token", ("x", "x"), LABEL)]),
    "no head where the other lacks it": ("2>1:x", "-2", [("a", "token", ("x", ""), LEFT)]),
}  # fmt: skip


def links_of(view, found):
    """[(row, label of the first or "", of the second, how)] of a Comparison in a View."""
    names = [*view.label_names, ""]
    return [
        (row, *(names[view.labels[element]] for element in elements), how)
        for row, *elements, how in zip(*(own.tolist() for own in found.rows))
    ]


@pytest.mark.parametrize("case", KIND_CASES)
def test_kinds(case):
    anna, ben, expected = KIND_CASES[case]
    listed = listed_of("a b c d", anna=anna, ben=ben)
    assert [(one.token.text, one.kind, one.labels) for one in listed] == [
        entry[:3] for entry in expected
    ]
    hows = [how for *_, how in links_of(*compared("a b c d", anna=anna, ben=ben))]
    assert [how for how in hows if how != EXACT] == [how for *_, how in expected]


def test_every_kind_has_a_case():
    kinds = {entry[1] for _, _, expected in KIND_CASES.values() for entry in expected}
    assert kinds == {"head", "label", "head+label", "missing-arc", "extra-arc", "reversed", "token"}


def test_where_a_disagreement_is():
    (one,) = listed_of("a b / c d", anna="0>1:r / 0>1:r 1>2:x", ben="0>1:r / 0>1:r 0>2:y")
    assert (one.layer, one.document, one.sentence) == ("dependencies", "doc", 2)
    assert (one.token.text, one.token.index) == ("d", 5)
    assert (one.annotators, one.files) == (("anna", "ben"), ("anna/doc.ann", "ben/doc.ann"))
    assert [arc.head.text for arc in one.marks] == ["c", "ROOT"]
    assert [(arc.head.index, arc.label, arc.id) for arc in one.marks] == [
        (4, "x", "R3"), (3, "y", "R3"),
    ]  # fmt: skip
    assert distances_of(one) == (-1, None)


# Scores and list cannot contradict each other.

DIFFERS = {
    "UAA": lambda one: None in one.marks or one.marks[0].head.index != one.marks[1].head.index,
    "LOA": lambda one: one.labels[0] != one.labels[1], "LAA": lambda one: True,
}  # fmt: skip


def check_one_story(agreement):
    """For every pair: differing tokens of the list == items - exact matches of the score, and the
    confusion.
    """
    exact = {
        (score.measure, score.annotators, score.document): score
        for score in agreement.scores
        if score.statistic == "exact" and score.label is None and len(score.annotators) == 2
    }
    assert exact
    for (measure, pair, document), score in exact.items():
        tokens = {
            (one.document, one.token.index)
            for one in agreement.differences
            if one.annotators == pair and document in (None, one.document) and DIFFERS[measure](one)
        }
        assert len(tokens) == score.items - round((score.value or 0) * score.items)
    for pair in {pair for _, pair, _ in exact}:
        check_confusion(agreement, pair)


def check_confusion(agreement, pair):
    """Its totals are the arcs that each of the pair drew on the items they compared."""
    tables = [table for table in agreement.tables.values() if set(pair) <= set(table.annotators)]
    confusion = agreement.confusion("dependencies").get(pair, {})
    for side, annotator in enumerate(pair):
        arcs = Counter(
            label
            for table in tables
            for item in table.items
            if None not in [value_of(table, name, item) for name in pair]
            for _, label in value_of(table, annotator, item)
        )
        totals = Counter()
        for labels, times in confusion.items():
            totals[labels[side]] += times
        del totals[""]
        assert totals == arcs
    check_off_diagonal(confusion, agreement, pair)


def check_off_diagonal(confusion, agreement, pair):
    assert ("", "") not in confusion
    off_diagonal = sum(times for (x, y), times in confusion.items() if x != y)
    # Connectives of discourse relations are no labels; they are shown behind them.
    with_other_labels = [
        one
        for one in agreement.differences
        if one.annotators == pair and one.labels[0] != one.labels[1] and one.kind != "connective"
    ]
    assert off_diagonal == len(with_other_labels)


SHIPPED = sorted(path for path in PROJECTS.iterdir() if path.is_dir()) + [
    Path(brat_iaa.__file__).parent / "demo" / "project"
]


@pytest.mark.parametrize("project", SHIPPED, ids=lambda path: path.name)
def test_one_story_in_shipped_projects(project):
    found = shipped(project)
    assert found.layers
    for layer in found.layers:
        own = found.of_layers({layer.name})
        if layer.kind == "dependencies":
            check_one_story(own)
        for pair, confusion in found.confusion(layer.name).items():
            check_off_diagonal(confusion, own, pair)


@pytest.mark.parametrize("seed, tokens", [(0, "shared"), (1, "drawn")])
def test_one_story_with_many_heads(seed, tokens, tmp_path):
    random = Random(seed)
    for document in ("one", "two", "three"):
        words = random_words(random, 6)
        marks = random_marks(random, words)
        for annotator in ("anna", "ben", "carla"):
            if (annotator, document) != ("carla", "two"):
                own = lacking(random, words, like(random, marks, words, 0.4), 0.1)
                put(tmp_path, annotator, document, words, own)
    check_one_story(agreement(tmp_path, tokens=tokens))
