"""Forms of pictures: what is drawn where, and that nothing covers anything."""

import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest

from brat_iaa.formats.picture import Box, Dot, Stroke, Text, to_svg, width_of
from brat_iaa.report.charts import (
    Curve,
    DotRow,
    Panel,
    PlotScale,
    heat_map,
    multiples,
    names_apart,
    rows_of_dots,
    scale_of,
    small_axis,
    small_dot,
)


def of_kind(picture, kind):
    return [mark for mark in picture.marks if isinstance(mark, kind)]


def test_names_are_a_line_apart_from_the_lowest_upwards():
    placed = names_apart([(100.0, "b"), (98.0, "a"), (20.0, "c")])
    assert placed == [(104.0, "b"), (90.0, "a"), (24.0, "c")]
    assert names_apart([(100.0, "a")], lowest=90)[0][0] == 76
    # Curves that all end at the top: no name stands above it, and they stay a line apart.
    assert names_apart([(10.0, "a"), (10.0, "b"), (10.0, "c")], highest=14) == [
        (42, "c"),
        (28, "b"),
        (14, "a"),
    ]


def test_dots_stand_on_one_zoomed_scale_with_their_intervals():
    rows = [
        DotRow("low", 0.9, (0.88, 0.92), "12"), DotRow("high", 0.95, (0.94, 0.96), filled=False),
        DotRow("none", None, None),
    ]  # fmt: skip
    picture = rows_of_dots("F1", "low .900; high .950.", rows)
    low, high = of_kind(picture, Dot)
    assert low.x < high.x - 60 and not low.hollow and high.hollow
    assert low.title == "low: .900 [.880, .920]"
    first, second = (line for line in of_kind(picture, Stroke) if line.tone == "a")
    assert first.points[0][0] < low.x < first.points[1][0] < second.points[0][0] < high.x
    assert [words.text for words in of_kind(picture, Text) if "undefined" in words.text]
    inside(picture)


def test_small_dots_have_the_scale_of_their_column_and_are_silent():
    scores = [
        SimpleNamespace(value=0.9, interval=None),
        None,
        SimpleNamespace(value=0.95, interval=(0.93, 1)),
    ]
    scale = scale_of(scores)
    assert 0.85 < scale.low < 0.9 and scale.high == 1
    first, second = (of_kind(small_dot(scores[n], scale), Dot)[0].x for n in (0, 2))
    assert scale.start < first < second < scale.end
    assert [text.text for text in of_kind(small_axis(scale), Text)][1] == "1.00"
    root = ET.fromstring(to_svg(small_dot(scores[0], scale), aloud=False))
    assert root.get("aria-hidden") == "true" and root.get("role") is None


def inside(picture):
    """No mark reaches out of the picture, no word into another of its line."""
    lines = {}
    for words in of_kind(picture, Text):
        if words.upright:
            continue
        size = width_of(words.text)
        left = words.x - size * {"start": 0, "middle": 0.5, "end": 1}[words.anchor]
        assert left >= -1 and left + size <= picture.width + 12, words
        lines.setdefault(round(words.y), []).append((left, left + size))
    for own in lines.values():
        own.sort()
        assert all(end <= start + 1 for (_, end), (start, _) in zip(own, own[1:]))


@pytest.mark.parametrize("number", [1, 3, 12, 40])
def test_words_do_not_cover_each_other(number):
    names = [f"a-very-long-label-of-something-{n}-and-more" for n in range(number)]
    rows = [DotRow(name, n / 50, None, "1,234") for n, name in enumerate(names)]
    inside(rows_of_dots("", "", rows))
    ticks = {n: f"phase {n}" for n in range(number)}
    inside(multiples("", "", [Panel("LAA", [Curve("all", [[(0, 0.5, None, "")]])], ticks)] * 4))
    cells = [[(n % 10, "7") for n in range(number)]] * number
    picture = heat_map("", "", names, cells)
    assert len(of_kind(picture, Box)) == number**2


@pytest.mark.parametrize(
    "low, high, by_factor", [(0.93, 0.96, False), (-0.4, 1, False), (0, 0.004, False),
                             (0.02, 20, True), (0.8, 1.3, True)]
)  # fmt: skip
def test_ticks_are_round_and_on_the_scale(low, high, by_factor):
    scale = PlotScale(low, high, 0, 200, by_factor)
    assert 2 <= len(scale.ticks) <= 8
    assert all(low <= tick <= high for tick in scale.ticks)
    places = [scale.at(tick) for tick in scale.ticks]
    assert places == sorted(places) and scale.at(low - 1) == 0 and scale.at(high + 1) == 200


def test_a_picture_has_words_for_those_who_cannot_see_it():
    marks = [
        Stroke([(1, 2), (3, 4)], "b", 2, "2 3"), Text(1, 2, "a < b", title="whole"),
        Text(5, 2, "\u05d0\u05d1", "end"), Dot(1, 2, 3, "c", True, "c"), Box(0, 0, 1, 1, "shade9"),
    ]  # fmt: skip
    root = ET.fromstring(to_svg(rows_of_dots("a < b", "c\x07 & d", [])._replace(marks=marks)))
    assert root.get("role") == "img" and [child.text for child in root][:2] == ["a < b", "c  & d"]
    line, text, from_right, ring, box = list(root)[2:]
    assert line.get("d") == "M1.0 2.0L3.0 4.0" and line.get("stroke-dasharray") == "2 3"
    assert "".join(text.itertext()) == "wholea < b"
    # Text that runs from the right ends on its left.
    assert (from_right.get("text-anchor"), from_right.get("direction")) == ("start", "rtl")
    assert ring.get("fill") == "#ffffff" and box.get("class") == "f-shade9"
