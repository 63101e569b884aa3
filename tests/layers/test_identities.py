"""Things on one extent: what hangs on them is compared thing by thing, whatever ids they have."""

import random

import pytest
from small_projects import put_raw

from brat_iaa.study import Study

TEXT = "IL-2 activates NFkB and STAT here\n"
SPANS = "T1\tP 0 4\tIL-2\nT2\tP 15 19\tNFkB\nT5\tP 24 28\tSTAT\nT3\tReg 5 14\tactivates\n"
EVENTS = "E1\tReg:T3 Theme:T2\nE2\tReg:T3 Theme:T5\n"


def compared(root, anna, ben):
    """({(layer, measure): F1 or alike of exact matches}, number of places)."""
    put_raw(root, "anna", "d", TEXT, anna)
    put_raw(root, "ben", "d", TEXT, ben)
    found = Study(root).agreement()
    return {
        (score.layer, score.measure): score.value
        for score in found.scores
        if score.statistic == "exact" and score.document is score.label is None
    }, len(found.places)


@pytest.mark.parametrize(
    "line",
    ["A{}\tNegation {}\n", "A{}\tCertainty {} high\n", "N{}\tReference {} GO:12\n",
     "#{}\tKind {}\tmine\n"],
)  # fmt: skip
@pytest.mark.parametrize(
    "anna, ben, expected, places",
    [
        (("E1", "E2"), ("E1",), 2 / 3, 1),
        (("E1",), ("E2",), 0, 2),
        (("E1",), ("E1",), 1, 0),
        # brat refers to events, never to their triggers.
        (("T3",), ("E1",), 1, 0),
    ],
)
def test_labels_of_events_that_share_a_trigger(tmp_path, line, anna, ben, expected, places):
    if line[0] == "#":
        (tmp_path / "iaa.conf").write_text("[layer kind]\nkind = labels\nvalue = note:(.*)\n")
    lines = [
        SPANS + EVENTS + "".join(line.format(n, id) for n, id in enumerate(ids, 1))
        for ids in (anna, ben)
    ]
    if line[0] != "#" and anna == ben:
        lines = [f"{each}A9\tOther E1\n" for each in lines]
    scores, number = compared(tmp_path, *lines)
    of_labels = {layer: value for (layer, measure), value in scores.items() if measure == "f1"}
    wanted = set(of_labels) - {"spans", "types", "Other"}
    assert [of_labels[layer] for layer in wanted] == pytest.approx([expected])
    assert number == places


@pytest.mark.parametrize("seed", range(5))
def test_the_figure_is_that_of_events_one_by_one(tmp_path, seed):
    """Against a count by what identifies each event, with any number on a trigger."""
    dice = random.Random(seed)
    themes = ["T1", "T2", "T5"]
    labelled, files = [], []
    for _ in range(2):
        order = dice.sample(themes, 3)
        chosen = {theme for theme in themes if dice.random() < 0.6} or {"T1"}
        events = "".join(f"E{n}\tReg:T3 Theme:{theme}\n" for n, theme in enumerate(order))
        labels = "".join(
            f"A{n}\tNegation E{n}\n" for n, theme in enumerate(order) if theme in chosen
        )
        labelled.append(chosen)
        files.append(SPANS + events + labels + "A8\tOther E0\n")
    scores, _ = compared(tmp_path, *files)
    both = len(labelled[0] & labelled[1])
    expected = 2 * both / sum(map(len, labelled))
    if ("Negation", "f1") in scores:  # not if all events of both have it
        assert scores["Negation", "f1"] == pytest.approx(expected)
