"""The picture of agreement over phases, and of what a comparison says."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from brat_iaa.formats.picture import Dot, Stroke, Text, to_svg
from brat_iaa.phases import trend
from brat_iaa.phases.figures import PhaseFigure
from brat_iaa.phases.trend import picture


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


def test_higher_agreement_is_further_right_with_its_interval():
    drawn = picture([trend_of([score(0.5, 0.4, 0.6)], [score(0.8)], [score(0.7)])])
    ElementTree.fromstring(to_svg(drawn))
    first, second, third = marks(drawn, Dot)
    assert first.x < third.x < second.x and first.y < second.y < third.y
    (interval,) = marks(drawn, Stroke)
    (low, _), (high, _) = interval.points
    assert low < first.x < high and (low + high) / 2 == pytest.approx(first.x, abs=0.1)


def test_pairs_are_small_dots_and_other_annotators_are_named():
    names = "anna", "ben", "carla"
    pairs = [score(0.6), score(0.9, annotators=("ben", "carla"))]
    drawn = picture([trend_of([score(0.7, annotators=names), *pairs], [score(0.8)], [])])
    assert [dot.y == marks(drawn, Dot)[0].y for dot in marks(drawn, Dot, "soft")][:2] == [True] * 2
    said = [words.text for words in marks(drawn, Text, "quiet")]
    assert ".800 of anna and ben" in said and "undefined" in said


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
    assert drawn.sentence == "F1: 50%, up; a and b: 90%."
    assert [words.text for words in marks(drawn, Text, "quiet")][-2:] == ["+.100 up", "+.010"]
