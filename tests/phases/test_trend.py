"""The picture of agreement over phases, and of what a comparison says."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from brat_iaa.formats.picture import Dot, Stroke, Text, to_svg
from brat_iaa.phases import trend
from brat_iaa.phases.figures import PhaseFigure
from brat_iaa.phases.trend import picture, small_line


def score(value, low=None, high=None, annotators=("anna", "ben")):
    interval = None if low is None else (low, high)
    return SimpleNamespace(value=value, interval=interval, annotators=annotators)


def by_annotators(*scores):
    return {own.annotators: own for own in scores if own is not None}


def trend_of(*states):
    """A PhaseFigure; states: lists of scores."""
    names = [str(number) for number, _ in enumerate(states, 1)]
    return PhaseFigure("arcs", "LAA", names, [by_annotators(*own) for own in states])


def marks(drawn, kind, tone="a"):
    return [mark for mark in drawn.marks if isinstance(mark, kind) and mark.tone == tone]


def lines(drawn):
    """Number of points on each line that joins phases."""
    return [len(mark.points) for mark in marks(drawn, Stroke) if mark.width > 2]


def test_higher_agreement_is_higher_up_with_its_interval():
    drawn = picture([trend_of([score(0.5, 0.4, 0.6)], [score(0.8)], [score(0.7)])])
    ElementTree.fromstring(to_svg(drawn))
    first, second, third = (dot.y for dot in marks(drawn, Dot))
    assert second < third < first and lines(drawn) == [3] and not marks(drawn, Stroke, "b")
    (interval,) = (mark for mark in marks(drawn, Stroke) if mark.width < 2)
    (_, low), (_, high) = interval.points
    assert high < first < low and (low + high) / 2 == pytest.approx(first, abs=0.1)


def test_each_pair_has_a_line_behind_that_of_all():
    three = ("anna", "ben", "carla")
    pairs = [("anna", "ben"), ("anna", "carla"), ("ben", "carla")]
    states = [
        [score(value, annotators=three), *(score(value, annotators=pair) for pair in pairs)]
        for value in (0.5, 0.7)
    ]
    drawn = picture([trend_of(*states)])
    assert lines(drawn) == [2]
    for tone, pair in zip("bcd", pairs):
        assert [words.text for words in marks(drawn, Text, tone)] == [", ".join(pair)]
        assert [len(line.points) for line in marks(drawn, Stroke, tone)] == [2]


@pytest.mark.parametrize("nothing", [None, score(None)])
def test_a_line_does_not_cross_a_phase_without_a_value(nothing):
    drawn = picture([trend_of([score(0.5)], [nothing], [score(0.7)], [score(0.8)])])
    assert lines(drawn) == [2] and len(marks(drawn, Dot)) == 3
    assert "LAA: 1 .500, 2 –, 3 .700, 4 .800. Broken: no value in 2." in drawn.sentence


def test_a_line_joins_what_the_same_annotators_reached():
    turned = score(0.6, annotators=("ben", "anna"))
    whole = picture([trend_of([score(0.5)], [turned], [score(0.7)])])
    assert lines(whole) == [3] and "roken" not in whole.title + whole.sentence
    more = score(0.7, annotators=("anna", "ben", "carla"))
    joined = picture([trend_of([score(0.5)], [score(0.6)], [more])])
    assert lines(joined) == [2] and len(marks(joined, Dot)) == 3
    assert "A line is broken where other annotators" in joined.title
    assert "Broken: 2 has anna, ben; 3 has anna, ben, carla." in joined.sentence


def test_a_small_line_says_the_same():
    drawn = small_line(trend_of([score(0.5)], [score(0.8)]))
    assert drawn.sentence == "LAA: 1 .500, 2 .800." and len(marks(drawn, Dot)) == 1


def test_nothing_to_draw_is_no_picture():
    assert picture([]) is None and not trend.drawn(trend_of([None], [score(None)]))
    assert trend.ratios([]) is None


def test_a_change_is_filled_where_its_interval_leaves_out_1():
    clear = SimpleNamespace(
        ratio=0.5, ratio_interval=(0.3, 0.8), clear="up", difference=0.1, interval=None
    )
    maybe = SimpleNamespace(
        ratio=0.9, ratio_interval=(0.7, 1.2), clear="", difference=0.01, interval=None
    )
    from_none = SimpleNamespace(ratio=None)
    drawn = trend.ratios([("F1", True, clear), ("a and b", False, maybe), ("x", False, from_none)])
    assert [dot.hollow for dot in marks(drawn, Dot)] == [False, True]
    assert drawn.sentence == "F1: 50 %, up; a and b: 90 %."
    assert [words.text for words in marks(drawn, Text, "quiet")][-2:] == ["+.100 up", "+.010"]
