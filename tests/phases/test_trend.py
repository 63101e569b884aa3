"""The picture of agreement over phases."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

from brat_iaa.phases.trend import trend


def score(value, low=None, high=None, measure="LAA", annotators=("anna", "ben")):
    return SimpleNamespace(
        measure=measure,
        value=value,
        interval=None if low is None else (low, high),
        annotators=annotators,
    )


def heights(svg):
    return [float(top) for top in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', svg)]


def test_higher_agreement_is_higher_up():
    svg = trend(["1", "2", "3"], {"LAA": [score(0.5), score(0.8), score(0.7)]})
    ElementTree.fromstring(svg)
    first, second, third = heights(svg)
    assert second < third < first


def test_intervals_reach_from_low_to_high():
    svg = trend(["1"], {"LAA": [score(0.5, 0.4, 0.6)]})
    top, bottom = sorted(float(y) for y in re.search(r'M[\d.]+ ([\d.]+)V([\d.]+)"', svg).groups())
    assert top < heights(svg)[0] < bottom
    assert abs((top + bottom) / 2 - heights(svg)[0]) < 0.1


def test_a_phase_without_a_value_is_left_out():
    svg = trend(
        ["1", "2", "3"], {"LAA": [score(0.5), None, score(None)], "UAA": [None, None, None]}
    )
    assert len(heights(svg)) == 1
    assert "2 –" in svg


def lines(svg):
    """Number of points on each line."""
    return [path.count("L") + 1 for path in re.findall(r'<path d="([^"]*)" fill="none"', svg)]


def told(svg):
    return " ".join(re.search(r"<title>(.*?)</title><desc>(.*?)</desc>", svg).groups())


def test_a_line_joins_what_the_same_annotators_reached():
    all_alike = trend(
        ["1", "2", "3"], {"LAA": [score(0.5), score(0.6, annotators=("ben", "anna")), score(0.7)]}
    )
    assert lines(all_alike) == [3] and "roken" not in told(all_alike)
    more = ("anna", "ben", "carla")
    joined = trend(["1", "2", "3"], {"LAA": [score(0.5), score(0.6), score(0.7, annotators=more)]})
    assert lines(joined) == [2] and len(heights(joined)) == 3
    assert "A line is broken where other annotators" in told(joined)
    assert "Broken, LAA: 2 has anna, ben; 3 has anna, ben, carla." in told(joined)


def test_a_line_does_not_cross_a_phase_without_a_value():
    for nothing in (None, score(None)):
        svg = trend(["1", "2", "3", "4"], {"LAA": [score(0.5), nothing, score(0.7), score(0.8)]})
        assert lines(svg) == [2] and len(heights(svg)) == 3
        assert "Broken, LAA: no value in 2." in told(svg)


def test_everything_lies_inside_the_picture_also_below_zero():
    svg = trend(["1", "2"], {"LAA": [score(-0.31, -0.42, -0.2), score(1.0, 1.0, 1.0)]})
    height = float(re.search(r'height="(\d+)"', svg).group(1))
    assert all(0 < top < height for top in heights(svg))
    assert "-.20" in svg


def test_an_interval_lies_inside_the_picture_too():
    svg = trend(["1"], {"LAA": [score(0.9, 0.35, 0.95)]})
    bottom = max(map(float, re.search(r'M[\d.]+ ([\d.]+)V([\d.]+)"', svg).groups()))
    assert bottom < float(re.search(r'height="(\d+)"', svg).group(1))


def test_names_are_text_whatever_they_hold():
    name = "<script>&\"'" + "x" * 40
    ElementTree.fromstring(trend([name], {"LAA": [score(0.5)]}))
    assert "<script>" not in trend([name], {"LAA": [score(0.5)]})
