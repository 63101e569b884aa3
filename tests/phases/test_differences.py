"""By how much agreement differs between two states: by hand, and from numeric derivatives."""

import random

import numpy
import pytest
import slow_intervals as slow
from every_record import change, write
from small_projects import (
    agreement,
    like,
    put,
    random_marks,
    random_words,
    scores_by_key,
)

from brat_iaa.cli import main
from brat_iaa.figures import main_keys
from brat_iaa.formats.markdown import to_markdown
from brat_iaa.kinds import KINDS
from brat_iaa.phases.report import difference_table
from brat_iaa.phases.states import ComparedStates
from brat_iaa.scores.difference import Difference


def project(root, state, words, **settings):
    for annotator, marks in state.items():
        put(root, annotator, "doc", words, marks)
    return agreement(root, **settings)


def by_key(before, after):
    found = ComparedStates(before, after).differences
    return {(one.measure, one.statistic, one.annotators): one for one in found}


def test_by_hand(tmp_path):
    words = "a b / c d"
    before = project(
        tmp_path / "1",
        {"anna": "0>1:r 1>2:x / 0>1:r 1>2:x", "ben": "0>1:r 1>2:y / 0>1:r 0>2:y"},
        words,
    )
    after = project(
        tmp_path / "2",
        {"anna": "0>1:r 1>2:x / 0>1:r 1>2:x", "ben": "0>1:r 1>2:x / 0>1:r 0>2:y"},
        words,
    )
    found = by_key(before, after)
    laa, uaa = found["LAA", "masi", ("anna", "ben")], found["UAA", "masi", ("anna", "ben")]
    assert (laa.before, laa.after, laa.difference, laa.items, laa.sentences) == (
        0.5, 0.75, 0.25, (4, 4), 2,
    )  # fmt: skip
    assert (uaa.before, uaa.after, uaa.difference) == (0.75, 0.75, 0.0)
    assert laa.ratio_interval is None and laa.no_interval.startswith("fewer than 10 sentences")


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Two states of three annotators, with a document that only some of them have."""
    root, dice = tmp_path_factory.mktemp("three"), random.Random(7)
    words, more = random_words(dice, 14), random_words(dice, 11)
    states = []
    for state in ("before", "after"):
        for document, text, names in (
            ("one", words, ("anna", "ben", "carla")),
            ("two", more, ("anna", "ben")),
        ):
            start = random_marks(random.Random(3), text)
            for name in names:
                put(
                    root / state,
                    name,
                    document,
                    text,
                    like(dice, start, text, share=0.3 if state == "before" else 0.15),
                )
        states.append(agreement(root / state))
    return states


ABC = ("anna", "ben", "carla")


def test_figures_are_those_of_the_snapshots(three):
    """Where both states have the same sentences, the two figures are the published ones."""
    before, after = (scores_by_key(state) for state in three)
    found = by_key(*three)
    assert len(found) == 3 * 4 * 4
    for (measure, statistic, annotators), one in found.items():
        key = (measure, statistic, annotators, None, None)
        assert one.before == pytest.approx(before[key].value, abs=1e-12)
        assert one.after == pytest.approx(after[key].value, abs=1e-12)
        assert one.difference == one.after - one.before
        assert one.items == (before[key].items, after[key].items)


@pytest.mark.parametrize("kind", [name for name in KINDS if name != "dependencies"])
def test_main_figures_of_other_layers_are_those_of_the_snapshots(kind, tmp_path):
    """Where both states have the same documents; with their items and intervals of their own."""
    states = []
    for name in ("before", "after"):
        root = tmp_path / name
        write(root, f"[layer it]\nkind = {kind}\n")
        if name == "after":
            change(root)
        states.append(agreement(root))
    scores = [scores_by_key(state) for state in states]
    found = ComparedStates(*states).differences
    keys = list(dict.fromkeys((one.measure, one.statistic) for one in found))
    # Kappa, and what only the setting also asks for, are no main figures here.
    assert keys == [key for key in main_keys(kind) if (*key, ABC, None, None) in scores[1]]
    assert len(found) == 4 * len(keys) and {one.layer for one in found} == {"it"}
    for one in found:
        key = (one.measure, one.statistic, one.annotators, None, None)
        values = [own[key].value for own in scores]
        assert (one.before, one.after) == pytest.approx(values, abs=1e-12)
        if len(one.annotators) == 2 or keys[0][0] in ("alpha-weighted", "alpha-plain"):
            assert one.items == tuple(own[key].items for own in scores), key
    assert {one.before != one.after for one in found} == {True, False}
    # Annotators may be in another order in each state.
    order = "[project]\nannotators = carla, ben, anna\n"
    write(tmp_path / "turned", f"{order}[layer it]\nkind = {kind}\n")
    turned = agreement(tmp_path / "turned")
    assert turned.annotators == ABC[::-1]
    again = ComparedStates(turned, states[1]).differences
    assert [(one.before, one.items) for one in again] == [
        (pytest.approx(one.before, abs=1e-12), one.items) for one in found
    ]
    # What carla did in one state only is in neither figure, nor are documents of one state.
    for pattern in ("carla/b.ann", "*/b.*"):
        for path in (tmp_path / "after").glob(pattern):
            path.unlink()
        fewer = agreement(tmp_path / "after")
        own = scores_by_key(fewer)
        for one in ComparedStates(states[1], fewer).differences:
            score = own[one.measure, one.statistic, one.annotators, None, None]
            assert one.before == one.after == pytest.approx(score.value, abs=1e-12)


@pytest.mark.parametrize("statistic", ["masi", "gcm-f1"])
def test_intervals_written_out(three, statistic):
    """From the sums of each sentence, listed one by one."""
    pair, figures = ("anna", "carla"), []
    for state in three:
        scores = [
            score
            for score in state.sentence_scores("one")
            if (score.measure, score.statistic, score.annotators) == ("LAA", statistic, pair)
        ]
        (layer,) = state.pooled_layers.values()
        table, own = layer.view.table, layer.view.compare(pair)
        sizes = own.a + own.b if statistic == "gcm-f1" else numpy.ones(len(own.a))
        below = numpy.bincount(table.sentence[own.item], sizes[own.both], table.sentences)
        below = below[: len(scores)]
        above = numpy.array([score.value or 0.0 for score in scores]) * below
        figures.append(
            lambda weights, above=above, below=below: (
                (numpy.array(weights) @ above) / (numpy.array(weights) @ below)
            )
        )
    one = by_key(*three)["LAA", statistic, pair]
    assert one.sentences == one.units == 14
    x, y = (figure(numpy.ones(14)) for figure in figures)
    assert one.ratio == pytest.approx((1 - y) / (1 - x))
    expected = slow.ratio_of_changes(*figures, 14)
    assert one.ratio_interval == pytest.approx(expected, abs=1e-6)
    assert one.rough == (one.differing < 10)


def test_a_state_against_itself_differs_by_nothing(three):
    for one in ComparedStates(three[0], three[0]).differences:
        assert one.difference == 0.0
        assert one.ratio == 1.0 and one.ratio_interval == (1.0, 1.0) and one.clear == ""


@pytest.mark.parametrize("margin", ["0", "1", "2", "nan", "x"])
def test_a_margin_is_a_difference_of_agreement(margin, capsys):
    with pytest.raises(SystemExit):
        main(["compare", ".", ".", "--margin", margin])
    assert "expected a number above 0 and below 1, such as .02" in capsys.readouterr().err


def test_a_margin_says_what_is_not_worse(three):
    """Agreement rose: by little it is not better, and what has no interval shows nothing."""
    states = ComparedStates(*three)
    plain, found = states.differences, states.within(0.05)
    assert [one[: len(Difference._fields) - 2] for one in found] == [
        one[: len(Difference._fields) - 2] for one in plain
    ]
    assert {one.not_worse for one in plain} == {None}
    shown = [one for one in found if one.bounds]
    assert len(shown) > 3
    for one in shown:
        low, high = one.bounds
        assert low < one.difference < high
        assert one.not_worse is (low > -0.05) and one.equivalent is (-0.05 < low < high < 0.05)
        # Of a change that is clear by 95%, the sign is by 90%.
        assert not one.clear or (low > 0) is (one.clear == "up")
    for one in found:
        assert one.bounds or one.not_worse is one.equivalent is False and one.no_interval
    exact = states.within(-shown[0].bounds[0] + 1e-6), states.within(-shown[0].bounds[0] - 1e-6)
    key = shown[0][:4]
    verdicts = [next(one.not_worse for one in each if one[:4] == key) for each in exact]
    assert verdicts == [True, False]
    table = difference_table(found, "1", "2")
    row = table.dicts()[found.index(shown[0])]
    assert (row["margin"], row["bound_low"], row["not_worse"]) == (
        0.05, shown[0].bounds[0], shown[0].not_worse,
    )  # fmt: skip
    said = to_markdown([""], [table])
    assert "not worse by more than .05" in said
    for words, verdict in (("| yes ", True), ("| not shown", False)):
        assert said.count(words) == [one.not_worse for one in found].count(verdict)
    assert "not worse" not in to_markdown([""], [difference_table(plain, "1", "2")])
