"""Forms of pictures: what is drawn where, and that nothing covers anything."""

import xml.etree.ElementTree as ET

import pytest

from brat_iaa.formats.picture import Dot, Stroke, Text, to_svg, width_of
from brat_iaa.report.charts import (
    Curve,
    DotRow,
    Panel,
    multiples,
    rows_of_dots,
)


def of_kind(picture, kind):
    return [mark for mark in picture.marks if isinstance(mark, kind)]


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


def inside(picture):
    """No mark reaches out of the picture, no word into another of its line."""
    lines = {}
    for words in of_kind(picture, Text):
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


def test_a_picture_has_words_for_those_who_cannot_see_it():
    marks = [
        Stroke([(1, 2), (3, 4)], "b", 2, "2 3"), Text(1, 2, "a < b", title="whole"),
        Text(5, 2, "\u05d0\u05d1", "end"), Dot(1, 2, 3, "c", True, "c"),
    ]  # fmt: skip
    root = ET.fromstring(to_svg(rows_of_dots("a < b", "c\x07 & d", [])._replace(marks=marks)))
    assert root.get("role") == "img" and [child.text for child in root][:2] == ["a < b", "c  & d"]
    line, text, from_right, ring = list(root)[2:]
    assert line.get("d") == "M1.0 2.0L3.0 4.0" and line.get("stroke-dasharray") == "2 3"
    assert "".join(text.itertext()) == "wholea < b"
    # Text that runs from the right ends on its left.
    assert (from_right.get("text-anchor"), from_right.get("direction")) == ("start", "rtl")
    assert ring.get("fill") == "#ffffff"
